"""What becomes of ghosts and mist when other expansions act (GCC-74 to 77, GCC-84, GCC-87 to 90, GCC-97 to 104).

A move of an expansion without code is answered by the words it names.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

from adjudicator.binding.clause import Named
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.expansions.ghosts_castles_cemeteries.ghosts_carried import GHOST
from adjudicator.expansions.ghosts_castles_cemeteries.surroundings import MISTY, pointed_at, shows_mist
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import value

if TYPE_CHECKING:
    from adjudicator.geometry.face import Segment

BIG_TOP = "big-top"
MIST = ("mist", "misty", "misty-tile")
LOST_WITH = ("knock-out-token", "plague", "leipzig", "bathhouse", "drawbridge", "vodyanoy",
             "solovei-razboynik")  # fmt: skip
"""What takes a meeple off the board, or to a place, without its ghosts (GCC-75); the seduction token is told apart."""

LEAVING = ("takes-back", "removes", "moves", "captures")
TAKEN_BY = {"dragon": "GCC-88", "seduces": "GCC-89", "festival": "GCC-75", "captures": "GCC-90"}
MOVES_ON = "moves-on"
"""What a wagon does whose feature has been scored: its ghosts stay behind (GCC-93)."""
"""What takes a haunted meeple off the board to the rule that says what becomes of its ghosts."""


def saying(case: Case, move: Move) -> Finding | None:
    """What a rule says of a move with haunted meeples or mist and words of other expansions; None where none does."""
    words = frozenset(ident for one in case.names_in(move) for ident in _ids(case, one))
    haunted = _haunted(case, move, words)
    if haunted is None:
        return None
    ghosts = {"ghosts": haunted}
    if move.verb == "scores" and "message-8" in words:
        case.find("GCC-81", "ghosts-every-scoring")
        return Finding("GCC-104", True, "ghost-scored-at", {**ghosts, "each": -value("GCC-104", "per_ghost")})
    if "seduction-token" in words:
        return _keep(case, ghosts) if move.verb == "moves" else _lost(case, ghosts)
    if move.verb in LEAVING and words.intersection(LOST_WITH):
        if move.verb == "moves" and "plague" in words:
            return _keep(case, ghosts)  # fleeing it
        return _lost(case, ghosts)
    return None


def taken(case: Case, feature: Feature, occupant: Occupant, by: str) -> Finding | None:
    """The ghosts of a figure that is taken off the board go back to the supply (GCC-74, and by what took it)."""
    number = occupant.mark(GHOST)
    if not number:
        return None
    if by == MOVES_ON:
        return Finding("GCC-93", True, "ghosts-left-behind", {"player": Item.player(occupant.owner)})
    if by not in TAKEN_BY:
        return Finding("GCC-74", True, "ghosts-go-back", {})
    case.find("GCC-74", "ghosts-go-back")
    return Finding(TAKEN_BY[by], True, "ghost-taken", {"ghosts": Item.count(number, "", GHOST)})


def counted(case: Case, feature: Feature, occupant: Occupant, by: str) -> Finding | None:
    """The big top takes no notice of the ghosts of a meeple near it (GCC-103)."""
    if by != BIG_TOP or not occupant.mark(GHOST):
        return None
    return Finding("GCC-103", True, "ghost-big-top", {"ghosts": Item.count(occupant.mark(GHOST), "", GHOST)})


def moving_them(case: Case, deed: Deed) -> Iterator[Finding]:
    """The fairy may go to a haunted meeple (GCC-84), the dragon on tiles with mist (GCC-87)."""
    haunted = deed.occupant.mark(GHOST) if deed.occupant is not None else 0
    if deed.figure == "fairy" and haunted:
        yield Finding("GCC-84", True, "ghost-fairy", {"ghosts": Item.count(haunted, "", GHOST)})
    if deed.figure != "dragon":
        return
    lay = case.state.lay(deed.cell) if deed.cell is not None else None
    if (lay is not None and shows_mist(lay)) or (deed.place and MISTY in case.state.feature(deed.place).flags):
        yield Finding("GCC-87", True, "ghost-dragon-mist", {})


def under_bridge(case: Case, deed: Deed) -> Iterator[Finding]:
    """A tile that is placed under a bridge built before may have mist there (GCC-97)."""
    if deed.face is None or deed.cell is None:
        return
    for built in case.recall(Deed):
        if built.sides and built.cell == deed.cell:  # no tile lay there yet
            upright = {(side - deed.turns) & 3 for side in built.sides}
            if _misty_under(deed.face.segments, upright):
                yield Finding("GCC-97", True, "ghost-bridge-mist", {})


def _misty_under(segments: Iterable[Segment], sides: Container[int]) -> bool:
    """Whether mist of a tile reaches one of these sides."""
    return any(segment.covered and any(half // 2 in sides for half in segment.halves) for segment in segments)


def building(case: Case, deed: Deed) -> Iterator[Finding]:
    """A bridge may stand on mist (GCC-97); the ghosts of a lord stay with him (GCC-76, GCC-77)."""
    lords = case.state.feature(deed.place).occupants if deed.figure == "castle" else ()
    number = sum(o.mark(GHOST) for o in lords)
    if number:
        yield _keep(case, {"ghosts": Item.count(number, "", GHOST)})
    lay = case.state.lay(deed.cell) if deed.cell is not None else None
    if (lay is not None and _misty_under(lay.segments, deed.sides)) or deed.symbol in MIST:
        yield Finding("GCC-97", True, "ghost-bridge-mist", {})


def _ids(case: Case, named: Named) -> tuple[str, ...]:
    """What a word may mean; nothing for the name of a feature, unless that is a place such as Leipzig."""
    if named.feature is not None and case.state.feature(named.feature).kind == "area":
        return tuple(ident for role, ident in named.ids if role == "name")
    return named.meant


def _haunted(case: Case, move: Move, words: frozenset[str]) -> Item | None:
    """The ghosts of the figures that a move names, or that stand on the feature it names; None where there are none."""
    colours = {colour for one in case.names_in(move) if (colour := one.id("colour"))}
    standing: list[Occupant] = [
        o
        for feature in pointed_at(case, move)
        for o in feature.occupants
        if o.mark(GHOST) and (not colours or o.owner in colours)
        if o.figure in words or not _names_figure(case, words)
    ]
    number = sum(o.mark(GHOST) for o in standing)
    if not number and GHOST in words:
        number = case.args(move).number_said(GHOST)
    return Item.count(number, "", GHOST) if number else None


def _names_figure(case: Case, words: frozenset[str]) -> bool:
    return any(case.game.is_figure(ident) and "meeple" in case.game.figure_traits(ident) for ident in words)


def _lost(case: Case, ghosts: dict[str, Item]) -> Finding:
    case.find("GCC-74", "ghosts-go-back")
    return Finding("GCC-75", True, "ghost-taken", ghosts)


def _keep(case: Case, ghosts: dict[str, Item]) -> Finding:
    case.find("GCC-76", "ghosts-come-along")
    return Finding("GCC-77", True, "ghost-kept", ghosts)
