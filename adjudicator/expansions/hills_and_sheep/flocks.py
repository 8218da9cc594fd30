"""Flocks: what they are worth, when they are scored, and what leaves the field with them (NB-61, NB-62, NB-113)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.engine.case import NOBODY, Case, Undetermined
from adjudicator.engine.deed import Arrival, Deed
from adjudicator.engine.expansion import Putting
from adjudicator.engine.memory import Scope, remembered
from adjudicator.expansions.hills_and_sheep.bag import SHEEP, SHEPHERD, UNSAID, Beside, beside, standing
from adjudicator.geometry.squares import at_sides
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item, Line, Missing, Value
from adjudicator.rulebook.loader import value

FIELD = "field"


def worth(case: Case, field: Feature) -> list[Line]:
    """1 point a sheep of all flocks of a field to each player with a shepherd there, once a player (NB-62).

    Raises Undetermined where nobody said how many sheep lie beside one of them.
    """
    herd = shepherds(field)
    for one in herd:
        if UNSAID in beside(case.state, one.owner):
            case.lack("token-sheep", field, player=Item.player(one.owner))
        if not one.mark(SHEEP):
            values: dict[str, Value] = {"feature": field.id, "player": Item.player(one.owner)}
            raise Undetermined(Missing("flock-sheep", values, field.id, "flock-sheep", meant=one.span))
    each, sheep = value("NB-62", "per_sheep"), sum(one.mark(SHEEP) for one in herd)
    return [Line(player, field.id, "sheep", sheep, each, "NB-62") for player in dict.fromkeys(o.owner for o in herd)]


def known_worth(case: Case, field: Feature) -> list[Line]:
    """The same; where that is not known no points, and totals cannot be told from there on: all else goes on."""
    try:
        return worth(case, field)
    except Undetermined as lack:
        case.state.unknown += lack.missing
        return []


def unread(case: Case) -> Iterator[Missing]:
    """Tokens that lie beside shepherds and of which nobody said how many sheep they show."""
    for field, one in standing(case.state):
        if UNSAID in beside(case.state, one.owner):
            values: dict[str, Value] = {"feature": field.id, "player": Item.player(one.owner)}
            yield Missing("token-sheep", values, field.id, "token-sheep")


def shepherds(field: Feature) -> list[Occupant]:
    """Those who stand in a field."""
    return [one for one in field.occupants if one.figure == SHEPHERD]


def leave(case: Case, field: Feature) -> list[Occupant]:
    """Takes all shepherds off a field, and their tokens back into the bag (NB-128): those who are to go home."""
    gone = shepherds(field)
    case.state.clear(field.id, [one for one in field.occupants if one.figure != SHEPHERD])
    for one in gone:
        case.remember(Beside(one.owner, ()))
    return gone


def closed_flocks(case: Case) -> tuple[list[Line], list[Occupant]]:
    """Scores the flocks of the fields that the tile has closed, or into which a shepherd was put when they were closed
    already (NB-113), and sends their shepherds home.
    """
    lines: list[Line] = []
    home: list[Occupant] = []
    for ident in dict.fromkeys(field.id for field, _ in standing(case.state)):
        field = case.state.feature(ident)
        if field.kind != FIELD or not _near(case, field) or not closed(case, field):
            continue
        if case.state.turn is not None and ident not in case.state.turn.touched:
            case.find("NB-129", "field-cannot-grow", feature=Item.feature(ident))
        case.find("NB-113", "field-closed-flocks", feature=Item.feature(ident))
        lines += known_worth(case, field)
        home += leave(case, field)
    return lines, home


def _near(case: Case, field: Feature) -> bool:
    """Whether the placed tile has to do with a field being closed: it is on it, or lies beside it (NB-129)."""
    turn = case.state.turn
    if turn is None:
        return False
    if field.id in turn.touched:
        return True
    beside_it = {cell for laid in case.squares_laid() for cell in at_sides(laid)}
    return not beside_it.isdisjoint(case.state.squares_of(field))


def closed(case: Case, field: Feature) -> bool:
    """Whether a field runs off no tile any more (NB-129); in a sketch it does, where nobody says that it is enclosed,
    which is told as supposed.
    """
    ends = case.state.open_ends(field)
    if ends is None and "enclosed" not in field.flags:
        case.suppose("NB-113", "field-not-closed", feature=Item.feature(field.id))
    return "enclosed" in field.flags if ends is None else not ends


# ---- what its owner still has to say
@remembered(Scope.PART)
class Tended(NamedTuple):
    """What the player's shepherd has done in this part of the turn."""

    done: str
    """The verb."""


def own(case: Case, player: str) -> tuple[Feature, Occupant] | None:
    """The shepherd of a player with its field; None where he has none on the table."""
    return next(((field, one) for field, one in standing(case.state) if one.owner == player), None)


def fresh(case: Case) -> bool:
    """Whether the shepherd of whose turn it is has been put in this part of the turn."""
    return any(one.occupant.figure == SHEPHERD for one in case.recall(Arrival))


def token_due(case: Case) -> bool:
    """Whether the shepherd that was put has still to draw its token (NB-60)."""
    turn = case.state.turn
    return turn is not None and fresh(case) and not case.recall(Tended) and own(case, turn.player) is not None


def choice_due(case: Case) -> Feature | None:
    """The field that the placed tile extends and whose shepherd has still to draw or to be scored (NB-61)."""
    turn = case.state.turn
    if turn is None or not turn.placed or turn.closed or fresh(case) or case.recall(Tended):
        return None
    found = own(case, turn.player)
    return found[0] if found is not None and found[0].id in turn.touched else None


def to_come(case: Case) -> bool | None:
    """Whether the shepherd is still to draw or to be scored in this turn; None before the tile lies, and where a sketch
    leaves out who stands in a field that it extends.
    """
    turn = case.state.turn
    if turn is None or not turn.placed:
        return None
    if choice_due(case) is not None:
        return True
    fields = [field for field in map(case.state.feature, turn.touched) if field.kind == FIELD]
    unsaid = [field for field in fields if not field.occupants and field.flags.isdisjoint(NOBODY)]
    return None if unsaid and not case.recall(Tended) and not turn.closed else False


def unfinished(case: Case) -> None:
    """What the shepherd does is to be said before the turn is scored; where that is left out totals cannot be told from
    there on, and all else goes on.
    """
    turn = case.state.turn
    if turn is None or turn.closed:
        return
    try:
        if token_due(case):
            found = own(case, turn.player)
            case.lack("shepherd-token", found[0] if found is not None else None, player=Item.player(turn.player))
        field = choice_due(case)
        if field is not None:
            case.find("NB-61", "shepherd-chooses", feature=Item.feature(field.id))
            case.lack("shepherd-choice", field, player=Item.player(turn.player))
    except Undetermined as lack:
        case.state.leave_open(lack.missing)


def token_first(case: Case, deed: Deed) -> Iterable[Finding]:
    """The shepherd that was put draws its token at once: nothing else comes before that (NB-60)."""
    turn = case.state.turn
    if turn is not None and deed.player == turn.player and not turn.closed and token_due(case):
        yield Finding("NB-60", False, "token-first", {"player": Item.player(turn.player)})


def phase_over(case: Case, put: Putting) -> Finding | None:
    """The shepherd acts when phase 2 is done (NB-61): no figure is put after that."""
    turn = case.state.turn
    if turn is None or turn.player != put.player or fresh(case) or not case.recall(Tended):
        return None
    return Finding("NB-61", False, "put-after-shepherd", {"player": Item.player(put.player)})
