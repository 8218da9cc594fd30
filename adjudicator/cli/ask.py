"""``adjudicator ask 'TEXT'``: answers what is typed, and asks for what was left out."""

from __future__ import annotations

import sys
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from adjudicator.answering import read, read_question
from adjudicator.cli import common, door
from adjudicator.cli.settle import Printer
from adjudicator.errors import EXIT_UNREADABLE, Problem, Problems
from adjudicator.model.ruling import Answer, Missing
from adjudicator.model.span import Span
from adjudicator.report.problems import message
from adjudicator.words.languages import codes, language
from adjudicator.words.visible import visible

if TYPE_CHECKING:
    from adjudicator.model.ruling import Outcome
    from adjudicator.words.say import Speech

MOST = 100_000
NUMBER = "{number}"
"""Stands in a line for a number that is asked for."""


@click.command("ask", cls=common.Help)
@click.argument("text")
@click.option("--brief", is_flag=True)
@click.option("--full", is_flag=True)
@common.limited
@common.reporting
def command(text: str, brief: bool, full: bool, lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.ask``."""
    reader = common.reader_of(lang, format_)
    if text == "-":
        text = door.source("-")
    printer = Printer(reader, brief, full)
    answered: set[tuple[str, str, str]] = set()
    try:
        outcome, text, about = answered_by(text, reader, printer)
        if outcome is None:
            return printer.done()
        while not reader.json and interactive():
            open_ = [
                (answer, one)
                for answer, one in _lacking(outcome)
                if (one.say or one.instead) and _key(one) not in answered
            ]
            if not open_:
                break
            answered.add(_key(open_[0][1]))
            text = supplied(outcome, *open_[0], reader)
            outcome = read(text, _first(reader), common.limit())
        printer.outcome(outcome)
        if lacks := _lacks(outcome, about, reader.speech(outcome.language)):
            if not reader.json and sys.stdout.isatty() and sys.stderr.isatty():
                printer.code = EXIT_UNREADABLE  # the answer on the same screen has asked for it already
            else:
                printer.problems(Problems(lacks, outcome.text, outcome.language))
    except Problems as error:
        printer.problems(error)
    return printer.done()


def answered_by(text: str, reader: common.Reader, printer: Printer) -> tuple[Outcome | None, str, tuple[str, ...]]:
    """The answers of a typed text, the text they are of, another one where a sentence was typed, and ids of the rules
    that come nearest to a sentence that tells hardly any position.

    None where rules answer, which are printed already. Raises Problems.
    """
    found = read_question(text, _first(reader), common.limit())
    if found.outcome is not None:
        return found.outcome, text, ()
    if found.rules:
        printer.rules(found.rules, found.language)
        return None, text, ()
    printer.understood(found.text, found.language)
    with common.within_limit("", found.text):
        return door.settled(found.text, "", found.language), found.text, found.about


def _first(reader: common.Reader) -> str:
    """The language in which a text is read first."""
    return reader.lang or common.locale_language()


def interactive() -> bool:
    """Whether there is someone to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def supplied(outcome: Outcome, answer: Answer, lacking: Missing, reader: common.Reader) -> str:
    """The text of `outcome` with what a person at the terminal gives for `lacking`, in front of the question."""
    from adjudicator.binding.answers import changed, line_in, put_in
    from adjudicator.report import prose

    speech, lang = reader.speech(outcome.language), outcome.language
    asked = visible(prose.question(lacking, speech))
    if lacking.fact == "complete":
        line = lacking.say[0 if _yes(asked, speech) else -1]
        return inserted(outcome.text, answer, line_in(line, lang))
    if len(lacking.say) == 1 and NUMBER in lacking.say[0]:
        number = click.prompt(asked, type=click.IntRange(0, MOST), err=True)
        return inserted(outcome.text, answer, line_in(lacking.say[0], lang, number))
    lines = [line_in(line, lang) for line in lacking.say]
    others = [(put_in(change, lang), changed(outcome.text, change, lang)) for change in lacking.instead]
    shown = [*lines, *(new.removeprefix(", ") for new, _ in others)]
    listed = "".join(f"\n  {number}  {line}" for number, line in enumerate(shown, 1))
    while True:
        said = str(click.prompt(f"{asked}{listed}\n{speech.label('hint-fact')}", err=True)).strip()
        for text in _texts(said, lines, others, shown, outcome.text, answer):
            try:
                read(text, _first(reader), common.limit())
            except Problems as error:
                wrong = error
            else:
                return text
        click.echo(visible(message(wrong.items[0], speech)), err=True)


def _texts(
    said: str, lines: list[str], others: list[tuple[str, str]], shown: list[str], text: str, answer: Answer
) -> list[str]:
    """What the text may become by what a person said: with a line more, or with other words in one of its lines."""
    at = int(said) - 1 if said.isdigit() else shown.index(said) if said in shown else -1
    if len(lines) <= at < len(shown):
        return [others[at - len(lines)][1]]
    return [inserted(text, answer, line) for line in _candidates(said, lines)]


def _candidates(said: str, lines: list[str]) -> list[str]:
    """The lines that a person may mean: the one with that number, one typed, or how one of them goes on."""
    if said.isdigit() and 0 < int(said) <= len(lines):
        return [lines[int(said) - 1]]
    alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*lines, strict=False))
    if not lines:
        return [said]
    head = "".join(signs[0] for signs in alike) if len(lines) > 1 else lines[0]
    begun = head[: head.rfind(" ") + 1]
    return [f"{begun}{said}", f"{head}; {said}", said]


def inserted(text: str, answer: Answer, line: str) -> str:
    """`text` with one more line in front of a question."""
    lines = text.split("\n")
    row, at = lines[answer.line - 1], answer.column - 1
    lines[answer.line - 1] = f"{row[:at]}{line}; {row[at:]}"
    return "\n".join(lines)


def _yes(asked: str, speech: Speech) -> bool:
    # The reader's own words count first: what means yes in one language may mean no in another.
    spoken = [speech.language, *map(language, codes())]
    while True:
        answer = str(click.prompt(f"{visible(asked)} {speech.label('yes-no')}", err=True)).strip().lower()
        for one in spoken:
            if answer in one.yes | one.no:
                return answer in one.yes


def _lacking(outcome: Outcome) -> list[tuple[Answer, Missing]]:
    """What the answers lack, save where the text expects them to."""
    return [(answer, one) for answer in outcome.answers if not answer.met for one in answer.ruling.missing]


def _key(one: Missing) -> tuple[str, str, str]:
    return one.phrase, one.subject, one.fact


def _lacks(outcome: Outcome, about: tuple[str, ...], speech: Speech) -> tuple[Problem, ...]:
    """The questions that the answers leave, the last with the rules `about` what was asked."""
    from adjudicator.report import prose

    found = [
        Problem("lacks-fact", Span(answer.line, answer.column, answer.column + len(answer.ask)), {"question": question})
        for answer in outcome.answers
        if not answer.met
        for question in dict.fromkeys(prose.question(one, speech) for one in answer.ruling.missing)
    ]
    return (*found[:-1], found[-1]._replace(rules=about)) if found else ()
