"""What questions have in common: whom and what they ask about."""

from __future__ import annotations

from adjudicator.binding.reader import Reader
from adjudicator.engine.case import Case
from adjudicator.model.position import Feature
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ask


def subject_of(case: Case, ask: Ask, needed: bool = True) -> Feature | None:
    """The feature a question is about. Raises Mistake where it names none."""
    reader = Reader(ask.words, case.lang, ask.span)
    reader.keyword("on", "of", "for", "from")
    if reader.done and not needed:
        return None
    if reader.done:
        reader.fail("place")
    ident = case.state.resolve(reader.ref())
    reader.end("line-end")
    return case.state.feature(ident)


def player_of(case: Case, ask: Ask) -> str:
    """The colour of the player a question is about. Raises Mistake where it names none."""
    reader = Reader(ask.words, case.lang, ask.span)
    reader.keyword("of", "for", "from")
    colour = reader.role("colour") or ask.player
    if not colour:
        reader.fail("colour", ("colour",))
    reader.end("line-end")
    return colour


def whole(case: Case, ask: Ask) -> None:
    """Raises Mistake where a question that is about everything goes on: what is typed is never passed over."""
    Reader(ask.words, case.lang, ask.span).end("line-end")


def feature_item(feature: Feature) -> Item:
    """A feature as an item of an answer."""
    return Item.feature(feature.id)


def owners(feature: Feature) -> tuple[str, ...]:
    """The players with a figure on a feature, each once."""
    return tuple(dict.fromkeys(o.owner for o in feature.occupants if o.owner))
