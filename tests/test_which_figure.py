"""Where a line may mean one of two figures that are not alike, which one is asked for; never is the first taken."""

from __future__ import annotations

import pytest

from adjudicator import adjudicate

CARD = """\
use gifts
red has gift cash-out
city T: incomplete, 3 tiles; red: {figures}
turn red
  draws a tile
  unwraps cash-out on T
ask returned
"""
GHOST = """\
use ghosts-castles-cemeteries
players red, blue
city T: incomplete, 3 tiles
  blue: {figures}
turn red
  places a tile that extends mist
  haunts blue meeple on T
ask returned
"""
PROTECTED = """\
use peasant-revolts, german-monasteries
players red, blue
german monastery M: incomplete, 4 tiles
  red: {figures}
ask protected red meeple on M
"""


@pytest.mark.parametrize(
    ("text", "figures"), [(CARD, ("meeple", "large meeple")), (GHOST, ("meeple", "meeple with 2 ghosts"))]
)
def test_which_figure_a_move_means_is_asked_for(text: str, figures: tuple[str, str]) -> None:
    for order in (figures, figures[::-1]):
        outcome = adjudicate(text.format(figures=", ".join(order)))
        (missing,) = outcome.answers[0].ruling.missing
        assert missing.phrase == "which-figure" and len(set(map(repr, missing.values["figures"]))) == 2


def test_each_that_may_be_meant_has_its_own_reason() -> None:
    """A meeple that lies as an abbot is not protected for another reason than one that stands."""
    for order in ("meeple, meeple as abbot", "meeple as abbot, meeple"):
        ruling = adjudicate(PROTECTED.format(figures=order)).answers[0].ruling
        assert ruling.verdict == "no"
        assert {"REVOLT-51", "REVOLT-32"} <= {finding.rule for finding in ruling.findings}
