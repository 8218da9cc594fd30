"""Faces and how they turn, the table and its features, where tiles fit, and how they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudicator.binding.tile_files import catalogue
from adjudicator.geometry.face import HALVES, Face, Segment, looks, pack, turn_side, unpack
from adjudicator.geometry.fit import beside_blank, connected, corners, fits, holes, mismatches, placements
from adjudicator.geometry.ground import Ground, NoSuchPlace
from adjudicator.geometry.spanned import axis, blocked, relaid, spanned
from adjudicator.geometry.tiling import FARTHEST
from adjudicator.report.drawing import HEIGHT, WIDTH, draw

IN_PLAY = frozenset(catalogue().expansions)
FACES = catalogue().faces(IN_PLAY)
BASE = list(catalogue().faces(frozenset(["base"])).values())

Tile = tuple[int, int, Face, int]


def tile(name: str) -> Face:
    """The face called `name`: an id, or a letter of the base rules."""
    return next(face for face in FACES.values() if name in (face.id, face.letter))


def board(*tiles: tuple[int, int, str, int], partial: bool = False) -> Ground:
    """A table of tiles: x, y, name, quarter turns."""
    ground = Ground(partial)
    for x, y, name, turns in tiles:
        assert mismatches(ground, tile(name), turns, x, y) == []
        ground.place(x, y, tile(name), turns)
    return ground


def features(ground: Ground) -> list[tuple[object, ...]]:
    """Every feature of a table in a form that does not depend on where or in what order its tiles lie."""
    return sorted(
        (
            ground.kind(root),
            len(ground.pieces(root)),
            ground.tiles(root),
            sorted(ground.marks(root).items()),
            ground.open_ends(root),
            str(ground.complete(root)),
            sorted((ground.tiles(city), str(ground.complete(city))) for city in ground.cities_touched(root)),
        )
        for root in ground.features()
    )


@st.composite
def tables(draw_: st.DrawFn, faces: Sequence[Face] = tuple(BASE), size: int = 25) -> list[Tile]:
    """Tiles laid one after the other where they fit."""
    ground = Ground()
    tiles: list[Tile] = []
    for face in draw_(st.lists(st.sampled_from(faces), min_size=1, max_size=size)):
        places = placements(ground, face) if tiles else [(0, 0, 0)]
        if places:
            x, y, turns = draw_(st.sampled_from(places))
            ground.place(x, y, face, turns)
            tiles.append((x, y, face, turns))
    return tiles


def laid(tiles: Sequence[Tile]) -> Ground:
    ground = Ground()
    for x, y, face, turns in tiles:
        ground.place(x, y, face, turns)
    return ground


# ---- faces


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.id)
def test_four_quarter_turns_come_back(face: Face) -> None:
    assert face.turned(4) == face.turned(0)
    assert looks(face, 0) == looks(face, 4)
    assert face.turned(0).edges == face.edges
    assert face.turned(1).edges == face.edges[3] + face.edges[:3]


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.id)
def test_distinct_turns_give_every_look_once(face: Face) -> None:
    seen = [looks(face, turns) for turns in face.distinct_turns]
    assert all(looks(face, turns) in seen for turns in range(4))
    assert all(one not in seen[at + 1 :] for at, one in enumerate(seen))
    assert face.distinct_turns[0] == 0


@pytest.mark.parametrize(
    ("name", "turns"), [("B", 1), ("C", 1), ("X", 1), ("U", 2), ("F", 2), ("H", 2), ("I", 4), ("D", 4)]
)
def test_number_of_distinct_turns(name: str, turns: int) -> None:
    assert len(tile(name).distinct_turns) == turns


def test_a_symbol_on_one_side_makes_turns_distinct() -> None:
    field = Segment("field", halves=tuple(range(8)))
    assert Face("plain", (field,), "ffff").distinct_turns == (0,)
    arrow = Face("arrow", (field,), "ffff", (("arrow", "N", "add"),))
    assert arrow.distinct_turns == (0, 1, 2, 3)
    assert arrow.turned(1).marks == (("arrow", "E", "add"),)


@pytest.mark.parametrize(("side", "turns", "turned"), [("N", 1, "E"), ("WR", 1, "NR"), ("EL", 2, "WL"), ("", 3, "")])
def test_sides_turn_clockwise(side: str, turns: int, turned: str) -> None:
    assert turn_side(side, turns) == turned


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.id)
def test_a_face_survives_packing(face: Face) -> None:
    assert unpack(pack(face)) == face


# ---- features


def test_a_city_of_two_tiles_is_complete() -> None:
    ground = board((0, 0, "D", 0), (0, -1, "E", 2))
    city = ground.root(ground.segment(0, 0, "city"))
    assert ground.root(ground.segment(0, -1, "city")) == city
    assert (ground.complete(city), ground.tiles(city), ground.open_ends(city)) == (True, 2, 0)
    assert ground.cells(city) == [(0, 0), (0, -1)]
    assert ground.complete(ground.segment(0, 0, "road")) is False
    assert ground.open_ends(ground.segment(0, 0, "road")) == 2


def test_a_tile_counts_once_for_a_road_that_passes_twice() -> None:
    # A ring of four curves that comes back through a crossing by bridge.
    bridge = tile("TB/RRrr")
    ground = Ground()
    for x, y, face, turns in [(0, 0, bridge, 0), (1, 0, tile("V"), 0), (1, 1, tile("V"), 1), (0, 1, tile("V"), 2)]:
        assert fits(ground, face, turns, x, y) is None
        ground.place(x, y, face, turns)
    road = ground.root(ground.segment(0, 0, "road", "E"))
    assert ground.root(ground.segment(0, 0, "road", "S")) == road
    assert len(ground.pieces(road)) == 5
    assert ground.tiles(road) == 4


def test_coats_add_up() -> None:
    ground = board((0, 0, "C", 0), (1, 0, "AM/C++", 0), (2, 0, "E", 3))
    assert ground.marks(ground.root(0)) == {"coat": 3}


def test_a_road_through_a_crossing_is_not_one_road() -> None:
    ground = board((0, 0, "X", 0), (1, 0, "U", 0), (2, 0, "X", 0))
    between = ground.root(ground.segment(1, 0, "road"))
    assert ground.complete(between) is True
    assert ground.tiles(between) == 3
    assert ground.root(ground.segment(0, 0, "road", "W")) != between
    assert len(ground.joined(ground.segment(0, 0, "road", "W"))) == 3


def test_a_field_knows_its_cities() -> None:
    ground = board((0, 0, "H", 0), (0, -1, "E", 2), (1, 0, "B", 0))
    field = ground.root(ground.segment(1, 0, "field"))
    north, south = (ground.root(ground.segment(0, 0, "city", side)) for side in "NS")
    assert ground.cities_touched(field) == {north, south}
    assert ground.fields_touching(south) == {field}
    assert {city for city in ground.cities_touched(field) if ground.complete(city)} == {north}
    assert ground.complete(field) is False


def test_a_road_parts_fields_and_its_end_does_not() -> None:
    parted = board((0, 0, "U", 0), (1, 0, "U", 0))
    assert len({parted.root(parted.segment(x, 0, "field", side)) for x in (0, 1) for side in ("N", "S")}) == 2
    ended = board((0, 0, "U", 0), (1, 0, "A", 1))
    assert len({ended.root(ended.segment(0, 0, "field", side)) for side in ("N", "S")}) == 1


def test_a_monastery_is_complete_with_eight_neighbours() -> None:
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    ground = board((0, 0, "B", 0), *((x, y, "B", 0) for x, y in around[:-1]))
    monastery = ground.segment(0, 0, "monastery")
    assert (ground.neighbours(0, 0), ground.complete(monastery)) == (7, False)
    ground.place_blank(*around[-1])
    assert (ground.neighbours(0, 0), ground.complete(monastery)) == (8, True)


def test_an_abbey_ends_what_reaches_it() -> None:
    ground = board((0, 0, "D", 0), (1, 0, "AM/A", 0), (-1, 0, "AM/A", 0), (0, -1, "AM/A", 0))
    assert ground.complete(ground.segment(0, 0, "road")) is True
    assert ground.complete(ground.segment(0, 0, "city")) is True
    assert ground.tiles(ground.segment(0, 0, "city")) == 1
    assert [ground.kind(s) for s in ground.segments_at(1, 0)] == ["abbey"]
    assert fits(ground, tile("B"), 0, 1, -1) is None


def test_what_a_tile_without_a_face_hides_is_unknown() -> None:
    for late in (False, True):
        ground = Ground()
        if not late:
            ground.place_blank(0, -1)
        ground.place(0, 0, tile("D"))
        if late:
            ground.place_blank(0, -1)
        city, road = ground.segment(0, 0, "city"), ground.segment(0, 0, "road")
        assert (ground.complete(city), ground.open_ends(city), ground.unknown_ends(city)) == (None, 0, 1)
        assert ground.complete(road) is False
        assert beside_blank(ground, 1, -1)
        assert not beside_blank(ground, 1, 0)
        assert ground.blank(0, -1)
        assert ground.lay(0, -1) is None


def test_a_part_of_a_table_leaves_open_ends_unknown() -> None:
    ground = board((0, 0, "D", 0), (0, -1, "E", 2), (1, 0, "A", 1), partial=True)
    assert ground.complete(ground.segment(0, 0, "city")) is True
    road = ground.segment(0, 0, "road")
    assert ground.complete(road) is None
    assert ground.unknown_ends(road) == 1
    assert ground.complete(ground.segment(1, 0, "monastery")) is None


@given(tables())
def test_turning_the_table_changes_no_feature(tiles: list[Tile]) -> None:
    turned = [(-y, x, face, turns + 1) for x, y, face, turns in tiles]
    assert features(laid(turned)) == features(laid(tiles))
    assert placements_count(laid(turned)) == placements_count(laid(tiles))


def placements_count(ground: Ground) -> list[int]:
    return [len(placements(ground, face)) for face in BASE]


@given(tables(tuple(FACES.values()), 15), st.randoms(use_true_random=False))
def test_the_order_of_laying_does_not_matter(tiles: list[Tile], chance: Random) -> None:
    shuffled = sorted(tiles, key=lambda _: chance.random())
    assert features(laid(shuffled)) == features(laid(tiles))


@given(tables(tuple(FACES.values()), 15))
def test_features_part_the_segments(tiles: list[Tile]) -> None:
    ground = laid(tiles)
    pieces = [piece for root in ground.features() for piece in ground.pieces(root)]
    assert sorted(pieces) == list(range(sum(len(face.segments) for _, _, face, _ in tiles)))
    for root in ground.features():
        assert all(ground.root(piece) == root for piece in ground.pieces(root))
        assert root == min(ground.pieces(root))
        if ground.kind(root) != "field":
            assert ground.open_ends(root) == sum(
                (x + dx, y + dy) not in ground
                for piece in ground.pieces(root)
                for x, y in [ground.cell(piece)]
                for side, (dx, dy) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)])
                if side in ground.piece(piece).sides
            )


@given(tables(tuple(FACES.values()), 15))
def test_every_segment_is_found_by_its_label(tiles: list[Tile]) -> None:
    ground = laid(tiles)
    for x, y, _, _ in tiles:
        for segment in ground.segments_at(x, y):
            assert ground.seg_of_label(ground.label(segment)) == segment
            assert ground.cell(segment) == (x, y)


@given(tables(size=10), st.sampled_from(BASE))
def test_a_copy_grows_on_its_own(tiles: list[Tile], face: Face) -> None:
    ground = laid(tiles)
    before = features(ground)
    twin = ground.copy()
    for x, y, turns in placements(twin, face)[:1]:
        twin.place(x, y, face, turns)
    assert features(ground) == before
    assert len(ground) == len(tiles)


# ---- places


@given(tables(), st.randoms())
def test_a_tile_that_is_built_over_is_as_if_it_had_been_laid_so(tiles: list[Tile], chance: Random) -> None:
    ground = laid(tiles)
    ways = [(*one, axis(side)) for one in tiles for side in "NE" if not blocked(one[2], one[3], axis(side))]
    assume(ways)
    x, y, face, turns, sides = chance.choice(ways)
    above = spanned(face, turns, sides, "bridge")
    assert all(above.turned(turns).edges[side] == "r" for side in sides)
    twin, moved = relaid(ground, (x, y), above)
    again = Ground()
    for a, b, other, quarter in tiles:
        again.place(a, b, above if (a, b) == (x, y) else other, quarter)
    assert features(twin) == features(again)
    assert all(twin.cell(now) == ground.cell(old) for old, now in moved.items())
    assert all(twin.kind(now) == ground.kind(old) for old, now in moved.items())
    assert len(twin) == len(ground)


def test_labels() -> None:
    ground = board((0, 0, "D", 1), (-1, 0, "B", 0))
    assert [ground.label(s) for s in ground.segments_at(0, 0)] == [
        "city E at (0,0)",
        "road N at (0,0)",
        "field NR at (0,0)",
        "field NL at (0,0)",
    ]
    assert [ground.label(s) for s in ground.segments_at(-1, 0)] == ["monastery at (-1,0)", "field NL at (-1,0)"]


def test_a_place_with_one_meaning_needs_no_side() -> None:
    ground = board((0, 0, "D", 0))
    assert ground.segment(0, 0, "city") == ground.segment(0, 0, "city", "N")
    assert ground.segment(0, 0, "field", "S") == ground.segment(0, 0, "field", "WL")
    with pytest.raises(NoSuchPlace) as caught:
        ground.segment(0, 0, "field")
    assert [ground.label(s) for s in caught.value.candidates] == ["field EL at (0,0)", "field ER at (0,0)"]
    with pytest.raises(NoSuchPlace):
        ground.segment(0, 0, "field", "W")


def test_places_that_are_not_there() -> None:
    ground = board((0, 0, "D", 0))
    for kind, side in [("city", "S"), ("road", "NL"), ("field", "N"), ("city", "I"), ("field", "II")]:
        with pytest.raises(NoSuchPlace) as caught:
            ground.segment(0, 0, kind, side)
        assert caught.value.candidates
    with pytest.raises(NoSuchPlace) as caught:
        ground.segment(0, 0, "monastery")
    assert (caught.value.candidates, caught.value.square) == ((), True)
    with pytest.raises(NoSuchPlace) as caught:
        ground.segment(3, 0, "city")
    assert not caught.value.square


@pytest.mark.parametrize(
    "label", ["city", "city N", "city N at (0,0", "city N at (5,5)", "big city N at (0,0)", "city at (a,b)", ""]
)
def test_labels_that_name_nothing(label: str) -> None:
    ground = board((0, 0, "D", 0))
    with pytest.raises(NoSuchPlace):
        ground.seg_of_label(label)


def test_pieces_inside_a_tile_are_told_apart() -> None:
    ground = board((0, 0, "AM/CCcc+", 0))
    fields = [ground.segment(0, 0, "field", side) for side in ("I", "II")]
    assert [ground.label(s) for s in fields] == ["field I at (0,0)", "field II at (0,0)"]


# ---- where tiles fit


def test_reasons_why_a_tile_does_not_fit() -> None:
    ground = board((0, 0, "D", 0))
    taken, alone, wrong = (fits(ground, tile("B"), 0, *cell) for cell in [(0, 0), (1, 1), (0, -1)])
    assert taken is not None and taken.code == "square-taken"
    assert alone is not None and (alone.code, alone.rule) == ("no-neighbour", "BASE-10")
    assert wrong is not None and (wrong.code, wrong.rule) == ("edge-mismatch", "BASE-10")
    assert [wrong.values[key].parts for key in ("side", "ours", "theirs")] == [("S",), ("field",), ("city",)]
    assert fits(ground, tile("B"), 0, 0, 1) is None
    assert fits(Ground(), tile("B"), 0, 7, 7) is None


def test_placements_of_the_second_tile() -> None:
    ground = board((0, 0, "D", 0))
    assert placements(ground, tile("B")) == [(0, 1, 0)]
    assert placements(ground, tile("E")) == [(0, -1, 2), (0, 1, 1), (0, 1, 2), (0, 1, 3)]
    assert placements(ground, tile("X")) == [(-1, 0, 0), (1, 0, 0)]
    assert placements(ground, tile("C")) == [(0, -1, 0)]
    assert len(placements(ground, tile("AM/A"))) == 4


@given(tables(tuple(FACES.values()), 12), st.sampled_from(list(FACES.values())))
def test_placements_are_what_fits(tiles: list[Tile], face: Face) -> None:
    ground = laid(tiles)
    cells = {(x + dx, y + dy) for x, y, _, _ in tiles for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    wanted = [
        (x, y, turns) for x, y in cells for turns in face.distinct_turns if fits(ground, face, turns, x, y) is None
    ]
    assert placements(ground, face) == sorted(wanted)


def test_holes_and_corners() -> None:
    ground = Ground()
    for x, y in [(0, -1), (1, 0), (0, 1), (-1, 0), (1, 1)]:
        ground.place_blank(x, y)
    assert holes(ground) == [(0, 0)]
    assert corners(ground) == []
    ground.place(0, 0, tile("B"))
    assert holes(ground) == []
    assert corners(ground) == [(1, 1)]


def test_a_table_in_two_parts() -> None:
    assert connected([])
    assert connected([(0, 0), (0, 1), (1, 1)])
    assert not connected([(0, 0), (1, 1)])


def test_squares_too_far_or_taken() -> None:
    ground = Ground()
    ground.place(FARTHEST, -FARTHEST, tile("B"))
    assert ground.squares() == [(FARTHEST, -FARTHEST)]
    assert (FARTHEST, -FARTHEST) in ground
    with pytest.raises(ValueError, match="taken"):
        ground.place(FARTHEST, -FARTHEST, tile("B"))
    with pytest.raises(ValueError, match="far"):
        ground.place(FARTHEST + 1, 0, tile("B"))
    with pytest.raises(ValueError, match="far"):
        ground.place_blank(0, -FARTHEST - 1)


# ---- drawings


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.id)
def test_every_lay_is_drawn(face: Face) -> None:
    for turns in range(4):
        lines = draw(face, turns).split("\n")
        assert [len(line) for line in lines] == [WIDTH] * HEIGHT
    assert ("[M]" in draw(face)) == any(segment.kind == "monastery" for segment in face.segments)
    coats = sum(segment.marks.get("coat", 0) for segment in face.segments)
    assert draw(face).count("+") == coats
    assert draw(face).count("*") == face.garden


def test_the_start_tile_is_drawn() -> None:
    assert draw(tile("D")) == "\n".join([".#######.", "...###...", "─────────", ".........", "........."])


def test_every_half_side_has_its_opposite() -> None:
    ground = board((0, 0, "X", 0), (0, 1, "X", 0))
    for upper, lower in (("SL", "NR"), ("SR", "NL")):
        assert ground.root(ground.segment(0, 0, "field", upper)) == ground.root(ground.segment(0, 1, "field", lower))
    assert len({ground.root(ground.segment(0, 0, "field", half)) for half in HALVES}) == 4
