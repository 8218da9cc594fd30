"""``adjudicator settle FILE...``: answers every question of the files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import common, door
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.limits import spend
from adjudicator.words.visible import one_line

if TYPE_CHECKING:
    from adjudicator.model.ruling import Outcome


@click.command("settle", cls=common.Help)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--brief", is_flag=True)
@click.option("--draw", metavar="DIR")
@common.limited
@common.reading
def command(files: tuple[str, ...], brief: bool, draw: str | None, lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.settle``."""
    reader = common.reader_of(lang, format_)
    printer = Printer(reader, brief)
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
                printer.outcome(door.settled(text, file), file)
                if album is not None:
                    album.add(text, path)
        except Problems as error:
            printer.problems(error)
    return printer.done()


class Printer:
    """Prints outcomes one after the other, or collects them for one JSON document."""

    def __init__(self, reader: common.Reader, brief: bool = False) -> None:
        self.reader = reader
        self.brief = brief
        self.code = EXIT_FINE
        self._rulings: list[dict[str, Any]] = []
        self._problems: list[dict[str, Any]] = []
        self._rules: list[dict[str, Any]] = []
        self._understood = ""
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
            self.reader.say(self.reader.style().paint(one_line(said), "faint"))

    def rules(self, ids: tuple[str, ...], language: str) -> None:
        """The rules that answer a question about no position."""
        from adjudicator.report import rules as report
        from adjudicator.rulebook import loader

        speech = self.reader.speech(language)
        found = [loader.rule(ident) for ident in ids]
        if self.reader.json:
            self._rules += [report.as_json(rule, speech, []) for rule in found]
        else:
            self.reader.say("\n\n".join(report.whole(rule, speech, self.reader.style(), []) for rule in found))

    def outcome(self, outcome: Outcome, file: str = "") -> None:
        """All answers of `file`, then the problems beside them."""
        speech = self.reader.speech(outcome.language)
        style = self.reader.style()
        for answer in outcome.answers:
            spend(answer.line)
            if answer.met is False:
                self.code = max(self.code, EXIT_UNMET)
            if self.reader.json:
                from adjudicator.report.as_json import ruling

                self._rulings.append(ruling(answer, speech))
                continue
            from adjudicator.report import settle
            from adjudicator.report.cite import every_rule

            if not self._first:
                self.reader.say()
            self._first = False
            if self._above:
                self.reader.say(style.paint(one_line(self._above), "faint"))
                self._above = ""
            # A title is printed once above its questions.
            heading = answer.scenario if answer.scenario != self._title else ""
            self._title = answer.scenario
            if self.brief:
                self.reader.say(settle.brief(answer, speech, style, heading))
            else:
                quoted = {rule for language, rule in self._quoted if language == speech.lang}
                self.reader.say(settle.rendered(answer, speech, style, heading, quoted))
                self._quoted.update((speech.lang, rule) for rule in every_rule(answer.ruling))
        if outcome.problems:
            self.problems(Problems(outcome.problems, outcome.text, outcome.language))
        elif not outcome.answers:
            self.problems(common.problem("asks-nothing", file))

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
            from adjudicator.report.as_json import document

            told = document(self._rulings, self._problems)
            if self._understood:
                told["understood"] = self._understood
            if self._rules:
                told["rules"] = self._rules
            common.say_json(told)
        return self.code
