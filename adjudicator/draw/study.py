"""What other rules change in an archive, as bars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.draw import pen
from adjudicator.draw.path import number
from adjudicator.records.study import Study
from adjudicator.report.study import RULES, changes, percent
from adjudicator.words.say import Speech

WIDE = 360.0
"""The longest bar: all games, or the rule that gives most points."""
ROW, GAP, MARGIN = 22.0, 16.0, 18.0
LETTER = 6.8
"""About how wide a letter of the labels is."""
VALUES = 110.0
"""Room for the numbers behind the bars."""
FILLS = ("#3d6fb0", "#c0562f", "#5d8a3a")
"""Of totals, winners and leads; the words beside the bars say the same."""
POINTS = "#8a6f3f"
NONE = "#9a958c"
"""Of games that cannot be played so."""


class Bar(NamedTuple):
    """A bar, and what is written before and behind it."""

    said: str
    share: float
    """Of the longest that there can be, 0 to 1."""
    told: str
    fill: str


def chart(found: Study, speech: Speech) -> str:
    """The chart of a study as SVG: of each variant how many games have other totals, winners and leads, and below which
    rules give most points. The words are those of the report.
    """
    parts = [*_parts(found, speech)]
    left = MARGIN + LETTER * max([len(bar.said) for _, bars in parts for bar in bars], default=0) + 10
    body: list[pen.Element] = []
    y = MARGIN
    for head, bars in parts:
        body.append(pen.text(head, MARGIN, y + 12, 13, font_weight="bold"))
        y += ROW
        for bar in bars:
            body += _drawn(bar, left, y)
            y += ROW
        y += GAP
    description = " ".join(f"{head}: {', '.join(f'{bar.said} {bar.told}' for bar in bars)}." for head, bars in parts)
    name = speech.label("study-games", number=found.games, unsettled=found.unsettled)
    wide = left + WIDE + VALUES + MARGIN
    return pen.sheet(wide, y + MARGIN - GAP, name, description or name, (), body)


def _parts(found: Study, speech: Speech) -> Iterator[tuple[str, list[Bar]]]:
    """The bars that belong together, and what stands above them."""
    for one in found.effects:
        bars = [
            Bar(said, share, f"{count} ({100 * share:.1f} %)", fill if one.games else NONE)
            for (said, count, share), fill in zip(changes(one, speech), FILLS, strict=False)
        ]
        yield speech.label("study-under", rule=f"{one.variant.name} {one.variant.value}"), bars
    if found.rules:
        total, most = sum(one.points for one in found.rules), max(one.points for one in found.rules)
        yield speech.label("study-rules"), [
            Bar(one.rule, max(0.0, one.points / most if most > 0 else 0),
                f"{one.points} ({percent(one.points, total)})", POINTS)
            for one in found.rules[:RULES]
        ]  # fmt: skip


def _drawn(bar: Bar, x: float, y: float) -> Iterator[pen.Element]:
    yield pen.text(bar.said, x - 8, y + 12, 11, text_anchor="end")
    long = WIDE * bar.share
    yield pen.path(f"M{number(x)},{number(y)}V{number(y + ROW - 6)}", stroke=pen.INK, fill="none")
    if long:
        yield pen.group([pen.title(f"{bar.said} {bar.told}"), pen.rect(x, y, long, ROW - 6, fill=bar.fill)])
    yield pen.text(bar.told, x + long + 6, y + 12, 11)
