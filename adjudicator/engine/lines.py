"""The lines of a sketch on what lies together: ``same tile``, ``near``, ``around``."""

from __future__ import annotations

from adjudicator.binding.linked import NOBODY, SAME_TILE, Whose
from adjudicator.binding.reader import FigurePhrase
from adjudicator.model.position import Link, Occupant
from adjudicator.model.scenario import Ref
from adjudicator.words.fold import fold


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
        self.nearby = link.kind != SAME_TILE
        whose = link.whose if isinstance(link.whose, Whose) else NOBODY
        self.cell = whose.cell
        self.name = fold(whose.name)
        """What it calls its tile."""
        self.figure = whose.figure
        self.symbol = whose.symbol
        """What its tile shows, as in ``near besiegers on T``."""
        self.about = whose.place
        self.figures = [item for item in link.items if isinstance(item, FigurePhrase)]
        self.refs = [item for item in link.items if isinstance(item, Ref)]
        self.counts: dict[str, int] = {}
        for item in link.items:
            if type(item) is tuple and len(item) == 2:
                self.counts[item[1]] = self.counts.get(item[1], 0) + item[0]


def alike(phrase: FigurePhrase, one: Occupant) -> bool:
    """Whether a figure may be the one that a phrase means, whatever it stands on and whatever it carries by now."""
    return phrase.figure == one.figure and phrase.colour in ("", one.owner) and phrase.label in ("", one.label)


def carries(phrase: FigurePhrase, one: Occupant) -> bool:
    """Whether a figure carries, and stands as, what a phrase says."""
    return phrase.cell in (None, one.cell) and all(one.mark(mark) == number for mark, number in phrase.marks)
