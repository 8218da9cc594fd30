"""Whole games: a record of ten turns worked out by hand, claims right and wrong, illegal moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudicator.binding.bind import bind
from adjudicator.cli import main
from adjudicator.play.parting import Parting, parting
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed
from adjudicator.report import score, terminal
from adjudicator.report.style import Style, plain
from adjudicator.syntax.document import read_document
from adjudicator.words.say import speech

GAME = """game "By hand"
  players red "Anna", blue "Ben"
  1. red  E@180 (0,-1) meeple city
  2. blue U (1,0) meeple road
  3. red  B (0,1) meeple monastery
  4. blue A@90 (2,0) meeple monastery
  5. red  A@270 (-1,0) meeple field
  6. blue E (0,-2) meeple city
  7. red  E (1,-2) meeple city
  8. blue N@{n} (0,-3)
  9. red  M@{m} (1,-3)
  10. blue B (1,1)
""".replace("{n}", "180").replace("{m}", "270")
# Turn 1: the city of D and E, 2 tiles x 2. Turn 5: the road from monastery to monastery, 4 tiles. Turn 9: the city of
# four tiles and a coat, both with a meeple: 8 + 2 each. The final scoring: the monastery of red has 4 neighbours, that
# of blue 2; the field of red touches the city of turn 1.
TOTALS = [(4, 0), (4, 0), (4, 0), (4, 0), (4, 4), (4, 4), (4, 4), (4, 4), (14, 14), (14, 14)]
FINAL = {"red": 22, "blue": 17}


def played(text: str, lenient: bool = False) -> Replayed:
    """The replay of the one scenario of `text`."""
    found = bind(read_document(text, "en"))
    assert not found.problems
    return replay(found.scenarios[0], found.language, lenient=lenient)


def parted(more: str) -> Parting | None:
    """Where the game and the claims of `more` part."""
    return parting(played(GAME + more), "en")


def slips(more: str) -> set[tuple[str, int, str]]:
    """Kind, turn and item or value of every explanation."""
    found = parted(more)
    assert found is not None
    return {(one.kind, one.turn, one.item or one.value) for one in found.guesses}


def run(tmp_path: Path, text: str, *words: str) -> Result:
    """One call of the command on a file with `text`."""
    path = tmp_path / "game.carc"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["score", str(path), *words])


def test_totals_after_every_turn() -> None:
    game = played(GAME)
    assert [one.number for one in game.turns] == list(range(1, 11))
    assert [(one.totals["red"], one.totals["blue"]) for one in game.turns] == TOTALS
    assert game.turns[4].gained() == {"blue": 4}
    assert game.turns[8].gained() == {"red": 10, "blue": 10}
    assert {line.rule for line in game.turns[8].lines} >= {"BASE-29"}


@pytest.mark.parametrize("end", ["", "  final\n"])
def test_the_final_scoring(end: str) -> None:
    game = played(GAME + end)
    assert game.totals() == FINAL
    assert game.winners() == ("red",)
    assert game.ended is bool(end)
    assert game.final is not None
    assert game.final.gained() == {"red": 8, "blue": 3}


def test_points_by_turn_are_all_points() -> None:
    game = played("red has score 5\n" + GAME.partition("\n")[2] + "  final\n")
    assert game.start["red"] == 5
    assert game.final is not None
    sums = dict(game.start)
    for turn in (*game.turns, game.final):
        for player, points in turn.gained().items():
            sums[player] = sums.get(player, 0) + points
        assert sums == {**dict.fromkeys(sums, 0), **turn.totals}


def test_questions_change_nothing() -> None:
    assert played(GAME.replace("  9. red", "  ask total red\n  ask why\n  9. red")).totals() == FINAL


def test_claims_that_hold() -> None:
    game = played(GAME + "  claim after 5: red 4, blue 4\n  final\n  claim red 22, blue 17\n")
    assert [(one.turn, one.answer.met) for one in game.claims] == [(5, True), (0, True)]
    assert parting(game, "en") is None


def test_the_first_turn_at_which_they_part() -> None:
    found = parted(
        "  claim after 5: red 4, blue 4\n  claim after 8: red 4\n  claim after 9: red 12, blue 12\n  claim red 1"
    )
    assert found is not None
    assert (found.claim.turn, found.after, dict(found.off), found.turns) == (9, 5, {"red": -2, "blue": -2}, (9,))


def test_a_coat_forgotten() -> None:
    assert ("uncounted", 9, "coats") in slips("  claim after 9: red 12, blue 12\n")


def test_a_tile_counted_twice() -> None:
    assert slips("  claim after 5: red 4, blue 5\n") == {("twice", 5, "tiles")}


def test_a_tie_not_shared() -> None:
    assert slips("  claim after 9: red 4, blue 14\n") == {("unshared", 9, "")}


def test_a_road_not_scored() -> None:
    assert slips("  claim after 9: red 14, blue 10\n") == {("unscored", 5, "")}


def test_the_values_of_an_old_edition() -> None:
    found = slips("  claim after 1: red 2\n")
    assert ("edition", -1, "C1") in found
    assert ("switch", -1, "2") in found


def test_nothing_explains_it() -> None:
    assert slips("  claim red 99\n") == set()


def test_an_illegal_move_ends_the_replay_at_its_turn() -> None:
    game = played(GAME.replace("4. blue A@90 (2,0)", "4. blue A (2,0)"))
    assert len(game.turns) == 3
    assert game.final is None
    assert [one.code for one in game.problems] == ["illegal-move"]
    assert game.problems[0].rules == ("BASE-10",)
    assert [one.turn for one in game.illegal] == [4]
    assert game.illegal[0].options


def test_lenient_goes_on() -> None:
    game = played(GAME.replace("3. red  B (0,1) meeple monastery", "3. red  B (0,1) abbot road"), lenient=True)
    assert len(game.turns) == 10
    assert game.final is not None
    assert game.totals() == {"red": 17, "blue": 17}
    assert game.winners() == ("red", "blue")
    assert len(game.problems) == 1


def test_the_tables(tmp_path: Path) -> None:
    result = run(tmp_path, GAME + "  final\n  claim red 20, blue 17\n")
    assert result.exit_code == 1
    for said in ("Red wins with 22 points.", "fields", "monasteries", "turns: 1, 9", "2 tiles x 2"):
        assert said in result.stdout
    french = run(tmp_path, GAME + "  final\n", "--lang", "fr")
    assert french.exit_code == 0
    assert "Rouge gagne avec 22 points." in french.stdout


def test_a_position_can_be_played_on(tmp_path: Path) -> None:
    result = run(tmp_path, GAME, "--turn", "5")
    assert result.exit_code == 0
    text = result.stdout.partition("\n")[2] + "".join(GAME.splitlines(keepends=True)[-5:]) + "  final\n"
    found = bind(read_document(text.replace("  6. blue", "  6. blue", 1), "en"))
    assert not found.problems
    assert replay(found.scenarios[0], "en").totals() == FINAL


BUILT = """game "Built"
  use bridges-castles-bazaars, german-castles
  players red, blue
  tile LEFT: german castle, road S, field N E SL SR W
  tile RIGHT: german castle, field N E S W
  board
    (0,0) D
    (1,0) V
  1. red: builds bridge from W to E at (-1,0), places B at (-1,0), puts meeple on road
  2. blue E@180 (0,-1) meeple city, builds castle on city S at (0,-1)
  3. red: places german castle LEFT at (-2,-1) and RIGHT at (-1,-1), puts meeple on german castle
  4. blue V@180 (-2,0)
  5. red A@180 (1,1)
"""


def test_a_position_with_what_lies_over_tiles_can_be_played_on(tmp_path: Path) -> None:
    result = run(tmp_path, BUILT, "--turn", "3")
    assert result.exit_code == 0
    assert "(-1,0) BA/L with bridge E" in result.stdout
    assert "1 bridge aside" in result.stdout
    found = bind(read_document(result.stdout + "".join(BUILT.splitlines(keepends=True)[-2:]) + "  final\n", "en"))
    assert not found.problems
    # the road and the castle beside it 6 + 3 each, the german castle 2 + 4
    assert replay(found.scenarios[0], "en").totals() == {"red": 15, "blue": 9}


def test_the_ruling_of_a_turn(tmp_path: Path) -> None:
    result = run(tmp_path, GAME, "--explain", "9")
    assert result.exit_code == 0
    assert "BASE-29" in result.stdout
    assert "1 coat of arms x 2 = 2" in result.stdout
    assert run(tmp_path, GAME, "--explain", "11").exit_code == 2


def test_the_machine_form(tmp_path: Path) -> None:
    result = run(tmp_path, GAME + "  final\n  claim red 20\n", "--format", "json")
    say: dict[str, Any] = json.loads(result.stdout)
    game = say["games"][0]
    assert game["totals"] == FINAL
    assert game["winners"] == ["red"]
    assert game["categories"]["red"] == {
        "cities": {"in_play": 14, "at_end": 0},
        "monasteries": {"in_play": 0, "at_end": 5},
        "fields": {"in_play": 0, "at_end": 3},
    }
    assert [one["met"] for one in game["claims"]] == [False]
    assert game["parting"]["off"] == {"red": -2}
    assert say["problems"] == []


def test_a_file_without_a_game(tmp_path: Path) -> None:
    assert run(tmp_path, "city T: complete, 3 tiles; red: meeple; ask score T").exit_code == 2


def test_what_the_position_lacks_is_asked_for_once() -> None:
    game = played(
        """city T: incomplete
  red: meeple
road R: incomplete, 2 tiles
  blue: meeple
turn red
  places a tile that completes T
turn blue
  places a tile that completes R
claim after 1: red 8
"""
    )
    assert [[one.phrase for one in turn.missing] for turn in game.turns] == [["tiles"], []]
    assert game.turns[1].gained() == {"blue": 3}
    assert [one.answer.ruling.verdict for one in game.claims] == ["undetermined"]
    assert parting(game, "en") is None


LACKING = """scenario "Manque"
  joueurs rouge, bleu
  ville T : incomplète
    rouge : meeple
  tour de rouge
    place une tuile qui complète T
"""


def test_what_is_lacking_stands_in_the_table(tmp_path: Path) -> None:
    result = run(tmp_path, "langue fr\n" + LACKING)
    assert result.exit_code == 0
    assert result.stdout.count("ombien de tuiles") == 2


def test_five_players_fit_eighty_columns(tmp_path: Path) -> None:
    """Every turn with its tile, square and figure; points only where there are any; the place by the square played."""
    lines = [
        "1. red E@180 (0,-1) meeple city", "2. blue U (1,0) meeple road", "3. green B (0,1) meeple monastery",
        "4. yellow A@90 (2,0) meeple monastery", "5. black A@270 (-1,0) meeple field",
    ]  # fmt: skip
    text = "\n".join(['game "Five"', "players red, blue, green, yellow, black", *lines, "final"]) + "\n"
    result = run(tmp_path, text)
    assert result.exit_code == 0
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    said = " ".join(result.stdout.split())
    assert "5 black: A@270 (-1,0) meeple field" in said and "blue road E at (-1,0): 4 tiles x 1 = 4" in said
    (row,) = [line for line in result.stdout.splitlines() if "green: B (0,1)" in line]
    assert not any(char.isdigit() for char in row.partition("monastery")[2])


def test_brief_is_the_table_and_the_first_clash(tmp_path: Path) -> None:
    result = run(tmp_path, GAME + "  final\n  claim red 20, blue 17\n", "--brief")
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "Red wins with 22 points. That is 5 points ahead of Blue. Claims that fit: 0 of 1." in said
    assert "part first" in said and "Turn by turn" not in said


def test_open_totals_are_sets(tmp_path: Path) -> None:
    """The final scoring near 0, where the order of the features decides (GCC-38): 3 or 4 points for red."""
    path = Path(__file__).parent.parent / "scenarios/ghosts-castles-cemeteries/penalty-at-the-end.carc"
    found = bind(read_document(path.read_text(encoding="utf-8")))
    one = next(s for s in found.scenarios if s.title.startswith("Nor does it once the game has been ended"))
    game = replay(one, found.language)
    assert game.may_total("red") == (3, 4)
    said = terminal.written(score.short(game, None, speech("en")), speech("en"), Style(80, "simple", plain))
    assert "3 or 4" in said and "Open (GCC-38): Red 3 or 4." in " ".join(said.split())


def test_the_reason_stands_before_what_would_have_been_legal(tmp_path: Path) -> None:
    result = run(tmp_path, GAME.replace("4. blue A@90 (2,0)", "4. blue A (2,0)"))
    said = " ".join(result.output.split())
    reason = said.index("move is not allowed")
    assert reason < said.index("everything after fits then") < said.index("legal instead")


def test_a_position_that_only_asks_is_sent_to_the_command_that_answers(tmp_path: Path) -> None:
    done = run(tmp_path, "city T: complete, 2 tiles; red: meeple; ask score T")
    assert done.exit_code == 2
    assert "`adjudicator settle` answers what the text asks" in " ".join(done.output.split())


def test_a_figure_without_a_part_is_a_problem_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "count.carc"
    path.write_text("garden H: 3 of 9 tiles\n  red: counts\nturn red\n  places a tile\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["score", str(path)])
    assert result.exit_code == 2 and "fault" not in result.output and "1:1" in result.output
