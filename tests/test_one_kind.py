"""A word for a kind that nothing put into play, and for another one that is: it is asked which is meant."""

from __future__ import annotations

from itertools import permutations

import pytest
from everyday import some

from adjudicator import adjudicate, formatted
from adjudicator.binding.bind import bind
from adjudicator.errors import Problems
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

CASTLE = "castle K: incomplete\n  red: meeple\nask final K"


def test_the_castle_of_ghosts_is_not_that_of_bridges() -> None:
    with pytest.raises(Problems) as caught:
        adjudicate(f"use ghosts-castles-cemeteries\n{CASTLE}")
    first = caught.value.items[0]
    assert (first.code, first.span.line, first.suggestions) == ("which-kind", 2, ("haunted castle",))


@pytest.mark.parametrize(
    "text",
    [
        CASTLE,
        f"use bridges-castles-bazaars\n{CASTLE}",
        f"use ghosts-castles-cemeteries, bridges-castles-bazaars\n{CASTLE}",
        f"use abbey-and-mayor\n{CASTLE}",
    ],
)
def test_one_that_can_only_be_meant_is_taken(text: str) -> None:
    assert adjudicate(text).answers[0].ruling.rules


def test_what_is_always_in_play_is_never_in_doubt() -> None:
    """A monastery is one of the base game, though special ones are in play."""
    text = "use german-monasteries\nmonastery M: 5 of 9 tiles\n  red: meeple\nask final M expect red 5"
    assert adjudicate(text).answers[0].met


KINDS = tuple(ident for ident in vocabulary().ids("kind") if vocabulary().owner("kind", ident))
SHORT = {
    ident for ident in KINDS for words in map(lexicon, codes()) if words.longer(words.say("kind", ident), ("kind",))
}
"""Kinds that some language calls by a word which is part of what it calls another."""


@pytest.mark.parametrize("lang", codes())
@pytest.mark.long
def test_two_kinds_that_one_language_tells_apart_are_told_apart_in_every_other(lang: str) -> None:
    """Where the other language calls both alike for short, the expansion of the second is put into play by a line."""
    words, told = lexicon(lang), set()
    for one, two in some(permutations(KINDS, 2), 3):
        lines = [
            f"language {lang}",
            *(f"{words.say('kind', kind)} {name}" for kind, name in ((one, "A1"), (two, "B1"))),
        ]
        text = "\n".join(lines)
        if SHORT.isdisjoint((one, two)) or bind(read_document(text)).problems:
            continue
        for other in codes():
            there = formatted(text, other)
            assert {f.kind for f in bind(read_document(there)).scenarios[0].features.values()} == {one, two}
            assert formatted(formatted(there, lang), other) == there
            if lexicon(other).say("keyword", "use") in there.split():
                told.add((one, two, other))
    assert bool(told) is (lang == "fr"), told


def test_each_scenario_is_told_its_own_expansions() -> None:
    text = (
        'langue fr\n\nscénario "Un"\n  forteresse F\n\nscénario "Deux"\n  extensions tour\n'
        '  château hanté K\n  forteresse F\n\nscénario "Trois"\n  comme "Deux"\n  demande score K\n'
    )
    there = formatted(text, "en")
    assert there.count("use bridges-castles-bazaars") == 1
    assert "  use tower\n  use bridges-castles-bazaars\n  haunted castle K\n" in there
    assert formatted(formatted(there, "fr"), "en") == there
