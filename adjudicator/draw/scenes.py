"""From a text to what is to be drawn of it: the position at each question, or at the end of a turn."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.bind import bind
from adjudicator.draw.scene import Scene, scene
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Answer
from adjudicator.model.scenario import Scenario
from adjudicator.play.run import Run
from adjudicator.syntax.document import read_document


class Scenes(NamedTuple):
    """What is to be drawn of one text."""

    scenes: tuple[Scene, ...]
    """In the order of the text: one for each question; one for a scenario that asks nothing."""
    language: str


def scenes(text: str, file: str = "", lang: str | None = None, strict: bool = False) -> Scenes:
    """The scenes of `text`. Raises Problems where something is wrong in it and nothing can be drawn, with `strict` also
    where other scenarios of it can.
    """
    document = read_document(text, lang or "")
    bound = bind(document)
    found: list[Scene] = []
    problems: list[Problem] = list(bound.problems)
    for scenario in bound.scenarios:
        run = _Watched(scenario, bound.language, file)
        wrong = run.all().problems
        if wrong:
            from adjudicator.binding.suggest import suggested  # few texts have problems

            problems += suggested(wrong, bound.language, scenario.setup.names.values())
        found += run.scenes
        if not run.scenes and not run.problems:
            found.append(scene(scenario.title, run.state))
    if problems and (strict or not found):
        raise Problems(tuple(one._replace(file=file) for one in problems), bound.text, bound.language)
    return Scenes(tuple(found), bound.language)


def after_turn(text: str, number: int, file: str = "") -> Scenes:
    """The position at the end of a turn, for each game in `text` that comes so far. Raises Problems."""
    from adjudicator.play.replay import position_after

    document = read_document(text)
    bound = bind(document)
    if bound.problems:
        raise Problems(tuple(one._replace(file=file) for one in bound.problems), bound.text, bound.language)
    found = []
    for scenario in bound.scenarios:
        reached = position_after(scenario, bound.language, number, lenient=True)
        if reached is not None:
            found.append(scene(scenario.title, reached[0]))
    if not found:
        problem = Problem("no-turn-reached", values={"number": number}, file=file)
        raise Problems((problem,), bound.text, bound.language)
    return Scenes(tuple(found), bound.language)


class _Watched(Run):
    """A way through a scenario that keeps what there is to be seen at each question."""

    def __init__(self, scenario: Scenario, lang: str, file: str) -> None:
        super().__init__(scenario, lang, file)
        self.scenes: list[Scene] = []

    def answered(self, answer: Answer) -> None:
        self.scenes.append(scene(self.scenario.title, self.state, answer))
