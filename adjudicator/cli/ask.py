"""``adjudicator ask 'TEXT'``: answers what is typed, and asks for what was left out."""

from __future__ import annotations

import re
import sys
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from adjudicator.answering import read, read_question
from adjudicator.binding.answers import changed, line_in, put_in
from adjudicator.cli import common, door
from adjudicator.cli.settle import Printer
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problem, Problems
from adjudicator.model.ruling import Answer, Missing
from adjudicator.model.span import Span
from adjudicator.report import prose
from adjudicator.report.problems import message
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.visible import visible

if TYPE_CHECKING:
    from adjudicator.model.ruling import Outcome
    from adjudicator.talk import Reading
    from adjudicator.words.say import Speech

_UNREAD = ("unexpected-word", "unknown-statement", "no-statement", "goes-on", "says-nothing")
"""Problems with a word that nothing begins with, or goes on with."""
_WORD = re.compile(r"[^\s:;,]+|[:;,]")
NUMBER = "{number}"
"""Stands in a line for a number that is asked for."""


@click.command("ask", cls=common.Help)
@click.argument("text")
@click.option("--brief", is_flag=True)
@click.option("--full", is_flag=True)
@click.option("--short", is_flag=True)
@click.option("--sure", is_flag=True)
@click.option("--line", is_flag=True)
@common.limited
@common.reporting
def command(
    text: str, brief: bool, full: bool, short: bool, sure: bool, line: bool, lang: str | None, format_: str
) -> int:
    """Shown from the phrases ``help.ask``."""
    reader = common.reader_of(lang, format_)
    if text == "-":
        text = door.source("-")
    if short:
        return shortly(text, reader)
    printer = Printer(reader, brief, full)
    answered: set[tuple[object, ...]] = set()
    try:
        outcome, text = answered_by(text, reader, printer, sure, line)
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
        if lacks := _lacks(outcome, reader.speech(outcome.language)):
            if not reader.json and sys.stdout.isatty() and sys.stderr.isatty():
                printer.code = EXIT_UNREADABLE  # the answer on the same screen has asked for it already
            else:
                printer.problems(Problems(lacks, outcome.text, outcome.language))
    except Problems as error:
        printer.problems(error)
    return printer.done()


def shortly(text: str, reader: common.Reader) -> int:
    """Prints what an assistant gets for `text` (the tool `settle`), its record as JSON; gives the exit code."""
    from adjudicator.assistants.answers import settled  # only this option needs what assistants are told

    result = settled(text, reader.lang or "", "short")
    if reader.json:
        common.say_json(result.record)
    else:
        reader.say(result.text)
    if result.record.get("problems"):
        return EXIT_UNREADABLE
    return EXIT_UNMET if any(one.get("unmet") for one in result.record.get("answers", ())) else EXIT_FINE


def answered_by(
    text: str, reader: common.Reader, printer: Printer, sure: bool = False, line: bool = False
) -> tuple[Outcome | None, str]:
    """The answers of a typed text, and the text they are of, another one where a sentence was typed.

    None where rules answer, which are printed already. With `sure`, a sentence of which anything was left out, mended
    or assumed is an error; with `line`, the line of the language is shown as well. Raises Problems.
    """
    found = read_question(text, _first(reader), common.limit())
    if found.outcome is not None:
        return found.outcome, text
    if found.found is not None:
        printer.found(found.found, found.language, found.reading, found.close)
        if found.close and found.reading is not None:
            with common.within_limit("", found.reading.text):
                printer.beside(found.reading, door.settled(found.reading.text, "", found.reading.language))
        return None, text
    if found.rules or found.reading is None:
        printer.rules(found.rules, found.language)
        return None, text
    with common.within_limit("", found.text):
        outcome = door.settled(found.text, "", found.language)
    printer.reading(found.reading, outcome, line, found.beside)
    if sure and not found.reading.sure:
        raise Problems((unsure(found.reading, text),), text, found.language)
    return outcome, found.text


def unsure(reading: Reading, text: str) -> Problem:
    """The problem of a sentence of which something was left out, mended or assumed."""
    words = [word.text for word in reading.left_out] or [typed for typed, _ in reading.mended]
    at = reading.left_out[0].start if reading.left_out else 0
    span = Span(1, at + 1, at + 1 + (len(words[0]) if reading.left_out else len(text)))
    if words:
        return Problem("talk-unsure", span, {"words": ", ".join(words)})
    return Problem("talk-assumed", span)


def _first(reader: common.Reader) -> str:
    """The language in which a text is read first."""
    return reader.lang or common.locale_language()


def interactive() -> bool:
    """Whether there is someone to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def supplied(outcome: Outcome, answer: Answer, lacking: Missing, reader: common.Reader) -> str:
    """The text of `outcome` with what a person at the terminal gives for `lacking`, in front of the question."""
    speech, lang = reader.speech(outcome.language), outcome.language
    asked = visible(prose.question(lacking, speech))
    if lacking.fact == "complete":
        line = lacking.say[0 if _yes(asked, speech) else -1]
        return inserted(outcome.text, answer, line_in(line, lang))
    lines = [line_in(line, lang) for line in lacking.say]
    others = [(put_in(change, lang), changed(outcome.text, change, lang)) for change in lacking.instead]
    shown = [*lines, *(new.removeprefix(", ") for new, _ in others)]
    numbered = lacking.say[0] if len(shown) == 1 and lines and NUMBER in lacking.say[0] else ""
    listed = "".join(f"\n  {number}  {line}" for number, line in enumerate(shown, 1))
    question = asked if numbered else f"{asked}{listed}\n{speech.label('hint-fact')}"
    while True:
        said = str(click.prompt(question, err=True)).strip()
        at = _chosen(said, shown, lang)
        if numbered and said.isdecimal():
            tries = [("", line_in(numbered, lang, int(said)))]
        elif len(lines) <= at < len(shown):
            return others[at - len(lines)][1]
        else:
            tries = [*([("", lines[at])] if 0 <= at < len(lines) else []), *_goes_on(said, lines)]
        no_answer = Problem("guide-number" if numbered else "guide-option", values={"word": said})
        wrong, furthest = no_answer, -1
        for before, words in tries:
            text = inserted(outcome.text, answer, before + words)
            try:
                read(text, _first(reader), common.limit())
            except Problems as error:
                reached = _reached(error.items[0], answer, before)
                if reached > furthest:
                    wrong, furthest = error.items[0], reached
                    if not reached and wrong.code in _UNREAD:
                        wrong = no_answer
            else:
                return text
        click.echo(visible(message(wrong, speech)), err=True)


def _chosen(said: str, shown: list[str], lang: str) -> int:
    """The index of the option that a person means: by its number, as it is shown, or by the words that it alone has; -1
    for none.
    """
    if said.isdecimal():
        return int(said) - 1 if int(said) <= len(shown) else -1
    if said in shown:
        return shown.index(said)
    found = [at for at, own in enumerate(_own_words(shown, lang)) if len(shown) > 1 and fold(said) in own]
    return found[0] if len(found) == 1 else -1


def _goes_on(said: str, lines: list[str]) -> list[tuple[str, str]]:
    """How one of the `lines` may go on with what a person said, which may be a line of its own, too: pairs of what
    stands before it and itself.
    """
    if not lines:
        return [("", said)]
    alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*lines, strict=False))
    head = "".join(signs[0] for signs in alike) if len(lines) > 1 else lines[0]
    begun = head[: head.rfind(" ") + 1]
    cuts = [at for at in range(len(begun), begun.find(": ") + 1, -1) if begun[at - 1] == " "] if ": " in begun else []
    return [*((begun[:at], said) for at in cuts or [len(begun)]), (f"{head}; ", said), ("", said)]


def _own_words(lines: list[str], lang: str) -> list[set[str]]:
    """What each line may be called that stands among others: by the words with which it goes on behind those that all
    of them begin with, without those that all of them end with, and without the kind of what is named.
    """
    words = [_WORD.findall(line) for line in lines]
    first = sum(1 for _ in takewhile(lambda row: len(set(row)) == 1, zip(*words, strict=False)))
    rest = [one[first:] for one in words]
    last = sum(1 for _ in takewhile(lambda row: len(set(row)) == 1, zip(*map(reversed, rest), strict=False)))
    return [{*_said(one, lang), *_said(one[: len(one) - last], lang)} for one in rest]


def _said(words: list[str], lang: str) -> set[str]:
    """Words as they are, and without the kind of what is named."""
    kind = bool(words) and any(role == "kind" for role, _ in lexicon(lang).phrases.get(fold(words[0]), ()))
    return {fold(" ".join(words)), *([fold(" ".join(words[1:]))] if kind else [])} - {""}


def _reached(problem: Problem, answer: Answer, before: str) -> int:
    """How far into what a person said it could be read: by the place of the problem, -1 for one elsewhere."""
    at = problem.span.column - answer.column - len(before)
    return at if problem.span.line == answer.line and at >= 0 else -1


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


def _key(one: Missing) -> tuple[object, ...]:
    """What is asked, and with which lines: the same of which a part has been told is asked with others."""
    return one.phrase, one.subject, one.fact, one.say, one.instead


def _lacks(outcome: Outcome, speech: Speech) -> tuple[Problem, ...]:
    """The questions that the answers leave."""
    return tuple(
        Problem("lacks-fact", Span(answer.line, answer.column, answer.column + len(answer.ask)), {"question": question})
        for answer in outcome.answers
        if not answer.met
        for question in dict.fromkeys(prose.question(one, speech) for one in answer.ruling.missing)
    )
