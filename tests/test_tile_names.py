"""A tile may be called by any word: what cannot be named in a move is refused where it is defined, and the formatter
quotes what another language reads as a word of its own.
"""

from __future__ import annotations

import re

import pytest
from everyday import some

from adjudicator import adjudicate, formatted
from adjudicator.errors import Problem, Problems
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon

TEXT = """tile {name}: city N E 1 coat, road S, field SL touches city, field SR WL WR touches city
board
  (0,0) D
turn red
  draws {name}
  ask may red place {name}@180 at (0,-1)
  ask placements {name}
  places {name}@180 at (0,-1)
  puts meeple on city
ask score city at (0,0)
"""
SPELLINGS = sorted({phrase.upper() for code in codes() for phrase in lexicon(code).phrases})
WORDS = [word for word in SPELLINGS if re.fullmatch(r"[A-Z][A-Z0-9-]*", word)]


def answered(text: str) -> list[object]:
    """What each question gives; the problems of a text that is refused."""
    try:
        found = adjudicate(text)
    except Problems as problems:
        return [*problems.items]
    return [*found.problems] or [(one.ruling.verdict, dict(one.ruling.points)) for one in found.answers]


@pytest.mark.parametrize("word", some(WORDS, 12, 1))
def test_a_tile_called_like_a_word_is_placed_or_refused_where_it_is_defined(word: str) -> None:
    right = answered(TEXT.format(name="SPIRE"))
    found = answered(TEXT.format(name=word))
    if isinstance(found[0], Problem):
        assert found[0].span.line == 1, found
        found = answered(TEXT.format(name=f'"{word}"'))
        word = f'"{word}"'
    assert found == right, word
    for code in codes():
        assert answered(formatted(TEXT.format(name=word), code)) == right, (word, code)


def test_it_is_said_why_and_only_once() -> None:
    found = answered(TEXT.format(name="FINAL"))
    assert [one.code for one in found if isinstance(one, Problem)][:1] == ["keyword-as-name"]
    assert not any(isinstance(one, Problem) and one.code == "unknown-tile" for one in found)
