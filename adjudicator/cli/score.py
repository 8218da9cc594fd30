"""``adjudicator score FILE``: replays a game record and checks what is claimed about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.binding.bind import bind
from adjudicator.binding.suggest import suggested
from adjudicator.cli import common, door, many
from adjudicator.cli.settle import DRAWN
from adjudicator.corpus import SUFFIX
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.play.after import Positions, positions_after
from adjudicator.play.mending import Mending, mended, mendings
from adjudicator.play.parting import parting
from adjudicator.play.replay import explained, replay
from adjudicator.records.pad import read_pad
from adjudicator.report import ids, position, score, settle
from adjudicator.report.as_json import FORMAT, ruling
from adjudicator.report.blocks import Code, Group, Heading, Picture, Text
from adjudicator.report.game_as_json import game
from adjudicator.report.marked import written
from adjudicator.report.position import supposed, title_of
from adjudicator.report.problems import message
from adjudicator.syntax.document import Document, read_document

if TYPE_CHECKING:
    from adjudicator.errors import Problem
    from adjudicator.model.scenario import Scenario
    from adjudicator.play.replayed import Replayed
    from adjudicator.words.say import Speech


SHEETS = (".html", ".pdf")
RECORDS = (SUFFIX, ".csv")
"""The endings of records in folders and archives."""


@click.command("score", cls=common.Help)
@click.argument("file", required=True, metavar="FILE")
@click.option("--turn", type=click.IntRange(1), metavar="N")
@click.option("--explain", type=click.IntRange(0), metavar="N")
@click.option("--lenient", is_flag=True)
@click.option("--brief", is_flag=True)
@click.option("--chart", metavar="OUT")
@click.option("--out", "-o", metavar="OUT")
@click.option("--jobs", "-j", type=click.IntRange(0, 256), default=1, metavar="N")
@many.resumable
@common.limited
@common.reporting
def command(
    file: str,
    turn: int | None,
    explain: int | None,
    lenient: bool,
    brief: bool,
    chart: str | None,
    out: str | None,
    jobs: int,
    resume: bool,
    cluster: str | None,
    lang: str | None,
    format_: str,
) -> int:
    """Shown from the phrases ``help.score``."""
    reader = common.reader_of(lang, format_)
    if many.tabular(out) or resume or cluster is not None or many.manifold(file):
        from adjudicator.scale.rows import score_rows

        given = {"turn": turn, "explain": explain, "lenient": lenient, "brief": brief, "chart": chart}
        for option, value in given.items():
            if value not in (None, False):
                raise common.problem("many-option", file, word=f"--{option}")
        return many.run(many.Run("score", (file,), RECORDS, score_rows), out, jobs, resume, reader, cluster)
    name = "" if file == "-" else file
    text = _record(file, name)
    printer = None
    try:
        with common.within_limit(name, text):
            document = read_document(text)
            bound = bind(document)
            games = [one for one in bound.scenarios if any(step.kind in ("turn", "final") for step in one.steps)]
            printer = Printer(reader, document, name, chart, out)
            printer.report(bound.problems)
            if not games and not bound.problems:
                asked = any(step.kind == "ask" for one in bound.scenarios for step in one.steps)
                raise common.problem("no-record-but-questions" if asked else "no-record", name)
            for scenario in games:
                try:
                    if turn is not None:
                        printer.position(scenario, turn, lenient)
                    else:
                        printer.game(scenario, explain, lenient, brief)
                except Problems as error:
                    printer.report(error.items)
    except Problems as error:
        if printer is None:
            raise
        printer.report(error.items)
    return printer.done()


def _record(file: str, name: str) -> str:
    """The text of a file; the table of a score pad as a record. Raises Problems."""
    text = door.source(file)
    if not name.casefold().endswith(".csv"):
        return text
    return read_pad(text, Path(name).stem)


class Printer:
    """Prints replayed games one after the other, or collects them for one JSON document."""

    def __init__(
        self, reader: common.Reader, document: Document, file: str, chart: str | None, sheet: str | None
    ) -> None:
        self.reader = reader
        self.chart = chart
        """The file that the charts of games go to."""
        self.sheet = sheet
        """The file that the score sheets of games go to."""
        self.document = document
        self.text = document.text
        self.language = document.language
        self.file = file
        self.code = EXIT_FINE
        self._games: list[dict[str, Any]] = []
        self._problems: list[dict[str, Any]] = []
        self._first = True
        self._number = 0

    def speech(self) -> Speech:
        """The language to answer in."""
        return self.reader.speech(self.language)

    def game(self, scenario: Scenario, explain: int | None, lenient: bool, brief: bool) -> None:
        """The whole game, or the ruling of one turn of it. Raises Problems where there is no such turn."""
        made: tuple[tuple[Problem, Mending], ...] = ()
        ways: tuple[Mending, ...] = ()
        if lenient:
            played, made = mended(scenario, self.language, self.file)
        else:
            played = replay(scenario, self.language, self.file)
            ways = mendings(played, self.language)
        answers = (*(claim.answer for claim in played.claims), *(answer for _, answer in played.asked))
        if any(answer.met is False for answer in answers):
            self.code = max(self.code, EXIT_UNMET)
        self._number += 1
        if self.chart is not None:
            self._chart(played)
        if explain is not None:
            self._explain(played, explain)
        else:
            parted = parting(played, self.language)
            if self.reader.json:
                self._games.append(game(played, parted, self.speech(), self.file, ways, made))
            else:
                speech, style = self.speech(), self.reader.style()
                groups = score.short(played, parted, speech) if brief else score.whole(played, parted, speech, style)
                if self.sheet is not None:
                    self._sheet(played, score.whole(played, parted, speech))
                drawn = self._pictures(played) if self.reader.format in DRAWN and not brief else []
                self._report([*groups, *drawn])
        self.report(played.problems[:1] if brief else played.problems, scenario)
        if explain is None and not self.reader.json:
            said = score.alternatives(played, self.speech(), ways, made)
            if said:
                self._report(said)

    def _chart(self, played: Replayed) -> None:
        """Writes the chart of a game; those of further games get a number behind their name. Raises Problems."""
        from adjudicator.cli.draw import FORMS, saved
        from adjudicator.draw.chart import chart

        out = Path(self.chart or "")
        if out.suffix.lower() not in FORMS:
            raise common.problem("picture-form", out=str(out), forms=FORMS)
        saved(chart(played, self.speech()), self._numbered(out))

    def _numbered(self, out: Path) -> str:
        """`out` for the first game, with the number of the game behind its name for further ones."""
        return str(out if self._number == 1 else out.with_stem(f"{out.stem}-{self._number}"))

    def _sheet(self, played: Replayed, groups: Sequence[Group]) -> None:
        """Writes the score sheet of a game. Raises Problems."""
        from adjudicator.pages.sheet import pdf, sheet

        out = Path(self.sheet or "")
        if out.suffix.lower() not in SHEETS:
            raise common.problem("picture-form", out=str(out), forms=SHEETS)
        speech = self.speech()
        title = played.scenario.title or speech.label("chart")
        page = sheet(written([*groups, *self._pictures(played)], speech, "html"), title, speech.lang)
        common.write(self._numbered(out), pdf(page) if out.suffix.lower() == ".pdf" else page)

    def _pictures(self, played: Replayed) -> list[Group]:
        """The chart, and the board at the end, for a format that holds pictures."""
        from adjudicator.draw.chart import chart

        speech = self.speech()
        groups: list[Group] = [[Heading(speech.label("chart")), Picture(chart(played, speech), "", "")]]
        if played.turns:
            groups += self._board(played.scenario, played.turns[-1].number)
        return groups

    def _board(self, scenario: Scenario, number: int) -> list[Group]:
        """Every board that may lie there at the end of a turn, for a format that holds pictures."""
        return self._boards(positions_after(scenario, self.language, number, lenient=True), scenario, number)

    def _boards(self, found: Positions, scenario: Scenario, number: int) -> list[Group]:
        """These boards as pictures; where one rests on what nobody said, the question instead."""
        from adjudicator.draw.facts import caption
        from adjudicator.draw.picture import drawn
        from adjudicator.draw.scene import scene

        speech = self.speech()
        groups: list[Group] = []
        for place, one in enumerate(found.possible, 1):
            heading = Heading(title_of(number, speech, (place, len(found.possible)), "board-after"))
            said = [Text(supposed(one.supposed, speech))] if one.supposed else []
            seen = scene(scenario.title, one.state)
            groups.append([heading, *said, Picture(drawn(seen, speech, caption=False), "", caption(seen, speech))])
        heading = Heading(title_of(number, speech, label="board-after"))
        return groups + [[heading, Text(message(one, speech))] for one in found.lacking]

    def position(self, scenario: Scenario, number: int, lenient: bool) -> None:
        """Every position that may stand at the end of turn `number`. Raises Problems where there is no such turn, and
        where it rests on what nobody said.
        """
        found = positions_after(scenario, self.language, number, lenient)
        if not found.reached:
            self.report(replay(scenario, self.language, self.file, lenient).problems, scenario)
            raise self._no_turn(scenario, number)
        if self.reader.json:
            texts = position.every(found, scenario, number, self.document, self.speech())
            for one, text in zip(found.possible, texts, strict=True):
                said = {"scenario": scenario.title, "file": self.file, "turn": number, "position": text}
                ways = [{"items": ids.of_items(way.figures), "rules": [*way.rules]} for way in one.supposed]
                self._games.append({**said, "supposed": ways, "supposition": supposed(one.supposed, self.speech())})
        else:
            board = self._boards(found, scenario, number) if self.reader.format in DRAWN else []
            several = len(found.possible)
            for place, one in enumerate(found.possible, 1):
                below = not self._first  # one text, which says its language once
                text = position.written(one, scenario, number, self.document, self.speech(), (place, several), below)
                self._report([[Code(text)]])
            if board:
                self._report(board)
        self.report((*found.problems, *found.lacking), scenario)

    def _explain(self, played: Replayed, number: int) -> None:
        final = (played.final,) if played.final is not None else ()
        turn = next((one for one in reversed((*played.turns, *final)) if one.number == number), None)
        if turn is None:
            self.report(played.problems, played.scenario)
            raise self._no_turn(played.scenario, number)
        player = self.speech().colour(turn.player) if turn.player else ""
        heading = self.speech().label("turn-number", number=number, player=player)
        if not number:
            heading = self.speech().label("final-heading" if played.ended else "final-now")
        answer = explained(played, turn, self.language, self.file)._replace(ask=heading)
        if self.reader.json:
            self._games.append({**ruling(answer, self.speech()), "turn": number})
        else:
            self._report(settle.whole(answer, self.speech(), played.scenario.title, full=True))

    def _no_turn(self, scenario: Scenario, number: int) -> Problems:
        """The record does not come to the end of that turn."""
        error = common.problem("no-turn-reached", self.file, number=number)
        return Problems(tuple(one._replace(span=scenario.span) for one in error.items), self.text, self.language)

    def _report(self, groups: Sequence[Group]) -> None:
        if not self._first:
            self.reader.say()
        self._first = False
        self.reader.report(groups, self.speech())

    def report(self, problems: tuple[Any, ...], scenario: Scenario | None = None) -> None:
        """What is wrong with the input, or with the game that `scenario` records."""
        if not problems:
            return
        self.code = EXIT_UNREADABLE
        called = scenario.setup.names.values() if scenario is not None else ()
        named = tuple(one._replace(file=one.file or self.file) for one in suggested(problems, self.language, called))
        error = Problems(named, self.text, self.language)
        if self.reader.json:
            self._problems += common.as_json(error, self.reader)
        else:
            common.show(error, self.reader)

    def done(self) -> int:
        """Ends the output; gives the exit code."""
        if self.reader.json:
            common.say_json({"format": FORMAT, "games": self._games, "problems": self._problems})
        return self.code
