"""``ask ghosts``, ``ask ghosts on red meeple on R1``: the ghosts a turn must attach, and those a figure carries."""

from __future__ import annotations

from adjudicator.binding.arguments import Args
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Arrival, Deed
from adjudicator.engine.rulings import ruling
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts import (
    OTHER,
    Brought,
    choice_items,
    dues,
    figure_item,
    nobody_else,
    skipped,
    unsettled,
)
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import GHOST
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_haunting import find_figure
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Ask
from adjudicator.play.turns import force

IN_ORDER = "ghosts-in-order"
"""The question that is asked with it where two ghosts come: whose is first (GCC-29)."""


def ghosts(case: Case, ask: Ask) -> Ruling:
    """The ghosts to attach, each with its choices: one list for one ghost, for two a list each, in order."""
    args = case.args(ask)
    if not args.empty:
        return _carried(case.on(case.state.copy()), args)
    turn = case.state.turn
    if turn is None or not turn.placed:
        case.lack("placed-tile")
    case.explain("ghosts-castles-cemeteries")
    coming = dues(case)
    player = Item.player(turn.player)
    for due in coming:
        figures = choice_items(case, due)
        phrase = "ghost-choices-other" if due.what == OTHER else "ghost-choices-own"
        case.find("GCC-25" if due.what == OTHER else "GCC-27", phrase, player=player, figures=figures)
    if coming or skipped(case):
        nobody_else(case, coming)
    if not coming and not case.recall(Brought):
        case.find("GCC-25", "ghost-none-brought", False)
    elif case.state.part_shown:
        case.warn("ghosts-elsewhere", "GCC-25")
    if len(coming) == 1:
        return ruling(case, "ghosts", "options", options=choice_items(case, coming[0]), choice=True)
    options = []
    for due in coming:
        figures = choice_items(case, due)
        options.append(Item.either(*figures))
    return ruling(case, "ghosts", "options", options=options, ordered=True, alike=IN_ORDER if coming else "")


def _carried(case: Case, args: Args) -> Ruling:
    """How many ghosts a figure, or all figures of a feature, carry, with those that the placed tile brings.

    Raises Undetermined where one of them may go there or elsewhere.
    """
    place = args.place()
    if place is None or (case.state.known_name(place.name) is None and case.state.has_figure_called(place.name)):
        feature, occupant = find_figure(case, args.standing(place="place"))
        subject = figure_item(case.state, feature, occupant)
        force(case)
        standing = _still_there(feature, occupant, case.state.feature(feature.id).occupants)
    else:
        force(case)
        feature = case.state.feature(case.state.resolve(place))
        standing = feature.occupants
        subject = Item.feature(feature.id)
    unsettled(case, feature, False)
    number = sum(o.mark(GHOST) for o in standing)
    turn = case.state.turn
    if turn is not None:
        case.explain("ghosts-castles-cemeteries")
        _kept_or_lost(case, feature, standing)
        came = [arrival.occupant for arrival in case.recall(Arrival)]
        if case.recall(Brought):
            for late in (o for o in standing if any(o is one for one in came)):
                case.find("GCC-36", "ghost-too-late", figure=figure_item(case.state, feature, late))
    case.find("GCC-09", "ghosts-on", figure=subject, number=Item.count(number, "", GHOST))
    return ruling(case, "ghosts", "options", (subject,), options=(Item.count(number, "", GHOST),))


def _still_there(feature: Feature, before: Occupant, now: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """The figure as it stands there now that a ghost may have come to it; none where the third drove it off."""
    if any(one is before for one in now):
        return (before,)
    others = [one for one in feature.occupants if one is not before]
    new = [one for one in now if (one.owner, one.figure) == (before.owner, before.figure) and one not in others]
    return tuple(new)


def _kept_or_lost(case: Case, feature: Feature, standing: tuple[Occupant, ...]) -> None:
    """What became of the ghosts of figures that moved or got a castle in this turn (GCC-74, GCC-76, GCC-77, GCC-93)."""
    deeds = case.recall(Deed)
    place = feature.id
    built = any(deed.verb == "builds" and deed.figure == feature.kind and _becomes(deed, feature) for deed in deeds)
    moved = [deed.player for deed in deeds if deed.verb in ("moves", "takes-back") and deed.figure == "wagon"]
    came = {
        (deed.player, deed.figure) for deed in deeds if deed.verb == "unwraps" and deed.source and deed.place == place
    }
    for occupant in standing:
        player = Item.player(occupant.owner)
        if occupant.figure == "wagon" and occupant.owner in moved:
            case.find("GCC-93", "ghosts-left-behind", player=player)
            case.find("GCC-74", "ghosts-go-back")
            case.find("GCC-75", "ghosts-lost-cases")
        elif occupant.mark(GHOST) and (built or (occupant.owner, occupant.figure) in came):
            case.find("GCC-76", "ghosts-come-along")
            case.find("GCC-77", "ghosts-kept-cases")


def _becomes(deed: Deed, feature: Feature) -> bool:
    """Whether a feature is what a deed has made of the one it names; on a board its name begins with its new kind."""
    return deed.place == feature.id or deed.place.partition(" ")[2] == feature.id.partition(" ")[2] != ""


TOPICS = {"ghosts": ghosts}
