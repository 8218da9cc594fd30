"""A whole `adjudicator settle` on a small file, against importing the libraries it stands on.

    python benchmarks/startup.py [--rounds N] [FILE]

The aim: at most twice as long. Run it with the Python that adjudicator is installed in.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
FILE = ROOT / "scenarios" / "base" / "a-first-dispute.carc"
AIM = 2.0
IMPORTS = [sys.executable, "-c", "import click, lark, tabulate"]


def program(*arguments: str) -> list[str]:
    """The command line of the installed `adjudicator`, or of the package where no script is installed."""
    script = Path(sys.executable).with_name("adjudicator")
    start = [str(script)] if script.exists() else [sys.executable, "-c", "from adjudicator.cli import main; main()"]
    return [*start, *arguments]


def run(command: list[str]) -> None:
    """Run a process to its end, as at a desk: bytecode kept, output captured; raises when it fails."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")


def medians(
    first: Callable[[], object],
    second: Callable[[], object],
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Median seconds of two actions done in turn, so that a slow moment of the machine meets both.

    Of what runs in this process `time.process_time` as `clock` counts what it takes of the processor alone.
    """
    first(), second()  # caches filled, not counted
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        # Every other round the other way round: whoever comes second finds the processor warm.
        for place in (0, 1) if number % 2 else (1, 0):
            begin = clock()
            (first, second)[place]()
            taken[place].append(clock() - begin)
    return median(taken[0]), median(taken[1])


def arguments(about: str | None, rounds: int) -> argparse.ArgumentParser:
    """The command line that all benchmarks share."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=rounds, help="how often each side is timed (%(default)s)")
    return parser


def main() -> None:
    parser = arguments(__doc__, 40)
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    chosen = parser.parse_args()
    settle = program("settle", str(chosen.file))
    ours, baseline = medians(lambda: run(settle), lambda: run(IMPORTS), chosen.rounds)
    print(f"adjudicator settle {chosen.file.name:<28} {ours * 1000:8.1f} ms")
    print(f"{'python -c ' + repr(IMPORTS[-1]):<47} {baseline * 1000:8.1f} ms")
    print(f"ratio {ours / baseline:.2f} (aim: at most {AIM}), median of {chosen.rounds} rounds")


if __name__ == "__main__":
    main()
