"""How much of a cluster's time is work: two workers of a `LocalCluster` beside one worker and beside no cluster at all.

    python benchmarks/cluster.py [GAMES] [--rounds N]

Every part tells of itself when it began and ended, and how much processor time went into games and into its table.
From that come two shares that a machine which others use, too, blurs little, since both sides of each are of the same
seconds: how long the workers had something to do between the first part and the last (`busy`), and how much of the
processor time of all processes of the cluster, client and scheduler among them, went into games (`games`). Their
product is what the cluster makes of its cores (`efficient`). What a worker loads once is left out: a small archive has
every worker make a part before.
The table is work, too, which one process has to do as well: `alone` is the share of games in a run without a cluster.
`speed` is the plain one: games a second with two workers over twice those with one, by the clock, on whatever cores
others leave.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.chance import random_game
from adjudicator.limits import Limit
from adjudicator.scale import cluster as clusters
from adjudicator.scale.results import write_parquet
from adjudicator.scale.rows import score_rows
from adjudicator.scale.run import Job, all_rows
from adjudicator.scale.sources import Unit, units

GAMES = 200
JOB = Job(score_rows, "en", Limit(60, 400))


def _used() -> float:
    """Processor seconds of this process."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


def timed(job: Job, portion: list[Unit], path: str) -> clusters.Sums:
    """A part, with a file beside it that says what it took."""
    begun, before = time.time(), time.thread_time()
    rows = [row for several in all_rows(job, portion) for row in several]
    played = time.thread_time()
    clusters.write_part(path, rows)
    said = [os.getpid(), begun, time.time(), played - before, time.thread_time() - played, _used()]
    Path(f"{path}.json").write_text(json.dumps(said), "utf-8")
    return {}


def _archive(folder: Path, number: int) -> str:
    some = [random_game(random.Random(seed), tiles=6, title=f"G {seed}").text for seed in range(GAMES)]
    path = folder / f"{number}.jsonl"
    path.write_text("".join(json.dumps({"text": some[at % GAMES]}) + "\n" for at in range(number)), "utf-8")
    return str(path)


def alone(archive: str, folder: Path) -> float:
    """The share of games in the processor time of one process that writes the same parts."""
    start, games = _used(), 0.0
    for at, portion in enumerate(clusters.portions(units([archive]), clusters.TOGETHER, clusters.HEAVY)):
        before = _used()
        rows = [row for several in all_rows(JOB, portion) for row in several]
        games += _used() - before
        write_parquet(str(folder / f"{at}.parquet"), rows)
    return games / (_used() - start)


class Found(NamedTuple):
    """What a run by a cluster took."""

    seconds: float
    busy: float
    games: float


def by_cluster(small: str, archive: str, folder: Path, workers: int) -> Found:
    """A run by a cluster of so many workers that have made a part each before."""
    import distributed

    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        there = str(folder / "before")
        while len({said[0] for said in _told(there)}) < workers:
            _run(small, made.scheduler_address, there)
            before = _told(there)
        mine, used = _used(), {said[0]: max(one[5] for one in before if one[0] == said[0]) for said in before}
        _run(archive, made.scheduler_address, str(folder / "measured"))
        mine = _used() - mine
    found = _told(str(folder / "measured"))
    seconds = max(one[2] for one in found) - min(one[1] for one in found)
    total = mine + sum(max(one[5] for one in found if one[0] == pid) - used[pid] for pid in {one[0] for one in found})
    return Found(
        seconds, sum(one[2] - one[1] for one in found) / seconds / workers, sum(one[3] for one in found) / total
    )


def _told(folder: str) -> list[list[Any]]:
    return [json.loads(one.read_text("utf-8")) for one in Path(folder).glob("*.json")]


def _run(archive: str, address: str, folder: str) -> None:
    for _ in clusters.parts(units([archive]), JOB, address, folder, str(time.time())):
        pass


def main() -> None:
    """Prints the shares of each round."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int, nargs="?", default=6000)
    parser.add_argument("--rounds", type=int, default=3)
    said = parser.parse_args()
    clusters.part = timed
    print(f"{said.games} games, {os.cpu_count()} cores")
    print("load  alone  1 worker: busy  games  efficient  2 workers: busy  games  efficient  speed")
    for _ in range(said.rounds):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            small, many = _archive(folder, 8 * GAMES), _archive(folder, said.games)
            for at in ("0", "1", "2"):
                (folder / at).mkdir()
            plain = alone(many, folder / "0")
            one, two = (by_cluster(small, many, folder / str(number), number) for number in (1, 2))
        shown = [os.getloadavg()[0], plain, one.busy, one.games, one.busy * one.games]
        shown += [two.busy, two.games, two.busy * two.games, one.seconds / two.seconds / 2]
        print(
            "{:4.1f}  {:5.2f}  {:14.2f}  {:5.2f}  {:9.2f}  {:15.2f}  {:5.2f}  {:9.2f}  {:5.2f}".format(*shown),
            flush=True,
        )


if __name__ == "__main__":
    main()
