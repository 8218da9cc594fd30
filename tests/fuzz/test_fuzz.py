"""Nothing that anybody types, and no file, brings about anything but an answer or the documented error.

Every run tries a few inputs with a fixed seed. ``FUZZ=1000000 pytest -n0 -s tests/fuzz`` tries as many, with the seed
``FUZZ_SEED`` in ``FUZZ_JOBS`` processes, from the files of the folder ``FUZZ_TEXTS`` as well.
"""

from __future__ import annotations

import os

import pytest
from fuzz_minimise import minimised
from fuzz_watch import MEMORY, Found, run

INPUTS = int(os.environ.get("FUZZ", "500"))
SEED = os.environ.get("FUZZ_SEED", "0")
JOBS = int(os.environ.get("FUZZ_JOBS", "1"))


def said(one: Found) -> str:
    """A failure with the shortest input that shows it."""
    return f"{one.failure.sign} ({one.given.kind})\n{one.given.data!r}\n{one.failure.told}"


def tell(line: str) -> None:
    print(line, flush=True)


@pytest.mark.long
def test_nothing_crashes_hangs_or_eats_all_memory() -> None:
    report = run(INPUTS, SEED, JOBS, tell)
    tell(f"{report.inputs} inputs, seed {SEED}, {report.inputs / report.seconds:.0f} a second, {report.memory} bytes")
    failures = [
        f"{one.failure.sign} ({one.given.kind})\n{one.given.data!r}\n{one.failure.told}" for one in report.found
    ]
    if failures:
        pytest.fail("\n\n".join(failures), pytrace=False)
    assert report.memory <= MEMORY


def test_the_shortest_text_is_found() -> None:
    text = (
        "\n".join(f"line {number}, with words; and more" for number in range(200))
        + "\nit is here, the needle, in hay\n"
    )
    assert minimised(text, lambda one: "needle" in one) == "needle"
    assert minimised(b"\0" * 50 + b"xy" + b"\0" * 50, lambda one: b"xy" in one) == b"xy"
