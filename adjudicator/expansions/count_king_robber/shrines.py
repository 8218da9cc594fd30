"""Shrines: worth, places, and the challenge between a shrine and a monastery (NB-46, NB-47, NB-114)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Putting, Worth
from adjudicator.engine.memory import Scope, remembered
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Value
from adjudicator.rulebook.loader import value

SHRINE = "shrine"
ABBEY = "abbey"
MONASTERIES = ("monastery", ABBEY)
"""What a shrine challenges: an abbey counts as a monastery (NB-114)."""
LOST = "challenge"
"""What takes the meeples of the loser off the board."""


@remembered(Scope.PART)
class Lost(NamedTuple):
    """A building that has lost its challenge in this turn."""

    building: str
    winner: str


def _item(ident: str) -> Item:
    return Item.feature(ident)


def worth(case: Case, feature: Feature, at_end: bool) -> list[Worth]:
    """What a monastery is worth: 9 points when surrounded, else 1 a tile (NB-46)."""
    if feature.complete is None and feature.tiles is None:
        case.tiles(feature)
    complete = case.complete(feature)
    case.find("NB-46", "surrounded", complete, feature=_item(feature.id))
    if complete:
        return [Worth("surrounded", 1, value(case.game.rule("surrounded"), "points"), "NB-46")]
    like = case.game.rule("not-surrounded")
    return [
        Worth("own-tile", 1, value(like, "own_tile"), "NB-46"),
        Worth("tiles-around", case.tiles(feature) - 1, value(like, "per_surrounding_tile"), "NB-46"),
    ]


def monk(case: Case, put: Putting) -> Finding | None:
    """A meeple may stand on a shrine as on a monastery (NB-46); in doing so it may challenge the one beside it."""
    if put.feature.kind not in (SHRINE, *MONASTERIES):
        return None
    found = Finding("NB-46", True, "shrine-place", {"feature": _item(put.feature.id)})
    for ident in rivals(case, put.feature.id, rivals_of(put.feature.kind)):
        if _monks(case.state.feature(ident)) and not case.state.feature(ident).complete:
            return Finding("NB-46", True, "shrine-challenge", {"feature": _item(put.feature.id), "rival": _item(ident)})
    return found if put.feature.kind == SHRINE else None


def _monks(feature: Feature) -> tuple[Occupant, ...]:
    return tuple(o for o in feature.occupants if o.owner)


# ---- the challenge
def rivals_of(kind: str) -> tuple[str, ...]:
    """The kinds that a building of this kind challenges; () for what challenges nothing."""
    return MONASTERIES if kind == SHRINE else (SHRINE,) if kind in MONASTERIES else ()


def rivals(case: Case, ident: str, kinds: tuple[str, ...]) -> list[str]:
    """The buildings of these kinds beside another, by id."""
    return [feature.id for feature in case.state.around(case.state.feature(ident)).features(*kinds)]


def surroundings_known(case: Case, ident: str) -> bool:
    """Whether the position says what lies beside a building: on a board, or in a line about it."""
    return case.state.around(case.state.feature(ident)).said


def decided(case: Case, feature: Feature) -> None:
    """Notes who loses to a building that is completed: the occupied one beside it, unless the same tile completes it.

    Raises Undetermined in a sketch where one might stand beside it, and nobody said.
    """
    turn = case.state.turn
    kinds = rivals_of(feature.kind)
    if turn is None or not kinds or not _monks(feature):
        return
    others = rivals(case, feature.id, kinds)
    if not others and not surroundings_known(case, feature.id):
        waiting = [f for f in case.state.occupied() if f.kind in kinds and _monks(f) and f.id not in turn.completed]
        unsaid = next((f for f in waiting if not surroundings_known(case, f.id)), None)
        if unsaid is not None:
            case.lack("shrine-near", feature, other=_item(unsaid.id))
    for ident in others:
        rival = case.state.feature(ident)
        values: dict[str, Value] = {"feature": _item(feature.id), "rival": _item(ident)}
        if ABBEY in (feature.kind, rival.kind):
            case.find("NB-114", "shrine-abbey", **values)
        if ident in turn.completed:
            case.find("NB-114", "shrine-both", **values)
        elif not _monks(rival):
            case.find("NB-46", "shrine-unoccupied", False, **values)
        elif not rival.complete:
            case.find("NB-46", "shrine-first", **values)
            case.remember(Lost(ident, feature.id))


def lost(case: Case) -> tuple[list[Line], list[Occupant]]:
    """Sends the meeples of those who lost home, with 0 points (NB-46)."""
    lines: list[Line] = []
    home: list[Occupant] = []
    for challenge in case.recall(Lost):
        rival = case.state.feature(challenge.building)
        monks = _monks(rival)
        said = (says(case, rival, one, LOST) for one in monks for says in case.game.may.be_taken)
        case.note(*(finding for finding in said if finding is not None))
        case.state.clear(rival.id, [o for o in rival.occupants if not any(o is m for m in monks)])
        lines += [Line(p, rival.id, "challenge-lost", 1, 0, "NB-46") for p in dict.fromkeys(o.owner for o in monks)]
        home += monks
    return lines, home


# ---- where they may lie
def limit(case: Case, deed: Deed) -> Iterable[Finding]:
    """A shrine lies beside one monastery at most, and a monastery beside one shrine (NB-47)."""
    cell, segments = deed.cell, deed.face.segments if deed.face is not None else ()
    if cell is None or not segments:
        return
    for kind in dict.fromkeys(segment.kind for segment in segments):
        kinds = rivals_of(kind)
        beside = case.state.around(cell).features(*kinds) if kinds else []
        if not beside:
            continue
        names = tuple(_item(feature.id) for feature in beside)
        values: dict[str, Value] = {"others": names, "kind": Item.noun("kind", kind), "square": Item.cell(cell)}
        same = (SHRINE,) if kind == SHRINE else MONASTERIES
        taken = any(rivals(case, feature.id, same) for feature in beside)
        yield Finding("NB-47", len(beside) < 2 and not taken, "shrine-beside", values)


PLACING = (limit,)
