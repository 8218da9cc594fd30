"""From a text to its answers: read, bind, play."""

from __future__ import annotations

from adjudicator.binding.bind import bind
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Answer, Outcome
from adjudicator.play.run import play
from adjudicator.syntax.document import read_document


def settle(text: str, file: str = "", lang: str | None = None) -> Outcome:
    """The outcome of `text`. Raises Problems when it has problems and no answer."""
    document = read_document(text, lang or "")
    bound = bind(document)
    answers: list[Answer] = []
    problems: list[Problem] = list(bound.problems)
    for scenario in bound.scenarios:
        played = play(scenario, bound.language, file)
        answers += played.answers
        if played.problems:
            from adjudicator.binding.suggest import suggested

            problems += suggested(played.problems, bound.language, scenario.setup.names.values())
    problems.sort(key=lambda p: (p.span.line, p.span.column))
    found = tuple(p._replace(file=file) for p in problems)
    if found and not answers:
        raise Problems(found, bound.text, bound.language)
    return Outcome(tuple(answers), found, bound.language, bound.text)
