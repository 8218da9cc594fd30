"""Saved games of other programs: what is read, what is refused and where. The files are made here, word for word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudicator import adjudicate
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.records.jcz_read import read_jcz
from adjudicator.records.jcz_write import write_jcz
from adjudicator.records.names import located, location, names, segment_name
from adjudicator.words.saying import kind

PLACE, DEPLOY, PASS, COMMIT = "PLACE_TILE", "DEPLOY_MEEPLE", "PASS", "COMMIT"


def event(kind: str, player: int | None = None, **payload: Any) -> dict[str, Any]:
    """One event."""
    made: dict[str, Any] = {"type": kind, "payload": payload}
    return made if player is None else {**made, "player": player}


def place(tile: str, x: int, y: int, turn: int = 0, player: int | None = None) -> dict[str, Any]:
    return event(PLACE, player, tileId=tile, position=[x, y], rotation=f"R{turn}")


def deploy(figure: str, x: int, y: int, feature: str, location: str, player: int | None = None) -> dict[str, Any]:
    pointer = {"position": [x, y], "feature": feature, "location": location}
    return event(DEPLOY, player, meepleId=figure, pointer=pointer)


def saved(*events: dict[str, Any], players: int = 2, asserted: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A small game; `more` replaces parts of the setup, ``annotations`` those of the game."""
    annotations = more.pop("annotations", {})
    setup = {
        "sets": {"basic:1": 1},
        "elements": {"small-follower": 7, "farmers": True},
        "rules": {},
        "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}],
        **more,
    }
    return {
        "appVersion": "6.2.0",
        "setup": setup,
        "players": [{"name": name} for name in ("Ada", "Bo", "Cy")[:players]],
        "replay": list(events),
        "gameAnnotations": annotations,
        "test": {"description": "Small", "assertions": list(asserted)},
    }


def read(game: dict[str, Any]) -> str:
    return read_jcz(json.dumps(game), "game.jcz")


def refused(game: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The first problem of a game that is not read: its code and values."""
    with pytest.raises(Problems) as caught:
        read(game)
    assert caught.value.items[0].file == "game.jcz"
    return caught.value.items[0].code, dict(caught.value.items[0].values)


def agrees(record: str) -> bool:
    """Whether a record can be played and everything expected in it is met."""
    outcome = adjudicate(record)
    return not outcome.problems and all(answer.met is not False for answer in outcome.answers)


CITY = (place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "City", "S"), event(COMMIT, random=0.5))
"""Ada closes the city of the start tile with a knight: 4 points."""
ROAD = (place("BA/Rr", 1, 0, 90), deploy("1.small.1", 1, 0, "Road", "NW"), event(COMMIT))


def test_events_become_turns() -> None:
    record = read(saved(*CITY, *ROAD, place("BA/L", 0, 1), event(PASS), event(COMMIT)))
    lines = [line.strip() for line in record.splitlines()]
    assert lines[0] == 'game "Small"'
    assert lines[1] == 'players red "Ada", blue "Bo"'
    assert lines[2:4] == ["board", "(0,0) BA/RCr"]
    assert lines[4:7] == ["turn red", "places BA/C@180 at (0,-1)", "puts meeple on city S"]
    assert lines[7:10] == ["turn blue", "places BA/Rr@90 at (1,0)", "puts meeple on road N"]
    assert lines[10:] == ["turn red", "places BA/L at (0,1)", "puts nothing"]


def test_points_become_a_claim_and_a_scoring_a_question() -> None:
    record = read(
        saved(*CITY, *ROAD, asserted=("Ada has 4 points", "Bo has 0 points.", "Ada scored city for 4 points"))
    )
    assert "ask score city S at (0,-1) expect red 4" in record
    assert "claim red 4, blue 0" in record
    assert agrees(record)
    assert not agrees(read(saved(*CITY, asserted=("Ada scored city for 5 points",))))
    assert not agrees(read(saved(*CITY, asserted=("Ada has 5 points",))))


def test_the_pack_running_out_ends_the_game() -> None:
    farmer = (place("BA/C", 0, -1, 180), deploy("0.small.1", 0, -1, "Field", "NL.NR.EL.ER.WL.WR"), event(COMMIT))
    asserted = ("Ada scored field for 3 points", "Ada has 3 points")
    assert agrees(read(saved(*farmer, annotations={"endTurn": 1}, asserted=asserted)))
    assert "final" in read(saved(*farmer, annotations={"drawOrder": ["BA/C", "#END"]}))
    assert "final" not in read(saved(*farmer, annotations={"drawOrder": ["BA/C"]}))
    assert "final" not in read(saved(*farmer))


def test_options_become_questions() -> None:
    asserted = ("Meeple SmallFollower options: {City,S,[0,-1]}; {Field,NL.NR.EL.ER.WL.WR,[0,-1]}", "Player can pass")
    record = read(saved(place("BA/C", 0, -1, 180), asserted=asserted))
    assert "ask where red may put meeple expect exactly city S at (0,-1), field NL at (0,-1)" in record
    assert "# Player can pass" in record
    assert agrees(record)
    asserted = ("TilePlacement BA/Cccc+ options: [0,-1] - [0]",)
    assert agrees(read(saved(place("BA/RFr", 1, 0), event(COMMIT), asserted=asserted)))


def test_a_fork_of_the_river_is_ruled_as_that_program_does() -> None:
    fork = (place("RI.2/III", 1, 0, 180), event(PASS), event(COMMIT))
    river = {"start": [{"tile": "RI/s", "x": 0, "y": 0, "rotation": 0}], "sets": {"basic:1": 1, "river/2:1": 1}}
    record = read(saved(*fork, players=1, asserted=("TilePlacement RI.2/RrII options: [2,0] - [90]",), **river))
    assert "rule river-fork every-arm" in record
    assert agrees(record)
    assert not agrees(record.replace("rule river-fork every-arm", "rule river-fork upstream"))


def test_a_wagon_drives_on_after_the_scoring() -> None:
    wagon = (
        place("BA/CccR", -1, 0, 270), event(PASS), event(COMMIT),
        place("BA/CRRR", 1, 0, 90), deploy("0.wagon.1", 1, 0, "Road", "W"), event(COMMIT),
        deploy("0.wagon.1", 1, 0, "Road", "N"), event(COMMIT),
    )  # fmt: skip
    elements = {"small-follower": 7, "farmers": True, "wagon": 1}
    record = read(saved(*wagon, players=1, elements=elements, asserted=("Ada has 3 points",)))
    assert "use abbey-and-mayor" in record
    assert record.splitlines()[-2].strip() == "red moves wagon to road N at (1,0)"
    assert agrees(record)


def test_a_barn_stands_on_the_corner_north_west_of_its_square() -> None:
    laid = [(-1, 0), (-2, 0), (0, 1), (-1, 1)]
    events = [part for x, y in laid for part in (place("BA/RFr", x, y), event(COMMIT))]
    events.insert(-1, deploy("1.barn.1", 0, 1, "Field", "NL.NR.EL.WR"))
    record = read(saved(*events, elements={"farmers": True, "barn": 1}, asserted=("Bo has 0 points",)))
    assert "puts barn on corner (0,1)" in record
    assert agrees(record)


def test_a_builder_brings_a_second_part() -> None:
    events = (
        place("BA/RFr", 1, 0, player=0), deploy("0.small.1", 1, 0, "Road", "WE", 0), event(COMMIT, 0),
        place("BA/L", 0, 1, player=1), event(PASS, 1), event(COMMIT, 1),
        place("BA/RFr", 2, 0, player=0), deploy("0.builder.1", 2, 0, "Road", "WE", 0), event(COMMIT, 0),
        place("BA/L", 1, 1, player=1), event(PASS, 1), event(COMMIT, 1),
        place("BA/RFr", 3, 0, player=0), event(PASS, 0), event(COMMIT, 0),
        place("BA/L", 2, 1, player=0), event(PASS, 0), event(COMMIT, 0),
    )  # fmt: skip
    record = read(saved(*events, elements={"small-follower": 7, "builder": 1}, asserted=("Ada has 0 points",)))
    assert record.count("turn red second part") == 1
    assert agrees(record)


def test_what_was_undone_is_left_out() -> None:
    record = read(saved(place("BA/L", 0, 1), event(PASS), event("UNDO"), deploy("0.small.1", 0, 1, "Monastery", "I")))
    assert "puts meeple on monastery" in record
    assert "nothing" not in record


def test_settings_that_differ_are_said() -> None:
    record = read(saved(*CITY, rules={"tiny-city-scoring": "2"}, asserted=("Ada has 2 points",)))
    assert "rule tiny-city-scoring 2" in record
    assert agrees(record)
    assert "rule" not in read(saved(*CITY, rules={"tiny-city-scoring": "4", "keep-monasteries": "replace"}))


def test_another_number_of_figures_is_said() -> None:
    assert "blue has 1 meeple\n" in read(saved(*CITY, elements={"small-follower": 1}))
    more = {"small-follower": 2, "big-follower": 1, "wagon": 0}
    assert "red has 2 meeples, 1 large meeple\n" in read(saved(*CITY, elements=more))
    several = read(saved(*CITY, elements={"small-follower": 7, "farmers": True, "barn": 2, "pig": 2}))
    assert "red has any figure, 7 meeples, 2 barns, 2 pigs\n" in several and agrees(several)


def test_seats_give_the_colours() -> None:
    game = saved(*CITY)
    game["players"] = [{"name": "Ada", "slot": 1}, {"name": 'B"o', "slot": 0}]
    assert 'players blue "Ada", red "B\'o"' in read(game)


@pytest.mark.parametrize(
    ("game", "code", "values"),
    [
        (saved(sets={"basic:1": 1, "wind-roses:1": 1}), "jcz-unknown-set", {"word": "wind-roses:1"}),
        (saved(elements={"mage": 1}), "jcz-unknown-element", {"word": "mage"}),
        (saved(rules={"count-move": "clockwise-twice"}), "jcz-unknown-rule", {"word": "count-move"}),
        (saved(rules={"keep-monasteries": "keep"}), "jcz-unknown-rule", {"value": "keep"}),
        (saved(rules={"house": "1"}), "jcz-unknown-rule", {"word": "house", "value": "1"}),
        (saved(addons={"hobby": "1.0"}), "jcz-unknown-set", {"word": "hobby"}),
        (saved(start=[{"tile": "XX/Y", "x": 0, "y": 0}]), "jcz-unknown-start", {"word": "XX/Y"}),
        (saved(start=[{"tile": "BA/L"}]), "jcz-lacks", {"word": "start"}),
        (saved(*CITY, place("XX/Y", 1, 0)), "jcz-unknown-tile", {"event": 4, "word": "XX/Y"}),
        (saved(*CITY, event("BAZAAR_BID")), "jcz-unknown-event", {"event": 4, "word": "BAZAAR_BID"}),
        (saved(event("RETURN_MEEPLE", source="TRAP")), "jcz-unknown-event", {"word": "RETURN_MEEPLE TRAP"}),
        (saved(CITY[0], deploy("0.obelisk.1", 0, -1, "City", "S")), "jcz-unknown-figure", {"event": 2}),
        (saved(CITY[0], deploy("0.small.1", 0, -1, "YagaHut", "I")), "jcz-unknown-feature", {"word": "YagaHut"}),
        (saved(CITY[0], deploy("0.small.1", 0, -1, "City", "N")), "jcz-no-place", {"word": "City N (0,-1)"}),
        (saved(CITY[0], deploy("0.small.1", 5, 5, "City", "N")), "jcz-no-place", {"word": "City N (5,5)"}),
        (saved(CITY[0], deploy("7.small.1", 0, -1, "City", "S")), "jcz-event-damaged", {"word": "meepleId"}),
        (saved(CITY[0], event(DEPLOY, meepleId="0.small.1")), "jcz-event-damaged", {"word": "pointer"}),
        (saved(place("BA/L", 0, 0)), "jcz-event-damaged", {"word": "position"}),
        (saved(event(PLACE, tileId="BA/L", position=[0], rotation="R0")), "jcz-event-damaged", {"word": "position"}),
        (saved(event(PLACE, tileId="BA/L", position=[0, 1], rotation=[])), "jcz-event-damaged", {"word": "rotation"}),
        (saved(place("IC/RRR.i", -1, 0), sets={"inns-and-cathedrals:1": 1}), "jcz-scenery", {"word": "inn"}),
        (saved(event("UNDO")), "jcz-event-damaged", {"event": 1}),
        (saved({"type": PASS, "player": 5}), "jcz-event-damaged", {"word": "player"}),
        (saved({"type": PASS, "payload": 5}), "jcz-event-damaged", {"word": "payload"}),
        (saved({"payload": {}}), "jcz-event-damaged", {"word": "type"}),
        ({**saved(), "appVersion": "3.4.4"}, "jcz-old", {"word": "3.4.4"}),
        ({**saved(), "players": []}, "jcz-lacks", {"word": "players"}),
        ({**saved(), "replay": None}, "jcz-lacks", {"word": "replay"}),
        ({"replay": []}, "jcz-lacks", {"word": "setup"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_not_known_is_refused_by_name(game: dict[str, Any], code: str, values: dict[str, Any]) -> None:
    found, told = refused(game)
    assert found == code
    assert values.items() <= told.items()


def test_everything_unknown_in_the_setup_is_told_at_once() -> None:
    with pytest.raises(Problems) as caught:
        read(saved(sets={"wind-roses:1": 1, "labyrinth": 1}, elements={"mage": 1}))
    assert [one.values["word"] for one in caught.value.items] == ["wind-roses:1", "labyrinth", "mage"]


def test_a_damaged_file_says_where() -> None:
    with pytest.raises(Problems) as caught:
        read_jcz('{"setup": {},\n  "players": [}', "game.jcz")
    assert caught.value.items[0].code == "json-damaged"
    assert (caught.value.items[0].span.line, caught.value.items[0].span.column) == (2, 15)


def test_every_place_of_every_turned_tile_is_found_again() -> None:
    from adjudicator.binding.tile_files import catalogue

    kinds = {kind for several in names()["features"].values() for kind in several}
    for face in catalogue().faces(frozenset(catalogue().expansions)).values():
        for turns in range(4):
            for segment in face.turned(turns).segments:
                if segment.kind in kinds:
                    feature, where = location(face, turns, segment)
                    assert located(face, turns, feature, where) == segment, (face.id, where)
                    assert segment_name(face, turns, segment)[0] == kind(segment.kind)


NEUTRAL = "MOVE_NEUTRAL_FIGURE"
FABLES: dict[str, Any] = {
    "sets": {"basic:1": 1, "princess-and-dragon:1": 1},
    "elements": {
        "small-follower": 7,
        "farmers": True,
        "dragon": 1,
        "fairy": 1,
        "princess": True,
        "portal": True,
    },
}


def back(source: str, figure: str, x: int, y: int, feature: str, location: str, player: int) -> dict[str, Any]:
    """A figure that leaves the table by the choice of `player`."""
    pointer = {"position": [x, y], "feature": feature, "location": location}
    return event("RETURN_MEEPLE", player, source=source, pointer={"featurePointer": pointer, "meepleId": figure})


DRAGON = (
    place("DG/RFr.v", 1, 0, player=0), event(COMMIT, 0),
    place("BA/RFr", 2, 0, player=1), deploy("1.small.1", 2, 0, "Road", "WE", 1), event(COMMIT, 1),
    place("DG/RFr.d", 3, 0, player=0), event(PASS, 0), event(NEUTRAL, 0, figureId="dragon.1", to=[2, 0]),
    event(NEUTRAL, 1, figureId="dragon.1", to=[3, 0]), event(COMMIT, 0),
)  # fmt: skip
FAIRY = (
    place("BA/RFr", 1, 0, player=0), deploy("0.small.1", 1, 0, "Road", "WE", 0), event(COMMIT, 0),
    place("BA/RFr", 2, 0, player=0),
    event(NEUTRAL, 0, figureId="fairy.1", to={"featurePointer": {"position": [1, 0], "feature": "Road",
          "location": "WE"}, "meepleId": "0.small.1"}),
    event(COMMIT, 0),
)  # fmt: skip
PRINCESS = (
    place("BA/Ccc", 0, -1, 180, 0), deploy("0.small.1", 0, -1, "City", "_N", 0), event(COMMIT, 0),
    place("DG/Cc.p", 1, -1, player=1), back("PRINCESS", "0.small.1", 0, -1, "City", "_N", 1), event(COMMIT, 1),
)  # fmt: skip
FESTIVAL = (
    place("BA/RFr", 1, 0, player=0), deploy("0.small.1", 1, 0, "Road", "WE", 0), event(COMMIT, 0),
    place("FE/RrC", 2, 0, player=0), back("FESTIVAL", "0.small.1", 1, 0, "Road", "WE", 0), event(COMMIT, 0),
)  # fmt: skip


def test_the_dragon_is_moved_by_one_player_after_the_other() -> None:
    record = read(saved(*DRAGON, asserted=("Bo has 0 points",), **FABLES))
    assert "  red moves dragon to (2,0)\n  blue moves dragon to (3,0)" in record
    assert agrees(record)
    outcome = adjudicate(f"{record}\n  ask returned\n    expect 1 blue meeple")
    assert not outcome.problems and outcome.answers[-1].met


def test_the_fairy_is_scored_at_the_end() -> None:
    more = {**FABLES, "annotations": {"endTurn": 2}}
    record = read(saved(*FAIRY, players=1, asserted=("Ada has 6 points",), **more))
    assert "moves fairy to red meeple on road E at (1,0)" in record
    assert agrees(record)


def test_a_scoring_is_told_without_the_fairy() -> None:
    """The road is worth 3 points at the end; the 3 of the fairy are a scoring of their own in the other program."""
    more = {**FABLES, "annotations": {"endTurn": 2}}
    for points, right in ((3, True), (6, False), (4, False)):
        record = read(saved(*FAIRY, players=1, asserted=(f"Ada scored road for {points} points",), **more))
        assert agrees(record) == right, record


def test_a_princess_and_a_festival_take_figures_off_the_table() -> None:
    assert "seduces red meeple on city E at (0,-1)" in read(saved(*PRINCESS, **FABLES))
    festival = {"sets": {"basic:1": 1, "festival": 1}, "elements": {"small-follower": 7, "festival": True}}
    assert "takes back meeple from road E at (1,0) by festival" in read(saved(*FESTIVAL, players=1, **festival))
    offered = "ReturnMeeple FESTIVAL options: {0.small.1,Road,WE,[1,0]}"
    record = read(saved(*FESTIVAL[:4], players=1, asserted=(offered,), **festival))
    assert "ask where red may take back meeple by festival" in record
    assert agrees(record)


def test_what_nobody_owns_goes_nowhere_unknown() -> None:
    moved = event(NEUTRAL, 0, figureId="mage.1", to=[0, 0])
    assert refused(saved(place("BA/RFr", 1, 0, player=0), moved, **FABLES))[0] == "jcz-unknown-event"
    beside = event(NEUTRAL, 0, figureId="fairy.1", to={"meepleId": "0.small.1"})
    assert refused(saved(place("BA/RFr", 1, 0, player=0), beside, **FABLES))[0] == "jcz-event-damaged"


# ---- written back


def told(events: list[dict[str, Any]]) -> list[Any]:
    """Events without what has no effect on the game."""
    return [(e["type"], {name: value for name, value in e["payload"].items() if name != "random"}) for e in events]


WAGON = (
    place("BA/CccR", -1, 0, 270), event(PASS), event(COMMIT),
    place("BA/CRRR", 1, 0, 90), deploy("0.wagon.1", 1, 0, "Road", "W"), event(COMMIT),
    deploy("0.wagon.1", 1, 0, "Road", "N"), event(COMMIT),
)  # fmt: skip
BARN = (
    place("BA/RFr", -1, 0), event(COMMIT), place("BA/RFr", -2, 0), event(COMMIT), place("BA/RFr", 0, 1), event(COMMIT),
    place("BA/RFr", -1, 1), deploy("1.barn.1", 0, 1, "Field", "NL.NR.EL.WR"), event(COMMIT),
)  # fmt: skip


@pytest.mark.parametrize(
    ("events", "more"),
    [
        (CITY, {}),
        ((*CITY, *ROAD, place("BA/L", 0, 1), deploy("0.small.1", 0, 1, "Monastery", "I"), event(COMMIT)), {}),
        (CITY, {"annotations": {"endTurn": 1}, "rules": {"tiny-city-scoring": "2"}}),
        (CITY, {"sets": {"basic:1": 1, "siege/besiegers:1": 1}}),
        (WAGON, {"players": 1, "elements": {"small-follower": 5, "wagon": 1}}),
        (BARN, {"elements": {"barn": 1}}),
        (DRAGON, FABLES),
        (FAIRY, {"players": 1, **FABLES}),
        (PRINCESS, FABLES),
        (
            FESTIVAL,
            {"players": 1, "sets": {"basic:1": 1, "festival": 1}, "elements": {"small-follower": 7, "festival": True}},
        ),
    ],
    ids=["city", "three turns", "final", "besiegers", "wagon", "barn", "dragon", "fairy", "princess", "festival"],
)
def test_what_was_read_is_written_back(events: tuple[dict[str, Any], ...], more: dict[str, Any]) -> None:
    record = read(saved(*events, asserted=("Ada has 0 points",), **more))
    back = json.loads(write_jcz(record))
    assert told(back["replay"]) == told(list(events))
    assert read_jcz(json.dumps(back)) == record
    assert back["test"]["assertions"] == ["Ada has 0 points"]


def of_one(text: str, verb: str) -> list[str]:
    """The types of the events of the turn with the first event of a type."""
    kinds = [one["type"] for one in json.loads(write_jcz(text))["replay"]]
    ends = [at for at, kind in enumerate(kinds) if kind == "COMMIT"]
    at = kinds.index(verb)
    return kinds[max((end for end in ends if end < at), default=-1) + 1 : min(end for end in ends if end > at) + 1]


RAISED = """game "A floor"
  use tower
  players red, blue
  board
    (0,0) BA/RCr
  1. red  TO/F (0,1)
  2. blue BA/L (-1,1) {meeple}
  3. red: places TO/RrC at (1,0), puts floor on tower at (0,1)
  4. blue BA/LR (-2,1)
"""


def test_a_capture_that_nobody_makes_is_passed_over() -> None:
    raised = ["PLACE_TILE", "PLACE_TOKEN"]
    assert of_one(RAISED.format(meeple="meeple monastery"), "PLACE_TOKEN") == [*raised, "PASS", "COMMIT"]
    assert of_one(RAISED.format(meeple=""), "PLACE_TOKEN") == [*raised, "COMMIT"]  # nobody stands in its range


PUT = """game "A figure besides"
  use phantom, princess-and-dragon
  players red, blue
  board
    (0,0) BA/RCr
  1. red  BA/RFr (1,0) meeple road
  2. blue DG/Rr.v@180 (-1,0)
  3. red: places DG/C.d@180 at (0,-1), puts meeple on city{phantom}; red moves dragon to (0,0)
  4. blue BA/RFr (2,0)
"""


def test_a_phantom_that_stays_home_is_passed_over_before_the_dragon_moves() -> None:
    text = PUT.format(phantom="").replace("city;", "field NL;")
    found = ["PLACE_TILE", "DEPLOY_MEEPLE", "PASS", "MOVE_NEUTRAL_FIGURE", "COMMIT"]
    assert of_one(text, "MOVE_NEUTRAL_FIGURE") == found
    found[2] = "DEPLOY_MEEPLE"
    text = PUT.format(phantom=", puts phantom on field NL")
    assert of_one(text, "MOVE_NEUTRAL_FIGURE") == found


def test_an_abbot_called_back_keeps_its_name() -> None:
    garden = {"position": [0, 1], "feature": "Monastery", "location": "I"}
    events = [
        place("BA/L", 0, 1), deploy("0.abbot.1", 0, 1, "Monastery", "I"), event(COMMIT),
        place("BA/RFr", 1, 0), event(PASS), event(COMMIT), place("BA/RFr", 2, 0),
        event("RETURN_MEEPLE", source="ABBOT_RETURN", pointer={"featurePointer": garden, "meepleId": "0.abbot.1"}),
        event(COMMIT),
    ]  # fmt: skip
    record = read(saved(*events, asserted=("Ada has 3 points",)))
    assert agrees(record)
    assert told(json.loads(write_jcz(record))["replay"]) == told(events)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("city T: complete, 3 tiles; red: meeple; ask score T", "export-sketch"),
        ('game "G"; edition C1; players red, blue; 1. red E@180 (0,-1)', "export-rule"),
        ('game "G"; rule farmer-scoring second; players red, blue; 1. red E@180 (0,-1)', "export-rule"),
        ('game "G"; use gifts; players red, blue; 1. red E@180 (0,-1)', "export-expansion"),
        ('game "G"; players red, blue; red has score 5; 1. red E@180 (0,-1)', "export-position"),
        ("board\n(0,0) D\nred: meeple on city\nask tiles city at (0,0)", "export-position"),
        ("players red, blue\nturn red\nplaces a tile\nask points", "export-sketch"),
        ('scenario "A"\nask order\nscenario "B"\nask order', "export-one"),
    ],
)
def test_what_cannot_be_written_is_refused(text: str, code: str) -> None:
    with pytest.raises(Problems) as caught:
        write_jcz(text.replace("; ", "\n"))
    assert code in [one.code for one in caught.value.items]


# ---- castles and bridges

BUILT = {"elements": {"small-follower": 7, "farmers": True, "castle": 1, "bridge": 1}}


def token(name: str, x: int, y: int, feature: str, location: str, player: int | None = None) -> dict[str, Any]:
    return event(
        "PLACE_TOKEN", player, token=name, pointer={"position": [x, y], "feature": feature, "location": location}
    )


def test_a_castle_is_built_on_the_city_and_scored_by_what_comes_after_it() -> None:
    castle = token("CASTLE", 0, -1, "City", "S")
    end = (place("BA/LR", 1, 0, 90), event(PASS), event(COMMIT), place("BA/LR", -1, 0, 270), event(PASS), event(COMMIT))
    record = read(saved(*CITY[:2], castle, CITY[2], *end, asserted=("Ada scored castle for 3 points",), **BUILT))
    assert "builds castle on city S at (0,-1)" in record
    assert "ask score castle S at (0,-1)" in record
    assert agrees(record)
    assert not agrees(record.replace("expect red 3", "expect red 4"))


def test_another_player_builds_on_his_line() -> None:
    closed = (place("BA/C", 0, -1, 180, 1), event(PASS), token("CASTLE", 0, -1, "City", "S", 0), event(COMMIT))
    knight = (place("BA/RCr", 1, 0, 0, 0), deploy("0.small.1", 1, 0, "City", "N"), event(COMMIT))
    start = (*knight, place("BA/C", 1, -1, 180, 1), event(PASS), token("CASTLE", 1, -1, "City", "S", 0), event(COMMIT))
    assert "  red builds castle on city S at (1,-1)" in read(saved(*start, **BUILT))
    assert agrees(read(saved(*start, **BUILT)))
    assert "red builds castle on city S at (0,-1)" in read(saved(*closed, **BUILT))


def test_a_bridge_is_said_and_a_figure_stands_on_it() -> None:
    figure = deploy("0.small.1", 0, 1, "Road", "WE")
    wanted = (place("BA/L", 0, 1), token("BRIDGE", 0, 1, "Road", "WE"), figure, event(COMMIT))
    record = read(saved(*wanted, **BUILT))
    assert record.index("places BA/L at (0,1)") < record.index("builds bridge from W to E at (0,1)")
    assert "puts meeple on road E" in record
    assert agrees(record)
    figure = deploy("0.small.1", 1, 1, "Road", "NS")
    needed = (place("BA/Rr", 1, 0), event(COMMIT), place("BA/L", 1, 1, 0, 0), figure, event(COMMIT))
    record = read(saved(*needed, **BUILT))
    assert record.index("builds bridge from N to S at (1,1)") < record.index("places BA/L at (1,1)")
    assert "puts meeple on road N" in record
    assert agrees(record)


def test_a_bridge_over_the_tile_beside_is_said_first() -> None:
    beside = (place("BA/L", 0, 1), event(PASS), event(COMMIT), place("BA/RFr", 1, 1), event(PASS), event(COMMIT))
    record = read(saved(*beside, **BUILT))
    assert record.index("builds bridge from W to E at (0,1)") < record.index("places BA/RFr at (1,1)")
    assert agrees(record)


@pytest.mark.parametrize("where", [(0, 0, "NS"), (5, 5, "WE"), (0, 0, "N")])
def test_a_bridge_that_cannot_be_is_refused(where: tuple[int, int, str]) -> None:
    x, y, location = where
    first = (place("BA/L", 0, 1), event(PASS))
    code, values = refused(saved(*first, token("BRIDGE", x, y, "Road", location), **BUILT))
    assert (code, values["event"]) == ("jcz-no-place", 3)


# ---- the commands


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


def test_import_prints_or_writes_a_record(tmp_path: Path) -> None:
    game = tmp_path / "game.jcz"
    game.write_text(json.dumps(saved(*CITY, asserted=("Ada has 4 points",))), encoding="utf-8")
    shown = run("import", str(game), "--lang", "en")
    assert shown.exit_code == 0
    assert "claim red 4" in shown.stdout
    assert "annonce rouge 4" in run("import", str(game), "--lang", "fr").stdout
    out = tmp_path / "game.carc"
    assert run("import", str(game), "-o", str(out)).exit_code == 0
    assert run("check", str(out)).exit_code == 0


def test_import_says_where_it_cannot_read(tmp_path: Path) -> None:
    result = run("import", "-", text=json.dumps(saved(*CITY, event("BAZAAR_BID"))))
    assert result.exit_code == 2
    assert "BAZAAR_BID" in result.stderr
    assert "vent 4" in result.stderr
    game = tmp_path / "game.jcz"
    game.write_text("{\n", encoding="utf-8")
    assert f"{game}:2:1" in run("import", str(game)).stderr.replace("\n", "")


def test_export_writes_what_import_reads(tmp_path: Path) -> None:
    record = tmp_path / "game.carc"
    record.write_text(
        'game "Saturday"\n  players red "Ada", blue\n  1. red E@180 (0,-1) meeple city\n', encoding="utf-8"
    )
    out = tmp_path / "game.jcz"
    assert run("export", "--to", "jcz", str(record), "-o", str(out)).exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["replay"][1]["payload"]["meepleId"] == "0.small.1"
    assert "places BA/C@180 at (0,-1)" in run("import", str(out), "--lang", "en").stdout
    record.write_text("ask order\n", encoding="utf-8")
    assert run("export", str(record), "-o", str(tmp_path / "no" / "where.jcz")).exit_code == 2


# ---- the layout of version 4
def older(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A small game as version 4 saved it: tiles with a dot, no features, seats for players, no start tile."""
    return {
        "appVersion": "4.4.0",
        "name": "Old",
        "initialSeed": 1,
        "setup": {"expansions": {"BASIC": 1}, "rules": {}, "capabilities": ["StandardGame"], **more.pop("setup", {})},
        "slots": [{"number": 2, "serial": 2, "nickname": "Bo"}, {"number": 1, "serial": 1, "nickname": "Ada"}],
        "replay": list(events),
        "annotations": {"tilePack": {"params": {"drawOrder": ["BA.C", "BA.Rr", "#END"]}}},
        **more,
    }


OLD = (
    event(PLACE, tileId="BA.C", position=[0, -1], rotation="R180"),
    event(DEPLOY, meepleId="0.small.1", pointer={"position": [0, -1], "location": "S"}), event(COMMIT, salt=1),
    event(PLACE, tileId="BA.Rr", position=[1, 0], rotation="R90"), event(PASS), event(COMMIT, salt=2),
    event("GAME_OVER"),
)  # fmt: skip


def test_the_layout_of_version_4_is_read() -> None:
    record = read(older(*OLD))
    assert [line.strip() for line in record.splitlines()] == [
        'game "Old"', 'players blue "Ada", yellow "Bo"', "board", "(0,0) BA/RCr",
        "turn blue", "places BA/C@180 at (0,-1)", "puts meeple on city S",
        "turn yellow", "places BA/Rr@90 at (1,0)", "puts nothing", "final",
    ]  # fmt: skip
    assert agrees(record)
    assert read(older(*OLD, appVersion="dev-snapshot")) == record


def test_what_version_4_switches_on_is_in_play() -> None:
    inns = {"expansions": {"BASIC": 1, "INNS_AND_CATHEDRALS": 1}, "capabilities": ["StandardGame", "Inn", "Cathedral"]}
    assert "use inns-and-cathedrals" in read(older(*OLD, setup=inns))
    small = {"rules": {"TINY_CITY_2_POINTS": True, "MORE_TUNNEL_TOKENS": True}}
    assert "rule tiny-city-scoring 2" in read(older(*OLD, setup=small))


@pytest.mark.parametrize(
    ("more", "code", "word"),
    [
        ({"setup": {"expansions": {"BASIC": 1, "UTOPIA": 1}}}, "jcz-unknown-set", "UTOPIA"),
        ({"setup": {"capabilities": ["StandardGame", "Yaga"]}}, "jcz-unknown-element", "Yaga"),
        ({"setup": {"rules": {"CLOCK": True}}}, "jcz-unknown-rule", "CLOCK"),
        ({"slots": []}, "jcz-lacks", "players"),
        ({"replay": 3}, "jcz-lacks", "replay"),
        ({"appVersion": "3.4.4", "setup": {"sets": {}}}, "jcz-old", "3.4.4"),
    ],
)  # fmt: skip
def test_what_version_4_says_and_is_not_played_is_refused(more: dict[str, Any], code: str, word: str) -> None:
    found, values = refused(older(*OLD, **more))
    assert (found, values["word"]) == (code, word)


def test_a_game_of_version_3_is_told_to_be_xml() -> None:
    with pytest.raises(Problems) as caught:
        read_jcz('<?xml version="1.0"?><game/>', "old.jcz")
    assert [one.code for one in caught.value.items] == ["jcz-xml"]


def test_versions_5_are_read_as_far_as_their_layout_is_that_of_later_ones() -> None:
    assert "turn red" in read({**saved(*CITY), "appVersion": "5.2.1", "initialSeed": 7})


# ---- what is written is what the other program expects
def test_a_monastery_of_the_german_box_is_switched_on() -> None:
    header = 'game "X"\n  use german-monasteries\n  players red, blue\n  board\n    (0,0) D\n'
    text = header + "  1. red E@180 (0,-1)\n  claim red 0\n"
    assert json.loads(write_jcz(text))["setup"]["elements"]["monastery"] is True


def test_an_abbot_that_the_file_leaves_out_is_nobodys_choice() -> None:
    """Red has no meeple left; an abbot could stand on the monastery, and the file knows none: nothing is offered."""
    header = 'game "X"\n  players red, blue\n  red has 1 meeple\n  blue has 1 meeple\n  board\n    (0,0) D\n'
    turns = "  1. red V@90 (1,0) meeple field NL\n  2. blue E@180 (0,-1)\n  3. red B (0,1)\n  final\n"
    events = [one["type"] for one in json.loads(write_jcz(header + turns))["replay"]]
    assert events[-2:] == [PLACE, COMMIT]


def test_a_game_that_ends_with_a_claim_has_its_last_turn_confirmed() -> None:
    text = 'game "X"\n  players red, blue\n  board\n    (0,0) D\n  1. red E@180 (0,-1)\n  claim red 0\n'
    assert [one["type"] for one in json.loads(write_jcz(text))["replay"]] == [PLACE, PASS, COMMIT]


@pytest.mark.parametrize("abbey", [{"abbey": 0}, {}])
def test_what_is_not_listed_or_0_is_nobodys(abbey: dict[str, int]) -> None:
    elements = {"small-follower": 7, "farmers": True, "barn": 1, "wagon": 1, "mayor": 1, **abbey}
    held = "red has 7 meeples, 1 barn, 1 wagon, 1 mayor"
    assert held in read(saved(*CITY, elements=elements))
    assert held not in read(saved(*CITY, elements={**elements, "abbey": 1}))
    assert "red has 7 meeples, 1 wagon, 1 abbey" in read(
        saved(*CITY, elements={"small-follower": 7, "wagon": 1, "abbey": 1})
    )


def test_a_game_that_lists_no_farmers_has_none() -> None:
    assert "rule farmers none" in read(saved(*CITY, elements={"small-follower": 7}))
    assert "rule farmers none" not in read(saved(*CITY))


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"elements": []}, "setup elements"),
        ({"sets": "basic:1"}, "setup sets"),
        ({"rules": 3}, "setup rules"),
        ({"start": {}}, "setup start"),
        ({"elements": {"small-follower": "7"}}, "setup elements small-follower"),
        ({"annotations": 5}, "gameAnnotations"),
        ({"annotations": {"drawOrder": "BA/C"}}, "gameAnnotations drawOrder"),
    ],
)
def test_a_part_of_another_form_is_refused_and_not_passed_over(changed: dict[str, Any], word: str) -> None:
    assert refused(saved(*CITY, **changed)) == ("jcz-lacks", {"word": word})


def test_a_set_of_which_there_is_no_copy_is_not_in_play() -> None:
    assert "use" not in read(saved(*CITY, sets={"basic:1": 1, "tower": 0}))
