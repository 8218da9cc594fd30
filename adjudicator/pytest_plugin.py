"""A pytest plugin: every ``ask`` of a ``.carc`` file is a test, so that writers of a FAQ can test theirs."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from adjudicator.errors import Problems
    from adjudicator.model.ruling import Answer

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


class ScenarioFile(pytest.File):
    """One file: a test for each question, and one that fails with everything that is wrong with the text."""

    def collect(self) -> Iterator[pytest.Item]:
        from adjudicator import adjudicate, read_source
        from adjudicator.errors import Problems
        from adjudicator.words.visible import visible

        try:
            outcome = adjudicate(read_source(str(self.path)), str(self.path))
        except Problems as problems:
            yield Unreadable.from_parent(self, name="problems", problems=problems)
            return
        names: dict[str, int] = {}
        for answer in outcome.answers:
            name = visible(f"{answer.scenario}: {answer.ask}" if answer.scenario else answer.ask)
            names[name] = names.get(name, 0) + 1
            if names[name] > 1:
                name = f"{name} ({names[name]})"
            yield Question.from_parent(self, name=name, answer=answer, language=outcome.language)
        if outcome.problems:
            found = Problems(outcome.problems, outcome.text, outcome.language)
            yield Unreadable.from_parent(self, name="problems", problems=found)


class Question(pytest.Item):
    """One question and what is expected of its answer; one without expectation passes when it is answered."""

    def __init__(self, *, answer: Answer, language: str, **known: Any) -> None:
        super().__init__(**known)
        self.answer = answer
        self.language = language

    def runtest(self) -> None:
        if self.answer.met is False:
            from adjudicator.report.misses import miss
            from adjudicator.report.style import Style
            from adjudicator.words.say import speech

            raise Unmet(miss(self.answer, speech(self.language), Style()))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Unmet) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, max(0, self.answer.line - 1), self.name


class Unreadable(pytest.Item):
    """What is wrong with a file."""

    def __init__(self, *, problems: Problems, **known: Any) -> None:
        super().__init__(**known)
        self.problems = problems

    def runtest(self) -> None:
        from adjudicator.report.problems import rendered
        from adjudicator.report.style import Style
        from adjudicator.words.languages import fallback
        from adjudicator.words.say import speech

        spoken = speech(self.problems.language or fallback())
        text = rendered(self.problems.items, self.problems.text, spoken, Style())
        raise Unmet(text)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Unmet) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        line = self.problems.items[0].span.line if self.problems.items else 0
        return self.path, max(0, line - 1), self.name


class Unmet(Exception):
    """Carries the message that a failed test shows."""
