"""``adjudicator settle FILE...``: answers every question of the files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import common, door
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.limits import spend
from adjudicator.report import prose, settle
from adjudicator.report import rules as report
from adjudicator.report.as_json import document, ruling
from adjudicator.report.blocks import Block, Code, Heading, Picture, Text
from adjudicator.report.cite import every_rule
from adjudicator.report.question import Asked
from adjudicator.rulebook import loader
from adjudicator.words.visible import one_line

OFFERS = 3
"""What else may be meant, at most."""

if TYPE_CHECKING:
    from adjudicator.finder import Found
    from adjudicator.model.ruling import Answer, Outcome
    from adjudicator.talk import Reading
    from adjudicator.words.say import Speech


DRAWN = ("html",)
"""Formats that hold a picture themselves."""


@click.command("settle", cls=common.Help)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--brief", is_flag=True)
@click.option("--full", is_flag=True)
@click.option("--draw", metavar="DIR")
@common.limited
@common.reporting
def command(files: tuple[str, ...], brief: bool, full: bool, draw: str | None, lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.settle``."""
    reader = common.reader_of(lang, format_)
    printer = Printer(reader, brief, full)
    album = None
    if draw is not None:
        from adjudicator.cli.draw import Album  # most answers are not drawn

        album = Album(draw, reader)
    for path in files:
        printer.begin(path if len(files) > 1 else "")
        try:
            text = door.source(path)
            file = "" if path == "-" else path
            with common.within_limit(file, text):
                outcome = door.settled(text, file)
                pictures = album.add(text, path) if album is not None else {}
                if not pictures and reader.format in DRAWN and not brief:
                    pictures = _drawn(text, file, reader)
                printer.outcome(outcome, file, pictures)
        except Problems as error:
            printer.problems(error)
    return printer.done()


def _drawn(text: str, file: str, reader: common.Reader) -> dict[tuple[int, int], Picture]:
    """A picture of every question of `text`, by its line and column, to stand in the report itself."""
    from adjudicator.draw.facts import caption
    from adjudicator.draw.picture import drawn
    from adjudicator.draw.scenes import scenes

    found = scenes(text, file)
    speech = reader.speech(found.language)
    return {
        (one.answer.line, one.answer.column): Picture(drawn(one, speech, caption=False), "", caption(one, speech))
        for one in found.scenes
        if one.answer is not None
    }


class Printer:
    """Prints outcomes one after the other, or collects them for one JSON document."""

    def __init__(self, reader: common.Reader, brief: bool = False, full: bool = False) -> None:
        self.reader = reader
        self.brief = brief
        self.full = full
        self.code = EXIT_FINE
        self._rulings: list[dict[str, Any]] = []
        self._problems: list[dict[str, Any]] = []
        self._rules: list[dict[str, Any]] = []
        self._understood = ""
        self._found: dict[str, Any] = {}
        """What the answer to a question about a rule says beside the rules."""
        self._reading: dict[str, Any] = {}
        """How a sentence was understood."""
        self._said = False
        """Whether the position and the question were told in words."""
        self._asked: tuple[Outcome, Asked] | None = None
        """The questions of the outcome that is printed."""
        self._first = True
        self._title = ""
        self._above = ""
        """The file to name above what comes next."""
        self._quoted: set[tuple[str, str]] = set()
        """Language and id of the rules whose texts have been printed."""

    def begin(self, file: str) -> None:
        """What comes next is of another file; `file` is its name where it is to be told."""
        self._title, self._above = "", file

    def understood(self, text: str, language: str) -> None:
        """What a sentence was taken for, in one line that can be copied."""
        self._understood = text
        if not self.reader.json:
            said = self.reader.speech(language).label("understood", text=text)
            # It is never broken into lines: it can be copied.
            self.reader.report([[Code(one_line(said), "faint")]], self.reader.speech(language))

    def reading(self, reading: Reading, outcome: Outcome, line: bool, beside: Found | None = None) -> None:
        """What a sentence was taken for, in people's words, with what was left out, mended or assumed, and what else
        may be meant, a rule `beside` included; with `line`, the line of the language, which can be copied.
        """
        from adjudicator.report import understanding  # it stands on the reader of sentences

        speech = self.reader.speech(reading.language)
        told = understanding.of(reading, outcome, speech, beside)
        if self.reader.json:
            self._reading = told.as_json()
            return
        self._said = True
        self.reader.report([[Text(told.heading), *(Text(one, "faint") for one in told.notes)]], speech)
        if line:
            self.reader.report([[Code(one_line(reading.text), "faint")]], speech)
        self.reader.say()

    def rules(self, ids: tuple[str, ...], language: str) -> None:
        """The rules that answer a question about no position."""
        speech = self.reader.speech(language)
        found = [loader.rule(ident) for ident in ids]
        if self.reader.json:
            self._rules += [report.as_json(rule, speech, []) for rule in found]
        else:
            self.reader.say("\n\n".join(report.whole(rule, speech, self.reader.style(), []) for rule in found))

    def found(self, found: Found, language: str, reading: Reading | None = None, ruled: bool = False) -> None:
        """The rules that answer a question about a rule; `reading` is the position that may be meant instead, which is
        `ruled` on below where it says enough.
        """
        from adjudicator.report import found as report  # it stands on the finder, which few runs need

        speech = self.reader.speech(language)
        positions = []
        if reading is not None:
            from adjudicator.report import understanding  # it stands on the reader of sentences

            positions = [one for one in understanding.positions(reading) if not ruled or one.line != reading.text]
        if self.reader.json:
            self._found = report.as_json(found, speech)
            most = (2 if ruled else 1) if positions else OFFERS
            offers = [*self._found["offers"][:most], *(one.as_json() for one in positions)]
            self._found["offers"] = offers[:OFFERS]
        else:
            also = positions[0].said if positions and not ruled and not found.sure else ""
            self.reader.say(report.told(found, speech, self.reader.style(), also))

    def beside(self, reading: Reading, outcome: Outcome) -> None:
        """Under the rules that answer a question, the verdict on the position that may be meant instead."""
        speech = self.reader.speech(reading.language)
        if self.reader.json:
            self._found |= {"understood": reading.text, "sure": False}
            self._rulings += [ruling(answer, speech) for answer in outcome.answers]
            return
        from adjudicator.report import understanding  # it stands on the reader of sentences

        told = understanding.of(reading, outcome, speech)
        verdicts = [Text(prose.verdict(answer.ruling, speech)) for answer in outcome.answers]
        self.reader.say()
        self.reader.report([[Text(speech.label("if-meant", question=told.said), "faint"), *verdicts]], speech)

    def outcome(self, outcome: Outcome, file: str = "", pictures: Mapping[tuple[int, int], Picture] = {}) -> None:
        """All answers of `file`, then the problems beside them; `pictures` by the line and column of the question."""
        speech = self.reader.speech(outcome.language)
        for answer in outcome.answers:
            spend(answer.line)
            if answer.met is False:
                self.code = max(self.code, EXIT_UNMET)
            if self.reader.json:
                self._rulings.append(ruling(answer, speech))
                continue
            self._answer(answer, outcome, speech, pictures.get((answer.line, answer.column)))
        if outcome.problems:
            self.problems(Problems(outcome.problems, outcome.text, outcome.language))
        elif not outcome.answers:
            self.problems(common.problem("asks-nothing", file))

    def _answer(self, answer: Answer, outcome: Outcome, speech: Speech, picture: Picture | None) -> None:
        if not self._first:
            self.reader.say()
        self._first = False
        if self._above:
            self.reader.report([[Text(one_line(self._above), "faint")]], speech)
            self._above = ""
        # A title is printed once above its questions.
        heading = answer.scenario if answer.scenario != self._title else ""
        self._title = answer.scenario
        if self._asked is None or self._asked[0] is not outcome:
            self._asked = outcome, Asked(outcome.text, outcome.language)
        asked = self._asked[1].sentence(answer, speech)
        if self._said and len(outcome.answers) == 1:  # it stands above, with the position
            asked = ""
        question: Block = Heading(asked) if self.reader.marked else Text(asked, "faint")
        if self.brief:
            self.reader.report(settle.short(answer, speech, heading, question), speech)
        else:
            quoted = {rule for language, rule in self._quoted if language == speech.lang}
            self.reader.report(settle.whole(answer, speech, heading, quoted, question, picture, self.full), speech)
            self._quoted.update((speech.lang, rule) for rule in every_rule(answer.ruling))

    def problems(self, error: Problems) -> None:
        """What is wrong with an input."""
        self.code = EXIT_UNREADABLE
        if self.reader.json:
            self._problems += common.as_json(error, self.reader)
        else:
            common.show(error, self.reader)

    def done(self) -> int:
        """Ends the output; gives the exit code."""
        if self.reader.json:
            text = document(self._rulings, self._problems)
            if self._understood:
                text["understood"] = self._understood
            text |= self._found
            text |= self._reading
            if self._rules:
                text["rules"] = self._rules
            common.say_json(text)
        return self.code
