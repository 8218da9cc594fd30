"""`adjudicator check` on 1,000 game records with claims, by two processes against one.

    python benchmarks/records.py [--rounds N] [--records N]

The aim: with `--jobs 2` at least 1.7 times as fast. Other programs on the machine take their share of its cores, so
the same is measured beside it for two processes that only count: what the machine gives at that moment. What two cores
of its own would give is reckoned from the processor time both ways take: all but the start is shared by the two.
"""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median

from board import finished
from game import PLAYERS, bound, recorded, whole
from startup import arguments, medians, program, run

AIM = 1.7
GAMES = 20
COLOURS = ("red", "blue", "green", "yellow", "black")
COUNTING = "for number in range({}): pass"
COUNTED = 30_000_000


def claimed(seed: int) -> str:
    """A recorded game with what it comes to as a claim."""
    text = recorded(finished(seed), seed, 6)
    totals = whole(bound(text))
    return text + "  claim " + ", ".join(f"{player} {points}" for player, points in totals.items()) + "\n"


def write(folder: Path, count: int) -> int:
    """Lays down `count` records, no two alike: a few games, played by all pairs of colours; the bytes written."""
    games = [claimed(seed) for seed in range(min(GAMES, count))]
    pairs = [*itertools.permutations(COLOURS, 2)]
    size = 0
    for number in range(count):
        text = games[number % len(games)].replace('"Recorded"', f'"Game {number}"')
        colours = dict(zip(PLAYERS, pairs[number // len(games) % len(pairs)], strict=True))
        text = re.sub("|".join(PLAYERS), lambda found: colours[found.group()], text)  # noqa: B023 - called at once
        size += (folder / f"{number:04}.carc").write_text(text, encoding="utf-8")
    return size


def count(processes: int) -> None:
    """Counts as far in all, by one process or by several at once."""
    command = [sys.executable, "-c", COUNTING.format(COUNTED // processes)]
    running = [subprocess.Popen(command) for _ in range(processes)]
    if any(process.wait() for process in running):
        raise SystemExit("counting failed")


def processor() -> float:
    """Processor seconds of all processes that were started and have ended."""
    used = os.times()
    return used.children_user + used.children_system


def timed(command: list[str], spent: list[float]) -> None:
    """Runs a process and adds its processor seconds, and those of its workers, to `spent`."""
    before = processor()
    run(command)
    spent.append(processor() - before)


def main() -> None:
    parser = arguments(__doc__, 3)
    parser.add_argument("--records", type=int, default=1000, help="how many (%(default)s)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        size = write(Path(name), chosen.records)
        print(f"{chosen.records} records, {size / 1000:.0f} kB, {os.cpu_count()} cores")
        spent: tuple[list[float], list[float]] = ([], [])
        alone = partial(timed, program("check", "--jobs", "1", name), spent[0])
        together = partial(timed, program("check", "--jobs", "2", name), spent[1])
        one, two = medians(alone, together, chosen.rounds)
        start: list[float] = []
        for _ in range(chosen.rounds):
            timed(program("check", str(Path(name, "0000.carc"))), start)
    first, second = medians(partial(count, 1), partial(count, 2), chosen.rounds)
    print(f"check --jobs 1       {one:6.2f} s  {chosen.records / one:7.0f} records a second")
    print(f"check --jobs 2       {two:6.2f} s  {chosen.records / two:7.0f} records a second")
    print(f"{one / two:.2f} times as fast (aim: at least {AIM}), median of {chosen.rounds} rounds")
    begun, work = median(start), median(spent[1])
    shared = median(spent[0]) / (begun + (work - begun) / 2)
    print(f"{shared:.2f} times as fast with two cores to themselves, by processor time")
    print(f"two processes that only count are {first / second:.2f} times as fast as one")


if __name__ == "__main__":
    main()
