"""A word for a kind that nothing put into play, and for another one that is: it is asked which is meant."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate
from adjudicator.errors import Problems

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
