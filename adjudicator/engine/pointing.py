"""Which figure on the board a move means."""

from __future__ import annotations

from adjudicator.binding.reader import FigurePhrase, Mistake
from adjudicator.engine.case import Case
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Move

Found = tuple[Feature, Occupant]


def find_figure(case: Case, move: Move, phrase: FigurePhrase, owner: str, ignored: str = "") -> Found | None:
    """The figure that `phrase` names, of `owner` where no colour is said ("" for anybody's); None where none is there.

    `ignored` is a mark that the phrase may say besides. Raises Mistake where several features may be meant.
    """
    ident = case.state.resolve(phrase.place) if phrase.place is not None else None
    colour = phrase.colour or owner
    marks = [(mark, number) for mark, number in phrase.marks if mark != ignored]
    found: list[Found] = []
    for feature in case.state.occupied():
        for one in feature.occupants if ident in (None, feature.id) else ():
            alike = one.figure == phrase.figure and colour in ("", one.owner) and phrase.label in ("", one.label)
            if alike and phrase.cell in (None, one.cell) and all(one.mark(mark) == n for mark, n in marks):
                found.append((feature, one))
    if phrase.place is not None and phrase.place.cell is not None:  # the one on that tile, if one stands there
        found = [(feature, one) for feature, one in found if one.cell == phrase.place.cell] or found
    if len({(feature.id, one.owner, one.cell, one.marks) for feature, one in found}) > 1:
        names = tuple(dict.fromkeys(place_of(case, feature, one) for feature, one in found))
        figure = Item.noun("figure", phrase.figure)
        raise Mistake(Problem("which-of-several", phrase.span, {"figure": figure}, names if len(names) > 1 else ()))
    return found[0] if found else None


def place_of(case: Case, feature: Feature, occupant: Occupant) -> str:
    """What the place where a figure stands is called (`Position.place_of`)."""
    return case.state.place_of(feature, occupant)
