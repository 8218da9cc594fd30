"""The notation of Freels: what is read, what is asked, what is refused and where. The rows are made here."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from everyday import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from typed_games import BOX, COLOURS, LETTERS, Game, Put, Turn, play

from adjudicator import adjudicate, formatted
from adjudicator.binding.bind import bind
from adjudicator.cli import main
from adjudicator.errors import Problem, Problems
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed
from adjudicator.records.form import form_of
from adjudicator.records.freels_cells import ALL, at
from adjudicator.records.freels_read import read_freels
from adjudicator.records.freels_sheet import ways_left
from adjudicator.report.problems import rendered
from adjudicator.report.style import Style, plain
from adjudicator.syntax.document import read_document
from adjudicator.words.say import speech

SAMPLE = "1 D 2 4 1 0 P1=4T 7+7\n2 Q 1 6 2 0\n3 V 0 5 1 1\n4 K 3 4 2 -1\n"
"""The public sample of the notation."""
READ = """game "Game"
  players red, blue
  board
    (0,0) D@90
  1. red D@270 (1,0) meeple city W  # P1=4T 7+7
  claim after 1: red 4, blue 0
  ask hand red
    expect 7 meeples
  ask hand blue
    expect 7 meeples
  2. blue Q@90 (2,0) meeple city E
  3. red V (1,-1) meeple road S
  4. blue K (2,1) meeple road W
"""
"""By hand, y counting north: the city of the start tile points east on the sheet, and row 1 turns its city west onto
it: two tiles, 4 points. Q turned once has its field west beside the field of that D and a city east. The V above that
D has a road to its road. Under Q, a city there, K turned three times has its city north: on the sheet it is east."""


def told(text: str, **options: object) -> list[Problem]:
    """The problems of a table that is not read."""
    with pytest.raises(Problems) as caught:
        read_freels(text, **{"down": False, **options})
    return list(caught.value.items)


def places(problems: list[Problem]) -> list[tuple[str, int, int, int]]:
    return [(one.code, one.span.line, one.span.column, one.span.end_column) for one in problems]


def replayed(record: str) -> Replayed:
    """A record played by the command `score`, from its laid out text."""
    bound = bind(read_document(formatted(record), "en"))
    assert not bound.problems
    return replay(bound.scenarios[0], "en")


def agrees(record: str) -> bool:
    """Whether a record is legal and everything expected in it is met."""
    outcome = adjudicate(formatted(record))
    return not outcome.problems and all(answer.met is not False for answer in outcome.answers)


def test_the_sample_is_read() -> None:
    assert read_freels(SAMPLE, down=False, sheet=["V=0"]) == READ
    assert agrees(READ)
    assert replayed(READ).totals() == {"red": 6, "blue": 4}


@pytest.mark.parametrize(("page", "lang", "title"), [("language.md", "en", "sample"), ("langage.md", "fr", "exemple")])
def test_the_sample_stands_in_the_reference(page: str, lang: str, title: str) -> None:
    text = (Path(__file__).parent.parent / "docs" / page).read_text(encoding="utf-8")
    shown = formatted(read_freels(SAMPLE, title, False, ["V=0"]), lang).replace("langue fr\n\n", "langue fr\n")
    assert shown in text
    assert SAMPLE in text.replace("\n    ", "\n")


def test_the_direction_of_y_is_asked_for_with_what_fits() -> None:
    assert [one.code for one in told(SAMPLE, down=None)] == ["import-y"]
    for down, word in ((False, "up"), (True, "down")):
        # The V has a road to its south and none to its north: it lies north of the start tile.
        rows = f"1 V 0 0 0 {-1 if down else 1}\n"
        (problem,) = told(rows, down=None, sheet=["V=0"])
        assert (problem.code, problem.values) == ("import-y-one", {"word": word})
    assert [one.code for one in told("1 B 0 0 0 1\n", down=None)] == ["import-y-none"]
    assert [one.code for one in told("1 D 2 0 1 0\n", down=None)] == ["import-y"]


def test_a_letter_whose_sheet_is_open_is_asked_for_with_what_fits() -> None:
    (problem,) = told(SAMPLE)
    assert (problem.code, problem.span.line, problem.span.column) == ("freels-sheet", 3, 3)
    assert problem.values == {"tile": "V", "choices": ("V=0 (ffrr)", "V=270 (frrf)")}
    assert [one.values["tile"] for one in told(SAMPLE, down=True)] == ["V"]


def test_what_the_game_shows_of_the_sheet_is_not_asked_for() -> None:
    # The start tile's road leads north and south. Two V with the same turn, one north and one south of it, need roads
    # south and north: no letter stands so. Turned by two they do, and their other roads say nothing; a third V west of
    # the first shows where that is.
    rows = "1 V 0 0 0 1\n2 V 2 0 0 -1\n"
    assert [one.values["choices"] for one in told(rows)] == [("V=0 (ffrr)", "V=270 (frrf)")]
    assert "1. red V (0,-1)" in read_freels(f"{rows}3 V 3 0 -1 1\n", down=False)


def test_a_sheet_may_be_said() -> None:
    assert "(0,0) D\n" in read_freels("1 V 1 0 1 0\n", down=False, sheet=["upright"])
    assert "1. red V@90 (1,0)" in read_freels("1 V 1 0 1 0\n", down=False, sheet=["upright"])
    assert "1. red V@90 (1,0)" in read_freels("1 V 1 0 1 0\n", down=False, sheet=["d=0, V=0"])
    for wrong in ("K", "K=45", "Y=90", "K=90;V=0", ""):
        assert [one.code for one in told(SAMPLE, sheet=[wrong])] == ["freels-sheet-option"]


def test_what_is_known_of_the_sheet_is_what_the_sample_leaves() -> None:
    ways = ways_left([])
    assert {letter: ways[letter] for letter in "BCDQKX"} == {
        "B": (0,), "C": (0,), "D": (1,), "Q": (0,), "K": (1, 3), "X": (0,)
    }  # fmt: skip
    assert ways["V"] == (0, 1, 2, 3)
    assert ways["U"] == (0, 1)


# ---- cells


@pytest.mark.parametrize(
    ("letter", "turns", "cells"),
    [
        ("A", 0, {"5": "monastery", "8": "road", "2": "field", "7": "field", "9": "field"}),
        ("V", 0, {"5": "road", "8": "road", "4": "road", "2": "field NL", "7": "field SR", "9": "field NL"}),
        ("V", 1, {"4": "road W", "2": "road W", "6": "field", "1": "field NL", "3": "field EL", "47": "field WL"}),
        ("L", 0, {"2": "city", "6": "road E", "8": "road S", "4": "road W", "5": "", "1": "field WR", "3": "field WR"}),
        ("D", 0, {"2": "city", "5": "road", "6": "road", "8": "field SL", "3": "field EL", "69": "field ER"}),
        ("D", 0, {"63": "field EL", "89": "field ER", "21": "", "1": "field WR"}),
        ("M", 0, {"1": "city", "5": "", "3": "field", "7": "field", "6": "field", "9": "field"}),
        ("I", 0, {"1": "", "2": "city N", "4": "city W", "5": "field", "23": ""}),
        ("O", 0, {"5": "", "1": "city", "9": "field ER", "3": "field EL", "6": "road"}),
        ("S", 0, {"5": "", "8": "road", "87": "field SR", "89": "field SL", "7": "field SR", "1": "city"}),
        ("R", 2, {"5": "city", "2": "field", "1": "field", "8": "city", "9": "city"}),
        ("F", 0, {"5": "city", "2": "field NL", "8": "field SL", "9": "field SL"}),
        ("C", 0, {"5": "city", "1": "city", "8": "city"}),
        ("X", 0, {"5": "", "1": "field NL", "2": "road N"}),
        ("E", 0, {"5": "field", "2": "city", "1": "field"}),
        ("H", 0, {"5": "field", "2": "city N", "8": "city S", "1": "field"}),
    ],
)
def test_a_cell_means_a_place(letter: str, turns: int, cells: dict[str, str]) -> None:
    face = LETTERS[letter]
    halves = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
    for cell, wanted in cells.items():
        found = at(face, turns, cell)
        kind, _, side = wanted.partition(" ")
        if not wanted:
            assert found is None, cell
            continue
        assert found is not None, cell
        assert found.kind == kind, cell
        if side:
            assert (halves.index(side) in found.halves) if side in halves else ("NESW".index(side) in found.sides), cell


def test_every_place_of_every_tile_has_a_cell() -> None:
    for face in LETTERS.values():
        for turns in range(4):
            meant = [found for cell in ALL if (found := at(face, turns, cell)) is not None]
            assert all(piece in meant for piece in face.turned(turns).segments), face.id


def test_a_cell_that_means_no_one_place_is_refused_with_what_it_may_mean() -> None:
    (problem,) = told("1 L 0 5 0 1\n", sheet=["L=0", "D=90"])
    # The road of the start tile leads north; L as it is drawn has a road to it.
    assert places([problem]) == [("freels-unclear", 1, 7, 8)]
    said = speech("fr").sentence("problem", problem.code, problem.values)
    assert "ville N = 2" in said
    assert "chemin O = 4" in said or "route O = 4" in said
    assert "pré" in said or "champ" in said


# ---- the form of a table


@pytest.mark.parametrize(
    "rows",
    [
        "1\tD\t2\t4\t1\t0\tP1=4T\t7+7\tnice, Ben\n",
        "1,D,2,4,1,0,P1=4T,7+7,nice, Ben\n",
        "1;D;2;4;1;0;P1=4T;7+7;nice, Ben\n",
        "  1   D 2 4   1 0  P1=4T  7+7 nice, Ben",
        '"1","D","2","4","1","0","P1=4T","7+7","nice, Ben"\n',
        "Turn\tTile\tRotation\tMeeple\tx\ty\tPoints\tLeft\n1\tD\t2\t4\t1\t0\tP1=4T\t7+7\tnice, Ben\n",
        "\ufeff1 D 2 4 1 0 P1=4T 7+7 nice, Ben\r\n\r\n",
        "1, D, 2, 4, 1, 0, P1=4T, 7+7, # nice, Ben\r",
    ],
)
def test_columns_may_be_parted_in_many_ways(rows: str) -> None:
    record = read_freels(rows, down=False)
    assert "1. red D@270 (1,0) meeple city W" in record
    assert "claim after 1: red 4, blue 0" in record
    assert "expect 7 meeples" in record
    assert "nice, Ben" in record
    assert agrees(record)


def test_nothing_typed_is_lost() -> None:
    rows = "Turn Tile Rot Meeple X Y\n# a friendly game\n1 D 2 0 1 0 # forgot it\n2 Q 1 0 2 0 P2 slept # well\n# more\n"
    record = formatted(read_freels(rows, down=False))
    for comment in ("# Turn Tile Rot Meeple X Y", "# a friendly game", "# forgot it", "# P2 slept # well", "# more"):
        assert comment in record
    shown = formatted(read_freels("1 D 2 0 1 0 a\x1bb \x85 é “c” − d\n", down=False))
    assert "a\x1bb" in shown
    assert "é “c” − d" in shown


def test_the_minus_of_a_spreadsheet_is_a_minus() -> None:
    assert "(1,1)" in read_freels("1 D 2 0 1 0\n2 V 0 0 1 −1\n", down=False, sheet=["V=90"])


def test_points_add_up_player_by_player() -> None:
    rows = "1 D 2 4 1 0 P1=4T P2=3R\n2 Q 1 6 2 0 P1=1C,P1=2T 6+6 and P2=5R again\n"
    record = read_freels(rows, down=False)
    assert "claim after 1: red 4, blue 3" in record
    assert "claim after 2: red 7, blue 8" in record
    assert not agrees(record)


def test_as_many_play_as_the_rows_speak_of() -> None:
    assert "players red, blue, yellow\n" in read_freels("1 D 2 4 1 0 7+7+7\n", down=False)
    assert "players red, blue, yellow\n" in read_freels("1 D 2 4 1 0 P3=1T\n", down=False)
    record = read_freels("1 D 2 0 1 0\n2 Q 1 0 2 0\n3 E 3 0 3 0\n4 B 0 0 0 -9\n"[:36], down=False,
                         sheet=["E=0"], called=("Anna", "Ben", "Cy"))  # fmt: skip
    assert 'players red "Anna", blue "Ben", yellow "Cy"' in record
    assert "3. yellow" in record


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        ("", [("freels-no-rows", 0, 0, 0)]),
        ("\n# nothing\n", [("freels-no-rows", 0, 0, 0)]),
        ("Turn Tile\n", [("freels-no-rows", 0, 0, 0)]),
        ("2 D 2 4 1 0\n", [("freels-turn", 1, 1, 2)]),
        ("1 D 2 4 1 0\n3 D 2 4 1 0\n", [("freels-turn", 2, 1, 2)]),
        ("x D 2 4 1 0\n", [("freels-turn", 1, 1, 2)]),
        ("1 Y 2 4 1 0\n", [("freels-letter", 1, 3, 4)]),
        ("1 d 2 4 1 0\n", [("freels-letter", 1, 3, 4)]),
        ("1 RCr 2 4 1 0\n", [("freels-letter", 1, 3, 6)]),
        ("1 D 4 4 1 0\n", [("freels-turned", 1, 5, 6)]),
        ("1 D 90 4 1 0\n", [("freels-turned", 1, 5, 7)]),
        ("1 D 2 96 1 0\n", [("freels-cell", 1, 7, 9)]),
        ("1 D 2 456 1 0\n", [("freels-cell", 1, 7, 10)]),
        ("1 D 2 4 a 0\n", [("freels-square", 1, 9, 10)]),
        ("1 D 2 4 1\n", [("freels-square", 1, 10, 11)]),
        ("1 D 2 4 99999 0\n", [("freels-square", 1, 9, 14)]),
        ("1\tD\t\t4\t1\t0\n", [("freels-turned", 1, 5, 6)]),
        ("1 D 2 4 1 0 P1=4\n", [("freels-kind", 1, 13, 17)]),
        ("1 D 2 4 1 0 P1=4F\n", [("freels-kind", 1, 13, 18)]),
        ("1 D 2 4 1 0 P1=x\n", [("freels-points", 1, 13, 17)]),
        ("1 D 2 4 1 0 P1=4T+P2=4T\n", [("freels-points", 1, 13, 24)]),
        ("1 D 2 4 1 0 P7=4T\n", [("freels-points", 1, 13, 18)]),
        ("1 D 2 4 1 0 7+7 6+6\n", [("freels-left-twice", 1, 17, 20)]),
        ("1 D 2 4 1 0 7+7+7\n2 Q 1 6 2 0 7+7\n", [("freels-left", 2, 13, 16)]),
        ("1 D 2 4 1 0 7+7+7+7+7+7+7\n", [("freels-left", 1, 13, 26)]),
        ("1 Y 2 4 1 0\n2 Q 1 6\n3 Z\n", [("freels-letter", 1, 3, 4), ("freels-square", 2, 8, 9),
                                         ("freels-letter", 3, 3, 4)]),
    ],
)  # fmt: skip
def test_what_is_not_of_its_form_is_refused_at_its_place(rows: str, problems: list[tuple[str, int, int, int]]) -> None:
    assert places(told(rows)) == problems


def test_a_small_letter_is_meant_as_the_capital() -> None:
    assert told("1 d 2 4 1 0\n")[0].suggestions == ("D",)


def test_players_that_are_named_must_be_told_apart() -> None:
    assert [one.code for one in told(SAMPLE, called=("Anna", "anna"))] == ["import-players"]
    assert [one.code for one in told(SAMPLE, called=("Anna", ""))] == ["import-players"]
    for called in (("Anna",), tuple("abcdefg")):
        assert [one.code for one in told(SAMPLE, called=called)] == ["import-players"]
    assert [one.code for one in told("1 D 2 4 1 0 P3=4T\n", called=("Anna", "Ben"))] == ["freels-player"]


# ---- what is not legal


@pytest.mark.parametrize(
    ("rows", "code", "place"),
    [
        ("1 D 2 4 1 0\n2 Q 0 6 2 0\n", "illegal-move", (2, 3, 12)),
        ("1 D 2 4 1 0\n2 Q 1 6 1 0\n", "illegal-move", (2, 3, 12)),
        ("1 D 2 4 1 0\n2 B 0 0 7 7\n", "illegal-move", (2, 3, 12)),
        ("1 D 0 0 0 1\n2 D 0 0 0 2\n3 D 0 0 0 3\n4 D 0 0 0 4\n", "import-box", (4, 3, 4)),
        ("1 D 0 5 0 1\n2 D 0 5 0 2\n", "illegal-move", (2, 7, 8)),
        ("1 E 1 0 0 1\n2 Q 1 0 1 0\n", "freels-no-turn", (1, 3, 12)),
    ],
)
def test_an_illegal_row_is_shown(rows: str, code: str, place: tuple[int, int, int]) -> None:
    assert places(told(rows)) == [(code, *place)]


def test_squares_are_said_as_they_were_typed() -> None:
    (problem,) = told("1 D 2 4 1 0\n2 Q 1 0 2 0\n3 K 1 0 2 -1\n", sheet=["K=90"])
    assert "(2,-1)" in speech("en").sentence("problem", problem.code, problem.values)
    (problem,) = told("1 B 0 0 7 7\n")
    assert "(7,7)" in speech("en").sentence("problem", problem.code, problem.values)


# ---- whole games


def rows_of(game: Game, sheet: dict[str, int], down: bool, chance: random.Random, parted: str = "\t") -> str:
    """A game as its players would have written it down, with a printed sheet that shows the letters so."""
    lines = []
    for number, turn in enumerate(game.turns, 1):
        x, y = turn.cell
        points = [f"P{player + 1}={gained}T" for player, gained in turn.points.items()]
        row = [number, turn.face.letter, (turn.turns - sheet[turn.face.letter]) % 4, cell_of(turn.put, turn, chance),
               x, y if down else -y, *points, "+".join(map(str, turn.left))]  # fmt: skip
        lines.append(parted.join(map(str, row)))
    return "\n".join(lines) + "\n"


def cell_of(put: Put | None, turn: Turn, chance: random.Random) -> str:
    """A cell in which the figure lies: by its sides and corners alone."""
    if put is None:
        return "0"
    if put.sides:
        return "2684"[chance.choice(sorted(put.sides))]
    corners = {0: "1", 1: "3", 2: "3", 3: "9", 4: "9", 5: "7", 6: "7", 7: "1"}
    if put.halves:
        half = chance.choice(sorted(put.halves))
        whole = turn.face.turned(turn.turns).edges[half // 2] == "f" and chance.random() < 0.3
        pair = chance.random() < 0.3
        return "2684"[half // 2] if whole else f"{'2684'[half // 2] if pair else ''}{corners[half]}"
    return "5"


def a_sheet(chance: random.Random) -> dict[str, int]:
    """A printed sheet that agrees with what is known."""
    sheet = {letter: chance.randrange(4) for letter in LETTERS}
    return sheet | {"D": 1, "Q": 0, "K": chance.choice((1, 3))}


def said(sheet: dict[str, int]) -> list[str]:
    return [",".join(f"{letter}={90 * turns}" for letter, turns in sheet.items())]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.long
def test_a_game_that_is_written_down_is_read_back(seed: int) -> None:
    chance = random.Random(seed)
    players = 2 + seed % 5
    game = play(seed, players, tiles=24)
    sheet, down = a_sheet(chance), bool(seed % 2)
    rows = rows_of(game, sheet, down, chance, chance.choice(("\t", " ", ",", " , ")))
    record = read_freels(rows, down=down, sheet=said(sheet))
    assert agrees(record)
    played = replayed(record)
    assert [turn.totals for turn in played.turns][-1] == dict(zip(COLOURS, game.totals, strict=False))
    assert played.totals() == dict(zip(COLOURS, game.final, strict=False))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.long
def test_a_whole_box_shows_its_sheet_and_ends_the_game(seed: int) -> None:
    chance = random.Random(seed)
    game = play(seed + 100, 2, tiles=71)
    sheet, down = a_sheet(chance), bool(seed % 2)
    rows = rows_of(game, sheet, down, chance)
    with_sheet = read_freels(rows, down=down, sheet=said(sheet))
    assert ("final" in with_sheet) == (len(game.turns) == 71)
    assert replayed(with_sheet).totals() == {"red": game.final[0], "blue": game.final[1]}
    try:
        assert read_freels(rows, down=down) == with_sheet
    except Problems as error:
        for one in error.items:
            # What is asked leaves the sheet that was used among the answers.
            assert one.code == "freels-sheet"
            ways = {t for t in range(4) if any(f"={90 * t} " in c for c in one.values["choices"])}
            face = LETTERS[str(one.values["tile"])]
            edges = {face.turned(way).edges for way in ways}
            assert face.turned(sheet[face.letter]).edges in edges
        assert len(error.items) <= 4


def test_a_slip_of_the_pen_in_a_claim_is_found_by_score() -> None:
    game = play(3, 2, tiles=24)
    sheet = a_sheet(random.Random(3))
    rows = rows_of(game, sheet, False, random.Random(3)).replace("P1=4T", "P1=5T", 1)
    assert not agrees(read_freels(rows, down=False, sheet=said(sheet)))


# ---- damaged files


def survives(text: str) -> None:
    """Reads `text` in every way; whatever is wrong with it is said in both languages, inside the text."""
    for options in ({"down": None}, {"down": False, "sheet": ["V=0"]}, {"down": True}):
        try:
            assert agrees(read_freels(text, **options)) in (True, False)
        except Problems as error:
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            assert error.items
            for one in error.items:
                assert 0 <= one.span.line <= len(lines)
            for lang in ("en", "fr"):
                assert rendered(error.items, text, speech(lang), Style(80, "simple", plain))


@pytest.mark.long
def test_every_beginning_of_the_sample_is_read_or_refused() -> None:
    for end in range(len(SAMPLE) + 1):
        survives(SAMPLE[:end])


@given(st.data())
@settings(max_examples=examples(60))
def test_a_damaged_table_is_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(
        st.sampled_from((SAMPLE, rows_of(play(1, 2, 6), a_sheet(random.Random(1)), False, random.Random(1))))
    )
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = (
            text[:where]
            + data.draw(st.text(max_size=3) | st.sampled_from(" \t,;#+=P019X-\n\"'@"))
            + text[where + gone :]
        )
    survives(text)


@given(st.text(max_size=80))
def test_garbage_is_refused(text: str) -> None:
    survives(text)
    assert form_of(text) in (None, "jcz", "freels", "tournament")


# ---- the command


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


def test_import_tells_the_notation_by_looking_at_it(tmp_path: Path) -> None:
    table = tmp_path / "saturday.tsv"
    table.write_text(SAMPLE, encoding="utf-8")
    shown = run("import", str(table), "--y", "up", "--sheet", "V=0", "--players", "Anna, Ben", "--lang", "fr")
    assert shown.exit_code == 0, shown.output
    assert 'partie "saturday"' in shown.stdout
    assert 'joueurs rouge "Anna", bleu "Ben"' in shown.stdout
    out = tmp_path / "saturday.carc"
    assert run("import", str(table), "--y", "up", "--sheet", "V=0", "-o", str(out)).exit_code == 0
    assert run("check", str(out)).exit_code == 0
    assert run("score", str(out)).exit_code == 0


def test_import_asks_for_what_the_notation_leaves_open() -> None:
    asked = run("import", "-", "--lang", "en", text=SAMPLE)
    assert asked.exit_code == 2
    assert "--y up or --y down" in asked.stderr
    asked = run("import", "-", "--y", "up", "--lang", "fr", text=SAMPLE)
    assert asked.exit_code == 2
    assert "--sheet" in asked.stderr
    assert "3:3" in asked.stderr


def test_import_asks_for_the_notation_where_it_cannot_tell() -> None:
    for text in ("hello\n", "1 2 3\n", f"{SAMPLE}A:[0;1]N:cfff\n", "players red\n"):
        asked = run("import", "-", text=text)
        assert asked.exit_code == 2
        assert "--from" in asked.stderr
    assert "--from" not in run("import", "-", text="").stderr
    assert run("import", "-", text=" \r\n").exit_code == 2
    assert "1:1" in run("import", "-", "--from", "freels", "--y", "up", text="hello 3\n").stderr


def test_an_option_that_says_nothing_is_refused() -> None:
    for words in (
        ("--from", "jcz", "--y", "up"),
        ("--from", "freels", "--start", "N"),
        ("--from", "jcz", "--players", "Anna, Ben"),
        ("--from", "tournament", "--sheet", "K=0"),
    ):
        refused = run("import", "-", *words, text=SAMPLE)
        assert refused.exit_code == 2
        assert words[2] in refused.stderr


def test_one_box_is_counted_as_it_is_printed() -> None:
    assert sum(BOX[face.id] for face in LETTERS.values()) == 72
