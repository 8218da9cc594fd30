"""What an expectation names: points of players, and questions that are asked back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from adjudicator.binding.reader import POINTS, Mistake, Reader
from adjudicator.errors import Problem, Problems
from adjudicator.model.scenario import Expect
from adjudicator.syntax.lexer import Word
from adjudicator.words.saying import feature, own, said, string, word
from adjudicator.words.tokens import Token
from adjudicator.words.wording import printer


def points_of(expect: Expect, lang: str) -> list[tuple[str, int]]:
    """The points of each player that is named, as pairs (colour, points). Raises Mistake."""
    return [_points(clause, lang) for clause in expect.clauses]


def _points(clause: Sequence[Word], lang: str) -> tuple[str, int]:
    reader = Reader(clause, lang)
    colour = reader.role("colour")
    if colour is None:
        reader.fail("colour", ("colour",))
    number = reader.number(-POINTS, POINTS)
    if number is None:
        reader.fail("number")
    if reader.peek("unit") == "point":
        reader.at += 1
    reader.end("comma")
    return colour, number


def questions_of(expect: Expect) -> list[str]:
    """The questions back that are quoted. Raises Mistake for anything else."""
    for clause in expect.clauses:
        if len(clause) != 1 or clause[0].type != "STRING":
            raise Mistake(Problem("asks-what", clause[0].span, {"word": clause[0].text}))
    return [clause[0].text for clause in expect.clauses]


@cache
def question_printed(text: str, lang: str) -> str:
    """A question for a missing fact in the words in which a formatted text quotes it; another text as it is."""
    from adjudicator.binding.format import formatted  # few expectations are written in other words

    lines = (
        said("language", Token("text", lang)),
        feature("city", "T"),
        said("ask", word("score", "topic"), own("T")),
        said("expect", "asks", string(text)),
    )
    try:
        return formatted("\n".join(map(printer(lang).line, lines))).partition('"')[2].rpartition('"')[0]
    except Problems:
        return text
