"""From a text to its answers: read, bind, play."""

from __future__ import annotations

from adjudicator.binding.bind import bind
from adjudicator.binding.suggest import suggested
from adjudicator.errors import Problem, Problems, crash
from adjudicator.limits import Exhausted
from adjudicator.model.ruling import Answer, Outcome
from adjudicator.play.run import Notes, play
from adjudicator.syntax.document import read_document

__all__ = ["Notes", "settle"]


def settle(text: str, file: str = "", lang: str | None = None, notes: Notes = Notes.ALL) -> Outcome:
    """The outcome of `text`; `notes` says for which answers it is told what other editions give.

    Raises Problems when the text has problems and no answer.

    Where the program itself fails, that is a problem of its own kind (``crash``), and costs one scenario if it can.
    """
    try:
        bound = bind(read_document(text, lang or ""))
    except Exhausted as stop:
        raise Problems((stop.as_problem(text, file),), text) from None
    except Problems:
        raise
    except Exception as error:
        raise Problems((crash(error)._replace(file=file),)) from error
    answers: list[Answer] = []
    problems: list[Problem] = list(bound.problems)
    for scenario in bound.scenarios:
        try:
            played = play(scenario, bound.language, file, notes)
        except Problems as error:
            problems += [problem._replace(span=scenario.span) for problem in error.items]
            continue
        except Exception as error:
            problems.append(crash(error, scenario.span))
            continue
        answers += played.answers
        if played.stopped is not None:
            problems.append(played.stopped.as_problem(bound.text))
            break
        if played.problems:
            problems += suggested(played.problems, bound.language, scenario.setup.names.values())
    problems.sort(key=lambda p: (p.span.line, p.span.column))
    found = tuple(p._replace(file=file) for p in problems)
    if found and not answers:
        raise Problems(found, bound.text, bound.language)
    return Outcome(tuple(answers), found, bound.language, bound.text)
