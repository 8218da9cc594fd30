"""From a text to what is to be drawn of it: the position at each question, or at the end of a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.binding.bind import bind
from adjudicator.binding.suggest import suggested
from adjudicator.draw.scene import Scene, scene, scene_at
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Answer
from adjudicator.model.scenario import Scenario
from adjudicator.play.after import positions_after
from adjudicator.play.run import Run
from adjudicator.report.position import supposed, title_of
from adjudicator.syntax.document import read_document

if TYPE_CHECKING:
    from adjudicator.words.say import Speech


class Scenes(NamedTuple):
    """What is to be drawn of one text."""

    scenes: tuple[Scene, ...]
    """In the order of the text: one for each question; one for a scenario that asks nothing."""
    language: str
    text: str


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
            problems += suggested(wrong, bound.language, scenario.setup.names.values())
        found += run.scenes
        if not run.scenes and not run.problems:
            found.append(scene_at(run, len(scenario.steps)))
    if problems and (strict or not found):
        raise Problems(tuple(one._replace(file=file) for one in problems), bound.text, bound.language)
    return Scenes(tuple(found), bound.language, bound.text)


class Boards(NamedTuple):
    """What is to be drawn of the games of one text at the end of a turn."""

    games: tuple[tuple[Scene, ...], ...]
    """For each game that comes so far every position that may stand there."""
    language: str
    text: str
    problems: tuple[Problem, ...] = ()
    """What is wrong up to there and was passed over."""


def after_turn(text: str, number: int, says: Callable[[str], Speech], file: str = "") -> Boards:
    """The positions that may stand at the end of a turn, for each game in `text` that comes so far; `says` gives who
    speaks to a reader of a text in a language. Raises Problems, also where what stands there rests on what nobody said.
    """
    document = read_document(text)
    bound = bind(document)
    if bound.problems:
        raise Problems(tuple(one._replace(file=file) for one in bound.problems), bound.text, bound.language)
    speech, games = says(bound.language), list[tuple[Scene, ...]]()
    lacking: list[Problem] = []
    passed: list[Problem] = []
    for scenario in bound.scenarios:
        found = positions_after(scenario, bound.language, number, lenient=True)
        lacking += found.lacking
        passed += found.problems
        drawn = []
        for place, one in enumerate(found.possible, 1):
            title = scenario.title
            if one.supposed:
                behind = f"{title_of(number, speech, (place, len(found.possible)), 'board-after')}, "
                title = ": ".join(filter(None, (title, behind + supposed(one.supposed, speech))))
            drawn.append(scene(title, one.state))
        games += [tuple(drawn)] if drawn else []
    if not games or lacking:
        problems = (*passed, *lacking) or (Problem("no-turn-reached", values={"number": number}),)
        raise Problems(tuple(one._replace(file=file) for one in problems), bound.text, bound.language)
    return Boards(tuple(games), bound.language, bound.text, tuple(one._replace(file=file) for one in passed))


class _Watched(Run):
    """A way through a scenario that keeps what there is to be seen at each question."""

    def __init__(self, scenario: Scenario, lang: str, file: str) -> None:
        super().__init__(scenario, lang, file)
        self.scenes: list[Scene] = []

    def answered(self, answer: Answer, at: int) -> None:
        self.scenes.append(scene_at(self, at, answer))
