"""Slips that people make on a score sheet and in a record: each is noticed, and nearly every one is named.

``HUMAN_SLIPS=60 pytest -s tests/test_human_slips.py`` takes so many games and prints the share by kind.
"""

from __future__ import annotations

import itertools
import os
import re

import pytest
from click.testing import CliRunner
from everyday import LONG
from human_slips import Told, base_game, played, renumbered, shares, told_of

from adjudicator.cli import main
from adjudicator.model.ruling import Item, Line
from adjudicator.model.span import NOWHERE
from adjudicator.play.mending import mended, mendings
from adjudicator.play.parting import parting
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed, TurnRecord
from adjudicator.play.slips import slips

GAMES = int(os.environ.get("HUMAN_SLIPS", "2" if LONG else "1"))
FIRST = int(os.environ.get("HUMAN_SLIPS_FROM", "100"))
NAMING = LONG or bool(os.environ.get("HUMAN_SLIPS"))
"""Whether so many slips are tried that the share of one hardly counts."""
NAMED = 0.9
"""The share that has to be named, at least."""


@pytest.fixture(scope="module")
def told() -> list[Told]:
    found = [one for seed in range(FIRST, FIRST + GAMES) for one in told_of(seed, one_in=1 if NAMING else 14)]
    for kind, (number, seen, right, first) in shares(found).items():
        print(f"{kind:34} {number:4} noticed {seen:4} named {right:4} first {first:4}")
    return found


@pytest.mark.long
def test_no_slip_passes(told: list[Told]) -> None:
    unseen = [one for one in told if not one.seen]
    assert told and not unseen, (unseen[0].kind, unseen[0].text)


@pytest.mark.long
def test_nearly_every_slip_is_named(told: list[Told]) -> None:
    right = sum(one.right for one in told)
    assert right >= NAMED * len(told) - (not NAMING), next((one.kind, one.text) for one in told if not one.right)


# ---- one by one

GAME = """game "By hand"
players red, blue
1. red  E@180 (0,-1) meeple city
2. blue U (1,0) meeple road
3. red  B (0,1) meeple monastery
4. blue A@90 (2,0) meeple monastery
5. red  A@270 (-1,0) meeple field
6. blue E (0,-2) meeple city
7. red  E (1,-2) meeple city
8. blue N@180 (0,-3)
9. red  M@270 (1,-3)
10. blue B (1,1)
final
"""
# The totals are worked out in test_score.py: red 22 (14 in play, the monastery 5, the field 3), blue 17 (14 and 3).


def guesses(claim: str) -> list[tuple[str, int, tuple[tuple[str, int, int], ...]]]:
    """Kind, turn and the sums of each side of every explanation."""
    found = parting(played(f"{GAME}claim {claim}\n"), "en")
    assert found is not None
    return [(one.kind, one.turn, one.made) for one in found.guesses]


@pytest.mark.parametrize(
    ("claim", "slip"),
    [
        ("red 26", ("full", 0, (("red", 5, 9),))),
        ("red 72", ("lap", -1, (("red", 22, 72),))),
        ("blue 71", ("digits", -1, (("blue", 17, 71),))),
        ("after 9: red 12, blue 12", ("uncounted", 9, (("blue", 10, 8), ("red", 10, 8)))),
        ("after 9: red 4, blue 14", ("unshared", 9, (("red", 10, 0),))),
        ("red 19, blue 17", ("uncounted", 0, (("red", 3, 0),))),
    ],
)
def test_the_sums_of_both_sides_are_told(claim: str, slip: tuple[str, int, tuple[tuple[str, int, int], ...]]) -> None:
    kind, turn, made = slip
    assert (kind, turn, sorted(made)) in [(k, t, sorted(m)) for k, t, m in guesses(claim)]


def test_two_slips_together_where_none_alone_explains_it() -> None:
    """The coat of turn 9 forgotten (8 for 10 each) and the monastery of red counted in full (9 for 5)."""
    text = f"{GAME}claim red 24, blue 15\n"
    found = parting(played(text), "en")
    assert found is not None
    pairs = [{(part.kind, part.turn) for part in one.both} for one in found.guesses if one.both]
    assert {("uncounted", 9), ("full", 0)} in pairs
    assert "Two slips together" in CliRunner().invoke(main, ["score", "-"], input=text).output


def test_two_slips_stand_on_lines_of_their_own() -> None:
    result = CliRunner().invoke(main, ["score", "-", "--brief"], input=f"{GAME}claim red 24, blue 15\n")
    lines = result.output.splitlines()
    at = lines.index("- Two slips together:")
    assert [line[:4] for line in lines[at + 1 : at + 6] if line[:4] != "    "][:2] == ["  - ", "  - "]


THREE = """game "Three"
players red, blue, green
1. red E@180 (0,-1) meeple city
2. blue U (1,0) meeple road
3. green B (0,1) meeple monastery
"""


def test_two_turns_left_out_in_a_row_are_named_together() -> None:
    text = f"{THREE}4. green A@90 (2,0) meeple monastery\n5. red A@270 (-1,0) meeple field\n"
    first = mendings(played(text), "en")[0]
    assert (first.kind, first.turn, first.players, first.whole) == ("missing-several", 3, ("red", "blue"), True)
    said = " ".join(CliRunner().invoke(main, ["score", "-"], input=text).output.split())
    assert "2 turns seem missing after 3, those of Red, Blue; everything after fits then" in said


@pytest.mark.long
def test_a_tile_of_one_of_two_missing_turns_is_found() -> None:
    # Green's second tile can only lie there if one of the two turns before it laid one at (2,0).
    text = f"{THREE}4. green U (3,0)\n5. red A@270 (-1,0)\n"
    first = mendings(played(text), "en")[0]
    assert (first.kind, first.players) == ("missing-several", ("red", "blue"))


@pytest.mark.parametrize(
    ("written", "claim", "place"),
    [
        ("road", "", "city N at (1,-2)"),  # the tile has no road: everything after fits with the city
        ("monastery", "\nclaim after 9: red 14, blue 14", "city N at (1,-2)"),
        ("road", "\nclaim after 9: red 4, blue 14", "field EL at (1,-2)"),  # what was claimed speaks for the field
    ],
)
def test_a_figure_that_cannot_stand_there_is_put_where_the_rest_speaks_for_it(
    written: str, claim: str, place: str
) -> None:
    text = GAME.replace("E (1,-2) meeple city", f"E (1,-2) meeple {written}").rstrip("\n") + f"{claim}\n"
    game, made = mended(played(text).scenario, "en")
    ((_, one),) = made
    assert one.kind == "figure"
    assert isinstance(one.move, Item) and one.move.parts[2] == place
    assert [turn.number for turn in game.turns] == list(range(1, 11))
    output = CliRunner().invoke(main, ["score", "-", "--lenient", "--brief", "--lang", "fr"], input=text).output
    assert "Tour 7 : plutôt meeple sur" in " ".join(output.split())


def test_a_figure_that_nothing_has_room_for_is_left_out() -> None:
    # Red has no abbot of its own here, so no place of the tile takes one; the turn counts without it.
    text = GAME.replace("9. red  M@270 (1,-3)", "9. red  M@270 (1,-3) abbot city")
    game, made = mended(played(text).scenario, "en")
    assert [one.kind for _, one in made] == ["no-figure"]
    assert game.totals() == played(GAME).totals()


@pytest.mark.long
def test_lenient_goes_on_with_the_likeliest_correction_and_says_so() -> None:
    text = base_game(5, 3, 30)
    whole = played(text)
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("12."))
    spoiled = "\n".join([*lines[: at + 1], *lines[at:]]) + "\n"
    assert mendings(played(spoiled), "en")[0].kind == "twice"
    game, made = mended(played(spoiled).scenario, "en")
    assert [one.kind for _, one in made] == ["twice"]
    assert [turn.number for turn in game.turns] == [turn.number for turn in whole.turns]
    assert game.totals() == whole.totals()
    result = CliRunner().invoke(main, ["score", "-", "--lenient"], input=renumbered(spoiled.splitlines()))
    assert result.exit_code == 2
    assert "Turn 12 is written twice; everything after fits then" in " ".join(result.output.split())
    french = CliRunner().invoke(main, ["score", "-", "--lang", "fr"], input=spoiled)
    assert "Le tour 12 est écrit deux fois" in french.output


def test_another_reading_of_a_legal_turn_is_found() -> None:
    """The city of turn 1 is complete as written; had the tile lain the other way, nobody would have scored."""
    text = 'game "G"\n1. red E@180 (0,-1) meeple city\n2. blue U (1,0)\nclaim after 1: red 0, blue 4\n'
    found = parting(played(text), "en")
    assert found is not None
    assert ("other", 1) in {(one.kind, one.turn) for one in found.guesses}


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("A@90 (2,0)", "A@180 (2,0)"),  # a tile that is turned
        ("E (0,-2)", "E (0,-3)"),  # on another square
        ("E (1,-2) meeple city", "E (1,-2) meeple road"),  # a figure where there is no such place
        ("3. red  B (0,1) meeple monastery\n", "3. red  B (0,1) meeple monastery\n" * 2),  # one that is written twice
    ],
)
def test_turns_without_numbers_are_called_by_their_place(written: str, instead: str) -> None:
    """The same game is mended in the same ways with and without numbers, which may leave more ways when they are not
    there; and the same turns are named.
    """
    numbers = itertools.count(1)
    text = re.sub(r"^\d+\.", lambda _: f"{next(numbers)}.", GAME.replace(written, instead), flags=re.MULTILINE)
    numbered = played(text)
    scenario = numbered.scenario
    steps = tuple(step._replace(after=0) if step.kind == "turn" else step for step in scenario.steps)
    plain = replay(scenario._replace(steps=steps), "en")
    assert plain.problems

    def told(game: Replayed) -> list[tuple[object, ...]]:
        return [(one.kind, one.turn, one.player, one.move, one.reach, one.players) for one in mendings(game, "en")]

    assert told(numbered) and set(told(numbered)) <= set(told(plain))
    assert all(one.turn > 0 for one in mendings(plain, "en"))


@pytest.mark.parametrize(("lang", "word"), [("en", "Turn"), ("fr", "Tour"), ("de", "Zug")])
def test_no_turn_is_called_by_a_number_that_it_does_not_have(lang: str, word: str) -> None:
    """The monastery with a road cannot lie with the road to the field beside it: it is the third turn that is wrong."""
    text = "".join(
        f"turn {player}\n  places {tile} at {cell}\n"
        for player, tile, cell in (("red", "E@180", "(0,-1)"), ("blue", "U", "(1,0)"), ("red", "A", "(2,0)"))
    )
    said = CliRunner().invoke(main, ["score", "-", "--lang", lang], input=f'game "G"\n{text}').output
    assert f"{word} 3" in said and f"{word} 0" not in said


def test_all_lines_of_a_player_count_in_a_slip_of_the_rate() -> None:
    """Two rows of complete cities, 2 and 3 of them, and two alike of tiles of a road: none stands for the other."""
    rows = [Line("red", "F", "cities", times, 3, "BASE-47") for times in (2, 3)]
    field = TurnRecord(0, "", "", tuple(rows), {"F": "field"}, {"red": 15}, (), (), NOWHERE)
    rates = [(guess.value, off) for guess, off in slips(field) if guess.kind == "rate"]
    assert rates == [("4", {"red": 5})]
    road = field._replace(number=3, lines=(Line("red", "R", "tiles", 2, 2, "NB-03"),) * 2, kinds={"R": "road"})
    assert [off for guess, off in slips(road) if guess.kind == "ignored"] == [{"red": -4}]
