"""What somebody asks, answered for the page: the answer first, then what it rests on, and what is asked back."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from typing import Any

from paths import Given, next_step

from adjudicator import adjudicate
from adjudicator.answering import read_question
from adjudicator.binding.answers import glued, line_in, put_in
from adjudicator.errors import Problem, Problems
from adjudicator.limits import LIMITS
from adjudicator.model.ruling import Answer, Item, Missing, Outcome
from adjudicator.report import as_json, prose
from adjudicator.report import settle as report
from adjudicator.report.blocks import Block, Code, Grid, Heading, Items, Nested, Rules, Text
from adjudicator.report.cite import Cited, authority, cited
from adjudicator.report.problems import message
from adjudicator.report.question import Asked
from adjudicator.rulebook import loader
from adjudicator.syntax.document import read_document
from adjudicator.talk.reading import said_in
from adjudicator.words.languages import codes, fallback, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech, speech
from adjudicator.words.vocabulary import vocabulary

NUMBER = "{number}"
"""Stands in a line for a number that is asked for."""
TWO_READINGS = "talk-two-readings"


def languages() -> dict[str, Any]:
    """The languages of the program: code and what each calls itself."""
    return {"languages": [{"code": code, "title": language(code).title} for code in codes()]}


def table(lang: str = "") -> dict[str, Any]:
    """What may lie on a table besides the base game: the expansions by id and title, in the order of their titles."""
    words, says = vocabulary(), lexicon(_code(lang))
    known = [one for one in words.expansions() if one not in words.always()]
    return {"expansions": sorted(
        ({"id": one, "title": says.expansion_title(one)} for one in known), key=lambda one: one["title"].casefold()
    )}  # fmt: skip


def settled(text: str, lang: str = "") -> dict[str, Any]:
    """The same document as ``adjudicator settle --format json`` prints for a text; `lang` as its ``--lang``."""
    try:
        outcome = adjudicate(text, "")
    except Problems as error:
        says = speech(lang or error.language or fallback())
        return as_json.document((), [as_json.problem(one, says) for one in error.items])
    says = speech(lang or outcome.language)
    rulings = [as_json.ruling(answer, says) for answer in outcome.answers]
    return as_json.document(rulings, [as_json.problem(one, says) for one in outcome.problems])


def answer(text: str, lang: str = "", use: Sequence[str] = ()) -> dict[str, Any]:
    """The answers to a sentence or to a text of the language, in the language `lang` of the reader.

    `use` are the expansions on the table, which a sentence need not name. Gives ``text`` (what was settled, in the
    language of scenarios), ``language`` (its code), ``parts`` (its statements), ``sentence`` (whether it was one),
    ``answers``, ``rules`` and ``problems``.
    """
    code = _code(lang)
    says = speech(code)
    try:
        found = read_question(text, code)
        outcome, said = found.outcome, found.text
        if found.rules:
            return _told("", found.language, True, rules=[_rule(one, says) for one in cited(found.rules, says)])
        if outcome is None:
            said = with_table(said, use, found.language)
            outcome = adjudicate(said, "", found.language)
    except Problems as error:
        of = error.language or code
        formal = error.text if error.text != text else text
        return _told(formal, of, False, problems=_problems(error.items, formal, of, says))
    asked = Asked(outcome.text, outcome.language)
    told = [_answer(one, outcome, asked, says) for one in outcome.answers]
    problems = list(outcome.problems)
    if not told and not problems:
        problems = [Problem("asks-nothing")]
    wrong = _problems(problems, outcome.text, outcome.language, says)
    return _told(outcome.text, outcome.language, found.outcome is None, told, problems=wrong)


def supply(
    text: str, line: int, column: int, say: str, lang: str = "", use: Sequence[str] = (), number: int | None = None
) -> dict[str, Any]:
    """The answer to `text` once the fact `say`, a line that an answer offered, stands in front of the question at
    `line` and `column`; `number` where the line leaves one open.
    """
    rows = text.split("\n")
    if not 0 < line <= len(rows):
        raise LookupError(line)
    said = say if number is None else say.replace(NUMBER, str(number))
    row, at = rows[line - 1], max(0, column - 1)
    rows[line - 1] = f"{row[:at]}{said}; {row[at:]}"
    return answer("\n".join(rows), lang, use)


def rewrite(
    text: str, line: int, column: int, end_column: int, say: str, lang: str = "", use: Sequence[str] = ()
) -> dict[str, Any]:
    """The answer to `text` once the words `say`, which an answer offered, stand between two columns of a line."""
    rows = text.split("\n")
    if not 0 < line <= len(rows):
        raise LookupError(line)
    row = rows[line - 1]
    rows[line - 1] = f"{row[: column - 1]}{say}{row[end_column - 1 :]}"
    return answer("\n".join(rows), lang, use)


def step(path: str, given: Sequence[Given], lang: str = "", use: Sequence[str] = ()) -> dict[str, Any]:
    """What one of the buttons asks next, once `given` was answered, or the ``text`` that all of it means."""
    code = _code(lang)
    known = frozenset([*vocabulary().always(), *(one for one in use if one in vocabulary().expansions())])
    asked = next_step(path, given, speech(code), known)
    if isinstance(asked, str):
        return {"text": with_table(said_in(asked, code), use, code)}
    return {"question": asked}


def with_table(text: str, use: Sequence[str], lang: str) -> str:
    """`text` with the expansions that lie on the table, unless it names its own."""
    known = [one for one in use if one in vocabulary().expansions() and one not in vocabulary().always()]
    if not known:
        return text
    try:
        if any(one.form == "use" for one in read_document(text, lang).statements):
            return text
    except Problems:
        return text
    words = lexicon(lang)
    return f"{words.say('keyword', 'use')} {', '.join(map(words.expansion_word, known))}; {text}"


def held() -> dict[str, int]:
    """How many objects the interpreter holds once it has cleared away."""
    gc.collect()
    return {"objects": len(gc.get_objects())}


def _code(lang: str) -> str:
    return lang if lang in codes() else fallback()


def _told(text: str, lang: str, spoken: bool, answers: list[Any] | None = None, **rest: Any) -> dict[str, Any]:
    parts = [part.strip() for row in text.split("\n") for part in row.split(";") if part.strip()]
    return {
        "text": text,
        "language": lang,
        "sentence": spoken,
        "parts": parts,
        "answers": answers or [],
        "rules": [],
        "problems": [],
        **rest,
    }


def _answer(one: Answer, outcome: Outcome, asked: Asked, says: Speech) -> dict[str, Any]:
    """One answer in the parts in which the page shows it."""
    ruling, told = one.ruling, report.card(one, says)
    points = [
        {"player": player, "name": says.colour(player), "points": amount} for player, amount in ruling.points.items()
    ]
    beside = [*told.why, *([told.warning] if told.warning else []), *([told.assumed] if told.assumed else [])]
    more = [block for group in report.rest(one, says) for block in group]
    return {
        "ask": one.ask,
        "question": asked.sentence(one, says),
        "line": one.line,
        "column": one.column,
        "verdict": ruling.verdict,
        "sentence": told.answer,
        "why": [_block(Items(told.outcomes), says)] * bool(told.outcomes)
        + [_block(Text(said), says) for said in beside],
        "points": points if not ruling.possible else [],
        "sum": _block(told.sum, says) if told.sum is not None else None,
        "rule": _rule(told.rule, says) if told.rule is not None else None,
        "editions": [_edition(said) for said in told.editions],
        "asks": [_asked(lack, one.line, one.column, outcome.language, says) for lack in ruling.missing],
        "more": [_block(block, says) for block in more],
    }


def _edition(said: str) -> dict[str, str]:
    """What another edition gives: its name and what comes of it, as the line on it parts them."""
    name, colon, given = said.partition(": ")
    return {"name": name.strip(), "sentence": given} if colon else {"name": "", "sentence": said}


def _asked(lack: Missing, line: int, column: int, lang: str, says: Speech) -> dict[str, Any]:
    """What is asked back, with the lines that answer it as they are typed in the language of the text."""
    lines = [(line_in(raw, lang), NUMBER in raw, raw) for raw in lack.say]
    return {
        "question": prose.question(lack, says),
        "fact": lack.fact,
        "line": line,
        "column": column,
        "changes": [
            {
                "say": glued(change, lang),
                "label": put_in(change, says.lang).removeprefix(", "),
                "line": change.span.line,
                "column": change.span.column,
                "end_column": change.span.end_column,
            }
            for change in lack.instead
        ],
        "choices": [
            # A line with a number left open is shown in two halves.
            {"say": _open(raw, lang) if number else said, "label": line_in(raw, says.lang), "number": number}
            for said, number, raw in lines
        ],
    }


def _open(raw: str, lang: str) -> str:
    """A line in which a number stays open, in the words of `lang`."""
    marked = 987  # a number that a count may be, and that stands in no line
    return line_in(raw, lang, marked).replace(str(marked), NUMBER)


def _problems(items: Iterable[Problem], text: str, lang: str, says: Speech) -> list[dict[str, Any]]:
    told = []
    for one in items:
        lacks = [value.parts[0] for value in one.values.values() if isinstance(value, Item) and value.kind == "missing"]
        readings = [str(one.values[name]) for name in ("first", "second")] if one.code == TWO_READINGS else []
        broken = [ident for ident in one.rules if loader.is_rule(ident)]
        told.append(
            {
                "code": one.code,
                "limit": one.code in LIMITS,
                "message": message(one, says),
                "line": one.span.line,
                "column": one.span.column,
                "end_column": one.span.end_column,
                "suggestions": list(one.suggestions),
                "readings": readings,
                "asks": [_asked(lack, one.span.line, one.span.column, lang, says) for lack in lacks],
                "rules": [_rule(rule, says) for rule in cited(broken, says)],
            }
        )
    return told


def _rule(one: Cited, says: Speech) -> dict[str, Any]:
    return {
        "id": one.id,
        "authority": authority(one.status, one.date, says),
        "text": one.text,
        "source": one.source,
        "url": one.url,
    }


def _block(block: Block, says: Speech) -> dict[str, Any]:
    """A part of a report."""
    match block:
        case Heading():
            return {"kind": "heading", "text": block.text}
        case Text():
            return {"kind": "text", "text": block.text, "what": block.what}
        case Items():
            nested = [one if isinstance(one, Nested) else Nested(one, ()) for one in block.items]
            return {"kind": "items", "items": [{"text": one.text, "items": list(one.items)} for one in nested]}
        case Grid():
            return {"kind": "grid", "headers": list(block.headers), "rows": [list(row) for row in block.rows],
                    "right": list(block.right)}  # fmt: skip
        case Rules():
            return {"kind": "rules", "rules": [_rule(one, says) for one in block.rules]}
        case Code():
            return {"kind": "code", "text": block.text}
    return {"kind": "text", "text": "", "what": ""}
