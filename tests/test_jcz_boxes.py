"""Saved games of every box that is played: what is read comes out as a game that settles."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import adjudicate
from adjudicator.binding.tile_files import catalogue
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.geometry.face import ANY_EDGE
from adjudicator.records.facts import facts
from adjudicator.records.jcz_read import read_jcz
from adjudicator.records.jcz_write import write_jcz
from adjudicator.records.lines import line
from adjudicator.records.names import names, segment_name
from adjudicator.records.peers import declared
from adjudicator.words.saying import said, square, word
from adjudicator.words.vocabulary import vocabulary

BASE = {"small-follower": 7, "farmers": True}


def game(*told: str, asserted: tuple[str, ...] = (), players: int = 2, **more: Any) -> dict[str, Any]:
    """A saved game from short lines: ``P tile x y turn``, ``D figure x y feature location``, ``-`` and ``C``."""
    events = []
    for one in told:
        words = one.split()
        if words[0] == "P":
            payload: dict[str, Any] = {
                "tileId": words[1], "position": [int(words[2]), int(words[3])], "rotation": f"R{words[4]}",
            }  # fmt: skip
            events.append({"type": "PLACE_TILE", "payload": payload})
        elif words[0] == "D":
            pointer = {"position": [int(words[2]), int(words[3])], "location": words[-1]}
            payload = {"meepleId": words[1], "pointer": pointer | ({"feature": words[4]} if len(words) > 5 else {})}
            events.append({"type": "DEPLOY_MEEPLE", "payload": payload})
        elif words[0] == "{":
            events.append(json.loads(one))
        else:
            events.append({"type": {"-": "PASS", "C": "COMMIT"}[words[0]], "payload": {}})
    setup = {
        "sets": {"basic:1": 1, **more.pop("sets", {})},
        "elements": {**BASE, **more.pop("elements", {})},
        "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}],
    }
    annotations = more.pop("annotations", {})
    return {
        "appVersion": "5.7.0",
        "setup": {**setup, **more},
        "players": [{"name": name} for name in ("Ada", "Bo")[:players]],
        "replay": events,
        "gameAnnotations": annotations,
        "test": {"description": "Small", "assertions": list(asserted)},
    }


def comes_out(saved: dict[str, Any]) -> str:
    """The record of a saved game, which settles with everything expected met."""
    record = read_jcz(json.dumps(saved))
    outcome = adjudicate(record)
    assert not outcome.problems, (outcome.problems, record)
    assert all(answer.met is not False for answer in outcome.answers), record
    return record


def imported(saved: dict[str, Any], tmp_path: Any) -> Any:
    file = tmp_path / "game.jcz"
    file.write_text(json.dumps(saved))
    return CliRunner().invoke(main, ["import", str(file)])


SINGLE = (
    "quarters", "older", "older_sets", "older_elements", "older_rules", "figures", "supply", "scenery", "defaults",
    "classes", "neutral", "returned",
)  # fmt: skip
"""Tables of `peers.toml` in which a word means one thing."""
FACES = sorted(catalogue().faces(frozenset(catalogue().expansions)).values())


@pytest.mark.parametrize("face", [one for one in FACES if ANY_EDGE not in one.edges], ids=lambda face: face.id)
def test_what_is_written_of_a_piece_is_read_as_that_piece(face: Any) -> None:
    known = {kind for kinds in names()["features"].values() for kind in kinds} | {"river"}
    pieces = [piece for piece in face.turned(0).segments if piece.kind in known]
    used = [name for name in catalogue().expansions if face.id in catalogue().faces(frozenset([name]))]
    asks = (said(segment_name(face, 0, piece), "at", square(0, 0)) for piece in pieces)
    asked = "\n".join(line(0, "ask", word("tiles", "topic"), one) for one in asks)
    outcome = adjudicate(f"use {used[0]}\nplayers red, blue\nboard\n  (0,0) {face.id}\n{asked}")
    assert not outcome.problems
    places = [str(answer.ruling.subject[0].parts[0]) for answer in outcome.answers if answer.ruling]
    assert len(places) == len(set(places)) == len(pieces), places


def test_import_refuses_what_does_not_settle(tmp_path: Any) -> None:
    """The tile beside the start tile does not fit: no record of that is written."""
    result = imported(game("P BA/C 0 -1 0", "-", "C"), tmp_path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "places BA/C at (0,-1)" in result.stderr
    assert "BASE-10" in result.stderr
    result = imported(game("P BA/C 0 -1 180", "-", "C"), tmp_path)
    assert result.exit_code == 0
    assert "places BA/C@180 at (0,-1)" in result.stdout


def test_an_assertion_that_nobody_can_ask_is_a_comment() -> None:
    asserted = ("Ada dances", "Ada scored flock for 3 points", "Ada scored city for 9 points", "TilePlacement X/Y: [0]")
    record = comes_out(game("P BA/RFr 1 0 0", "-", "C", asserted=asserted))
    assert record.count("  # ") == 4


def test_a_field_that_touches_no_side_is_named_with_its_square() -> None:
    inns = {"big-follower": 1, "cathedral": True, "inn": True}
    moves = ("P IC/CCCC 0 -1 0", "D 0.small.1 0 -1 Field I", "C")
    inner = game(*moves, sets={"inns-and-cathedrals:1": 1}, elements=inns, asserted=("Ada has 0 points",))
    assert "puts meeple on field" in comes_out(inner)
    joined = game("P AM/CCc+ 0 -1 90", "D 0.small.1 0 -1 Field I", "C", sets={"abbey-and-mayor:1": 1},
                  elements={"barn": 1, "wagon": 1, "mayor": 1, "abbey": 1})  # fmt: skip
    assert "puts meeple on field I at (0,-1)" in comes_out(joined)


def test_points_of_a_turn_that_is_not_confirmed_do_not_count_yet() -> None:
    closed = ("P BA/C 0 -1 180", "D 0.small.1 0 -1 City S")
    comes_out(game(*closed, asserted=("Ada has 0 points",)))
    comes_out(game(*closed, "C", asserted=("Ada has 4 points",)))


def test_older_files_name_the_location_alone() -> None:
    saved = game("P BA/C 0 -1 180", "D 0.small.1 0 -1 S", "C", "P BA/L 0 1 0", "D 1.small.1 0 1 CLOISTER", "C")
    record = comes_out(saved)
    assert "puts meeple on city S" in record
    assert "puts meeple on monastery" in record


def test_a_special_monastery_holds_a_monk_or_an_abbot() -> None:
    # four tiles around it and its own; or four in its row, three in its column, itself and the start tile's
    line = (
        "P BA/C 0 -1 180",
        "-",
        "C",
        "P BA/RFr 0 2 0",
        "-",
        "C",
        "P BA/RFr 1 1 90",
        "-",
        "C",
        "P BA/RFr 2 1 90",
        "-",
        "C",
    )
    for location, points in (("I", 4), ("AS_ABBOT", 6), ("MONASTERY", 6)):
        moves = ("P MO/M4 0 1 0", f"D 0.small.1 0 1 Monastery {location}", "C", *line)
        more: dict[str, Any] = {"players": 1, "sets": {"monasteries": 1}, "annotations": {"endTurn": 5}}
        saved = game(*moves, asserted=(f"Ada has {points} points",), **more)
        assert (" as abbot" in comes_out(saved)) == (points == 6)


def test_the_count_without_the_king() -> None:
    start = [{"tile": f"CO/{n + 1}", "x": n % 4 - 2, "y": n // 4 - 1, "rotation": 0} for n in range(12)]
    farmer = ("P BA/L 2 0 0", "D 0.small.1 2 0 NL.NR.EL.ER.SL.SR.WL.WR", "C", "P BA/C 2 1 270", "-", "C")
    count = {
        "sets": {"count": 1},
        "elements": {"count": 1},
        "start": start,
        "players": 1,
        "annotations": {"endTurn": 2},
    }
    record = comes_out(game(*farmer, asserted=("Ada has 6 points", "Ada scored farm for 6 points"), **count))
    assert "rule king-and-robber false" in record
    assert "quarter castle-quarter: empty, count" in record
    count["elements"] = {"count": 1, "king": True, "robber": True}
    assert "rule king-and-robber" not in comes_out(game(*farmer, asserted=("Ada has 7 points",), **count))


def test_king_and_robber_without_the_count_offer_no_quarters() -> None:
    """Blue's city of 2 tiles is completed by red, who may go to Carcassonne only where the Count is played."""
    told = ("P BA/RFr 1 0 0", "-", "C", "P BA/C 0 -1 180", "D 1.small.1 0 -1 City S", "C")
    record = comes_out(game(*told, sets={"king-and-robber:1": 1}, elements={"king": True, "robber": True}))
    assert "rule count false" in record
    more = "  ask may blue put meeple on castle-quarter expect no because NB-133\n"
    outcome = adjudicate(record + more)
    assert [answer.met for answer in outcome.answers[-1:]] == [True]
    setup = {"sets": {"king-and-robber:1": 1}, "elements": {"king": True, "robber": True}}
    for value in ("10/20", "15/40", "continuously"):
        rules = {"rules": {"king-and-robber-scoring": value}}
        assert f"rule king-and-robber-scoring {value}" in comes_out(game(*told, **setup, **rules))
        back = json.loads(write_jcz(comes_out(game(*told, **setup, **rules))))["setup"]
        assert back["rules"]["king-and-robber-scoring"] == value and "count" not in back["elements"]


def test_a_flight_tells_its_die_by_where_it_lands() -> None:
    flight = ("P BA/RFr 1 0 0", "-", "C", "P BA/RFr 2 0 0", "-", "C", "P FL/RFr.WE.o 3 0 0")
    machine = '{ "type": "DEPLOY_MEEPLE", "payload": { "meepleId": "0.small.1", "random": 0.3, "pointer": '
    machine += '{ "position": [3, 0], "feature": "FlyingMachine", "location": "I" } } }'
    saved = game(*flight, machine, "D 0.small.1 1 0 Road WE", "C", sets={"flier:1": 1}, asserted=("Ada has 0 points",))
    assert "rolls 2" in comes_out(saved)
    assert "rolls" not in comes_out(game(*flight, machine, sets={"flier:1": 1}, asserted=("Player can't pass",)))


def test_two_cities_at_one_side_of_a_tile_are_joined_by_what_is_laid_there() -> None:
    hills = {"sets": {"hills-and-sheep:1": 1}, "elements": {"hill": True, "vineyard": True}}
    tiles = (
        "P BA/Cccc+ 0 -1 0",
        "D 0.small.1 0 -1 City NWSE",
        "C",
        "P HS/CC!.v 0 -2 270",
        "D 1.small.1 0 -2 City N",
        "C",
    )
    record = comes_out(game(*tiles, **hills))
    assert "puts meeple on city N" in record
    assert "use hills-and-sheep" in record


def test_a_circle_is_said_by_everybody() -> None:
    circle = '{ "type": "CIRCLE_REMOVE_OR_DEPLOY", "payload": { "value": "DEPLOY" } }'
    tiles = ("P BA/Cc+ 0 -1 180", "D 0.small.1 0 -1 City SE", "C", "P CC.1/CC.2 -1 -1 90", "-", "C", circle)
    saved = game(*tiles, "D 0.small.2 0 -1 City SE", sets={"corn-circles/1": 1})
    assert "red adds meeple on city E at (0,-1)" in read_jcz(json.dumps(saved))


def test_a_ransom_before_a_tile_that_never_came_is_kept() -> None:
    ransom = '{ "type": "PAY_RANSOM", "payload": { "meepleId": "1.small.1" }, "player": 1 }'
    record = read_jcz(json.dumps(game("P BA/RFr 1 0 0", "-", "C", ransom, sets={"tower:1": 1}, elements={"tower": 1})))
    assert [line.strip() for line in record.splitlines()[-2:]] == ["turn blue", "ransoms meeple"]


def test_a_game_without_farmers_is_not_given_any() -> None:
    record = comes_out(game("P BA/RFr 1 0 0", "-", "C", elements={"farmers": False}))
    assert "rule farmers none" in record
    assert "rule farmers" not in comes_out(game("P BA/RFr 1 0 0", "-", "C"))


SHEPHERDS: dict[str, Any] = {"elements": {"shepherd": 1}}
EXPAND, SCORE = (
    f'{{ "type": "FLOCK_EXPAND_OR_SCORE", "payload": {{ "value": "{value}", "random": 0.4 }} }}'
    for value in ("EXPAND", "SCORE")
)
NORTH = "Field NL.NR.EL.WR"
PUT = ("P BA/RFr 1 0 0", f"D 0.shepherd.1 1 0 {NORTH}", "C")
OTHER = ("P BA/RFr -1 0 0", "-", "C")
GROWS = ("P BA/RFr 2 0 0", "-")


def test_a_flock_is_scored_and_its_one_token_is_what_it_gave() -> None:
    asserted = ("Ada scored flock for 3 points", "Ada has 3 points")
    record = comes_out(game(*PUT, *OTHER, *GROWS, SCORE, "C", asserted=asserted, **SHEPHERDS))
    assert "use hills-and-sheep" in record
    moves = [line.strip() for line in record.splitlines()]
    at = moves.index("puts shepherd on field NL")
    assert moves[at + 1] == "pulls 3 sheep"
    assert "gathers flock" in moves
    assert adjudicate(record + "ask total red\n").answers[-1].ruling.points == {"red": 3}


def test_tokens_that_the_file_does_not_tell_are_asked_for() -> None:
    """The shepherd acts again, so that both were sheep: how many, the record asks once they are scored."""
    twice = (*PUT, *OTHER, *GROWS, EXPAND, "C", "P BA/RFr -2 0 0", "-", "C", "P BA/RFr 3 0 0", "-", SCORE, "C")
    record = comes_out(game(*twice, **SHEPHERDS))
    assert record.count("pulls sheep") == 2
    (missing, *_) = adjudicate(record + "ask total red\n").answers[-1].ruling.missing
    assert missing.phrase == "token-sheep"
    known = comes_out(game(*twice, asserted=("Ada scored flock for 8 points", "Ada has 8 points"), **SHEPHERDS))
    assert known.count("pulls 4 sheep") == 2


def test_a_shepherd_that_is_put_anew_was_chased_home_by_a_wolf() -> None:
    anew = (*PUT, *OTHER, "P BA/RFr 2 0 0", f"D 0.shepherd.1 2 0 {NORTH}", "C")
    record = comes_out(game(*anew, **SHEPHERDS))
    moves = [line.strip() for line in record.splitlines()]
    at = moves.index("puts shepherd on field NL")
    assert moves[at + 1] == "pulls wolf"
    later = len(moves) - 1 - moves[::-1].index("puts shepherd on field NL")
    assert moves[later + 1].startswith("# ")
    (missing, *_) = adjudicate(record + "ask total red\n").answers[-1].ruling.missing
    assert missing.phrase == "shepherd-token"


def test_a_choice_that_is_none_is_named() -> None:
    damaged = SCORE.replace('"SCORE"', '"SELL"')
    with pytest.raises(Problems) as found:
        read_jcz(json.dumps(game(*PUT, *OTHER, *GROWS, damaged, "C", **SHEPHERDS)))
    assert [one.code for one in found.value.items] == ["jcz-event-damaged"]


def test_every_word_of_a_peer_belongs_to_one_box() -> None:
    """What no two boxes may say, and what the format alone says; lists of features are put together."""
    seen: dict[tuple[str, str], str] = {}
    for box, tables in {**declared("jcz"), "": facts("jcz")}.items():
        for table, entries in tables.items():
            if table in ("sets", "elements", "differing") or (isinstance(entries, dict) and table in SINGLE):
                for name in entries:
                    assert (table, name) not in seen, (table, name, box, seen[table, name])
                    seen[table, name] = box
    assert {box for (table, _), box in seen.items() if table in ("sets", "elements")} <= set(vocabulary().expansions())
    assert seen["sets", "tower"] == seen["elements", "tower"] == "tower"


def test_a_box_that_is_gone_takes_its_words_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the folder of a box its set is none that is played; every other game is read as before."""
    tower = game("P BA/C 0 -1 180", "C", sets={"tower": 1}, elements={"tower": 1})
    plain = game("P BA/C 0 -1 180", "D 0.small.1 0 -1 City S", "C")
    record = comes_out(plain)
    left = {box: tables for box, tables in declared("jcz").items() if box in vocabulary().always()}
    monkeypatch.setattr("adjudicator.records.names.declared", lambda program: left)
    names.cache_clear()
    try:
        with pytest.raises(Problems) as caught:
            read_jcz(json.dumps(tower))
        assert [one.code for one in caught.value.items] == ["jcz-unknown-set", "jcz-unknown-element"]
        assert comes_out(plain) == record
        assert json.loads(write_jcz(record))["replay"][0]["type"] == "PLACE_TILE"
    finally:
        names.cache_clear()


BUILT = """game "Built"
  use bridges-castles-bazaars
  players red, blue
  board
    (0,0) BA/RCr
  turn red
    places BA/RFr at (1,0)
    builds bridge from N to S at (1,0)
    puts meeple on road E
  turn blue
    places BA/C@180 at (0,-1)
    puts meeple on city S
    builds castle on city S at (0,-1)
"""


def test_bridges_and_castles_are_written_and_read_back() -> None:
    """A bridge leaves the choice open; a castle stands before the end of the turn, at a tile of its city."""
    saved = json.loads(write_jcz(BUILT))
    tokens = [one for one in saved["replay"] if one["type"] == "PLACE_TOKEN"]
    assert [one["payload"]["token"] for one in tokens] == ["BRIDGE", "CASTLE"]
    assert tokens[0]["payload"]["pointer"] == {"position": [1, 0], "feature": "Road", "location": "NS"}
    assert [one["type"] for one in saved["replay"]] == [
        "PLACE_TILE", "PLACE_TOKEN", "DEPLOY_MEEPLE", "COMMIT", "PLACE_TILE", "DEPLOY_MEEPLE", "PLACE_TOKEN", "COMMIT",
    ]  # fmt: skip
    back = read_jcz(json.dumps(saved))
    assert "builds bridge from N to S at (1,0)" in back and "builds castle on city" in back
    assert write_jcz(back) == write_jcz(BUILT)


def test_a_castle_that_is_not_built_is_declined_where_it_might_be() -> None:
    plain = BUILT.replace("    builds castle on city S at (0,-1)\n", "")
    assert [one["type"] for one in json.loads(write_jcz(plain))["replay"]][-3:] == ["DEPLOY_MEEPLE", "PASS", "COMMIT"]
