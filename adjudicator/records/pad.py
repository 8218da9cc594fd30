"""Score pads as tables of a spreadsheet: CSV to a record of notes, and any record to CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection

from adjudicator.binding.bind import bind
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Line
from adjudicator.model.span import Span
from adjudicator.play.replay import replay
from adjudicator.play.replayed import TurnRecord
from adjudicator.records.header import quoted, whole_title
from adjudicator.records.pad_wide import Row, tall
from adjudicator.syntax.document import read_document
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, fallback
from adjudicator.words.say import Speech, speech
from adjudicator.words.saying import Part, about, joined, said, text, things, verb
from adjudicator.words.saying import player as whose
from adjudicator.words.slips import closest
from adjudicator.words.tokens import Said, Token

COLUMNS = ("turn", "player", "points", "for", "where")
COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
UNTOLD = "whose turn each row was the table does not say: turns are taken in the order of its columns"
RISKY = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would take for a formula."""
SETTING = ("use", "players", "edition", "rule", "stock")
NOTED = ("city", "road", "field", "monastery")
COUNTED = {"tiles": "tile", "coats": "coat"}
PLAIN = frozenset(("BASE-27", "BASE-29", "BASE-33", "BASE-38", "BASE-45", "BASE-46", "BASE-47"))
"""The rules whose lines say all that a note has to say."""


def read_pad(text: str, title: str, cells: str = "") -> str:
    """A table with a row a note, or a column a player, as a record in the language of its first row.

    `cells` says what a player's column holds, `POINTS` or `TOTALS`. Raises Problems with the row.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rows = [*csv.reader(io.StringIO(plain), delimiter=_delimiter(plain))]
    lines = [(number, list(map(_cell, row))) for number, row in enumerate(rows, 1) if any(cell.strip() for cell in row)]
    lang = max(codes(), key=lambda code: max((len(_columns(cells, code)[0]) for _, cells in lines), default=0))
    rows, players = _tall(lines, lang, cells, plain)
    pad = _Pad(lang, plain)
    for name in players:
        pad.player(name)
    return pad.read(rows, title) + (f"# {UNTOLD}\n" if players else "")


def _tall(lines: list[Row], lang: str, cells: str, text: str) -> tuple[list[Row], list[str]]:
    """The rows with a row a note, and the players' names where each has a column. Raises Problems."""
    says = speech(lang)
    settings = {fold(says.keyword(one)) for one in SETTING}
    at = next((at for at, (_, row) in enumerate(lines) if fold(row[0]) not in settings), len(lines))
    columns, players = _columns(lines[at][1], lang) if at < len(lines) else ({}, {})
    numeric = any(re.fullmatch(r"-?[\d.]+", name) for name in players.values())
    if columns.keys() - {"turn"} or len(players) < 2 or numeric:
        return lines, []
    sums = fold(says.label("total"))
    rows = tall(lines[at + 1 :], players, columns.get("turn"), lambda label: fold(label) == sums, cells, text)
    heads = _heads(lang)
    named = [*(heads[one] for one in ("turn", "player", "points")), *players.values()]
    return [*lines[:at], (lines[at][0], named), *rows], [*players.values()]


class _Pad:
    """One reading of a table."""

    def __init__(self, lang: str, text: str) -> None:
        self.lang = lang
        self.text = text
        self.says = speech(lang)
        self.names: dict[str, str] = {}
        self.header: list[str] = []
        self.body: list[str] = []
        self.end: list[str] = []
        self.turn = 0
        self.last: Said | None = None

    def read(self, rows: list[tuple[int, list[str]]], title: str) -> str:
        says = self.says
        columns: dict[str, int] = {}
        totals: dict[int, str] = {}
        problems: list[Problem] = []
        for number, cells in rows:
            if not columns:
                setting = next((one for one in SETTING if fold(cells[0]) == fold(says.keyword(one))), None)
                if setting is not None:
                    self.header.append(f"{cells[0]} {', '.join(cell for cell in cells[1:] if cell)}")
                    continue
                columns, totals = _columns(cells, self.lang)
                if not {"player", "points"} <= columns.keys():
                    raise Problems((Problem("pad-columns", Span(number, 1, 2)),), self.text, self.lang)
                at_player, body = columns["player"], [cells for row, cells in rows if row > number]
                noting = {fold(cells[at_player]) for cells in body if at_player < len(cells)}
                for at, head in totals.items():
                    if not self._holds_totals(head, [cells[at] for cells in body if at < len(cells)], noting):
                        near = _nearest_heads(head, self.lang, columns)
                        problems.append(Problem("pad-column", Span(number, 1, 2), {"word": head}, near))
                continue
            row = {name: cells[at] if at < len(cells) else "" for name, at in columns.items()}
            if row["player"] and not row["points"]:
                problems.append(Problem("pad-points", Span(number, 1, 2), {"word": row["player"]}))
                continue
            wrong = self._row(row, {who: cells[at] for at, who in totals.items() if at < len(cells)})
            if wrong is not None:
                problems.append(Problem("pad-row", Span(number, 1, 2), {"word": wrong}))
        if not columns:
            problems.append(Problem("pad-columns", Span(1, 1, 2)))
        elif not self.body and not problems:
            problems.append(Problem("pad-no-rows", Span(rows[-1][0], 1, 2)))
        if problems:
            raise Problems(tuple(problems), self.text, self.lang)
        players = says.keyword("players")
        if self.names and not any(line.startswith(players) for line in self.header):
            named = ([whose(colour), *self._called(name, colour)] for name, colour in self.names.items())
            self.header.append(self._line("players", joined(named)))
        first = [self._line("language", text(self.lang)), self._line("game", whole_title(title))]
        return "\n".join([*first, *self.header, *self.body, self._line("final"), *self.end]) + "\n"

    def _holds_totals(self, head: str, cells: list[str], players: set[str]) -> bool:
        """Whether a column that no head of the table names can hold the totals of a player."""
        filled = [cell for cell in cells if cell]
        named = fold(head) in players or any(
            role == "colour" for role, _ in self.says.lexicon.phrases.get(fold(head), ())
        )
        return named or all(re.fullmatch(r"-?\d{1,4}", cell) for cell in filled)

    def _line(self, *parts: Part) -> str:
        return self.says.printer.line(said(*parts))

    def _called(self, name: str, colour: str) -> list[Said]:
        """A player's name, where it is not the colour."""
        return [] if fold(self.says.colour(colour)) == fold(name) else [quoted(name)]

    def _row(self, row: dict[str, str], totals: dict[str, str]) -> str | None:
        """Takes one row; what is wrong with it, None for nothing."""
        points, number = row["points"], row.get("turn", "")
        if not re.fullmatch(r"\d{1,4}", points) or not row["player"]:
            return points
        who = self.player(row["player"])
        note = said(verb("notes"), int(points))
        if row.get("for"):
            note += said("for", text(row["for"]))
        claimed = [said(self.player(w), int(n)) for w, n in totals.items() if re.fullmatch(r"\d{1,4}", n)]
        if fold(number) == fold(self.says.keyword("final")):
            self.body.append(self._line(who, note))
            self.end += [self._line("claim", joined(claimed))] if claimed else []
            return None
        if number and not number.isdigit():
            return number
        if "turn" not in row or (number and int(number) != self.turn):
            self.turn, self.last = int(number) if number else self.turn + 1, who
            self.body.append(self._line(Token("ordinal", f"{self.turn}."), who, note))
        else:
            self.body.append(self._line(*([] if who == self.last else [who]), note))
        if claimed:
            self.body.append(self._line(about(said("claim", "after", self.turn), claimed)))
        return None

    def player(self, name: str) -> Said:
        """The player's colour: his own where the name is one, else one that is free."""
        if name not in self.names:
            own = [m[1] for m in self.says.lexicon.phrases.get(fold(name), ()) if m[0] == "colour"]
            free = [colour for colour in COLOURS if colour not in self.names.values()]
            self.names[name] = str((own or free or COLOURS)[0])
        return whose(self.names[name])


def write_pad(text: str, lang: str, file: str = "") -> str:
    """The record `text` as a table: who got what for what in each turn, and everybody's total. Raises Problems."""
    found = bind(read_document(text, fallback()))
    games = [one for one in found.scenarios if any(step.kind == "turn" for step in one.steps)]
    if found.problems or len(games) != 1:
        raise Problems(found.problems or (Problem("export-one", values={"number": len(games)}),), found.text)
    played = replay(games[0], found.language, file)
    if played.problems:
        raise Problems(played.problems, found.text, found.language)
    says = speech(lang)
    players = tuple(played.totals())
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = _heads(lang)
    writer.writerow([*(heads[name] for name in COLUMNS), *map(says.colour, players)])
    for turn in (*played.turns, *((played.final,) if played.final is not None else ())):
        rows = _rows(turn)
        for at, (player, lines) in enumerate(rows):
            where = says.feature(lines[0].feature) if lines and lines[0].feature else ""
            points = str(sum(line.points for line in lines))
            last = [str(turn.totals.get(one, 0)) for one in players] if at == len(rows) - 1 else [""] * len(players)
            cells = [
                str(turn.number) if turn.number else says.keyword("final"),
                says.colour(player),
                points,
                _comment(turn, lines, says),
                where,
                *last,
            ]
            writer.writerow([_safe(cell) for cell in cells])
    return out.getvalue()


def _rows(turn: TurnRecord) -> list[tuple[str, list[Line]]]:
    """The points of a turn by player and feature, that of whoever played it first."""
    found: dict[tuple[str, str], list[Line]] = {}
    for line in turn.lines:
        found.setdefault((line.player, line.feature), []).append(line)
    rows = [(player, lines) for (player, _), lines in found.items()]
    if turn.player and not any(player == turn.player for player, _ in rows):
        rows.insert(0, (turn.player, []))
    return sorted(rows, key=lambda row: row[0] != turn.player)


def _comment(turn: TurnRecord, lines: list[Line], says: Speech) -> str:
    """What a note says of its points, where the lines tell all of it."""
    kind = turn.kinds.get(lines[0].feature, "") if lines else ""
    if not lines or kind not in NOTED or not all(line.rule in PLAIN for line in lines):
        return ""
    if kind == "field":
        counts = [things("city", sum(line.times for line in lines))]
    elif kind == "monastery":
        counts = [things("tile", sum(line.times for line in lines))] if not turn.number else []
    else:
        counts = [things(COUNTED[line.item], line.times) for line in lines if line.item in COUNTED]
    noun = things(kind, states=() if turn.number or kind == "field" else ("incomplete",))
    listed = joined(([one] for one in counts), Token("keyword", "and"))
    return says.printer.line(said(noun, "with", listed) if counts else [noun])


def _heads(lang: str) -> dict[str, str]:
    """The columns as a language calls them; every other one holds the totals of a player."""
    says = speech(lang)
    heads = {name: says.label(name) for name in ("turn", "player", "points", "where")}
    return {**heads, "for": says.keyword("for")}


def _columns(cells: list[str], lang: str) -> tuple[dict[str, int], dict[int, str]]:
    columns: dict[str, int] = {}
    totals: dict[int, str] = {}
    heads = {fold(head): name for name, head in _heads(lang).items()}
    for at, cell in enumerate(cells):
        name = heads.get(fold(cell))
        if name is not None:
            columns.setdefault(name, at)
        elif cell:
            totals[at] = cell
    return columns, totals


def _nearest_heads(head: str, lang: str, columns: Collection[str]) -> tuple[str, ...]:
    """The column that the table lacks and a head may be meant for: one it names among others, else the nearest."""
    lacking = {fold(one): one for name, one in _heads(lang).items() if name not in columns}
    within = [one for folded, one in lacking.items() if folded in fold(head).split()]
    return tuple(within or [lacking[one] for one in closest(fold(head), lacking)][:1])


def _delimiter(text: str) -> str:
    """What parts the cells: of the first row the commonest of those that spreadsheets use."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _cell(text: str) -> str:
    """What a cell says, without the apostrophe that keeps a spreadsheet from reckoning."""
    plain = " ".join(text.split()).replace('"', "")
    return plain[1:] if plain[:1] == "'" and plain[1:2] in RISKY else plain


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula; a number stays one."""
    return text if not text.startswith(RISKY) or re.fullmatch(r"-?\d+", text) else f"'{text}"
