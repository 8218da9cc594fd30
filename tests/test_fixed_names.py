"""A place that has a name of its own is that place in quotes, too, and by the name that any language gives it."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate
from adjudicator.binding.called import NAME, spellings
from adjudicator.words.vocabulary import vocabulary

QUARTER = "quarter"
QUARTERS = tuple(
    ident for ident in vocabulary().ids(NAME) if vocabulary().traits(NAME, ident) == (QUARTER,)
)  # not the whole city, of which it is asked which quarter is meant
TEXT = """\
use count-king-robber
players red, blue
city T: incomplete, 3 tiles
  blue: meeple
road R: incomplete, 2 tiles, empty
quarter "{declared}": empty
turn red
  places a tile that completes T, extends R
"""
ASKED = (
    "ask may red put meeple on {name}",
    "ask may red put large meeple on {name}",
    "ask must red put meeple on {name}",
    "ask where red may put meeple on {name}",
    "ask which red may put on {name}",
    "puts meeple on {name}\n  ask may red move count to {name}",
)


@pytest.mark.parametrize("quarter", QUARTERS)
@pytest.mark.parametrize("question", ASKED)
def test_quotes_do_not_change_what_a_quarter_is(quarter: str, question: str) -> None:
    plain, *other = (quarter, *spellings(quarter))
    for declared in dict.fromkeys((plain, *other)):
        start = TEXT.format(declared=declared)
        wanted = _rulings(start + "  " + question.format(name=plain))
        assert _rulings(start + "  " + question.format(name=f'"{declared}"')) == wanted
        assert _rulings(start + "  " + question.format(name=declared)) == wanted


def _rulings(text: str) -> list[tuple[str, tuple[str, ...]]]:
    rulings = [one.ruling for one in adjudicate(text).answers]
    return [(one.verdict, tuple(one.rules)) for one in rulings]


@pytest.mark.parametrize("quarter", QUARTERS)
def test_a_quarter_that_no_line_tells_of_is_one_in_quotes(quarter: str) -> None:
    start = TEXT.replace('quarter "{declared}": empty\n', "")
    for name in dict.fromkeys((quarter, *spellings(quarter))):
        assert _rulings(f'{start}  ask may red put meeple on "{name}"') == _rulings(
            f"{start}  ask may red put meeple on {quarter}"
        )


@pytest.mark.parametrize("quarter", QUARTERS)
@pytest.mark.parametrize("kind", ["city", "road"])
def test_a_feature_of_the_board_keeps_what_it_is_called_like(quarter: str, kind: str) -> None:
    """Nobody scores in this turn: a quarter could not be entered, the feature can."""
    line = f"{kind} {quarter}: incomplete, 2 tiles, empty"
    text = f"use count-king-robber\n{line}\nturn red\n  places a tile that extends {quarter}\n"
    for name in (quarter, f'"{quarter}"'):
        asked = adjudicate(f"{text}  ask may red put meeple on {name}\n")
        assert asked.answers[0].ruling.verdict == "yes"
