"""What a cluster costs: processor time of one process beside that of two workers, their nannies and the scheduler.

    python benchmarks/cluster.py [GAMES]

Processor time says what the work costs, whatever else the machine is doing. What every worker loads once is told apart:
each run is made with few games as well, and what is printed is the difference.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from pathlib import Path

from adjudicator.limits import Limit
from adjudicator.scale import cluster as clusters
from adjudicator.scale.results import write_parquet
from adjudicator.scale.rows import score_rows
from adjudicator.scale.run import Job
from adjudicator.scale.sources import units

FEW = 200
WORKERS = 2


def _used() -> float:
    """Processor seconds of this process and of those of its children that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def _archive(folder: Path, number: int) -> str:
    import random

    from adjudicator.api.chance import random_game

    some = [random_game(random.Random(seed), tiles=6, title=f"G {seed}").text for seed in range(FEW)]
    path = folder / f"{number}.jsonl"
    path.write_text("".join(json.dumps({"text": some[at % FEW]}) + "\n" for at in range(number)), "utf-8")
    return str(path)


def alone(archive: str, folder: Path) -> float:
    """Processor seconds of one process that writes the same table."""
    start, job = _used(), Job(score_rows, "en", Limit(60, 400))
    write_parquet(str(folder / "alone.parquet"), [row for unit in units([archive]) for row in job.rows(unit)])
    return _used() - start


def by_cluster(archive: str, folder: Path) -> float:
    """Processor seconds of a cluster that writes it."""
    import distributed

    start = _used()
    with distributed.LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        job = Job(score_rows, "en", Limit(60, 400))
        for _ in clusters.parts(units([archive]), job, made.scheduler_address, str(folder), "benchmark"):
            pass
    return _used() - start


def main() -> None:
    """Prints both, and how much of the cluster's time is work."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few, many = _archive(folder, FEW), _archive(folder, number)
        alone(few, folder)  # loads what all need
        one = alone(many, folder) - alone(few, folder)
        found = []
        for at, archive in enumerate((few, many)):
            (folder / str(at)).mkdir()
            found.append(by_cluster(archive, folder / str(at)))
        several = found[1] - found[0]
    print(f"{number - FEW} games: one process {one:.1f} s, cluster {several:.1f} s: {one / several:.2f} of it is work;")
    print(f"the cluster's own start, once: {found[0]:.1f} s of processor time for {WORKERS} workers")


if __name__ == "__main__":
    main()
