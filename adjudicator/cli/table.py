"""``adjudicator table``: from a question at the table to its ruling, one question after the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from adjudicator.cli import common
from adjudicator.cli.prompts import Asker, Unanswered, asker
from adjudicator.cli.settle import Printer
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problem, Problems
from adjudicator.guide import (
    Option,
    Question,
    Ruled,
    Setting,
    State,
    answered,
    compared,
    filled,
    in_language,
    line_in,
    otherwise,
    reopened,
    setting_answered,
    setting_of,
    setting_question,
    step,
)
from adjudicator.guide import Option as Made
from adjudicator.report.problems import message
from adjudicator.report.style import wrap
from adjudicator.settling import settle
from adjudicator.words.languages import codes, fallback

if TYPE_CHECKING:
    from adjudicator.words.say import Speech

APP = "carcassonne-adjudicator"
"""The folder of the user's configuration: another program may be called like the command."""
KEPT = "table.carc"
"""The file in it: the header of every question of the table, in the language of scenarios."""
USUAL = "question.carc"
TRIES = 100
"""Questions up to a ruling, at most: nobody answers more."""
OTHER = "other"
"""The choice to type a line that is not offered."""
MENU = ("what-if", "save", "again", "end")


@click.command("table", cls=common.Help)
@click.option("--out", "-o", metavar="OUT")
@click.option("--setup", is_flag=True)
@click.option("--lang", type=click.Choice(codes()))
def command(out: str | None, setup: bool, lang: str | None) -> int:
    """Shown from the phrases ``help.table``."""
    reader = common.reader_of(lang, "simple")
    speech = reader.speech()
    try:
        return _Dialogue(asker(speech), reader, speech, out).run(setup)
    except EOFError:
        raise click.Abort from None
    except Unanswered as wrong:
        common.show(Problems((Problem("guide-option", values={"word": wrong.said}),)), reader)
        return EXIT_UNREADABLE
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE


class _Dialogue:
    """Asks until a ruling stands, then what follows from it."""

    def __init__(self, asks: Asker, reader: common.Reader, speech: Speech, output: str | None) -> None:
        self.asks = asks
        self.reader = reader
        self.speech = speech
        self.output = output

    def run(self, setup: bool) -> int:
        """The exit code."""
        setting = None if setup else last_setting(self.speech.lang)
        if setting is None:
            setting = self._setting(last_setting(self.speech.lang))
        else:
            self._say(self._phrase("setting", header=_header_line(setting, self.speech)), "faint")
        while True:
            again = self._question(State(setting, self.speech.lang))
            if not again:
                return EXIT_FINE

    # ---- the table

    def _setting(self, before: Setting | None) -> Setting:
        """Who plays and with what, asked and kept."""
        found = before or Setting()
        for which in ("players", "use", "edition"):
            while True:
                question = setting_question(which, found, self.speech)
                if question.kind == "items":
                    said = ", ".join(self.asks.several(question.text, question.options, found.use))
                elif question.kind == "choice":
                    said = self.asks.choose(question.text, question.options, question.default)
                else:
                    said = self.asks.line(question.text, question.words, question.default)
                try:
                    found = setting_answered(found, question, said, self.speech.lang)
                except Problems as error:
                    self._wrong(error, said)
                    continue
                break
        keep(found)
        return found

    # ---- one question of the table

    def _question(self, state: State) -> bool:
        """Leads to a ruling and to what follows from it; whether there is another question."""
        state, ruled = self._walk(state)
        self._show(ruled)
        if self.output is not None:
            self._save(ruled, self.output)
        while True:
            options = [_option(one, self._phrase(f"menu-{one}")) for one in MENU]
            chosen = self.asks.choose(self._phrase("menu"), options)
            if chosen == "what-if":
                state, ruled = self._what_if(state, ruled)
            elif chosen == "save":
                file = self.asks.line(self._phrase("ask-file"), (), self.output or USUAL)
                self._save(ruled, file)
            else:
                return chosen == "again"

    def _walk(self, state: State) -> tuple[State, Ruled]:
        """What was said in the end, and the ruling."""
        for _ in range(TRIES):
            found = step(state)
            if isinstance(found, Ruled):
                return filled(state), found
            state = self._answer(state, found)
        raise click.Abort

    def _answer(self, state: State, question: Question) -> State:
        """The state with the answer of the person, asked until it is one."""
        while True:
            given = self._ask(question)
            try:
                return answered(state, question, given)
            except Problems as error:
                self._wrong(error, given if isinstance(given, str) else ", ".join(given.values()))

    def _ask(self, question: Question) -> str | dict[str, str]:
        """What the person answers."""
        if question.kind == "figures":
            self._say(question.text, "place")
            return {
                one.value: self.asks.line(
                    self._phrase("type-figures", player=one.label, example=question.example), question.words
                )
                for one in question.options
            }
        if question.kind == "items":
            self._say(question.text, "place")
            return self.asks.line(self._phrase("type-extras", example=question.example), question.words)
        if question.kind == "number":
            return self.asks.line(question.text)
        if question.kind == "line":
            self._say(question.text, "place")
            return self.asks.line(self._phrase("type-line"))
        options = [*question.options]
        if question.head and len(options) != 2:
            options.append(_option(OTHER, self._phrase("other-line")))
        chosen = self.asks.choose(question.text, options)
        if chosen == OTHER:
            return self.asks.line(self._phrase("type-line"))
        if "{number}" in chosen:
            return chosen.replace("{number}", self.asks.line(self._phrase("type-number")))
        return chosen

    # ---- what follows

    def _what_if(self, state: State, ruled: Ruled) -> tuple[State, Ruled]:
        """Asks for one fact anew, and tells what changes; the first state where nothing can be changed."""
        facts = reopened(state)
        options = [_option(one.key, f"{one.text} {changes}") for one, changes in facts]
        key = self.asks.choose(self._phrase("ask-what-if"), options)
        question = next(one for one, _ in facts if one.key == key)
        while True:
            given = self._ask(question)
            try:
                new = otherwise(state, question, given)
            except Problems as error:
                self._wrong(error, given if isinstance(given, str) else ", ".join(given.values()))
                continue
            break
        new, found = self._walk(new)
        self._show(found, brief=True)
        if ruled.outcome is not None and found.outcome is not None:
            for line in compared(ruled, found, self.speech):
                self._say(line, "good")
        return new, found

    def _show(self, ruled: Ruled, brief: bool = False) -> None:
        """Prints the line of the language and the ruling."""
        printer = Printer(self.reader, brief)
        try:
            text = in_language(ruled.text, self.speech.lang)
            printer.understood("; ".join(line.strip() for line in text.splitlines() if line.strip()), self.speech.lang)
            printer.outcome(settle(text, "", self.speech.lang))
        except Problems as error:
            self._say(self._phrase("impossible"))
            printer.problems(error)

    def _save(self, ruled: Ruled, file: str) -> None:
        """Writes the question as a text of the language."""
        try:
            common.write(file, in_language(ruled.text, self.speech.lang))
        except Problems as error:
            common.show(error, self.reader)
            return
        self._say(self._phrase("saved", file=file))

    def _wrong(self, error: Problems, said: str) -> None:
        """Says why what was typed is no answer; there may be nobody to say it again."""
        self._say(message(error.items[0], self.speech), "bad")
        if not sys.stdin.isatty():
            raise Unanswered(said)

    def _phrase(self, ident: str, **values: str) -> str:
        return self.speech.phrase("guide", ident, **values)

    def _say(self, text: str, what: str = "") -> None:
        style = self.reader.style(error=True)
        lines = wrap(text, style.width)
        common.say(style.paint(lines, what) if what else lines, err=True)


def _option(value: str, label: str) -> Option:
    return Made(value, label)


def _header_line(setting: Setting, speech: Speech) -> str:
    """The header that goes in front of every question, in the words of a language."""
    return "; ".join(line_in(line, speech.lang) for line in setting.lines())


def _file() -> str:
    return os.path.join(click.get_app_dir(APP), KEPT)


def last_setting(lang: str) -> Setting | None:
    """What was on the table last; None where nothing is kept that can be read."""
    try:
        with open(_file(), encoding="utf-8") as file:
            found = setting_of(file.read(10_000).strip(), fallback())
    except (OSError, UnicodeDecodeError, Problems):
        return None
    return found if found.players else None


def keep(setting: Setting) -> None:
    """Keeps what is on the table for the next question. Raises Problems where it cannot be written."""
    file = _file()
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
    except OSError as error:
        raise common.problem("not-written", file, reason=error.strerror or str(error)) from None
    common.write(file, "\n".join([*setting.lines(), ""]))


__all__: Sequence[str] = ("command", "keep", "last_setting")
