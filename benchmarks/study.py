"""`adjudicator study` of many short games that is killed and gone on with: games a second, memory, what comes out.

    python benchmarks/study.py [--jobs N] [--least N] [--most N] [--kills N]

The archives are JSON lines of some hundred different random games of two tiles, again and again. The reading process
is ended by SIGKILL so many times while it works, at times by chance, and the same command goes on with `--resume`.
Every row of the table is held against that of the same text in a run of its own; what a killed process was at is done
again, and its seconds count. The memory is the largest that a process had, looked at five times a second.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from adjudicator.api.chance import random_game, row

GAMES = 200
TILES = 2
PATIENCE = 15.0
"""Seconds that a worker has to notice that its reader is gone."""
LOOK = 0.2
"""Seconds between two looks at the processes."""


def _lines() -> list[str]:
    found = []
    for seed in range(GAMES):
        game = random_game(random.Random(f"study/{seed}"), title=f"Short {seed}", players=2, tiles=TILES)
        found.append(json.dumps(row(game, seed=str(seed))) + "\n")
    return found


def _archive(path: Path, lines: list[str], number: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines[at % GAMES] for at in range(number))


def _peak(process: int) -> float:
    """The most memory that a process has had, in MB; 0 for one that is gone."""
    try:
        said = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1024 for line in said.splitlines() if line.startswith("VmHWM")), 0)


def _children(process: int) -> list[int]:
    """The processes that one has begun, and those that they have."""
    try:
        found = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    direct = list(map(int, found))
    return direct + [one for child in direct for one in _children(child)]


class _Run:
    """One study, from its beginning to its end whatever happens on the way."""

    def __init__(self, archive: Path, out: Path, jobs: int) -> None:
        self.words = ["study", str(archive), "--vary", "edition=C1", "-o", str(out), "--jobs", str(jobs)]
        self.out = out
        self.reader = self.worker = 0.0
        self.said = ""
        self.left = 0
        """Processes that outlived their reader by more than `PATIENCE`."""
        self.waited = 0.0
        """Seconds spent on waiting for them."""

    def go(self, resume: bool, until: float | None) -> bool:
        """Works on, for so many seconds at most, then is killed; whether it came to its end."""
        words = [sys.executable, "-m", "adjudicator", *self.words, *(["--resume"] if resume else [])]
        with tempfile.TemporaryFile() as told:
            ran = subprocess.Popen(words, stdout=told, stderr=subprocess.STDOUT)
            begun, workers = time.monotonic(), list[int]()
            while ran.poll() is None:
                time.sleep(LOOK)
                workers = _children(ran.pid) or workers
                self.reader = max(self.reader, _peak(ran.pid))
                self.worker = max(self.worker, *map(_peak, workers), 0)
                if until is not None and time.monotonic() - begun > until:
                    ran.send_signal(signal.SIGKILL)
                    ran.wait()
            told.seek(0)
            self.said = told.read().decode("utf-8", "replace")
        if ran.returncode == -signal.SIGKILL:
            ended = time.monotonic()
            while (left := [one for one in workers if _peak(one)]) and time.monotonic() - ended < PATIENCE:
                time.sleep(LOOK)
            self.left += len(left)
            self.waited += time.monotonic() - ended
            return False
        assert ran.returncode == 0, self.said
        return True


def _wrong(out: Path, base: list[list[str]], number: int) -> int:
    """How many rows of the table are not what they should be, missing ones and twofold ones among them."""
    wanted = (one for at in range(number) for one in _named(base[at % GAMES], at + 1))
    wrong = 0
    with out.open(encoding="utf-8") as file:
        for line in file:
            wrong += line != next(wanted, None)
    return wrong + sum(1 for _ in wanted)


def _named(rows: list[str], number: int) -> list[str]:
    return [one.replace("NUMBER", str(number)) for one in rows]


def main() -> None:
    """Prints the curve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--least", type=int, default=1_000)
    parser.add_argument("--most", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=3)
    said = parser.parse_args()
    lines, chance, rate = _lines(), random.Random(7), 100.0
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, --jobs {said.jobs}, two settings a game")
    print("    games  kills  seconds  games/s  MB reader  MB largest worker  processes left  rows wrong  load")
    number = said.least
    while number <= said.most:
        with tempfile.TemporaryDirectory() as folder:
            archive, out = Path(folder) / "games.jsonl", Path(folder) / "rows.jsonl"
            _archive(archive, lines, GAMES)
            own = _Run(archive, out, said.jobs)
            begun = time.monotonic()
            own.go(False, None)
            rate = rate if number > said.least else GAMES / (time.monotonic() - begun)
            base: list[list[str]] = [[] for _ in range(GAMES)]
            for line in out.read_text("utf-8").splitlines(keepends=True):
                at = json.loads(line)["file"].rpartition(":")[2]
                base[int(at) - 1].append(line.replace(f"games.jsonl:{at}", "games.jsonl:NUMBER"))
            out.unlink()
            _archive(archive, lines, number)
            run, resume, seconds, kills = _Run(archive, out, said.jobs), False, 0.0, said.kills
            while True:
                begun = time.monotonic()
                until = number / rate / (said.kills + 1) * chance.uniform(0.5, 1) if kills else None
                whole = run.go(resume, until)
                seconds += time.monotonic() - begun
                if whole:
                    break
                kills, resume = kills - 1, True
            wrong = _wrong(out, base, number)
            assert f": {number};" in run.said, run.said
        seconds -= run.waited
        rate = number / seconds
        print(f"{number:9}  {said.kills - kills:5}  {seconds:7.1f}  {rate:7.0f}  {run.reader:9.0f}  "
              f"{run.worker:17.0f}  {run.left:14}  {wrong:10}  {os.getloadavg()[0]:4.1f}", flush=True)  # fmt: skip
        number *= 10


if __name__ == "__main__":
    main()
