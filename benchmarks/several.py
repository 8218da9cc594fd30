"""Any benchmark run several times: its lines with the median of each figure, and the lowest and highest that were seen.

    python benchmarks/several.py [--runs N] SCRIPT [ARGUMENTS ...]

One run meets the machine in one mood. What the README calls "seen" is what this prints.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

RUNS = 5
FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.]*[A-Za-z])")


def printed(script: Path, arguments: Sequence[str]) -> list[str]:
    """The lines of one run. Raises CalledProcessError where it fails."""
    command = [sys.executable, str(script), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def joined(lines: Sequence[str]) -> str:
    """One line of several runs as one, its figures the medians; how far they went stands behind those that differ."""
    found = [FIGURE.findall(line) for line in lines]
    if len({len(one) for one in found}) != 1:
        return lines[0]
    columns = iter([*zip(*found, strict=True)])

    def shown(_: re.Match[str]) -> str:
        texts: tuple[str, ...] = next(columns)
        if len(set(texts)) == 1:
            return texts[0]
        numbers = sorted(float(text.replace(",", "")) for text in texts)
        places = max(len(text.partition(".")[2]) for text in texts)
        low, middle, high = (f"{one:.{places}f}" for one in (numbers[0], median(numbers), numbers[-1]))
        return f"{middle} ({low} to {high})"

    return FIGURE.sub(shown, lines[0])


def main() -> None:
    """Prints the lines of the runs as one, and how busy the machine was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=RUNS, help="how often the script is run (%(default)s)")
    parser.add_argument("script", type=Path)
    chosen, rest = parser.parse_known_args()
    runs = [printed(chosen.script, rest) for _ in range(chosen.runs)]
    for lines in zip(*runs, strict=True):
        print(joined(lines))
    print(f"median of {chosen.runs} runs (lowest to highest)", end="")
    print(f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")


if __name__ == "__main__":
    main()
