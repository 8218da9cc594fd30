"""A tile of one's own on the phone page: what is pointed at becomes a sentence that the language reads back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import board
import own
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import adjudicate
from adjudicator.binding.tile_files import catalogue
from adjudicator.geometry.face import EDGE_KINDS, EDGE_LETTERS, SIDES, Face, looks
from adjudicator.words.languages import codes
from adjudicator.words.vocabulary import vocabulary

BASE = [face for name, face in catalogue().faces(frozenset(["base"])).items() if name.startswith("BA/")]
RIVERS = "use river\n"


def told(text: str, sides: list[str], name: str = "own", lang: str = "", **how: Any) -> dict[str, Any]:
    """What the page is told of a tile, which nothing is wrong with."""
    found = own.draw(text, name, sides, lang, **how)
    assert not found["problems"], (found["line"], found["problems"])
    return found


def face_of(text: str, name: str) -> Face:
    """A tile that a text defines."""
    from table import table_of

    scenario = table_of(text, "en").scenario
    assert scenario is not None
    face: Face = scenario.tiles[name]
    return face


def pointed(face: Face) -> dict[str, Any]:
    """How a face is pointed at."""
    joined: list[int | None] = [None] * 4
    ends: dict[str, str] = {}
    marks: dict[str, list[str]] = {}
    for at, segment in enumerate(face.segments):
        for side in segment.sides:
            joined[side] = segment.sides[0]
        if segment.sides:
            marks[SIDES[segment.sides[0]]] = [mark for mark, number in segment.marks.items() for _ in range(number)]
        if segment.kind == "road" and len(segment.sides) == 1:
            met = [face.segments[one] for group in face.joined if at in group for one in group if one != at]
            goal = "".join("crossing" if one.kind == "road" else SIDES[one.sides[0]] if one.sides else one.kind
                           for one in met[:1])  # fmt: skip
            ends[SIDES[segment.sides[0]]] = goal
    return {
        "sides": [EDGE_KINDS[letter] for letter in face.edges], "joined": joined, "ends": ends, "marks": marks,
        "middle": [one.kind for one in face.segments if not one.sides and not one.halves],
    }  # fmt: skip


@pytest.mark.parametrize("face", [pytest.param(face, id=face.id) for face in BASE])
def test_every_tile_of_the_base_game_can_be_pointed_at(face: Face) -> None:
    """Its fields and what they touch are found by what was pointed at alone."""
    new = board.change("", "define", name="own", **pointed(face))
    assert not new["problems"]
    assert looks(face_of(new["text"], "OWN"), 0) == looks(face, 0)


@pytest.mark.parametrize("face", [pytest.param(face, id=face.id) for face in BASE if not face.garden])
def test_what_is_usual_is_guessed(face: Face) -> None:
    """The sides and what lies in the middle are enough for most tiles: two of one outline differ in what is joined."""
    how = pointed(face)
    usual = told("", how["sides"], middle=how["middle"], marks=how["marks"])
    same = looks(face_of(board.change("", "define", name="own", **how)["text"], "OWN"), 0)
    guessed = looks(face_of(usual["line"] + "\nboard\n", "OWN"), 0)
    apart = {"BA/CFC.2", "BA/CC.2"}  # two cities on two sides, where BA/CFc and BA/Cc have one
    assert (guessed == same) is (face.id not in apart)


KINDS = st.sampled_from(["city", "road", "field", "river"])


@settings(max_examples=150, deadline=None)
@given(st.lists(KINDS, min_size=4, max_size=4), st.integers())
@pytest.mark.long
def test_whatever_is_pointed_at_is_read_back(sides: list[str], seed: int) -> None:
    by = random.Random(seed)
    middle = by.choice([[], ["monastery"], ["garden"], ["monastery", "garden"]])
    joined = [by.choice([None, *range(side + 1)]) for side in range(4)]
    first = own.pieces_of(sides, joined, {}, middle)
    ends = {one.ident: by.choice(own.ends_of(one, first, middle)) for one in first if one.end is not None}
    marks = {one.ident: ["coat"] for one in first if one.kind == "city" and by.random() < 0.5}
    how = {"joined": joined, "ends": ends, "middle": middle, "marks": marks}
    found = told(RIVERS, sides, **how)
    assert found["face"]["edges"] == "".join(EDGE_LETTERS[kind] for kind in sides)
    text = board.change(RIVERS, "define", name="own", sides=sides, **how)["text"]
    face = face_of(text, "OWN")
    pieces = [(one["kind"], one["sides"]) for one in found["pieces"]]
    assert sorted(pieces) == sorted((s.kind, [*s.sides]) for s in face.segments if s.sides)
    assert sum(s.marks.get("coat", 0) for s in face.segments) == len(marks)
    assert {tuple(sorted(group)) for group in _meets(face)} >= {
        tuple(sorted((SIDES.index(one["id"]), SIDES.index(one["end"]))))
        for one in found["pieces"]
        if one["end"] in SIDES
    }
    for lang in codes():
        other = board.change("", "use", lang=lang, boxes=["river"])["text"]
        other = board.change(other, "define", lang=lang, name="own", sides=sides, **how)
        assert not other["problems"]
        assert looks(face_of(other["text"], "OWN"), 0) == looks(face, 0)


def _meets(face: Face) -> Iterator[tuple[int, ...]]:
    """The first sides of pieces that meet."""
    for group in face.joined:
        yield tuple(face.segments[one].sides[0] for one in group if face.segments[one].sides)


def test_it_is_laid_shown_and_asked_about_like_any_other() -> None:
    text = board.change("", "lay", tile="D", x=0, y=0, turns=0)["text"]
    how = {"sides": ["city", "city", "road", "field"], "marks": {"N": ["coat"]}}
    found = told(text, **how)
    assert found["name"] == "OWN" and found["pictures"][found["face"]["key"]].lstrip().startswith("<")
    text = board.change(text, "define", name="own", **how)["text"]
    assert text.startswith(found["line"] + "\nboard\n")
    assert [one["id"] for one in board.read(text)["own"]] == ["OWN"]
    fits = board.placements(text, "OWN")["fits"]
    assert {"x": 0, "y": -1, "turns": [1, 2]} in fits
    text = board.change(text, "lay", tile="OWN", x=0, y=-1, turns=2)["text"]
    text = board.change(text, "put", x=0, y=-1, segment=0, player="red", figure="meeple")["text"]
    assert "  (0,-1) OWN@180\n    red: meeple on city" in text
    # Two tiles and a coat of an unfinished city: 3 points.
    assert adjudicate(text + "ask final city N at (0,0)\n").answers[0].ruling.points == {"red": 3}
    seen = board.read(text)
    assert next(one["key"] for one in seen["tiles"] if one["name"] == "OWN@180") == found["face"]["key"]


def test_each_has_a_name_and_a_picture_of_its_own() -> None:
    text = board.change("", "define", name="own", sides=["city"] * 4)["text"]
    other = told(text, ["road"] * 4)
    assert other["name"] == "OWN-2"
    again = told("", ["road"] * 4)
    assert again["name"] == "OWN" and again["face"]["key"] != board.read(text)["own"][0]["key"]
    for typed in ("x\nboard", "a: b, c", "<b>", "  ", "city", "ville", "Stadt", "(0,0)", '"', "ß"):
        assert "\n" not in own.draw("", typed, ["city"] * 4)["line"]


@pytest.mark.parametrize("lang", codes())
def test_the_boxes_in_play_say_what_there_is_to_choose(lang: str) -> None:
    plain = own.choices((), lang)
    ids = {key: [one["id"] for one in plain[key]] for key in ("sides", "middle", "shows")}
    assert ids == {"sides": ["city", "field", "road"], "middle": ["garden", "monastery"], "shows": []}
    more = own.choices(vocabulary().expansions(), lang)
    assert "river" in [one["id"] for one in more["sides"]]
    assert {"haunted-castle", "cemetery", "shrine", "tower"} <= {one["id"] for one in more["middle"]}
    assert not {"abbey", "castle", "quarter", "wheel"} & {one["id"] for one in more["middle"]}
    assert "inn" in [one["id"] for one in more["marks"]["road"]]
    assert all(one["name"] for key in ids for one in more[key])


def test_everything_there_is_to_choose_is_understood() -> None:
    use = vocabulary().expansions()
    text = board.change("", "use", boxes=[one for one in use if one not in vocabulary().always()])["text"]
    all_of = own.choices(use)
    for one in all_of["middle"]:
        assert told(text, ["field"] * 4, middle=[one["id"]])["face"]["kinds"]
    for one in all_of["shows"]:
        assert (
            f", {own.sentence('X', ['field'] * 4, shows=[one['id']]).rpartition(', ')[2]}"
            in told(text, ["field"] * 4, shows=[one["id"]])["line"]
        )
    for kind, marks in all_of["marks"].items():
        for one in marks if kind != "field" else ():
            assert told(text, [kind] * 4, marks={"N": [one["id"]]})["face"]["marks"] == [one["name"]]


def test_pieces_are_named_in_the_language_of_the_page() -> None:
    for lang, name in (("en", "city E"), ("fr", "ville E"), ("de", "Stadt O")):
        assert [one["name"] for one in told("", ["field", "city", "field", "field"], lang=lang)["pieces"]] == [name]
