"""Ghosts: who may carry one, the ghosts that a placed tile brings, the third one (GCC-09, GCC-25 to GCC-36)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed, Owed
from adjudicator.engine.expansion import Asks, Expansion, May, Proviso, Putting, Scoring, Tells, later
from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.pointing import marks_item, suppose_nobody
from adjudicator.engine.state import State
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import AWAY, GHOST, SPECIAL_PLACES, lies_in, supply
from adjudicator.expansions.ghosts_castles_cemeteries.guards import GUARD
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line
from adjudicator.rulebook.loader import rule, value

OTHER = "ghost-other"
OWN = "ghost-own"
"""The ghosts that a tile makes its player attach: to another player's meeple, then to one's own (GCC-29)."""

AFTER_GHOSTS = ("puts", "takes-back", "protects", "escapes", "moves", "seduces", "rolls", "scores", "captures")
"""What a player does with figures in phase 2 or later, when his ghosts are attached (GCC-36)."""


class Due(NamedTuple):
    """One ghost that is to be attached."""

    what: str
    """`OTHER` or `OWN`."""
    choices: tuple[tuple[Feature, Occupant], ...]


# ---- who may carry a ghost
def hauntable(case: Case, feature: Feature, occupant: Occupant) -> list[Finding]:
    """Whether a ghost can be attached to a figure: the conditions, with what rules say of its kind and place."""
    values = {
        "figure": figure_item(case.state, feature, occupant),
        "feature": Item.feature(feature.id),
    }
    figure = occupant.figure
    if figure == GUARD:
        found = [Finding("GCC-44", False, "ghost-not-guard", values), Finding("GCC-71", False, "ghost-guards", values)]
        if feature.kind == "field":
            found.append(Finding("GCC-69", False, "ghost-guard-farmer", values))
        return found
    if figure in rule("GCC-78").forbidden:
        return [Finding("GCC-78", False, "ghost-not-special", values)]
    if "meeple" not in case.game.figure_traits(figure) or not occupant.owner:
        return [Finding("GCC-25", False, "ghost-only-meeples", values)]
    if lies_in(feature, AWAY):
        return [Finding("GCC-73", False, "ghost-not-there", values)]
    listed = figure in rule("GCC-70").allowed
    plain = figure == "meeple"  # that it can be haunted is what ghosts are about; of others the list tells
    found = [
        Finding(
            "GCC-70" if listed else "GCC-09", True, "ghost-may-haunt", values, part="explains" if plain else "decides"
        )
    ]
    if feature.kind == "field":
        found.append(Finding("GCC-68", True, "ghost-farmer", values))
    if feature.kind in ("cemetery", "haunted-castle"):
        found.append(Finding("GCC-50", True, "ghost-on-keeper", values))
    if lies_in(feature, SPECIAL_PLACES):
        found.append(Finding("GCC-72", True, "ghost-there-too", values))
    if feature.kind == "tower":
        found.append(Finding("GCC-91", True, "ghost-on-tower", values))
    if occupant.mark("fairy"):
        found.append(Finding("GCC-85", True, "ghost-despite-fairy", values))
    return found


def candidates(case: Case, player: str, what: str) -> tuple[tuple[Feature, Occupant], ...]:
    """The figures of others, or of the player, that can carry a ghost now; those that cannot are told why."""
    found = []
    for feature in case.state.occupied():
        for occupant in feature.occupants:
            if occupant.owner and (occupant.owner == player) == (what == OWN):
                conditions = hauntable(case, feature, occupant)
                case.note(*conditions)
                if all(c.holds for c in conditions):
                    found.append((feature, occupant))
    return tuple(found)


# ---- the ghosts of a turn
@remembered(Scope.PART)
class Brought(NamedTuple):
    """A ghost that the turn's tile brings, whether anybody can get it or not."""

    what: str


@remembered(Scope.PART)
class Attached(NamedTuple):
    """A ghost of the turn's tile that a figure has got."""

    what: str


def skipped(case: Case) -> str:
    """A ghost that the turn's tile brings and that nobody can get (GCC-33), "" for none."""
    got = {one.what for one in case.recall(Attached)}
    return next((one.what for one in case.recall(Brought) if one.what not in got), "")


def nobody(player: str, what: str) -> Finding:
    """That nobody can get such a ghost, which is skipped (GCC-33)."""
    phrase = "ghost-own-nobody" if what == OWN else "ghost-other-nobody"
    return Finding("GCC-33", False, phrase, {"player": Item.player(player)})


def owe(case: Case, what: str) -> None:
    """Notes a ghost that the turn's tile brings, each kind once and in its order (GCC-25, GCC-27, GCC-29)."""
    turn = case.state.turn
    case.remember(Brought(what))
    before = case.owed()
    if turn is None or what in before:
        return
    owed = tuple(one for one in (OTHER, OWN) if one == what or one in before)
    case.remember(Owed(owed))
    if len(owed) > 1:
        case.find("GCC-29", "ghost-both")


def dues(case: Case) -> list[Due]:
    """The ghosts still to be attached in this turn, those left out that nobody can get or that are not there."""
    turn = case.state.turn
    found: list[Due] = []
    if turn is None:
        return found
    left = supply(case.state)
    third = value("GCC-34", "ghosts")
    freed = False
    """Whether the ghost before this one may drive its meeple off, by the choice that is made."""
    for what in case.owed():
        if left <= 0 and freed:
            case.find("GCC-34", "ghost-left-by-choice")
            break
        if left <= 0:
            case.find("GCC-32", "ghost-none-left", False)
            case.find("GCC-04", "ghost-none-no-loss")
            break
        choices = candidates(case, turn.player, what)
        if not choices:
            case.note(nobody(turn.player, what))
            continue
        found.append(Due(what, choices))
        left -= 1
        drives_off = [o.mark(GHOST) == third - 1 for _, o in choices]
        if all(drives_off):
            left += third  # whoever gets it goes home, and the ghosts go back
        freed = any(drives_off)
    return found


def due_now(case: Case) -> list[Due]:
    """The same without a word on who could be haunted and who not."""
    return dues(case.apart())


def trim(case: Case) -> None:
    """Drops the ghosts that cannot be attached, up to the first that can, and notes why."""
    before = case.owed()
    if not before:
        return
    apart = case.apart()
    coming = dues(apart)
    owed = before[before.index(coming[0].what) :] if coming else ()
    if owed != before:
        case.remember(Owed(owed))
        case.note(*(fact for fact in apart.findings if not fact.holds))
        if not supply(case.state):
            case.find("GCC-04", "ghost-none-no-loss")


def ghosts_first(case: Case, deed: Deed) -> Iterator[Finding]:
    """Only when its ghosts are attached may the player go on to the meeple (GCC-36), and to what comes after it."""
    turn = case.state.turn
    if turn is not None and turn.placed and case.owed() and deed.player == turn.player:
        yield Finding("GCC-36", False, "ghosts-first", {"player": Item.player(turn.player)})


def before_castles(case: Case, deed: Deed) -> Iterator[Finding]:
    """A castle is built instead of scoring, so after the ghosts, whoever builds it; a bridge comes with the tile."""
    turn = case.state.turn
    if turn is not None and case.owed() and deed.figure == "castle":
        yield Finding("GCC-36", False, "ghosts-first", {"player": Item.player(turn.player)})


def unsettled(case: Case, feature: Feature, at_end: bool) -> None:
    """What a feature gives cannot be told while a ghost may still go to a figure on it. Raises Undetermined."""
    for due in _unattached(case):
        if any(there.id == feature.id for there, _ in due.choices):
            whom(case, due)


def unsettled_lead(case: Case, feature: Feature, asked: str) -> None:
    """Nor can it be told who has the majority: the third ghost drives a figure off. Raises Undetermined."""
    if asked == "majority":
        unsettled(case, feature, False)


def any_owed(case: Case) -> bool | None:
    """Whether a ghost of the placed tile is still to be attached; None before the tile lies."""
    turn = case.state.turn
    return bool(case.owed()) if turn is not None and turn.placed else None


def owing(case: Case) -> tuple[list[Line], list[Occupant]]:
    """A turn does not end before its ghosts are attached (GCC-36); those of figures sent home go back (GCC-74).

    Scores nothing. Raises Undetermined.
    """
    for due in _unattached(case):
        whom(case, due)
    third = value("GCC-34", "ghosts")
    if any(0 < one.mark(GHOST) < third for one in (case.state.turn.home if case.state.turn is not None else ())):
        case.find("GCC-74", "ghosts-go-back")
    return [], []


def _unattached(case: Case) -> list[Due]:
    turn = case.state.turn
    return due_now(case) if turn is not None and case.owed() and not turn.closed else []


def whom(case: Case, due: Due) -> tuple[Feature, Occupant]:
    """The figure that gets a ghost of which no move says so: the only one, or the one that this run takes it to be.

    Raises Undetermined in any other.
    """
    turn, choices = case.state.turn, distinct(case, due)
    figures = tuple(choices)
    if len(figures) == 1 and not case.state.part_shown:
        return choices[figures[0]]
    player = Item.player(turn.player if turn is not None else "")
    own = due.what == OWN
    told = "ghost-choices-own" if own else "ghost-choices-other"
    case.find("GCC-27" if own else "GCC-25", told, player=player, figures=figures)
    phrase = "ghost-own-whom" if own else "ghost-other-whom"
    if case.state.part_shown:
        case.lack(phrase, None, player=player, figures=figures)
    return choices[figures[case.which(phrase, figures, player=player)]]


def distinct(case: Case, due: Due) -> dict[Item, tuple[Feature, Occupant]]:
    """The figures that may get a ghost, those once of which nothing tells one from the other, as they are called."""
    found: dict[Item, tuple[Feature, Occupant]] = {}
    for feature, occupant in due.choices:
        found.setdefault(_told_apart(case, feature, occupant), (feature, occupant))
    return found


def choice_items(case: Case, due: Due) -> tuple[Item, ...]:
    """What these are called."""
    return tuple(distinct(case, due))


def _told_apart(case: Case, feature: Feature, occupant: Occupant) -> Item:
    """A figure where it stands, with what tells it from its like there."""
    marks = marks_item(occupant, feature.occupants)
    place = case.state.place_of(feature, occupant)
    return Item.figure(occupant.owner, occupant.figure, place, marks.parts if marks is not None else ())


def nobody_else(case: Case, coming: list[Due]) -> None:
    """Notes what a sketch leaves unsaid of who could get such ghosts: it need not tell of every figure in play."""
    if case.state.has_board:
        return
    suppose_nobody(case)
    if skipped(case) and not coming and supply(case.state):
        case.suppose("GCC-33", "ghost-nobody-untold")
    for due in coming:
        case.suppose("GCC-27" if due.what == OWN else "GCC-25", "ghost-nobody-else", figures=choice_items(case, due))


def figure_item(state: State, feature: Feature, occupant: Occupant) -> Item:
    """A figure where it stands: on a board without names by its own tile, not by another of its feature."""
    return Item.figure(occupant.owner, occupant.figure, state.place_of(feature, occupant))


def freed(case: Case, put: Putting) -> Finding | None:
    """What the third ghost drove off leaves its feature and comes home before meeples are placed (GCC-34)."""
    turn = case.state.turn
    for one in turn.home if turn is not None and not turn.closed else ():
        if one.mark(GHOST) >= value("GCC-34", "ghosts"):
            owner, figure = Item.player(one.owner), Item.figure(one.owner, one.figure, "")
            if (one.owner, one.figure) == (put.player, put.figure):
                free = case.find("GCC-34", "ghost-figure-free", figure=figure)
                case.find("GCC-35", "ghost-third-anybody", owner=owner)
                return free
            if case.state.feature(one.place).id == case.state.feature(put.feature.id).id:
                return Finding("GCC-34", True, "ghost-feature-free", {"figure": figure, "feature": put.feature.id})
    return None


PART = Expansion(
    "ghosts-castles-cemeteries",
    scoring=Scoring(besides=(owing,)),
    may=May(
        provisos=(
            *(Proviso(verb, ghosts_first) for verb in AFTER_GHOSTS),
            Proviso("builds", before_castles),
        ),
        put=(freed,),
    ),
    asks=Asks(
        verbs=later(f"{__name__}_haunting", "VERBS", "haunts"), topics=later(f"{__name__}_asked", "TOPICS", "ghosts")
    ),
    tells=Tells(traps=(unsettled,), looks=(unsettled_lead,)),
)
