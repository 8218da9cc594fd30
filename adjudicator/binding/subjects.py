"""Whom and what a question is about, where its topic has no more to say than that."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.model.scenario import Ask, Ref


def asked_place(ask: Ask, lang: str, needed: bool) -> Ref | None:
    """The feature that a question names, None where it names none. Raises Mistake for a word beside it, and where it
    names none although one is `needed`.
    """
    reader = Reader(ask.words, lang, ask.span)
    reader.keyword("on", "of", "for", "from")
    if reader.done and not needed:
        return None
    place = reader.ref()
    reader.end("line-end")
    return place


def asked_player(ask: Ask, lang: str, needed: bool = True) -> str:
    """The colour of the player a question is about; "" where it names none. Raises Mistake where one is `needed`."""
    reader = Reader(ask.words, lang, ask.span)
    reader.keyword("of", "for", "from")
    colour = reader.role("colour") or ask.player
    if needed and not colour:
        reader.fail("colour", ("colour",))
    reader.end("line-end")
    return colour


def asked_nothing(ask: Ask, lang: str) -> None:
    """Raises Mistake where a question that is about everything goes on: what is typed is never passed over."""
    Reader(ask.words, lang, ask.span).end("line-end")


def places_by_kind(ask: Ask, lang: str) -> Iterator[Ref]:
    """Every place that the words of a question, or of its moves, name by their kind of feature."""
    for words in (ask.words, *(move.words for move in ask.moves)):
        for at, word in enumerate(words):
            if word.id("kind"):
                reader = Reader(words, lang, ask.span)
                reader.at = at
                try:
                    yield reader.ref()
                except Mistake:
                    continue
