"""``adjudicator ask 'TEXT'``: answers what is typed, and asks for what was left out."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from adjudicator.cli import common, door
from adjudicator.cli.settle import Printer
from adjudicator.errors import Problem, Problems
from adjudicator.limits import LIMITS
from adjudicator.model.ruling import Missing
from adjudicator.model.span import Span
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.visible import visible

if TYPE_CHECKING:
    from adjudicator.model.ruling import Outcome
    from adjudicator.words.say import Speech

COUNTED = {"tiles": "tile", "neighbours": "neighbour", "tiles-around": "neighbour"}
"""Facts that are a number, and the unit they are counted in."""
TOLD = frozenset(("complete", "touches", "cities-complete", *COUNTED))
"""Facts that a person can add; what else is missing (an expansion, a part of the board) is told as an error."""
MOST = 100_000

_PARTS = re.compile(r'("[^"\n]*"|\#[^\n]*|[;\n])')
"""Quoted words and comments stay whole; ``;`` and line ends part the statements."""


@click.command("ask", cls=common.Help)
@click.argument("text")
@click.option("--brief", is_flag=True)
@common.limited
@common.reading
def command(text: str, brief: bool, lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.ask``."""
    reader = common.reader_of(lang, format_)
    if text == "-":
        text = door.source("-")
    printer = Printer(reader, brief)
    answered: set[tuple[str, str, str]] = set()
    try:
        outcome, text = answered_by(text, reader, printer)
        if outcome is None:
            return printer.done()
        while not reader.json and interactive():
            open_ = [one for one in _lacking(outcome) if one.fact in TOLD and _key(one) not in answered]
            lacking = next(iter(open_), None)
            if lacking is None:
                break
            answered.add(_key(lacking))
            text = supplied(text, lacking, reader.speech(outcome.language), outcome.language)
            outcome = read(text, reader)
        printer.outcome(outcome)
        if lacks := _lacks(outcome, reader.speech(outcome.language)):
            printer.problems(Problems(lacks, outcome.text, outcome.language))
    except Problems as error:
        printer.problems(error)
    return printer.done()


def answered_by(text: str, reader: common.Reader, printer: Printer) -> tuple[Outcome | None, str]:
    """The answers of a typed text, and the text they are of: another one where a sentence was typed.

    None where rules answer, which are printed already. Raises Problems.
    """
    try:
        return read(text, reader), text
    except Problems as error:
        if is_formal(text) or any(one.code in LIMITS for one in error.items):
            raise
    first = reader.lang or common.locale_language()
    with common.within_limit("", text):
        meant = door.understood(text, sorted(codes(), key=lambda code: code != first))
    if meant.rules:
        printer.rules(meant.rules, meant.language)
        return None, text
    printer.understood(meant.text, meant.language)
    with common.within_limit("", meant.text):
        return door.settled(meant.text, "", meant.language), meant.text


def is_formal(text: str) -> bool:
    """Whether a text that could not be read was meant as one of the language of scenarios.

    It is where statements are parted, or where one asks by the word that asks there.
    """
    asks = {fold(lexicon(code).say("keyword", "ask")) for code in codes()}
    return bool(re.search(r"[;\n{}]", text)) or any(word in asks for word in fold(text).replace(":", " ").split()[:1])


def interactive() -> bool:
    """Whether there is someone to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def read(text: str, reader: common.Reader) -> Outcome:
    """The answers of a typed text, read in the reader's language, else in another one. Raises Problems."""
    first = reader.lang or common.locale_language()
    errors: list[Problems] = []
    for lang in sorted(codes(), key=lambda code: code != first):
        try:
            with common.within_limit("", text):
                return door.settled(text, "", lang)
        except Problems as error:
            if any(one.code in LIMITS for one in error.items):
                raise  # another language would take as long
            errors.append(error)
    # The language in which less is wrong is the one that was meant.
    raise min(errors, key=_strangeness) from None


def _strangeness(problems: Problems) -> tuple[int, int]:
    """How many words of a text belong to another language than it was read in, and how much is wrong."""
    return sum(one.code == "other-language" for one in problems.items), len(problems.items)


def supplied(text: str, lacking: Missing, speech: Speech, language: str) -> str:
    """`text` with the fact that a person at the terminal gives for `lacking`; `language` is that of the text."""
    from adjudicator.report import prose
    from adjudicator.words.say import speech as speech_of

    asked = prose.question(lacking, speech)
    written = speech_of(language)
    if lacking.fact == "complete":
        return add_fact(text, lacking.subject, written.word("complete" if _yes(asked, speech) else "incomplete"))
    if lacking.fact in COUNTED:
        number = click.prompt(visible(asked), type=click.IntRange(0, MOST), err=True)
        return add_fact(text, lacking.subject, written.count(number, "", COUNTED[lacking.fact]))
    line = str(click.prompt(f"{visible(asked)} {speech.label('hint-fact')}", err=True)).strip()
    touches = written.lexicon.say("effect", "touches")
    if lacking.fact == "touches" and not line.lower().startswith(touches):
        line = f"{touches} {line}"
    return add_fact(text, lacking.subject, line)


def add_fact(text: str, subject: str, fact: str) -> str:
    """`text` with `fact` first among the facts of the feature `subject`; unchanged when none is declared so."""
    parts = _PARTS.split(text)
    statement: list[int] = []
    for index, part in enumerate([*parts, ";"]):
        if part not in (";", "\n"):
            statement.append(index)
            continue
        joined = "".join(parts[one] for one in statement)
        head, _, facts = joined.partition(":")
        name = head.split("#")[0].strip()
        if name == subject or name.endswith((f" {subject}", f'"{subject}"')):
            for one in statement:
                parts[one] = ""
            told = f"{head.rstrip()}: {fact}, {facts.strip()}" if facts.strip() else f"{head.rstrip()}: {fact}"
            parts[statement[0]] = told
            return "".join(parts)
        statement = []
    return text


def _yes(asked: str, speech: Speech) -> bool:
    # The reader's own words count first: what means yes in one language may mean no in another.
    spoken = [speech.language, *map(language, codes())]
    while True:
        answer = str(click.prompt(f"{visible(asked)} {speech.label('yes-no')}", err=True)).strip().lower()
        for one in spoken:
            if answer in one.yes | one.no:
                return answer in one.yes


def _lacking(outcome: Outcome) -> list[Missing]:
    """What the answers lack, save where the text expects them to."""
    return [one for answer in outcome.answers if not answer.met for one in answer.ruling.missing]


def _key(one: Missing) -> tuple[str, str, str]:
    return one.phrase, one.subject, one.fact


def _lacks(outcome: Outcome, speech: Speech) -> tuple[Problem, ...]:
    from adjudicator.report import prose

    return tuple(
        Problem("lacks-fact", Span(answer.line, answer.column, answer.column + len(answer.ask)), {"question": question})
        for answer in outcome.answers
        if not answer.met
        for question in dict.fromkeys(prose.question(one, speech) for one in answer.ruling.missing)
    )
