"""Cells of a tile: the nine squares of a grid laid over it, row by row from its top left corner, and what lies there.

``2 4 6 8`` are the sides, ``1 3 7 9`` the corners, ``5`` the middle; ``69`` is the field along side 6 next to corner 9.
"""

from __future__ import annotations

from adjudicator.geometry import face as faces
from adjudicator.geometry.face import HALVES, Face, Segment
from adjudicator.model.ruling import Item
from adjudicator.records.names import piece_name, segment_name
from adjudicator.words.tokens import Said, Token

SIDES = {"2": 0, "6": 1, "8": 2, "4": 3}
CORNERS = {"1": ("WR", "NL"), "3": ("NR", "EL"), "9": ("ER", "SL"), "7": ("SR", "WL")}
"""The half sides that meet at each corner."""
PAIRS = ("21", "23", "63", "69", "89", "87", "47", "41")
"""A side, then a corner of it."""
ALL = (*"123456789", *PAIRS)


def at(face: Face, turns: int, cell: str) -> Segment | None:
    """The one piece of `face`, lying `turns` quarter turns clockwise, that `cell` means; None where it is not one."""
    pieces = face.turned(turns).segments
    if cell in SIDES:
        side = SIDES[cell]
        return next((one for one in pieces if side in one.sides), None) or _half(pieces, 2 * side)
    if cell in CORNERS:
        return _corner(pieces, CORNERS[cell])
    if cell in PAIRS:
        side = SIDES[cell[0]]
        half = next(HALVES.index(one) for one in CORNERS[cell[1]] if HALVES.index(one) // 2 == side)
        return next((one for one in pieces if half in one.halves), None)
    return _middle(pieces)


def _half(pieces: tuple[Segment, ...], half: int) -> Segment | None:
    """What lies along half a side: a field, else what takes the whole side."""
    field = next((one for one in pieces if half in one.halves), None)
    return field or next((one for one in pieces if half // 2 in one.sides), None)


def _corner(pieces: tuple[Segment, ...], halves: tuple[str, str]) -> Segment | None:
    """The field of a corner, or the one city that has both its sides."""
    found = [one for half in halves if (one := _half(pieces, HALVES.index(half))) is not None]
    fields = [one for one in found if one.halves]
    kept = fields or found
    return kept[0] if kept and all(one == kept[0] for one in kept) else None


def _middle(pieces: tuple[Segment, ...]) -> Segment | None:
    """A building; a road or city that must run through the middle; else the only field of a tile without roads."""
    inner = [one for one in pieces if not one.sides and not one.halves]
    if inner:
        return inner[0] if len(inner) == 1 else None
    through = [one for one in pieces if len(one.sides) > 1]
    ends = [one for one in pieces if one.kind == "road" and len(one.sides) == 1]
    if len(through) == 1 and not ends:
        # A city on two sides that meet ends somewhere near the middle: nobody can say on which side of it.
        side, other = through[0].sides[:2]
        bent = len(through[0].sides) == 2 and (other - side) % 2 == 1
        return None if bent and through[0].kind == "city" else through[0]
    fields = [one for one in pieces if one.halves]
    return fields[0] if not through and not ends and len(fields) == 1 else None


def words(face: Face, turns: int, cell: str, piece: Segment) -> list[Said]:
    """The piece that `cell` means in the words of the language, with the side it was named by: ``road E``."""
    if cell in SIDES and piece.sides:
        return piece_name(piece, faces.SIDES[SIDES[cell]])
    return segment_name(face, turns, piece)


def choices(face: Face, turns: int) -> tuple[Item, ...]:
    """Every piece of a tile as it lies with the cells that mean it, for a message: ``city N = 1 2 4``."""
    meant = {cell: at(face, turns, cell) for cell in ALL}
    segments = ((one, [cell for cell, piece in meant.items() if piece == one]) for one in face.turned(turns).segments)
    return tuple(Item("choice", (*_words(face, turns, one), f"= {' '.join(cells)}")) for one, cells in segments)


def _words(face: Face, turns: int, piece: Segment) -> tuple[Item, ...]:
    _, *side = segment_name(face, turns, piece)
    return (Item.noun("kind", piece.kind), *(Item.noun("side", one.value) for one in side if isinstance(one, Token)))
