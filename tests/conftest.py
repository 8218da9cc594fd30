"""Settings shared by every test: how hypothesis looks for examples, what an ordinary run leaves out, who runs what."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

# Who wants no compiled files beside the source gets them in pytest's own folder: to compile everything anew in every
# process that a test starts takes longer than most of the tests.
if sys.dont_write_bytecode and sys.platform != "emscripten":
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "compiled")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

import pytest
from everyday import DAY, LONG, SLOW, WEEK, due, examples
from hypothesis import core, settings

# A slow machine is no failure, hence no deadline. Every run of a day draws the same examples, so that nobody is stopped
# by what another has left; `--hypothesis-profile=explore` draws others each time.
settings.register_profile("explore", deadline=None, max_examples=60)
settings.register_profile("same", deadline=None, max_examples=examples(90), database=None)
settings.load_profile("same")

# Mistakes on purpose: the plugin would run these scenarios as tests of their own.
collect_ignore = ["bad"]

# Python as WebAssembly has no processes: a test that would start one is left out there.
if sys.platform == "emscripten":

    def _skip(*args: object, **options: object) -> None:
        pytest.skip("needs processes")

    subprocess.Popen.__init__ = _skip  # type: ignore[method-assign]

LISTED = 10
"""Tests that a list at the end of a run names at most."""
_CORPUS = re.compile(r"tests/test_corpus\.py::test_invariants\[(.*)\]$")

spent = pytest.StashKey[float]()
times: dict[str, tuple[float, bool]] = {}
"""The processor time of every test that has run, and whether it is marked ``long``."""


def scope(nodeid: str) -> str:
    """What is run by one process, one after the other: the tests of a module, all that looks at one scenario."""
    found = _CORPUS.match(nodeid)
    return f"scenarios/{found.group(1)}" if found else nodeid.split("::", 1)[0]


def pytest_configure(config: pytest.Config) -> None:
    explores = config.getoption("--hypothesis-profile", None) == "explore"
    if config.getoption("--hypothesis-seed", None) is None and not explores:
        core.global_force_seed = DAY % 7


def pytest_report_header() -> str:
    return "the long run: all" if LONG else f"the part of day {DAY}: ADJUDICATOR_DAY={DAY} repeats it"


def of_today(item: pytest.Item) -> bool:
    """Whether an ordinary run has this test today: of those marked ``long`` one in seven, of a module whose tests share
    what takes long, ``long(together=True)``, all or none.
    """
    marker = item.get_closest_marker("long")
    if marker is None:
        return True
    return due(scope(item.nodeid) if marker.kwargs.get("together") else item.nodeid, 0, WEEK)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not LONG and "long" not in config.getoption("-m"):
        left = [item for item in items if not of_today(item)]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in {*left}]
    order: dict[str, int] = {}
    items.sort(key=lambda item: order.setdefault(scope(item.nodeid), len(order)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deals out the tests by `scope`."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope(nodeid)

    return Scheduling(config, log)


# ---- how long tests take: listed, never a reason to fail
def processor() -> float:
    """The processor time of this process and those that it has waited for."""
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[spent] = processor()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    report = yield
    if call.when == "teardown":
        report.user_properties.append(("processor", processor() - item.stash[spent]))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds = dict(report.user_properties).get("processor")
    if seconds is not None:
        times[report.nodeid] = (float(str(seconds)), "long" in report.keywords)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    slow = {name: seconds for name, (seconds, marked) in times.items() if seconds > SLOW and not marked}
    quick = {name: seconds for name, (seconds, marked) in times.items() if seconds <= SLOW and marked}
    for title, found in (("not marked long, over", slow), ("marked long, under", quick)):
        if found:
            terminalreporter.section(f"{len(found)} {title} {SLOW} seconds of processor time", "-")
            for name, seconds in sorted(found.items(), key=lambda one: -one[1])[:LISTED]:
                terminalreporter.line(f"{seconds:6.2f} {name}")
    worker = hasattr(terminalreporter.config, "workerinput")  # the process that deals out the tests has all their times
    if (path := os.environ.get("ADJUDICATOR_TIMES")) and not worker:  # .ci/run names the slowest of all its tests
        with open(path, "a", encoding="utf-8") as file:
            file.writelines(f"{seconds:.2f}\t{name}\n" for name, (seconds, _) in times.items())
    if not LONG and terminalreporter.stats.get("failed"):
        terminalreporter.section(f"ADJUDICATOR_DAY={DAY} runs the same samples and examples again")
