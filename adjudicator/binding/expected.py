"""What is expected of an answer, read: points of players, things that are listed, verdicts, questions asked back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from adjudicator.binding.items import ANYWHERE, Context, read_item
from adjudicator.binding.reader import POINTS, Mistake, Reader, nearest_name
from adjudicator.binding.repeats import Said, quoted
from adjudicator.errors import Problem
from adjudicator.model.scenario import Expect
from adjudicator.model.span import Span
from adjudicator.syntax.lexer import OWN, TEXT, Word
from adjudicator.words.languages import fallback
from adjudicator.words.phrases import phrases

_KINDS = {
    "yes": "yes", "no": "no", "none": "none", "nobody": "nobody", "exactly": "exactly", "including": "including",
    "in_order": "in-order", "one_of": "one-of", "open": "open", "disputed": "disputed", "asks": "asks",
    "fact": "fact", "unmet": "unmet", "without": "without",
}  # fmt: skip
FACTS = ("fact", "unmet", "without")
"""Expectations of what stands among the facts, among the conditions that are not met, or in neither of them."""
BARE = ("yes", "no", "none", "nobody")
"""Expectations behind which nothing more is said."""
OUTCOMES = ("possible", "open", "disputed", "one-of")
"""Expectations of several outcomes."""

Clause = Sequence[Word]


def read_expected(clauses: Sequence[Clause], span: Span, lang: str, context: Context = ANYWHERE) -> Expect:
    """What the clauses of an expectation say. Raises Mistake for what is said twice, or where nothing may be said; what
    else is wrong is kept, and told with what is wrong with the questions.
    """
    rest = list(clauses)
    first = rest[0] if rest else []
    kind = _KINDS.get(first[0].id("keyword") or "") if first else None
    if kind is None:
        kind = "points" if first and _is_points(first) else "items"
        if any(len(clause) > 2 for clause in rest) and all(map(_is_possible, rest)):
            kind = "points" if all(map(_is_points, rest)) else "possible"
    else:
        first[0].sense = ("keyword", first[0].id("keyword") or "")
        rest[:1] = [first[1:]] if len(first) > 1 else []
    expect = Expect(kind)
    if kind in BARE and rest:
        Reader(rest[0], lang).fail("line-end")
    if kind in FACTS:
        return expect._replace(sentences=_sentences(rest, span, lang))
    if kind != "one-of":
        _once(rest)
    try:
        return _contents(expect, rest, lang, context)
    except Mistake as mistake:
        return expect._replace(wrong=mistake)


def _contents(expect: Expect, clauses: Sequence[Clause], lang: str, context: Context) -> Expect:
    """With what its clauses name. Raises Mistake."""
    if expect.kind == "asks":
        return expect._replace(questions=tuple(_question(clause, lang) for clause in clauses))
    if expect.kind == "points":
        return expect._replace(points=tuple((one, (number,)) for one, number in read_claim(clauses, lang)))
    if expect.kind in OUTCOMES and (expect.kind != "one-of" or all(map(_is_possible, clauses))):
        return _outcomes(expect, clauses, lang, context)
    return expect._replace(items=tuple(read_item(clause, lang, context) for clause in clauses))


def _outcomes(expect: Expect, clauses: Sequence[Clause], lang: str, context: Context) -> Expect:
    """With several outcomes: the points that players may have, ``yes or no``, or items. Raises Mistake."""
    verdicts: list[str] = []
    others: list[Clause] = []
    points: dict[str, list[int]] = {}
    for clause in clauses:
        if _is_possible(clause):
            colour, numbers = _possible(clause, lang)
            points.setdefault(colour, []).extend(numbers)
        elif any(word.id("keyword") in ("yes", "no") for word in clause):
            verdicts += _verdicts(clause, lang)
        else:
            others.append(clause)
    if verdicts and others:  # the answer is one of them, and lists nothing
        Reader(others[0], lang).fail("verdict")
    return expect._replace(
        points=tuple((colour, tuple(numbers)) for colour, numbers in points.items()),
        verdicts=tuple(verdicts),
        items=tuple(read_item(clause, lang, context) for clause in others),
    )


def _once(clauses: Sequence[Clause]) -> None:
    """Refuses what is expected twice. Raises Mistake."""
    said = Said()
    for clause in clauses:
        player = clause[0].id("colour") if _is_possible(clause) else None
        said.once(player or tuple((word.text, quoted(word)) for word in clause), clause)


def _is_points(clause: Clause) -> bool:
    """``red 12``: a player and a number, no more."""
    if len(clause) == 3 and clause[2].id("unit") == "point":
        clause = clause[:2]
    return len(clause) == 2 and clause[0].id("colour") is not None and clause[1].type == "NUMBER"


def _is_possible(clause: Clause) -> bool:
    """``red 2``, ``red 2 or 3``: a player and the points that he may have."""
    numbers, between = clause[1::2], clause[2::2]
    return (
        len(clause) % 2 == 0
        and clause[0].id("colour") is not None
        and all(word.type == "NUMBER" for word in numbers)
        and all(word.id("keyword") == "or" for word in between)
    )


def _possible(clause: Clause, lang: str) -> tuple[str, tuple[int, ...]]:
    """The player and the points of such a clause. Raises Mistake."""
    reader = Reader(clause, lang)
    colour = reader.role("colour") or ""
    found: list[int] = []
    while (number := reader.number(-POINTS, POINTS)) is not None:
        found.append(number)
        reader.keyword("or")
    return colour, tuple(found)


def _verdicts(clause: Clause, lang: str) -> tuple[str, ...]:
    """``yes or no``, and no word beside it. Raises Mistake."""
    reader = Reader(clause, lang)
    found: list[str] = []
    while True:
        verdict = reader.keyword("yes", "no")
        if verdict is None:
            reader.fail("verdict")
        found.append(verdict)
        if reader.done:
            return tuple(found)
        if not reader.keyword("or"):
            reader.fail("comma")


def _sentences(clauses: Sequence[Clause], span: Span, lang: str) -> tuple[str, ...]:
    """The ids of sentences that an expectation names. Raises Mistake for an unknown one."""
    known = _ids("fact.", "trap.")
    found = []
    for clause in clauses or [[]]:
        reader = Reader(clause, lang, span)
        found.append(_known(reader, known))
        reader.end("comma")
    _once(clauses)
    return tuple(found)


def read_claim(clauses: Sequence[Sequence[Word]], lang: str) -> tuple[tuple[str, int], ...]:
    """The points of each player that is named, once, as pairs (colour, points). Raises Mistake."""
    said = Said()
    found: list[tuple[str, int]] = []
    for clause in clauses:
        colour, number = _points(clause, lang)
        said.once(colour, clause)
        found.append((colour, number))
    return tuple(found)


def _points(clause: Sequence[Word], lang: str) -> tuple[str, int]:
    reader = Reader(clause, lang)
    colour = reader.role("colour")
    if colour is None:
        reader.fail("colour", ("colour",))
    number = reader.number(-POINTS, POINTS)
    if number is None:
        reader.fail("number")
    if reader.peek("unit") == "point":
        reader.role("unit")
    reader.end("comma")
    return colour, number


def _question(clause: Clause, lang: str) -> tuple[str, str]:
    """A fact that is asked for and whose, "" where nobody says; or a question as it is quoted. Raises Mistake."""
    reader = Reader(clause, lang)
    if len(clause) == 1 and clause[0].type == "STRING":
        reader.take(TEXT)
        return clause[0].text, ""
    fact, owner = _known(reader, _ids("missing.")), ""
    if reader.keyword("for"):
        name = reader.next
        if name is None or name.type not in ("ATOM", "STRING"):
            reader.fail("name")
        reader.take(OWN)
        owner = name.text
    reader.end("comma")
    return fact, owner


def _known(reader: Reader, known: Collection[str]) -> str:
    """Takes one of the ids of sentences `known`. Raises Mistake for another."""
    word = reader.next
    if word is None or word.type not in ("ATOM", "STRING"):
        reader.fail("fact-id")
    if word.text not in known:
        unknown = Problem("unknown-fact", word.span, {"word": word.text})
        raise Mistake(unknown, partial(nearest_name, word.text, sorted(known)))
    reader.take(TEXT)
    return word.text


def _ids(*tables: str) -> set[str]:
    """The ids of all sentences in tables of phrases."""
    return {key.partition(".")[2] for key in phrases(fallback()) if key.startswith(tables)}
