"""What a line on what lies together is about: ``same tile (0,0)``, ``near red wagon on T``, ``around M``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.binding.reader import FigurePhrase, Mistake, Reader
from adjudicator.model.position import Cell
from adjudicator.model.scenario import Ref
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import Word

LITTLE = ("of", "on", "from")
SAME_TILE = "same-tile"


class Whose(NamedTuple):
    """Whose tile or surroundings a line tells."""

    name: str = ""
    """What it calls its tile, as it is written."""
    cell: Cell | None = None
    figure: FigurePhrase | None = None
    symbol: str = ""
    """What its tile shows, as in ``near besiegers on T``."""
    place: Ref | None = None


NOBODY = Whose()


def read_whose(kind: str, words: Sequence[Word], lang: str, span: Span) -> Whose:
    """What a line of a `kind` (``near``, ``around``, ``same-tile``) is about; about nothing where its words, which have
    a form, point at nothing that is known here.
    """
    coord = next((word for word in words if word.type == "COORD"), None)
    cell = (int(coord.value[0]), int(coord.value[1])) if coord is not None else None
    if kind == SAME_TILE:
        return Whose("" if cell is not None else " ".join(word.text for word in words), cell)
    symbol = ""
    try:
        figure = Reader(words, lang, span).figure() if words else None
        if figure is not None:
            return Whose(cell=cell, figure=figure)
        symbol = next((one for word in words if (one := word.id("symbol") or word.id("flag"))), "")
        left = [w for w in words if not (w.id("symbol") or w.id("flag") or w.id("keyword") in LITTLE)]
        return Whose(cell=cell, symbol=symbol, place=Reader(left, lang, span).ref() if left else None)
    except Mistake:
        return Whose(cell=cell, symbol=symbol)
