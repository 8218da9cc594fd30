"""The picture of a finished game, against its final score: 72 tiles, 30 figures.

    python benchmarks/picture.py [--rounds N] [--out PICTURE]

What is timed begins with the position and ends with the text of the SVG. The faces of its tiles have been drawn before,
as for every picture but the first, which is told too. The aim: at most 10 times as long as the final score of the same
board takes from its tiles on, and under 150 KB.
"""

from __future__ import annotations

import time
from pathlib import Path

import finished_board
from board import Tiles, build, finished
from question import bound
from startup import arguments, medians

from adjudicator.draw.picture import drawn
from adjudicator.draw.scene import scene
from adjudicator.engine.game import game
from adjudicator.play.setting import set_up
from adjudicator.words.say import speech

AIM = 10
SMALL = 150
PLAYERS = ("red", "blue", "green", "yellow", "black")
FIGURES = 30


def written(tiles: Tiles) -> str:
    """The board as a scenario with six meeples of each player, fields, roads, cities and monasteries by turns."""
    ground = build(tiles)
    kinds: dict[str, list[int]] = {}
    for root in ground.features():
        if not ground.complete(root):
            kinds.setdefault(ground.kind(root), []).append(root)
    waiting = [roots for _, roots in sorted(kinds.items())]
    places = []
    while len(places) < FIGURES and any(waiting):
        places += [roots.pop() for roots in waiting if roots]
    lines = [f"players {', '.join(PLAYERS)}", "board"]
    for x, y, face, turns in tiles:
        lines.append(f"({x},{y}) {face.id}" + (f"@{90 * turns}" if turns else ""))
    for number, root in enumerate(places[:FIGURES]):
        place, _, square = ground.label(root).partition(" at ")
        lines.append(f"{square} {PLAYERS[number % len(PLAYERS)]}: meeple on {place}")
    return "\n".join([*lines, "ask final"])


def main() -> None:
    parser = arguments(__doc__, 100)
    parser.add_argument("--out", help="where to write the picture")
    chosen = parser.parse_args()
    tiles = max((finished(seed) for seed in range(20)), key=len)
    scenario = bound(written(tiles))
    state, problems = set_up(scenario, game(scenario.setup.expansions), "en")
    if problems:
        raise SystemExit(str(problems))
    seen, words = scene("A finished game", state), speech("en")
    begin = time.perf_counter()
    svg = drawn(seen, words)
    first = time.perf_counter() - begin
    if chosen.out:
        Path(chosen.out).write_text(svg, encoding="utf-8")
    print(f"{len(tiles)} tiles, {len(seen.standing)} figures, {len(svg.encode()) / 1000:.0f} KB (aim: under {SMALL})")
    ours, baseline = medians(
        lambda: drawn(scene("A finished game", state), words), lambda: finished_board.count(scenario), chosen.rounds
    )
    print(f"picture                 {ours * 1000:8.2f} ms (the first, with every face: {first * 1000:.0f} ms)")
    print(f"final score of the same {baseline * 1000:8.2f} ms")
    print(f"ratio {ours / baseline:.1f} (aim: at most {AIM}), median of {chosen.rounds} rounds")


if __name__ == "__main__":
    main()
