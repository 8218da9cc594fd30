"""A recorded game replayed with every scoring, against reading its text as JSON; a long game's turns, late and early.

    python benchmarks/game.py [--rounds N] [--against FOLDER]

The game: two players, the 72 tiles of the base game, a meeple wherever one may go, farmers among them. What is timed
begins with the bound scenario and ends with the totals after every turn and the final scoring: once for each scenario
that was bound, and again and again for one of them, whose moves keep what their words were found to mean. The aims: at
most 10 ms; a turn at turn 2,000 of a long game costs at most twice a turn at turn 50. With `--against` another checkout
of this project replays the same game turn and turn about with this one, each time bound anew: before and after, on the
machine as it is.
"""

from __future__ import annotations

import itertools
import json
import random
import tempfile
import time
from pathlib import Path
from statistics import median

from against import compared
from board import Tiles, finished, wide
from question import bound
from startup import ROOT, arguments, medians

from adjudicator.binding.reader import Mistake
from adjudicator.geometry.face import HALVES
from adjudicator.model.scenario import Scenario
from adjudicator.play.replay import Replay

AIM = 10.0
FARTHER = 2.0
PLAYERS = ("red", "blue")
EARLY, LATE, WINDOW = 50, 2000, 40
BOX = 72
"""Tiles of the base game."""


def recorded(tiles: Tiles, seed: int, farmers: int) -> str:
    """A record of `tiles` laid one a turn, a meeple beside most where that is legal."""
    chance = random.Random(seed)
    head = 'game "Recorded"\n  players red, blue\n'
    if len(tiles) > BOX:
        head += "  stock 1000 boxes\n"  # the wide table needs more of one kind than a box holds
    head += f"  board\n    ({tiles[0][0]},{tiles[0][1]}) {tiles[0][2].id}\n"
    run = Replay(bound(head + "  later\n"), "en")
    run.begin()
    lines: list[str] = []
    for number, (x, y, face, turns) in enumerate(tiles[1:], 1):
        player = PLAYERS[(number - 1) % 2]
        turn = f"{number}. {player} {face.id}" + (f"@{90 * turns}" if turns else "") + f" ({x},{y})"
        places = []
        for segment in face.segments:
            side = f" {'NESW'[(segment.sides[0] + turns) % 4]}" if segment.sides else ""
            if segment.halves:
                side = f" {HALVES[(segment.halves[0] + 2 * turns) % 8]}"
            if segment.kind != "field" or (number % 9 == 0 and farmers):
                places.append(f"{segment.kind}{side}")
        chance.shuffle(places)
        said = turn
        _happen(run, turn)
        for place in places:
            try:
                _happen(run, f"puts meeple on {place}", begun=True)
            except Mistake:
                continue
            said = f"{turn} meeple {place}"
            farmers -= place.startswith("field")
            break
        lines.append(said)
    return head + "\n".join(lines) + "\n  final\n"


def _happen(run: Replay, line: str, begun: bool = False) -> None:
    """One line of a record, made in a replay that is going on."""
    head = 'game "Recorded"\n  players red, blue\n'
    text = f"{head}  turn {run.state.turn.player}\n    {line}" if begun and run.state.turn else head + line
    for step in bound(text).steps[1 if begun else 0 :]:
        run._step(0, step)


def whole(scenario: Scenario) -> dict[str, int]:
    """The totals at the end of a replay."""
    found = Replay(scenario, "en").whole()
    if found.problems:
        raise SystemExit(str(found.problems))
    return dict(found.totals())


class Timed(Replay):
    """A replay that notes when each turn began."""

    def timed(self) -> list[float]:
        """Seconds of every turn."""
        begun: list[float] = []
        self.begin()
        for at, step in enumerate(self.scenario.steps):
            if step.kind == "turn":
                begun.append(time.perf_counter())
            self._step(at, step)
        return [after - before for before, after in itertools.pairwise(begun)]


def around(taken: list[list[float]], turn: int) -> float:
    """Median seconds of the turns around `turn`, each at its median of all rounds."""
    return median(median(one[at] for one in taken) for at in range(turn - WINDOW // 2, turn + WINDOW // 2))


def main() -> None:
    parser = arguments(__doc__, 50)
    parser.add_argument("--against", type=Path, help="a folder with another checkout")
    chosen = parser.parse_args()
    tiles = max((finished(seed) for seed in range(20)), key=len)
    text = recorded(tiles, 1, 6)
    scenario = bound(text)
    as_json = json.dumps(text.splitlines())
    print(f"{len(tiles)} tiles, {text.count('meeple')} meeples put, {text.count('meeple field')} farmers")
    print(", ".join(f"{player} {points}" for player, points in whole(scenario).items()))
    fresh = iter([bound(text) for _ in range(chosen.rounds + 1)])
    first, baseline = medians(lambda: whole(next(fresh)), lambda: json.loads(as_json), chosen.rounds, time.process_time)
    again, _ = medians(lambda: whole(scenario), lambda: None, chosen.rounds, time.process_time)
    print(f"first replay of a bound record {first * 1000:8.2f} ms (aim: at most {AIM:.0f})")
    print(f"json.loads of the same text    {baseline * 1000:8.3f} ms")
    print(f"ratio {first / baseline:.0f}, median of {chosen.rounds} rounds")
    print(f"replayed again                 {again * 1000:8.2f} ms")
    if chosen.against is not None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "game.carc")
            file.write_text(text, encoding="utf-8")
            now, before = compared((str(ROOT), str(chosen.against)), str(file), chosen.rounds)
        print(f"this checkout                  {now * 1000:8.2f} ms")
        print(f"{chosen.against!s:<30} {before * 1000:8.2f} ms")
        print(f"ratio {now / before:.2f}, median of {chosen.rounds} rounds")
    long = bound(recorded(wide(LATE + WINDOW, 3), 2, 4))
    taken = [Timed(long, "en").timed() for _ in range(max(3, chosen.rounds // 10))]
    early, late = around(taken, EARLY), around(taken, LATE)
    print(f"a turn at turn {EARLY:<6}          {early * 1000:8.3f} ms")
    print(f"a turn at turn {LATE:<6}          {late * 1000:8.3f} ms")
    print(f"ratio {late / early:.2f} (aim: at most {FARTHER:.1f})")


if __name__ == "__main__":
    main()
