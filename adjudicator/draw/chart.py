"""A game as a line chart: everybody's running total, turn by turn, and what was claimed of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.draw import pen
from adjudicator.draw.figures import FILLS
from adjudicator.draw.path import number
from adjudicator.play.replayed import Claimed, Replayed
from adjudicator.words.say import Speech

LEFT, TOP, RIGHT, BOTTOM = 46.0, 18.0, 150.0, 40.0
"""The margins: the scale of points, the legend, the numbers of the turns."""
WIDE, HIGH = 640.0, 300.0
STEPS = (1, 2, 5)
MARKERS = (
    "M-4,0A4,4 0 1 0 4,0A4,4 0 1 0 -4,0Z", "M-4,-4H4V4H-4Z", "M0,-5L5,4H-5Z", "M0,-5L5,0L0,5L-5,0Z", "M-5,-4H5L0,5Z",
    "M-2,-5H2V-2H5V2H2V5H-2V2H-5V-2H-2Z",
)  # fmt: skip
"""A shape for each player, so that the lines are told apart without colour."""


def chart(played: Replayed, speech: Speech) -> str:
    """The chart of a game as SVG; the final scoring stands behind the turns. Points upwards, turns to the right."""
    players = list(played.totals())
    series = {player: _totals(played, player) for player in players}
    every = [total for totals in series.values() for total in totals]
    every += [points for claim in played.claims for points in claim.points.values()]
    lowest, highest = min([0, *every]), max([10, *every])
    step = _step((highest - lowest) / 8)
    lowest, highest = lowest // step * step, -(-highest // step) * step
    count = max(2, max(map(len, series.values()), default=2))

    def place(at: float, points: float) -> tuple[float, float]:
        return LEFT + WIDE * at / (count - 1), TOP + HIGH * (highest - points) / (highest - lowest)

    body: list[pen.Element] = []
    for points in range(lowest, highest + 1, step):
        _, y = place(0, points)
        body.append(pen.path(f"M{number(LEFT)},{number(y)}H{number(LEFT + WIDE)}", stroke="#d9d0bd", fill="none"))
        body.append(pen.text(str(points), LEFT - 8, y + 4, 11, text_anchor="end"))
    body += _turns(played, count, place(0, lowest)[1], speech)
    for index, player in enumerate(players):
        body.append(_line(player, index, [place(at, total) for at, total in enumerate(series[player])], speech))
    for claim in played.claims:
        at = min(claim.place + 1, count - 1) if claim.turn else count - 1
        for player, points in claim.points.items():
            body.append(_claim(claim, player, points, *place(at, points), speech))
    body += _legend(played, players, speech)
    title = played.scenario.title or speech.label("chart")
    return pen.sheet(
        LEFT + WIDE + RIGHT, TOP + HIGH + BOTTOM, title, " ".join(_in_words(played, players, speech)), (), body
    )


def _totals(played: Replayed, player: str) -> list[int]:
    """The total before the first turn, after each turn, and after the final scoring."""
    found = [played.start.get(player, 0)]
    for turn in (*played.turns, *((played.final,) if played.final is not None else ())):
        found.append(turn.totals.get(player, found[-1]))
    return found


def _step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20 ... that is not below `least`."""
    size = 1
    while True:
        for one in STEPS:
            if one * size >= least:
                return one * size
        size *= 10


def _turns(played: Replayed, count: int, y: float, speech: Speech) -> Iterator[pen.Element]:
    """The numbers below the turns, and the word for the final scoring."""
    turns = len(played.turns)
    each = _step(turns / 12)
    for at, turn in enumerate(played.turns, 1):
        if turn.number % each == 0 and turns - at >= each / 2:
            yield pen.text(str(turn.number), LEFT + WIDE * at / (count - 1), y + 16, 11, text_anchor="middle")
    yield pen.text(speech.label("turn"), LEFT + WIDE / 2, y + 34, 11, text_anchor="middle")
    if played.final is not None:
        yield pen.text(speech.label("at-end"), LEFT + WIDE, y + 16, 11, text_anchor="middle")


def _line(player: str, index: int, points: Sequence[tuple[float, float]], speech: Speech) -> pen.Element:
    way = "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points)
    shape = MARKERS[index % len(MARKERS)]
    every = max(1, len(points) // 12)
    marks = [
        pen.path(shape, fill=FILLS[player], stroke=pen.INK, transform=f"translate({number(x)} {number(y)})")
        for at, (x, y) in enumerate(points)
        if at and (at % every == 0 or at == len(points) - 1)
    ]
    line = [pen.stroke(way, pen.INK, 3.4), pen.stroke(way, FILLS[player], 2)]
    return pen.group([pen.title(speech.colour(player)), *line, *marks])


def _claim(claim: Claimed, player: str, points: int, x: float, y: float, speech: Speech) -> pen.Element:
    """A ring where a claim holds, a cross where it does not."""
    met = claim.answer.met is not False
    d = "M-8,0A8,8 0 1 0 8,0A8,8 0 1 0 -8,0Z" if met else "M-8,-8L8,8M8,-8L-8,8"
    said = speech.label("chart-claim" if met else "chart-claim-wrong", player=speech.colour(player), points=points)
    sign = pen.stroke(d, "#1b6e33" if met else "#a8241c", 2.4)
    return pen.group([pen.title(said), sign], transform=f"translate({number(x)} {number(y)})")


def _legend(played: Replayed, players: Sequence[str], speech: Speech) -> Iterator[pen.Element]:
    x, y = LEFT + WIDE + 24, TOP + 10
    for index, player in enumerate(sorted(players, key=lambda one: -played.totals()[one])):
        shape = MARKERS[players.index(player) % len(MARKERS)]
        there = f"translate({number(x)} {number(y + 22 * index - 4)})scale(1.3)"
        yield pen.path(shape, fill=FILLS[player], stroke=pen.INK, transform=there)
        called = played.scenario.setup.names.get(player, "") or speech.colour(player)
        yield pen.text(f"{called} {played.totals()[player]}", x + 14, y + 22 * index, 12)


def _in_words(played: Replayed, players: Sequence[str], speech: Speech) -> Iterator[str]:
    """The chart in words: everybody's total at the end, and each claim."""
    for player in players:
        yield f"{speech.colour(player)}{speech.language.colon}{', '.join(map(str, _totals(played, player)))}."
    for claim in played.claims:
        for player, points in claim.points.items():
            ident = "chart-claim" if claim.answer.met is not False else "chart-claim-wrong"
            yield speech.label(ident, player=speech.colour(player), points=points)
