"""What a move has settled of what the rules leave open is told with all points that rest on it."""

from __future__ import annotations

from everyday import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import adjudicate
from adjudicator.binding.bind import bind
from adjudicator.play.replay import replay
from adjudicator.syntax.document import read_document

TEXT = """\
use gifts
players red, blue
red has score 0, 3 meeples, gift change-position
blue has score 0, 3 meeples
city C: {state}, {tiles} tiles, 0 coats, empty
field F: touches {touches}
  red: meeple
same tile: red meeple on F, C
stock 5 tiles
turn red
  draws a tile
  unwraps change-position on F to C
  places a tile
"""


@settings(max_examples=examples(18))
@given(complete=st.booleans(), tiles=st.integers(2, 9))
def test_points_that_rest_on_a_reading_say_so(complete: bool, tiles: int) -> None:
    """A farmer who stands up in a complete city (GIFT-22 is open): asked and scored; not so in an open city."""
    text = TEXT.format(
        state="complete" if complete else "incomplete", tiles=tiles, touches="C" if complete else "nothing"
    )
    for question in ("final", "winner", "total red"):
        (answer,) = adjudicate(f"{text}ask {question}\n").answers
        told = [one.rule for one in answer.ruling.warnings if one.phrase == "reading-adopted"]
        assert told == (["GIFT-22"] if complete else [])
    (scenario,) = bind(read_document(f"{text}final\n", "en")).scenarios
    assert replay(scenario, "en").adopted == (("GIFT-22",) if complete else ())
