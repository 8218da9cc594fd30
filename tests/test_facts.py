"""Every fact that is printed is true of its position: an independent reader checks random boards and the corpus.

``FACT_BOARDS=500 pytest tests/test_facts.py`` tries so many boards instead of the few of an ordinary run.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from corpus import FILES, bound, invariant, settled
from plain_facts import BoardReader, Placing, SketchReader
from plain_table import Piece, PlainTable

from adjudicator import adjudicate
from adjudicator.binding.tile_files import catalogue
from adjudicator.cli import main
from adjudicator.geometry.face import HALVES, SIDES, Face
from adjudicator.model.ruling import Answer, Finding

BOARDS = int(os.environ.get("FACT_BOARDS", "0"))
TOPICS = ("score", "final", "majority", "complete", "tiles")
COLOURS = ("red", "blue", "green")


def faces() -> list[Face]:
    """The faces of the base game, each as often as the box has it."""
    known = catalogue().faces(frozenset({"base"}))
    return [known[ident] for ident in sorted(known) if ident.startswith("BA/") and "G" not in ident]


def name_of(table: PlainTable, piece: Piece) -> str:
    """A piece by its kind and side, as a text names it on its square."""
    lying = table.piece(piece)
    sides = [SIDES[s] for s in sorted(lying.sides)] or [HALVES[h] for h in sorted(lying.halves)]
    return f"{lying.kind} {sides[0]}" if sides else lying.kind


def lie(chance: random.Random, table: PlainTable, face: Face) -> tuple[int, int, int] | None:
    """A legal place of a tile, at random; None where there is none."""
    places = [(x, y, t) for x, y in table.near() for t in range(4) if table.fits(x, y, face, t)]
    return chance.choice(places) if places else None


class Board:
    """A random board as text and as a plain table, with a turn on it."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        known = faces()
        start = next(face for face in known if face.id == "BA/RCr")
        self.table = PlainTable([(0, 0, start, 0)])
        lines = {(0, 0): ["(0,0) BA/RCr"]}
        laid = [start.id]
        for _ in range(chance.randint(3, 16)):
            face = chance.choice([face for face in known if laid.count(face.id) < 1])
            place = lie(chance, self.table, face)
            if place is not None:
                x, y, turns = place
                self.table.lay(x, y, face, turns)
                laid.append(face.id)
                lines[x, y] = [f"({x},{y}) {face.id}@{90 * turns}"]
        self.stands: dict[Piece, list[tuple[str, str]]] = {}
        for piece in chance.sample(self.table.pieces(), k=min(7, len(self.table.pieces()))):
            if self.table.complete(self.table.feature(piece)):
                continue
            colour = chance.choice(COLOURS)
            self.stands.setdefault(piece, []).append((colour, "meeple"))
            lines[piece[:2]].append(f"    {colour}: meeple on {name_of(self.table, piece)}")
        text = ["players red, blue, green", "board", *(f"  {line}" for tile in lines.values() for line in tile)]
        self.asked = [*chance.sample(self.table.pieces(), k=min(6, len(self.table.pieces())))]
        for piece in self.asked:
            text += [f"ask {topic} {name_of(self.table, piece)} at ({piece[0]},{piece[1]})" for topic in TOPICS]
        spare = chance.choice([face for face in known if face.id not in laid])
        text += [
            f"ask may red place {spare.id}@{90 * chance.randrange(4)} at ({x},{y})"
            for x, y in chance.sample(self.table.near(), k=6)
        ]
        self.still = "\n".join(text)
        self.placing: Placing | None = None
        self.turn = ""
        place = lie(chance, self.table, spare)
        if place is not None:
            x, y, turns = place
            before = PlainTable()
            before.lying, before.edges = dict(self.table.lying), dict(self.table.edges)
            after = PlainTable()
            after.lying, after.edges = dict(self.table.lying), dict(self.table.edges)
            after.lay(x, y, spare, turns)
            self.after, self.placing = after, Placing("red", (x, y), before)
            board = text[: 2 + sum(map(len, lines.values()))]
            asks = ["ask points", "ask where red may put meeple"]
            near = [*((x, y, at) for at in range(len(after.lying[x, y]))), *self.asked[:4]]
            asks += [f"ask may red put meeple on {name_of(after, p)} at ({p[0]},{p[1]})" for p in near]
            self.turn = "\n".join([*board, "turn red", f"  places {spare.id}@{90 * turns} at ({x},{y})", *asks])

    def readers(self) -> list[tuple[str, BoardReader]]:
        """The texts with what judges their answers."""
        found = [(self.still, BoardReader(self.table, self.stands, None))]
        if self.placing is not None:
            found.append((self.turn, BoardReader(self.after, self.stands, self.placing)))
        return found


def judged(reader: BoardReader | SketchReader, answer: Answer) -> list[tuple[Finding, bool | None]]:
    """Each fact of an answer, and whether it is true; None for one that nobody reads here."""
    found: list[tuple[Finding, bool | None]] = []
    for fact in answer.ruling.findings:
        try:
            found.append((fact, reader.true(fact)))
        except (LookupError, TypeError):  # it speaks of what this reader does not know, such as a place off the table
            found.append((fact, None))
    return found


@pytest.mark.parametrize("seed", range(BOARDS or 40))
def test_the_facts_of_a_board_are_true(seed: int) -> None:
    board = Board(seed)
    for text, reader in board.readers():
        for answer in adjudicate(text).answers:
            for fact, true in judged(reader, answer):
                assert true is not False, (answer.ask, fact, text)


def static(path: Path) -> list[tuple[SketchReader, Answer]]:
    """The questions of a file about sketches in which nothing happens."""
    found: list[tuple[SketchReader, Answer]] = []
    answers = settled(path).answers
    for scenario in bound(path).scenarios:
        if scenario.board is None and all(step.kind in ("ask", "turn") for step in scenario.steps):
            asked = {step.ask.span.line for step in scenario.steps if step.ask is not None}
            reader = SketchReader(scenario)
            found += [(reader, answer) for answer in answers if answer.line in asked]
    return found


@invariant(2)
def the_facts_of_sketches_are_true(path: Path) -> None:
    for reader, answer in static(path):
        for fact, true in judged(reader, answer):
            assert true is not False, (path.name, answer.line, answer.ask, fact)


@pytest.mark.long
def test_the_reader_reads_much_and_finds_what_is_false() -> None:
    """How many facts of how many kinds are judged; held against another board the same facts are found false."""
    kinds: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for seed in range(20):
        board = Board(seed)
        other = Board(seed + 1)
        for text, reader in board.readers():
            wrong = BoardReader(other.table, other.stands, None)
            for answer in adjudicate(text).answers:
                facts = judged(reader, answer)
                kinds.update(fact.phrase for fact, true in facts if true)
                caught.update(fact.phrase for fact, true in judged(wrong, answer) if true is False)
    assert sum(kinds.values()) > 2000 and len(kinds) >= 33, kinds
    assert len(caught) >= 20, caught


@pytest.mark.long
def test_the_reader_of_sketches_reads_much() -> None:
    """The same for the sketches of the base game: how many are judged, and that a false one is found."""
    kinds: Counter[str] = Counter()
    false = 0
    for path in (path for path in FILES if path.parent.name == "base"):
        pairs = static(path)
        readers = [reader for reader, _ in pairs]
        for number, (reader, answer) in enumerate(pairs):
            kinds.update(fact.phrase for fact, true in judged(reader, answer) if true)
            false += any(true is False for _, true in judged(readers[number - 1], answer))
    assert sum(kinds.values()) > 250 and len(kinds) >= 12, kinds
    assert false > 20


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_cost_that_nobody_disputes_says_nothing_of_what_is_open(language: str) -> None:
    """Whether others pay for ghosts at the end is open (GCC-40, GCC-43): a fact about the leader takes no side."""
    text = "use ghosts-castles-cemeteries; city T: incomplete, 3 tiles; red: meeple with 1 ghost; ask final T"
    printed = CliRunner().invoke(main, ["ask", "--lang", language, "--full", text]).output
    cost = [line for line in printed.splitlines() if line.startswith("- ") and re.search(r"ghost|fant|Geist", line)]
    assert cost
    assert not re.search("majorit|mehrheit", " ".join(cost), re.IGNORECASE)
