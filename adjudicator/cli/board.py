"""``adjudicator board FILE``: types a finished board in, square by square, with the tiles that fit offered."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from typing import TYPE_CHECKING

import click

from adjudicator.binding.bind import bind
from adjudicator.cli import common, door
from adjudicator.cli.settle import Printer
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problem, Problems
from adjudicator.guide.drafts import BAR
from adjudicator.guide.entry import Draft, begun, finished, taken_up
from adjudicator.report.drawing import draw, side_by_side
from adjudicator.report.problems import rendered
from adjudicator.report.style import wrap
from adjudicator.syntax.document import read_document
from adjudicator.words.languages import codes

if TYPE_CHECKING:
    from adjudicator.words.say import Speech

FEW = 24
"""As many tiles that fit are named without being asked for."""
REST, WEST, EAST, BACK, DONE, HELP = "/", "<", ">", "-", "=", "?"
_AT = re.compile(r"\((-?\d+),(-?\d+)\)")


@click.command("board", cls=common.Help)
@click.argument("file")
@click.option("--players", "colours", metavar="COLOURS")
@click.option("--use", "use", metavar="NAMES")
@click.option("--lang", type=click.Choice(codes()))
def command(file: str, colours: str | None, use: str | None, lang: str | None) -> int:
    """Shown from the phrases ``help.board``."""
    reader = common.reader_of(lang, "simple")
    try:
        draft = _draft(file, colours or "", use or "", reader)
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE
    return _Dialogue(file, draft, reader).run()


def _draft(file: str, players: str, use: str, reader: common.Reader) -> Draft:
    """The board of a file that goes on, or a new one. Raises Problems."""
    if not os.path.exists(file):
        draft = begun(reader.lang or common.locale_language(), players, use)
        if wrong := draft.problems():
            raise Problems(tuple(one._replace(file=file) for one in wrong), draft.text(), draft.lang)
        common.write(file, draft.text())
        return draft
    text = door.source(file)
    document = read_document(text)
    found = taken_up(document.text, document.language)
    if found is None:
        raise common.problem("board-one-grid", file)
    bound = bind(document)
    if bound.problems:
        raise Problems(tuple(one._replace(file=file) for one in bound.problems), bound.text, bound.language)
    return found


class _Dialogue:
    """Asks for square after square; what was taken is in the file before the next is asked for."""

    def __init__(self, file: str, draft: Draft, reader: common.Reader) -> None:
        self.file = file
        self.draft = draft
        self.reader = reader
        self.speech: Speech = reader.speech(draft.lang)
        self.style = reader.style(error=True)
        self.asks = sys.stdin.isatty()
        self.refused = False
        """Whether a square was wrong and there is nobody to say it again."""

    def run(self) -> int:
        """The exit code: 0 for a board that is whole and right."""
        if self.asks:
            self._say(self.speech.phrase("label", "board-help"))
        while (line := self._line()) is not None:
            if self._take(line):
                return self._done()
            if self.refused:  # in a pipe nobody can say it better: what follows would come on other squares
                return EXIT_UNREADABLE
        return EXIT_FINE if self.asks else self._done()

    # ---- asking
    def _line(self) -> str | None:
        """What is typed next; None at the end of what is typed."""
        if not self.asks:
            line = sys.stdin.readline()
            return line.rstrip("\n") if line else None
        self._offer(FEW)
        x, y = self.draft.next
        return str(click.prompt(f"({x},{y})", default="", show_default=False, prompt_suffix="> ", err=True))

    def _say(self, text: str) -> None:
        common.say("\n".join(wrap(line, self.style.width) for line in text.split("\n")), err=True)

    def _offer(self, most: int) -> None:
        """Names the tiles that fit on the next square, where they are few enough to help."""
        offers = self.draft.offers(self.draft.next)
        names = ", ".join(one.name for one in offers)
        if not offers:
            self._say(self.speech.label("board-none"))
        elif len(offers) <= most:
            self._say(self.speech.label("board-fits", tiles=names))
        else:
            self._say(self.speech.label("board-many", number=len(offers)))

    def _drawn(self) -> None:
        """Draws the tiles that fit on the next square."""
        pictures = [(one.name, draw(one.face, one.turns)) for one in self.draft.offers(self.draft.next)]
        self._say(self.speech.phrase("label", "board-help"))
        if pictures:
            common.say("\n".join(side_by_side(pictures, self.style.width)), err=True)

    # ---- taking
    def _take(self, line: str) -> bool:
        """Takes the squares of a line one after the other, up to the first that is wrong; whether it ends there."""
        over: tuple[int, int] | None = None
        words = line.replace(BAR, " ").split()
        for at, word in enumerate(words):
            wrong: tuple[Problem, ...] = ()
            match = _AT.fullmatch(word)
            if match is not None:
                over = int(match[1]), int(match[2])
                continue
            if over is not None:
                wrong, over = self.draft.write_over(over, word), None
            elif word == DONE:
                return True
            elif word == REST:
                self.draft.end_row()
            elif word in (WEST, EAST):
                self.draft.widen(word == WEST)
            elif word == BACK:
                self.draft.take_back()
            elif word == HELP:
                self._drawn()
            else:
                wrong = self.draft.put(word)
            if wrong:
                self._refuse(wrong, words[at + 1 :])
                return False
            self._save()
        return False

    def _refuse(self, wrong: tuple[Problem, ...], rest: list[str]) -> None:
        """Says what is wrong with a square, shown as it was typed; what comes behind it on the line is not taken."""
        self.refused = not self.asks
        first = tuple(one._replace(file=self.file) for one in wrong[:1])
        common.say(rendered(first, self.draft.tried, self.speech, self.style), err=True)
        if rest:
            self._say(self.speech.label("board-rest", words=" ".join(rest)))

    def _save(self) -> None:
        common.write(self.file, self.draft.text(self.speech.label("board-next")))

    # ---- the end
    def _done(self) -> int:
        """Writes the board with the question for its scoring, and answers it."""
        draft = self.draft
        if draft.open and len(draft.rows) > 1:
            draft.end_row()
        text = finished(draft)
        with contextlib.suppress(Problems):  # what is wrong is told below
            text = door.laid_out(text, self.file)
        common.write(self.file, text)
        printer = Printer(self.reader, brief=True)
        try:
            outcome = door.settled(text, self.file)
        except Problems as error:
            printer.problems(error)
            return printer.done()
        printer.outcome(outcome)
        for answer in outcome.answers:
            for one in answer.ruling.warnings:
                self._say(self.speech.sentence("trap", one.phrase, one.values))
        self._say(self.speech.label("board-done", file=self.file))
        return printer.done()
