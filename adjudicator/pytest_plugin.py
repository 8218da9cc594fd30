"""A pytest plugin: every ``ask`` of a ``.carc`` file is a test, so that writers of a FAQ can test theirs.

Collecting only lists the questions. A file is settled when the first of them runs, once for all: with pytest-xdist,
``--dist loadfile`` gives the questions of a file to one worker.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from adjudicator.corpus import Listed
    from adjudicator.errors import Problem
    from adjudicator.model.ruling import Outcome

SUFFIX = ".carc"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Takes the scenario files."""
    if file_path.suffix.lower() == SUFFIX:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Adds to a folder the scenarios that pytest passes over in silence, because they are pipes, devices or dead links:
    each fails as a file that cannot be read.
    """
    report = yield
    if isinstance(collector, pytest.Directory) and report.passed:
        named = sorted(path for path in collector.path.iterdir() if path.suffix.lower() == SUFFIX)
        odd = [path for path in named if not path.is_file() and not path.is_dir()]
        report.result += [ScenarioFile.from_parent(collector, path=path) for path in odd]
    return report


@lru_cache(maxsize=8)
def settled(path: str) -> Outcome:
    """What comes of a file, also where nothing in it could be answered."""
    from adjudicator import adjudicate, read_source
    from adjudicator.errors import Problems
    from adjudicator.model.ruling import Outcome

    try:
        return adjudicate(read_source(path), path)
    except Problems as problems:
        return Outcome((), problems.items, problems.language, problems.text)


class ScenarioFile(pytest.File):
    """One file: a test for each question, or one of the whole where there is none."""

    def collect(self) -> Iterator[pytest.Item]:
        from adjudicator import read_source
        from adjudicator.corpus import listed
        from adjudicator.errors import Problems
        from adjudicator.words.visible import visible

        try:
            questions = listed(read_source(str(self.path)))
        except Problems:
            questions = []
        if not questions:
            yield Whole.from_parent(self, name="problems")
        names: dict[str, int] = {}
        last = {one.begins: one for one in questions}
        for question in questions:
            name = visible(f"{question.scenario}: {question.ask}" if question.scenario else question.ask)
            names[name] = names.get(name, 0) + 1
            if names[name] > 1:
                name = f"{name} ({names[name]})"
            before = min((line for line in last if line > question.begins), default=sys.maxsize)
            within, closing = range(question.begins, before), last[question.begins] is question
            yield Question.from_parent(self, name=name, question=question, within=within, last=closing)


class Whole(pytest.Item):
    """A text that asks nothing, or cannot be read at all: what is wrong with it."""

    def runtest(self) -> None:
        outcome = settled(str(self.path))
        if outcome.problems:
            raise _unread(outcome, outcome.problems)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Unmet) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, 0, self.name


class Question(Whole):
    """One question and what is expected of its answer; one without expectation passes when it is answered.

    One that has no answer tells what is wrong with its scenario, else with the file; what is wrong with a scenario all
    of whose questions are answered fails the last of them.
    """

    def __init__(self, *, question: Listed, within: range, last: bool, **known: Any) -> None:
        super().__init__(**known)
        self.question = question
        self.within = within
        """The lines of its scenario."""
        self.last = last
        """Whether no other question of its scenario stands behind it."""

    def runtest(self) -> None:
        outcome = settled(str(self.path))
        place = self.question.line, self.question.column
        answers = [one for one in outcome.answers if (one.line, one.column) == place]  # `like` repeats claims
        unmet = [one for one in answers if one.met is False]
        if unmet:
            from adjudicator.report.misses import miss
            from adjudicator.report.style import Style
            from adjudicator.words.say import speech

            raise Unmet("\n".join(miss(one, speech(outcome.language), Style()) for one in unmet))
        wrong = [one for one in outcome.problems if max(1, one.span.line) in self.within]
        if not answers or (self.last and wrong):
            raise _unread(outcome, wrong or outcome.problems)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, self.question.line - 1, self.name


class Unmet(Exception):
    """Carries the message that a failed test shows."""


def _unread(outcome: Outcome, problems: Sequence[Problem]) -> Unmet:
    from adjudicator.report.problems import rendered
    from adjudicator.report.style import Style
    from adjudicator.words.languages import fallback
    from adjudicator.words.say import speech

    return Unmet(rendered(problems, outcome.text, speech(outcome.language or fallback()), Style()))
