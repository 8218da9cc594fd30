"""The tournament notation, as far as it is known: what is read, what is asked, what is refused and where."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from typed_games import Game, play

from adjudicator import adjudicate, formatted
from adjudicator.binding.bind import bind
from adjudicator.cli import main
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import Face
from adjudicator.play.replay import replay
from adjudicator.records.form import form_of
from adjudicator.records.tournament_read import read_tournament
from adjudicator.report.problems import rendered
from adjudicator.report.style import Style, plain
from adjudicator.syntax.document import read_document
from adjudicator.words.say import speech

TWO = "A:[0;1]N:cfff\nB:[0;-1]N:crrf>N:K=+4B\n"
"""By hand, y counting north: above the start tile lies a field, below it the city of the second line. So the start tile
has its field north and its city south, and with the other tile's city that makes two tiles: 4 points."""


def read(text: str, down: bool | None = False, start: str | None = None, called: tuple[str, ...] = ()) -> str:
    return read_tournament(text, "Game", down, start, called)


def told(text: str, down: bool | None = False, start: str | None = None, called: tuple[str, ...] = ()) -> list[Problem]:
    """The problems of lines that are not read."""
    with pytest.raises(Problems) as caught:
        read(text, down, start, called)
    return list(caught.value.items)


def places(problems: list[Problem]) -> list[tuple[str, int, int, int]]:
    return [(one.code, one.span.line, one.span.column, one.span.end_column) for one in problems]


def agrees(record: str) -> bool:
    """Whether a record is legal and everything claimed in it is met."""
    outcome = adjudicate(f"{formatted(record)}ask total red\n")
    return not outcome.problems and all(answer.met is not False for answer in outcome.answers)


def test_the_known_part_is_read() -> None:
    record = read(TWO)
    assert record == (
        'game "Game"\n  players red, blue\n  board\n    (0,0) D@180\n  1. red BA/C (0,-1)\n'
        "  2. blue BA/CRr (0,1) meeple city N\n  claim after 2: red 0, blue 4\n"
    )
    assert agrees(record)
    assert not agrees(read(TWO.replace("+4B", "+5B")))
    assert not agrees(read(TWO.replace("+4B", "+4A")))


def test_the_letter_says_where_the_first_side_points() -> None:
    # With the city of the start tile in the north, each line closes it: the tile's own city must point south.
    for line in ("S:cfff", "S:crfr", "S:crrf", "S:cfrr", "S:cccf+", "E:cccf", "N:cccf"):
        assert "(0,-1)" in read(f"A:[0;1]{line}\n", start="N")
    assert "BA/Cc.1@180" in read("A:[0;1]E:ccff-J\n", start="N")
    assert "BA/CC.2@180" in read("A:[0;1]E:ccff-S\n", start="N")
    assert "BA/Cc+@180" in read("A:[0;1]E:ccff+\n", start="N")
    assert "BA/L " in f"{read('A:[0;-1]N:ffff', start='N')} "


def test_the_direction_of_y_is_asked_for_with_what_fits() -> None:
    (problem,) = told(TWO, down=None)
    assert (problem.code, problem.values) == ("import-y-one", {"word": "up"})
    (problem,) = told(TWO.replace("0;1]", "0;9]").replace("-1]", "1]").replace("0;9]", "0;-1]"), down=None)
    assert (problem.code, problem.values) == ("import-y-one", {"word": "down"})
    assert [one.code for one in told("A:[1;0]N:frfr\n", down=None)] == ["import-y"]
    assert [one.code for one in told("A:[1;0]N:ffff\nB:[-1;0]N:frrr\nA:[0;1]N:ffff\n", down=None)] == ["import-y-none"]


def test_how_the_start_tile_lies_is_asked_for_with_what_fits() -> None:
    # A road leads west to the start tile: its own road leads east and west, and its city points north or south.
    (problem,) = told("A:[1;0]N:frfr\n")
    assert (problem.code, problem.values) == ("import-start", {"choices": ("--start N", "--start S")})
    assert "(0,0) D@180\n" in read("A:[1;0]N:frfr\n", start="S")
    # A field above it: its field points there, and its city south.
    assert "(0,0) D@180\n" in read("A:[0;1]N:ffff\n")


@pytest.mark.parametrize(
    ("lines", "problems"),
    [
        ("", [("tournament-no-rows", 0, 0, 0)]),
        ("# nothing\n", [("tournament-no-rows", 0, 0, 0)]),
        ("hello\n", [("tournament-player", 1, 1, 2)]),
        ("C:[0;1]N:cfff\n", [("tournament-player", 1, 1, 2)]),
        ("B:[0;1]N:cfff\n", [("tournament-turn", 1, 1, 2)]),
        ("A:[0;1]N:cfff\nA:[0;-1]N:crrf\n", [("tournament-turn", 2, 1, 2)]),
        ("A:[0,1]N:cfff\n", [("tournament-square", 1, 3, 4)]),
        ("A:(0;1)N:cfff\n", [("tournament-square", 1, 3, 4)]),
        ("A:[0;1]cfff\n", [("tournament-side", 1, 8, 9)]),
        ("A:[0;1]O:cfff\n", [("tournament-side", 1, 8, 9)]),
        ("A:[0;1]N:\n", [("tournament-tile", 1, 10, 11)]),
        ("A:[0;1]N:D\n", [("tournament-tile", 1, 10, 11)]),
        ("A:[0;1]N:BA/C\n", [("tournament-tile", 1, 10, 14)]),
        ("A:[0;1]N:cfff>\n", [("tournament-figure", 1, 14, 15)]),
        ("A:[0;1]N:cfff>C:K\n", [("tournament-figure", 1, 14, 15)]),
        ("A:[0;1]N:cfff>N:M\n", [("tournament-role", 1, 17, 18)]),
        ("A:[0;1]N:cfff>N:Kn\n", [("tournament-role", 1, 17, 19)]),
        ("A:[0;1]N:cfff>N:K=4A\n", [("tournament-points", 1, 18, 19)]),
        ("A:[0;1]N:cfff>N:K=+4C\n", [("tournament-player", 1, 21, 22)]),
        ("A:[0;1]N:cfff>N:K=+4A=+4B\n", [("tournament-rest", 1, 22, 26)]),
        ("A:[0;1]N:cfff>N:K>S:K\n", [("tournament-rest", 1, 18, 22)]),
        ("A:[0;1]N:cfff well done\n", [("tournament-rest", 1, 15, 24)]),
        ("A:[0;1]N:ccff\n", [("ambiguous-tile", 1, 10, 14)]),
        ("A:[0;1]N:cfcf\n", [("ambiguous-tile", 1, 10, 14)]),
        ("A:[0;1]N:ffss\n", [("tile-not-in-play", 1, 10, 14)]),
        ("A:[0;1]N:cccc\n", [("tile-not-in-play", 1, 10, 14)]),
        ("A:[0;1]N:rrrr+\n", [("unknown-tile", 1, 10, 15)]),
        ("A:[0;1]N:rcrf\n", [("tournament-turned", 1, 10, 14)]),
        ("C:[0;1]N:cfff\nB:[0;1]N\n", [("tournament-player", 1, 1, 2), ("tournament-side", 2, 8, 9)]),
    ],
)
def test_what_is_not_known_is_refused_at_its_place(lines: str, problems: list[tuple[str, int, int, int]]) -> None:
    assert places(told(lines)) == problems


def test_a_tile_in_another_turn_is_told_as_the_notation_writes_it() -> None:
    assert told("A:[0;1]N:rcrf\n")[0].suggestions == ("crfr",)
    assert told("A:[0;1]N:fccf-S\n")[0].suggestions == ("ccff-S",)


@pytest.mark.parametrize(
    ("lines", "code", "place"),
    [
        (f"{TWO}A:[1;-1]E:crfr\n", "tournament-misfit", (3, 3, 15)),
        (f"{TWO}A:[0;1]N:ffff\n", "illegal-move", (3, 3, 14)),
        (f"{TWO}A:[7;7]N:ffff\n", "illegal-move", (3, 3, 14)),
        ("A:[0;1]S:cfff>N:K\n", "tournament-no-place", (1, 15, 18)),
        ("A:[0;1]S:cccf>S:K\nB:[0;2]S:ccff-J>S:K\n", "illegal-move", (2, 17, 20)),
        ("A:[0;1]N:cccc+\nB:[0;2]N:cccc+\n", "import-box", (2, 10, 15)),
    ],
)
def test_an_illegal_line_is_shown(lines: str, code: str, place: tuple[int, int, int]) -> None:
    assert places(told(lines)) == [(code, *place)]


def test_comments_are_kept() -> None:
    record = formatted(read(f"# round 3\n{TWO.replace('=+4B', '=+4B  # at once')}# late\n", called=("Anna", "Ben")))
    for comment in ("# round 3", "# at once", "# late"):
        assert comment in record
    assert 'players red "Anna", blue "Ben"' in record
    assert [one.code for one in told(TWO, called=("Anna",))] == ["import-players"]


# ---- whole games


def reference(face: Face) -> tuple[str, int]:
    """A tile as the notation writes it, and the side (0 to 3) that its first letter stands for, upright."""
    turned = [(face.edges[turns:] + face.edges[:turns], turns) for turns in range(4)]
    sides, first = min(turned)
    cities = [piece for piece in face.segments if piece.kind == "city"]
    coat = any("coat" in piece.marks for piece in cities)
    twins = sides in ("ccff", "cfcf") and not coat
    return sides + ("+" if coat else "") + (("-J" if len(cities) == 1 else "-S") if twins else ""), first


def lines_of(game: Game, down: bool, chance: random.Random, points: bool) -> str:
    """A game as its players would have written it down."""
    lines = []
    for turn in game.turns:
        sides, first = reference(turn.face)
        x, y = turn.cell
        line = f"{'AB'[turn.player]}:[{x};{y if down else -y}]{'NESW'[(first + turn.turns) % 4]}:{sides}"
        if turn.put is not None:
            line += f">{'NESW'[chance.choice(sorted(turn.put.sides))]}:K"
        if points:
            line += "".join(f"=+{number}{'AB'[player]}" for player, number in turn.points.items())
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_is_written_down_is_read_back(seed: int) -> None:
    start, down = seed % 4, bool(seed % 2)
    game = play(seed, 2, 71 if seed < 3 else 24, start, ("city",))
    points = all(len(turn.points) < 2 for turn in game.turns)
    text = lines_of(game, down, random.Random(seed), points)
    record = read(text, down, "NESW"[start])
    assert agrees(record)
    assert ("claim" in record) == (points and any(turn.points for turn in game.turns))
    bound = bind(read_document(formatted(record), "en"))
    assert list(replay(bound.scenarios[0], "en").totals().values()) == game.final
    try:
        assert read(text, down) == record
    except Problems as error:
        assert [one.code for one in error.items] == ["import-start"]
        assert f"--start {'NESW'[start]}" in error.items[0].values["choices"]


# ---- damaged files


def survives(text: str) -> None:
    """Reads `text` in every way; whatever is wrong with it is said in both languages, inside the text."""
    for down, start in ((None, None), (False, None), (False, "S"), (True, "N")):
        try:
            assert agrees(read(text, down, start)) in (True, False)
        except Problems as error:
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            assert error.items
            assert all(0 <= one.span.line <= len(lines) for one in error.items)
            for lang in ("en", "fr"):
                assert rendered(error.items, text, speech(lang), Style(80, "simple", plain))


def test_every_beginning_is_read_or_refused() -> None:
    for end in range(len(TWO) + 1):
        survives(TWO[:end])


@given(st.data())
def test_a_damaged_line_is_read_or_refused(data: st.DataObject) -> None:
    text = TWO
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.integers(0, len(text)))
        typed = data.draw(st.text(max_size=3) | st.sampled_from(list("AB:[;]NESWcfrs+-JS>=K04\n# ")))
        text = text[:where] + typed + text[where + data.draw(st.integers(0, 3)) :]
    survives(text)


@given(st.text(max_size=60))
def test_garbage_is_refused(text: str) -> None:
    survives(text)


# ---- the command


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


def test_import_tells_the_notation_by_looking_at_it(tmp_path: Path) -> None:
    assert form_of(TWO) == "tournament"
    game = tmp_path / "final.txt"
    game.write_text(TWO, encoding="utf-8")
    out = tmp_path / "final.carc"
    assert run("import", str(game), "--y", "up", "--players", "Anna, Ben", "-o", str(out)).exit_code == 0
    assert 'game "final"' in out.read_text(encoding="utf-8")
    assert run("score", str(out)).exit_code == 0
    shown = run("import", str(game), "--y", "up", "--lang", "fr").stdout
    assert "annonce après 2 : rouge 0, bleu 4" in shown


def test_import_asks_for_what_the_notation_leaves_open() -> None:
    asked = run("import", "-", text=TWO)
    assert asked.exit_code == 2
    assert "--y up" in asked.stderr
    asked = run("import", "-", "--y", "up", "--lang", "fr", text="A:[1;0]N:frfr\n")
    assert asked.exit_code == 2
    assert "--start" in asked.stderr
    assert run("import", "-", "--y", "up", "--start", "N", text="A:[1;0]N:frfr\n").exit_code == 0
    assert run("import", "-", "--y", "up", "--start", "N", text="A:[1;0]E:frfr\n").exit_code == 2
