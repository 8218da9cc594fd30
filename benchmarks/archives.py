"""`adjudicator score` on archives of short games: games a second and memory, by the number of games.

    python benchmarks/archives.py [--jobs N] [--least N] [--most N] [--tiles N] [--to jsonl|csv|parquet]

The archives are JSON lines of some hundred different random games of a few tiles, again and again. The memory is the
largest that the process had which reads the archive and writes the table; workers are measured beside it, together.
The processor time is that of all of them: on a machine that others use, too, it says more than the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from adjudicator.api.chance import random_game, row

GAMES = 200
MEASURE = """
import resource, runpy, sys, time
begun = time.monotonic()
sys.argv = ["adjudicator", *sys.argv[1:]]
try:
    runpy.run_module("adjudicator", run_name="__main__")
finally:
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = own.ru_utime + own.ru_stime + workers.ru_utime + workers.ru_stime
    print(time.monotonic() - begun, used, own.ru_maxrss / 1024, workers.ru_maxrss / 1024, file=sys.stderr)
"""


def main() -> None:
    """Prints the curve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=int, default=1_000, help="the number of games to begin with")
    parser.add_argument("--most", type=int, default=10_000, help="ten times as many each time, up to this")
    parser.add_argument("--tiles", type=int, default=6, help="tiles of a game")
    # The benchmarks are run one after the other with this option; each of these is one long run.
    parser.add_argument("--rounds", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--to", default="jsonl")
    said = parser.parse_args()
    lines = []
    for seed in range(GAMES):
        found = random_game(random.Random(f"archives/{seed}"), title=f"Short {seed}", players=2, tiles=said.tiles)
        lines.append(json.dumps(row(found, seed=str(seed))) + "\n")
    load = f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores"
    print(f"{load}, --jobs {said.jobs}, to {said.to}, {said.tiles} tiles a game")
    print("    games  seconds  games/s  cpu s  games/cpu s  MB reader  MB largest worker  MB table")
    number = said.least
    while number <= said.most:
        with tempfile.TemporaryDirectory() as folder:
            archive, out = Path(folder) / "games.jsonl", Path(folder) / f"results.{said.to}"
            with archive.open("w", encoding="utf-8") as file:
                file.writelines(lines[at % GAMES] for at in range(number))
            words = ["score", str(archive), "-o", str(out), "--jobs", str(said.jobs)]
            ran = subprocess.run([sys.executable, "-c", MEASURE, *words], capture_output=True, text=True, check=False)
            seconds, cpu, own, worker = map(float, ran.stderr.split()[-4:])
            assert f"Games: {number};" in ran.stdout, ran.stdout + ran.stderr
            size = out.stat().st_size / 1e6
        print(f"{number:9}  {seconds:7.1f}  {number / seconds:7.0f}  {cpu:5.1f}  {number / cpu:11.0f}  "
              f"{own:9.0f}  {worker:17.0f}  {size:8.1f}", flush=True)  # fmt: skip
        number *= 10


if __name__ == "__main__":
    main()
