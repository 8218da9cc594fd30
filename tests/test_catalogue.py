"""The catalogue against facts written down by hand, its names, and what is wrong with a tile sentence."""

from __future__ import annotations

import pytest

from adjudicator.binding.bind import bind
from adjudicator.binding.tile_files import catalogue, read_tiles
from adjudicator.errors import Problem
from adjudicator.geometry.catalogue import Ambiguous, Catalogue, Named, Unknown, describe, refusal
from adjudicator.geometry.face import HALVES, SIDES, Face, Segment, unpack
from adjudicator.syntax.document import read_document
from adjudicator.syntax.lexer import scan, understand
from adjudicator.syntax.source import clean
from adjudicator.words.lexicon import lexicon
from adjudicator.words.phrases import phrase
from adjudicator.words.vocabulary import vocabulary

pytestmark = pytest.mark.source

CATALOGUE = catalogue()
ALL = frozenset(CATALOGUE.expansions)
BASE = frozenset(["base"])

# letter: count, sides N E S W, pieces with the field's cities behind a >
FACTS = {
    "A": (2, "ffrf", ["road S", "monastery", "field NL NR EL ER SL SR WL WR"]),
    "B": (4, "ffff", ["monastery", "field NL NR EL ER SL SR WL WR"]),
    "C": (1, "cccc", ["city NESW +1"]),
    "D": (4, "crfr", ["city N", "road EW", "field EL WR > N", "field ER SL SR WL"]),
    "E": (5, "cfff", ["city N", "field EL ER SL SR WL WR > N"]),
    "F": (2, "fcfc", ["city EW +1", "field NL NR > EW", "field SL SR > EW"]),
    "G": (1, "fcfc", ["city EW", "field NL NR > EW", "field SL SR > EW"]),
    "H": (3, "cfcf", ["city N", "city S", "field EL ER WL WR > N S"]),
    "I": (2, "cffc", ["city N", "city W", "field EL ER SL SR > N W"]),
    "J": (3, "crrf", ["city N", "road ES", "field EL SR WL WR > N", "field ER SL"]),
    "K": (3, "cfrr", ["city N", "road SW", "field EL ER SL WR > N", "field SR WL"]),
    "L": (3, "crrr", ["city N", "road E", "road S", "road W", "field EL WR > N", "field ER SL", "field SR WL"]),
    "M": (2, "cffc", ["city NW +1", "field EL ER SL SR > NW"]),
    "N": (3, "cffc", ["city NW", "field EL ER SL SR > NW"]),
    "O": (2, "crrc", ["city NW +1", "road ES", "field EL SR > NW", "field ER SL"]),
    "P": (3, "crrc", ["city NW", "road ES", "field EL SR > NW", "field ER SL"]),
    "Q": (1, "ccfc", ["city NEW +1", "field SL SR > NEW"]),
    "R": (3, "ccfc", ["city NEW", "field SL SR > NEW"]),
    "S": (2, "ccrc", ["city NEW +1", "road S", "field SL > NEW", "field SR > NEW"]),
    "T": (1, "ccrc", ["city NEW", "road S", "field SL > NEW", "field SR > NEW"]),
    "U": (8, "frfr", ["road EW", "field NL NR EL WR", "field ER SL SR WL"]),
    "V": (9, "ffrr", ["road SW", "field NL NR EL ER SL WR", "field SR WL"]),
    "W": (4, "frrr", ["road E", "road S", "road W", "field NL NR EL WR", "field ER SL", "field SR WL"]),
    "X": (1, "rrrr", [*(f"road {s}" for s in SIDES), "field NL WR", "field NR EL", "field ER SL", "field SR WL"]),
}  # fmt: skip
SIZES = {
    "base": 72, "base-gardens": 72, "river": 12, "river-gardens": 12, "river-2": 12, "river-2-gardens": 12,
    "inns-and-cathedrals": 18, "inns-and-cathedrals-gardens": 18, "traders-and-builders": 24,
    "traders-and-builders-gardens": 24, "abbey-and-mayor": 12, "abbey-and-mayor-gardens": 12,
    "besiegers": 6, "cathars": 4, "princess-and-dragon": 30, "princess-and-dragon-gardens": 30, "tower": 18,
    "tower-gardens": 18,
    "count": 12, "king-and-robber": 5, "king-and-robber-gardens": 5, "crop-circles": 6, "crop-circles-2": 6,
    "bridges-castles-bazaars": 12, "bridges-castles-bazaars-gardens": 12,
    "flying-machines": 8, "flying-machines-gardens": 8, "festival": 10,
    "german-monasteries": 6, "under-the-big-top": 20, "under-the-big-top-gardens": 20,
}  # fmt: skip


def told(face: Face, segment: Segment) -> str:
    """A piece in the short form of FACTS."""
    text = segment.kind
    if segment.sides:
        text += " " + "".join(SIDES[side] for side in segment.sides)
    if segment.halves:
        text += " " + " ".join(HALVES[half] for half in segment.halves)
    if "coat" in segment.marks:
        text += f" +{segment.marks['coat']}"
    cities = ["".join(SIDES[side] for side in face.segments[index].sides) for index in segment.touches]
    return text + (f" > {' '.join(cities)}" if cities else "")


def find(name: str, in_play: frozenset[str] = BASE) -> Face:
    found = CATALOGUE.find(name, in_play)
    assert isinstance(found, Named), found
    return found.face


# ---- faces and counts


@pytest.mark.parametrize("letter", FACTS)
def test_the_faces_of_the_base_game(letter: str) -> None:
    count, edges, pieces = FACTS[letter]
    face = find(letter)
    assert face.letter == letter
    assert face.edges == edges
    assert sorted(told(face, segment) for segment in face.segments) == sorted(pieces)
    assert CATALOGUE.sets("base")["base"][face.id] == count


def test_the_base_game_has_72_tiles_of_24_faces() -> None:
    counts = CATALOGUE.sets("base")["base"]
    assert (sum(counts.values()), len(counts)) == (72, 24)
    assert sum(count for count, _, _ in FACTS.values()) == 72


@pytest.mark.parametrize("expansion", CATALOGUE.expansions)
def test_every_set_has_its_size_and_known_tiles(expansion: str) -> None:
    for name, counts in CATALOGUE.sets(expansion).items():
        size = sum(counts.values())
        assert size == SIZES.get(name, size) > 0
        assert set(counts) <= set(CATALOGUE.faces(frozenset([expansion])))


def test_no_set_is_lost() -> None:
    assert set(SIZES) <= {name for expansion in CATALOGUE.expansions for name in CATALOGUE.sets(expansion)}


def test_eight_base_tiles_have_a_garden_and_nothing_else_new() -> None:
    counts = CATALOGUE.sets("base")["base-gardens"]
    gardens = [face for face in CATALOGUE.faces(BASE).values() if face.garden]
    assert [counts[face.id] for face in gardens] == [1] * 8
    plain = {tuple(sorted(told(face, s) for s in face.segments)): face for face in CATALOGUE.faces(BASE).values()}
    twins = [plain[tuple(sorted(told(f, s) for s in f.segments if s.kind != "garden"))].letter for f in gardens]
    assert sorted(twins) == list("EHIMNRUV")


@pytest.mark.parametrize("face", CATALOGUE.faces(ALL).values(), ids=lambda face: face.id)
def test_every_face_is_whole(face: Face) -> None:
    halves = sorted(half for segment in face.segments for half in segment.halves)
    expected = [half for half in range(8) if face.edges[half // 2] not in "ca"]
    assert halves == expected
    assert all(face.segments[index].kind == "city" for segment in face.segments for index in segment.touches)
    assert all(len(group) > 1 for group in face.joined)


@pytest.mark.parametrize(
    ("name", "kind", "marks"),
    [
        ("IC/Cccc.c", "city", {"cathedral": 1}),
        ("IC/RFr.i", "road", {"inn": 1}),
        ("TB/Cc.g", "city", {"grain": 1}),
        ("TB/Cc.w", "city", {"wine": 1}),
        ("TB/CcR.c", "city", {"cloth": 1}),
        ("AM/C++", "city", {"coat": 2}),
        ("RI.2/II+", "field", {"pig-herd": 1}),
    ],
)
def test_what_tiles_carry(name: str, kind: str, marks: dict[str, int]) -> None:
    assert [s.marks for s in find(name, ALL).segments if s.kind == kind and s.marks] == [marks]


def test_the_abbey_has_no_sides() -> None:
    abbey = find("AM/A", ALL)
    assert abbey.edges == "aaaa"
    assert [segment.kind for segment in abbey.segments] == ["abbey"]
    assert all("AM/A" not in counts for counts in CATALOGUE.sets("abbey-and-mayor").values())


def test_what_meets_on_a_tile() -> None:
    def groups(name: str) -> list[list[str]]:
        face = find(name, ALL)
        return [[told(face, face.segments[index]) for index in group] for group in face.joined]

    assert groups("W") == [["road E", "road S", "road W"]]
    assert groups("T") == [["city NEW", "road S"]]
    assert groups("A") == [["road S", "monastery"]]
    assert groups("AM/CCRR") == [["city N", "road E"], ["city W", "road S"]]
    assert groups("TB/RRrr") == []


# ---- names


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("C", "BA/Cccc+"),
        ("L", "BA/CRRR"),
        ("BA/C", "BA/C"),
        ("RCr", "BA/RCr"),
        ("crfr", "BA/RCr"),
        ("rcrf", "BA/RCr@90"),
        ("rfrc", "BA/RCr@270"),
        ("cccf+", "BA/Ccc+@90"),
        ("cccf", "BA/Ccc@90"),
        ("ccff-J", "BA/Cc.1@90"),
        ("ccff-S", "BA/CC.2@90"),
        ("ccff+", "BA/Cc+@90"),
        ("ccff+-J", "BA/Cc+@90"),
        ("ccff-J+", "BA/Cc+@90"),
        ("cfff", "BA/C"),
    ],
)
def test_names_of_the_base_game(name: str, meaning: str) -> None:
    found = CATALOGUE.find(name, BASE)
    assert isinstance(found, Named)
    assert describe(found) == meaning
    assert (found.turns is None) == (name in ("C", "L", "BA/C", "RCr"))


@pytest.mark.parametrize(
    ("name", "in_play", "meanings"),
    [
        ("ccff", BASE, {"BA/CC.2@90", "BA/Cc.1@90"}),
        ("fcfc", BASE, {"BA/CFC.2@90", "BA/CFc.1"}),
        ("frfr", BASE | {"inns-and-cathedrals"}, {"BA/RFr", "IC/LRFR", "IC/RFr.i"}),
        ("CRr", BASE | {"abbey-and-mayor"}, {"BA/CRr", "AM/CRr"}),
        ("RIrI", ALL, {"RI.1/RIrI", "RI.2/RIrI"}),
    ],
)
def test_ambiguous_names_are_refused_with_every_meaning(name: str, in_play: frozenset[str], meanings: set[str]) -> None:
    found = CATALOGUE.find(name, in_play)
    assert isinstance(found, Ambiguous)
    assert {describe(meaning) for meaning in found.meanings} == meanings
    problem = refusal(found)
    assert problem.code == "ambiguous-tile"
    offered = [CATALOGUE.find(one.partition("@")[0], in_play) for one in problem.suggestions]
    assert {one.face.id for one in offered if isinstance(one, Named)} == {one.partition("@")[0] for one in meanings}


def test_twins_are_told_apart_by_whether_their_like_sides_are_one() -> None:
    found = CATALOGUE.find("ccff", BASE)
    assert isinstance(found, Ambiguous)
    assert refusal(found).suggestions == ("ccff-S", "ccff-J")


def test_a_face_that_may_lie_in_two_ways_is_ambiguous() -> None:
    found = CATALOGUE.find("rrrr", frozenset(["inns-and-cathedrals"]))
    assert isinstance(found, Ambiguous)
    assert {describe(meaning) for meaning in found.meanings} == {"IC/RrRr", "IC/RrRr@90"}


def test_a_garden_alone_makes_no_name_ambiguous() -> None:
    assert find("cfff").id == "BA/C"
    assert find("CG").garden
    assert find("II", ALL).id == "RI.1/II"


def test_the_abbey_is_found_by_its_name() -> None:
    assert find("abbey", ALL).id == "AM/A"
    assert CATALOGUE.find("abbey", BASE) == Unknown("abbey", (), "abbey-and-mayor")


def test_unknown_names() -> None:
    found = CATALOGUE.find("BA/RCrr", BASE)
    assert isinstance(found, Unknown)
    assert found.suggestions[0] == "BA/RCr"
    assert refusal(found).code == "unknown-tile"
    assert CATALOGUE.find("IC/CFR", BASE) == Unknown("IC/CFR", (), "inns-and-cathedrals")
    assert refusal(Unknown("IC/CFR", (), "inns-and-cathedrals")).code == "tile-not-in-play"
    assert CATALOGUE.find("Y", BASE) == Unknown("Y")
    assert isinstance(CATALOGUE.find("crfr+", BASE), Unknown)


def test_tiles_of_a_scenario_come_first() -> None:
    own = Face("V", (Segment("field", halves=tuple(range(8))),), "ffff")
    assert CATALOGUE.find("V", BASE, {"V": own}) == Named(own)


@pytest.mark.parametrize("in_play", [BASE, BASE | {"inns-and-cathedrals"}, ALL], ids=["base", "inns", "all"])
def test_every_name_of_a_face_leads_to_it(in_play: frozenset[str]) -> None:
    for face in CATALOGUE.faces(in_play).values():
        names = CATALOGUE.names(face, in_play)
        assert names[0] == face.id
        assert len(set(names)) == len(names)
        assert all(find(name, in_play) == face for name in names)


def test_names_of_a_twin() -> None:
    assert CATALOGUE.names(find("N"), BASE) == ("BA/Cc.1", "Cc.1", "N", "ccff-J")
    assert CATALOGUE.names(find("D"), BASE) == ("BA/RCr", "RCr", "D", "crfr")
    assert CATALOGUE.names(find("CG"), BASE) == ("BA/CG", "CG")


def test_only_what_is_in_play_is_read() -> None:
    asked: list[str] = []

    def load(expansion: str) -> dict[str, object]:
        asked.append(expansion)
        return {"faces": [], "sets": {}}

    Catalogue(("one", "two"), load).faces(frozenset(["two"]))
    assert asked == ["two"]


# ---- tile sentences


def read(text: str, lang: str = "en") -> tuple[list[Face], dict[str, dict[str, int]], list[Problem]]:
    rows, _ = scan(clean(text))
    data, problems, strange = read_tiles(understand(row, lexicon(lang), {}) for row in rows if row.words)
    return [unpack(face) for face in data["faces"]], data["sets"], [*problems, *strange]


def one(text: str, lang: str = "en") -> Face:
    faces, _, problems = read(text, lang)
    assert problems == []
    return faces[0]


def codes(sentence: str) -> list[str]:
    faces, _, problems = read(f"tile X: {sentence}")
    # a word that nobody knows is left off a tile that is whole without it
    assert faces == [] or {problem.code for problem in problems} == {"tile-unknown-word"}
    assert all(phrase(lang, "problem", p.code) for lang in ("en", "fr") for p in problems)
    assert all(p.span.line == 1 for p in problems)
    return [p.code for p in problems]


def test_a_tile_told_in_one_line() -> None:
    face = one("tile MIST1: city N E 1 coat, road S, field SL touches city, field SR WL WR touches city, mist W")
    assert (face.id, face.edges, face.marks) == ("MIST1", "ccrf", (("mist", "W", ""),))
    # what mist covers is no part of the field any more
    assert [told(face, s) for s in face.segments] == [
        *("city NE +1", "road S", "field SL > NE", "field SR > NE", "field WL WR"),
    ]
    assert [s.covered for s in face.segments] == [False, False, False, False, True]


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            "tile M: city N E 1 coat, road S, field SL touches city, field SR WL WR touches city, mist W",
            "tuile M: ville N E 1 blason, route S, pré SG touche ville, pré SD OG OD touche ville, brouillard O",
        ),
        (
            "tile M: city N, city S, field EL ER WL WR touches city N and city S, revolt city",
            "tuile M: ville N, ville S, pré EG ED OG OD touche ville N et ville S, révolte ville",
        ),
    ],
)
def test_french_sentences_tell_the_same(english: str, french: str) -> None:
    assert one(english) == one(french, "fr")


def test_short_forms() -> None:
    long = one("tile M: city N, city S, field EL ER WL WR touches city N and city S")
    assert one("tile M: city N, city S, field E W touches city N S") == long
    inner = one("tile M: city N S, city E, city W, field touches city N and city E, field touches city N and city W")
    assert [s.touches for s in inner.segments if s.kind == "field"] == [(0, 1), (0, 2)]


@pytest.mark.parametrize(
    ("sentence", "mark"),
    [("arrow N add", ("arrow", "N", "add")), ("revolt city", ("revolt", "", "city")), ("volcano", ("volcano", "", ""))],
)
def test_symbols_are_kept(sentence: str, mark: tuple[str, str, str]) -> None:
    assert one(f"tile M: field N E S W, {sentence}").marks == (mark,)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("city N, road N, field E S W", ["tile-side-twice"]),
        ("city N, field EL ER SL SR WL touches city", ["tile-half-missing"]),
        ("road S, field NL NR EL ER SL WL WR", ["tile-half-missing"]),
        ("field N E S W, field NL", ["tile-half-twice"]),
        ("city N, field NL E S W touches city", ["tile-half-at-city"]),
        ("field NL, field NR E S W", ["tile-side-split"]),
        ("field N E S W touches city", ["tile-touches-none"]),
        ("city N, field E S W touches city S", ["tile-touches-none"]),
        ("city N, field E S W touches", ["tile-touches-none"]),
        ("city N, city S, field E W touches city", ["tile-touches-which"]),
        ("city N, field E S W touches road", ["tile-unknown-word"]),
        ("field N E S W, blah", ["tile-unknown-word"]),
        ("city N blah, field E S W 3 nonsense touches city", ["tile-unknown-word"] * 3),
        ("road NL, field N E S W", ["tile-half-side-for-field"]),
        ("monastery N, field N E S W", ["tile-no-side"]),
        ("city NE, field N E S W", ["tile-not-a-side"]),
        ("road N, field N E S W, joins road and city", ["tile-joins-none"]),
        ("monastery, abbey, field N", ["tile-beside-anything"]),
    ],
)
def test_what_can_be_wrong_with_a_tile(sentence: str, expected: list[str]) -> None:
    assert codes(sentence) == expected


def test_what_can_be_wrong_with_a_file() -> None:
    _, sets, problems = read("set s: 2 BA/L, 1 BA/C\nset t: BA/L\nblah\n")
    assert sets["s"] == {"BA/L": 2, "BA/C": 1}
    assert [p.code for p in problems] == ["set-count", "tile-statement"]


@pytest.mark.long
def test_no_shortest_name_is_a_bare_number() -> None:
    """Nothing that ``adjudicator board`` offers is refused when it is typed: a number is no word."""
    names = catalogue()
    for expansion in names.expansions:
        in_play = frozenset((*vocabulary().always(), expansion))
        for face in names.faces(in_play).values():
            name = names.shortest(face, 0, in_play)
            assert not bind(read_document(f"use {expansion}\nboard\n(0,0) {name}")).problems, name
