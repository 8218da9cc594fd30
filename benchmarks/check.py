"""`adjudicator check` on 2,000 small scenarios, on one core, against Lark's bare LALR parse of the same text.

    python benchmarks/check.py [--rounds N] [--scenarios N]

The aim: 600 scenarios a second, the start of the process counted in; measured with all scenarios in one
file, and with a file for each. The ratio to the bare parse tells a slow machine from a slow program.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from language import bare_parser, scenario
from startup import arguments, medians, program, run

AIM = 600


def write(folder: Path, texts: list[str], per_file: int) -> None:
    """Lay `texts` down as files of `per_file` scenarios each."""
    folder.mkdir()
    for start in range(0, len(texts), per_file):
        text = "\n".join(texts[start : start + per_file])
        (folder / f"{start:05}.carc").write_text(text, encoding="utf-8")


def main() -> None:
    parser = arguments(__doc__, 5)
    parser.add_argument("--scenarios", type=int, default=2000, help="how many (%(default)s)")
    chosen = parser.parse_args()
    count = chosen.scenarios
    if hasattr(os, "sched_setaffinity"):
        # One core for us and for what we start.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    texts = [scenario(number) for number in range(count)]
    whole = "\n".join(texts)
    bare = bare_parser()
    with tempfile.TemporaryDirectory() as name:
        for label, per_file in (("in one file", count), ("a file each", 1)):
            folder = Path(name, label.replace(" ", "-"))
            write(folder, texts, per_file)
            check = program("check", "--jobs", "1", str(folder))
            ours, baseline = medians(lambda: run(check), lambda: bare(whole), chosen.rounds)  # noqa: B023 - called at once
            print(f"adjudicator check, {label}  {ours:6.2f} s  {count / ours:7.0f} scenarios a second (aim: {AIM})")
            print(f"Lark's bare LALR parse          {baseline:6.2f} s  {count / baseline:7.0f} scenarios a second")
            print(f"ratio {ours / baseline:.2f}, {count} scenarios, median of {chosen.rounds} rounds")


if __name__ == "__main__":
    main()
