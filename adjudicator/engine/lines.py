"""The lines of a sketch on what lies together: ``same tile``, ``near``, ``around``."""

from __future__ import annotations

from adjudicator.binding.reader import FigurePhrase, Mistake, Reader
from adjudicator.model.position import Cell, Link, Occupant
from adjudicator.model.scenario import Ref
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import fold


class Line:
    """A line of a sketch on what lies together: whose tile or surroundings it tells, and what it lists there."""

    __slots__ = (
        "about",
        "cell",
        "counts",
        "figure",
        "figures",
        "kind",
        "link",
        "name",
        "nearby",
        "refs",
        "span",
        "symbol",
    )

    def __init__(self, link: Link) -> None:
        self.link = link
        self.kind = link.kind
        self.span = link.span
        self.nearby = link.kind != "same-tile"
        words = [word for word in link.items[0] if isinstance(word, Word)] if isinstance(link.items[0], tuple) else []
        coord = next((word for word in words if word.type == "COORD"), None)
        self.cell: Cell | None = (int(coord.value[0]), int(coord.value[1])) if coord is not None else None
        self.name = "" if self.nearby or coord is not None else fold(link.subject)
        """What it calls its tile."""
        self.figure: FigurePhrase | None = None
        self.symbol = ""
        """What its tile shows, as in ``near besiegers on T``."""
        self.about: Ref | None = None
        if self.nearby:
            self._read_subject(words)
        items = link.items[1:]
        self.figures = [item for item in items if isinstance(item, FigurePhrase)]
        self.refs = [item for item in items if isinstance(item, Ref)]
        self.counts: dict[str, int] = {}
        for item in items:
            if type(item) is tuple and len(item) == 2:
                self.counts[item[1]] = self.counts.get(item[1], 0) + item[0]

    def _read_subject(self, words: list[Word]) -> None:
        try:
            self.figure = Reader(words, fallback(), self.span).figure() if words else None
            if self.figure is None:
                self.symbol = next((s for word in words if (s := word.id("symbol") or word.id("flag"))), "")
                little = ("of", "on", "from")
                left = [w for w in words if not (w.id("symbol") or w.id("flag") or w.id("keyword") in little)]
                self.about = Reader(left, fallback(), self.span).ref() if left else None
        except Mistake:
            pass  # it is about nothing that is known here


def alike(phrase: FigurePhrase, one: Occupant) -> bool:
    """Whether a figure may be the one that a phrase means, whatever it stands on and whatever it carries by now."""
    return phrase.figure == one.figure and phrase.colour in ("", one.owner) and phrase.label in ("", one.label)


def carries(phrase: FigurePhrase, one: Occupant) -> bool:
    """Whether a figure carries, and stands as, what a phrase says."""
    return phrase.cell in (None, one.cell) and all(one.mark(mark) == number for mark, number in phrase.marks)
