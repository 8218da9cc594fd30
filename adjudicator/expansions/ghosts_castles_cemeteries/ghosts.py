"""Ghosts: who may carry one, the ghosts that a placed tile brings, the third one (GCC-09, GCC-25 to GCC-36)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Expansion, Putting, later
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.record import Record
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE
from adjudicator.rulebook.loader import rule, value
from adjudicator.words.lexicon import fold

GHOST = "ghost"
OTHER = "ghost-other"
OWN = "ghost-own"
"""The ghosts that a tile makes its player attach: to another player's meeple, then to one's own (GCC-29)."""

GUARD = "guard"
AWAY = {"carcassonne": "city-of-carcassonne", "leipzig": "city-of-leipzig", "wheel": "wheel-of-fortune"}
"""Places of GCC-73, by kind or name."""
SPECIAL_PLACES = {"tower": "tower", "castle": "castle", "bathhouse": "bathhouse", "vodyanoy": "vodyanoy-tile",
                  "solovei-razboynik": "solovei-razboynik-tile"}  # fmt: skip
"""Places of GCC-72, by kind or name."""


class Due(Record):
    """One ghost that is to be attached."""

    what: str
    """`OTHER` or `OWN`."""
    choices: tuple[tuple[Feature, Occupant], ...]


def attached(state: State) -> int:
    """Ghosts on figures."""
    return sum(o.mark(GHOST) for feature in state.occupied() for o in feature.occupants)


def supply(state: State) -> int:
    """Ghosts in the general supply: as said, else all that no figure carries (GCC-19)."""
    said = state.stock.get(GHOST)
    return said if said is not None else max(0, value("GCC-19", "ghosts") - attached(state))


# ---- who may carry a ghost
def _place(feature: Feature, places: Mapping[str, str]) -> str | None:
    return places.get(feature.kind) or places.get(fold(feature.id))


def hauntable(case: Case, feature: Feature, occupant: Occupant) -> list[Finding]:
    """Whether a ghost can be attached to a figure: the conditions, with what rules say of its kind and place."""
    values = {
        "figure": Item("figure", (occupant.owner, occupant.figure, feature.id)),
        "feature": Item("feature", (feature.id,)),
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
    if _place(feature, AWAY) in rule("GCC-73").forbidden or feature.kind == "quarter":
        return [Finding("GCC-73", False, "ghost-not-there", values)]
    listed = figure in rule("GCC-70").allowed
    found = [Finding("GCC-70" if listed else "GCC-09", True, "ghost-may-haunt", values)]
    if feature.kind == "field":
        found.append(Finding("GCC-68", True, "ghost-farmer", values))
    if feature.kind in ("cemetery", "haunted-castle"):
        found.append(Finding("GCC-50", True, "ghost-on-keeper", values))
    if _place(feature, SPECIAL_PLACES) in rule("GCC-72").allowed:
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
def owe(case: Case, what: str) -> None:
    """Notes a ghost that the turn's tile brings, each kind once and in its order (GCC-25, GCC-27, GCC-29)."""
    turn = case.state.turn
    if turn is None or what in turn.owed:
        return
    owed = tuple(one for one in (OTHER, OWN) if one == what or one in turn.owed)
    case.state.turn = turn._replace(owed=owed)
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
    for what in turn.owed:
        if left <= 0:
            case.find("GCC-32", "ghost-none-left", False)
            case.find("GCC-04", "ghost-none-no-loss")
            break
        choices = candidates(case, turn.player, what)
        if not choices:
            phrase = "ghost-own-nobody" if what == OWN else "ghost-other-nobody"
            case.find("GCC-33", phrase, False, player=Item("player", (turn.player,)))
            continue
        found.append(Due(what, choices))
        left -= 1
        if all(o.mark(GHOST) == third - 1 for _, o in choices):
            left += third  # whoever gets it goes home, and the ghosts go back
    return found


def trim(case: Case) -> None:
    """Drops the ghosts that cannot be attached, up to the first that can."""
    turn = case.state.turn
    if turn is None or not turn.owed:
        return
    coming = dues(case)
    owed = turn.owed[turn.owed.index(coming[0].what) :] if coming else ()
    if owed != turn.owed:
        case.state.turn = turn._replace(owed=owed)


def ghosts_first(case: Case, action: Action) -> Iterator[Finding]:
    """Only when its ghosts are attached may the player go on to the meeple (GCC-36)."""
    turn = case.state.turn
    if turn is not None and turn.placed and turn.owed and action.move.player == turn.player:
        yield Finding("GCC-36", False, "ghosts-first", {"player": Item("player", (turn.player,))})


def unsettled(case: Case, feature: Feature, at_end: bool) -> None:
    """Warns of an outcome that a ghost still to be attached may change."""
    turn = case.state.turn
    if turn is not None and turn.owed and not turn.closed and dues(case):
        case.warn("ghosts-owed", "GCC-36", player=Item("player", (turn.player,)))


def freed(case: Case, put: Putting) -> Finding | None:
    """What the third ghost drove off leaves its feature and comes home before meeples are placed (GCC-34)."""
    turn = case.state.turn
    for one in turn.home if turn is not None and not turn.closed else ():
        if one.mark(GHOST) >= value("GCC-34", "ghosts"):
            owner, figure = Item("player", (one.owner,)), Item("figure", (one.owner, one.figure, ""))
            if one.owner == put.player:
                case.find("GCC-35", "ghost-third-anybody", owner=owner)
                return Finding("GCC-34", True, "ghost-figure-free", {"figure": figure})
            if one.place == put.feature.id:
                return Finding("GCC-34", True, "ghost-feature-free", {"figure": figure, "feature": put.feature.id})
    return None


# ---- the supply
def stocked(case: Case) -> dict[str, int]:
    """The ghosts that are left where the whole table is seen (GCC-19); a sketch has to say it."""
    ground = case.state.ground
    if ground is None or ground.partial:
        return {}
    case.find("GCC-19", "ghosts-left", number=attached(case.state))
    return {GHOST: supply(case.state)}


# ---- what cannot be
def carried(state: State) -> Iterator[Problem]:
    """No ghost on a guard or a special figure, none in the places of GCC-73, never three on one meeple, 15 in all."""
    third = value("GCC-34", "ghosts")
    number = state.stock.get(GHOST, 0)
    span = NOWHERE
    for feature in state.occupied():
        for occupant in feature.occupants:
            ghosts = occupant.mark(GHOST)
            if not ghosts:
                continue
            number += ghosts
            span = occupant.span
            values = {
                "figure": Item("noun", ("figure", occupant.figure)), "number": ghosts, "feature": feature.id,
                "most": third - 1,
            }  # fmt: skip
            if occupant.figure == GUARD:
                yield Problem("ghost-on-guard", span, values, (), ("GCC-44",))
            elif occupant.figure in rule("GCC-78").forbidden:
                yield Problem("ghost-on-special", span, values, (), ("GCC-78",))
            elif _place(feature, AWAY) in rule("GCC-73").forbidden:
                yield Problem("ghost-in-place", span, values, (), ("GCC-73",))
            elif ghosts >= third:
                yield Problem("ghosts-on-one", span, values, (), ("GCC-34",))
    if number > value("GCC-09", "ghosts"):
        values = {"number": number, "owned": value("GCC-09", "ghosts")}
        yield Problem("ghosts-in-all", span, values, (), ("GCC-09",))


PART = Expansion(
    "ghosts-castles-cemeteries",
    verbs=later(f"{__name__}_haunting", "VERBS", "haunts"),
    topics=later(f"{__name__}_asked", "TOPICS", "ghosts"),
    provisos=(("puts", ghosts_first), ("takes-back", ghosts_first)),
    putting=(freed,),
    traps=(unsettled,),
    stocked=(stocked,),
    checks=(carried,),
)
