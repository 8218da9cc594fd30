"""Questions about revolts and protection: ``ask revolt``, ``ask reached``, ``ask protected meeple on M``."""

from __future__ import annotations

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.deed import Deed
from adjudicator.engine.rulings import ruling, running
from adjudicator.errors import Problem
from adjudicator.expansions.peasant_revolts.revolt import Revolt, scored, tell
from adjudicator.expansions.peasant_revolts.terms import (
    AS_ABBOT,
    KEEPS,
    LEIPZIG,
    PROTECTED,
    WAGON,
    can_be_struck,
    figure_item,
    is_field,
    place_name,
    player_item,
)
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item, Ruling, Value
from adjudicator.model.scenario import Ask


def _latest(case: Case, ask: Ask) -> Revolt | None:
    """The last revolt of the turn, told with its rules; None for a turn without one. Raises Mistake, Undetermined."""
    case.args(ask)
    turn = case.state.turn
    if turn is None:
        case.lack("which-turn")
    found = case.recall(Revolt)
    if not found:
        case.find("REVOLT-07", "revolt-none", False, player=player_item(turn.player))
        return None
    if found[-1].missing:
        raise Undetermined(*found[-1].missing)
    tell(case, found[-1])
    return found[-1]


def revolt(case: Case, ask: Ask) -> Ruling:
    """What each player scores in the last revolt of the turn (REVOLT-11), those who lose a meeple included."""
    latest = _latest(case, ask)
    lines = tuple(scored(latest)) if latest is not None else ()
    players = (*(check.player for check in latest.checks), *latest.unreached) if latest is not None else ()
    return ruling(case, "revolt", "scored", lines=lines, points=running(lines, players))


def reached(case: Case, ask: Ask) -> Ruling:
    """The players whom the last revolt of the turn reached, in the order of the checks (REVOLT-15, REVOLT-16)."""
    latest = _latest(case, ask)
    players = tuple(player_item(check.player) for check in latest.checks) if latest is not None else ()
    return ruling(case, "reached", "options", options=players, ordered=True)


# ---- the state of one meeple
def protected(case: Case, ask: Ask) -> Ruling:
    """Whether a meeple is protected now. Raises Mistake."""
    args = case.args(ask)
    phrase = args.standing()
    means = args.ident("means") or ""
    if means and means not in KEEPS:
        args.refuse("means", "means")
    place = case.state.resolve(phrase.place) if phrase.place is not None else ""
    there = [
        (feature, o)
        for feature in case.state.occupied()
        for o in feature.occupants
        if o.figure == phrase.figure
        and phrase.colour in ("", o.owner)
        and phrase.label in ("", o.label)
        and place in ("", feature.id)
    ]
    figure = Item.noun("figure", phrase.figure)
    if not there:
        for feature in case.state.features.values():
            if feature.id == place or (not place and case.game.kind(feature.kind).whole):
                case.figures(feature)
        case.find("REVOLT-32", "protected-gone", False, figure=figure)
        return ruling(case, PROTECTED, "no")
    if len({bool(o.mark(PROTECTED)) for _, o in there}) > 1:
        raise Mistake(Problem("protected-which", ask.span, {"figure": figure}))
    laid = bool(there[0][1].mark(PROTECTED))
    # The answer is the same for each that may be meant, what speaks for it is not: in no order of writing.
    for feature, one in sorted(there, key=lambda pair: (pair[0].id, pair[1].owner, pair[1].mark(AS_ABBOT))):
        if laid:
            _laid(case, feature, one, means)
        else:
            _stands(case, feature, one)
    meant = dict.fromkeys(figure_item(one, feature) for feature, one in there)
    return ruling(case, PROTECTED, "yes" if laid else "no", tuple(sorted(meant, key=repr)))


def _laid(case: Case, feature: Feature, one: Occupant, means: str) -> None:
    """Why a meeple is protected, and stays so where it has been moved."""
    values: dict[str, Value] = {"figure": figure_item(one, feature), "player": player_item(one.owner)}
    turn = case.state.turn
    struck = [other for revolt in case.recall(Revolt) for check in revolt.checks for other in check.protected]
    if (feature.id, one) in struck:
        case.find("REVOLT-12", "revolt-still-protected", figure=values["figure"])
    case.find("REVOLT-21", "protected-lies", **values)
    if is_field(case, feature):
        case.find(KEEPS.get(means, "REVOLT-57"), "protected-kept", **values)
        return
    case.find("REVOLT-23", "protected-no-farmer", **values)
    if means:
        case.find(KEEPS[means], "protected-kept", **values)
    elif feature.kind == "area" and place_name(case, feature) == LEIPZIG:
        case.find("REVOLT-53", "protected-leipzig", **values)
    if turn is not None and feature.id in turn.completed:
        case.find("REVOLT-33", "protected-until-home", **values)
    if one.figure == WAGON:
        if any((deed.verb, deed.player, deed.figure) == ("moves", one.owner, WAGON) for deed in case.recall(Deed)):
            case.find("REVOLT-41", "protected-kept", **values)
        if can_be_struck(case, feature) is False:
            case.find("REVOLT-42", "protected-wagon", **values)


def _stands(case: Case, feature: Feature, one: Occupant) -> None:
    """Why a meeple is not protected."""
    values: dict[str, Value] = {"figure": figure_item(one, feature)}
    if one.mark(AS_ABBOT):
        case.find("REVOLT-51", "protected-abbot", False, **values)
    if is_field(case, feature):
        case.find("REVOLT-27", "protected-farmer-lies", False, **values)
    else:
        case.find("REVOLT-32", "protected-unpaid", False, **values)


TOPICS = {"revolt": revolt, "reached": reached, "protected": protected}
