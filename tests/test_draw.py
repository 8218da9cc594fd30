"""Pictures: every face and figure has one, the same input gives the same bytes, and what users type stays text."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from corpus import invariant
from corpus import written as text_of
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.binding.tile_files import catalogue
from adjudicator.cli import main
from adjudicator.draw import figures, path, tile
from adjudicator.draw.picture import contact_sheet, drawn
from adjudicator.draw.scenes import scenes
from adjudicator.draw.shapes import figure, sign
from adjudicator.geometry.face import ANY_EDGE, Face
from adjudicator.words.languages import codes
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

SVG = "{http://www.w3.org/2000/svg}"
FACES = [face for expansion in catalogue().expansions for face in catalogue().faces(frozenset([expansion])).values()]
EDGES_ONLY = frozenset(("city", "road", "field", "river"))
NO_SIGN = frozenset(("area", "crossing", "quarter"))
"""Kinds that no tile shows by a sign of its own."""

BOARD = """use abbey-and-mayor, ghosts-castles-cemeteries
scenario "Three tiles"
  players red "Anna", blue "Ben"
  red has 12 points, 3 meeples
  board
    (0,0) D
      red: meeple with 2 ghosts on road
    (1,0) V@90
    (0,1) BA/L
      blue: wagon on monastery
  ask score road E at (0,0)
  ask placements X
"""


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text, standalone_mode=True)


def picture(text: str, number: int = 0, lang: str = "en") -> str:
    return drawn(scenes(text).scenes[number], speech(lang))


def parsed(svg: str) -> ET.Element:
    """The picture as a tree; every id it uses is there."""
    root = ET.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    assert used <= set(ids)
    return root


def texts(root: ET.Element) -> str:
    return "\n".join(element.text or "" for element in root.iter(f"{SVG}text"))


# ---- faces


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_every_face_is_drawn(face: Face) -> None:
    found = tile.picture(face)
    shown = {area.segment for area in found.plan.cities} | {way.segment for way in found.plan.ways} | set(found.places)
    cells = {label for row in found.ground.cells for label in row}
    for index, segment in enumerate(face.segments):
        assert index in shown or (segment.kind == "field" and index in cells), segment
    parsed(contact_sheet([(face, 0, face.id)], face.id, speech("en")))


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_every_way_and_city_reaches_its_sides_and_no_other(face: Face) -> None:
    """Where a piece meets the rim is what the face says: a road in the middle of a side, a city along all of it."""
    found = tile.picture(face)
    for way in found.plan.ways:
        points = [point for part in way.path.split("M")[1:] for point in path.points_of(f"M{part}")]
        rim = {side for side in range(4) if path.turned((50.0, 0.0), side) in points}
        assert rim == set(face.segments[way.segment].sides), way
    for city in found.plan.cities:
        strokes = path.pieces(city.path)
        lines = {(one.points[0], one.points[-1]) for one in strokes if len(one.points) == 2}
        whole = {
            side
            for side in range(4)
            if (path.turned((0.0, 0.0), side), path.turned((100.0, 0.0), side)) in lines
            or (path.turned((100.0, 0.0), side), path.turned((0.0, 0.0), side)) in lines
        }
        assert whole == set(face.segments[city.segment].sides), city


@pytest.mark.parametrize("face", [f for f in FACES if ANY_EDGE not in f.edges], ids=lambda face: face.id)
def test_every_half_side_of_field_lies_in_its_field(face: Face) -> None:
    """What the picture shows as one field is one field: the grid under each half side belongs to its segment."""
    from adjudicator.draw.spots import _HALVES

    ground = tile.picture(face).ground
    for index, segment in enumerate(face.segments):
        for half in segment.halves:
            assert any(ground.cells[row][column] == index for row, column in _HALVES[half]), (segment, half)


def test_every_turn_has_its_own_place() -> None:
    assert [path.turned((10.0, 0.0), turns) for turns in range(4)] == [(10, 0), (100, 10), (90, 100), (0, 90)]


def test_faces_by_hand_are_faces() -> None:
    from adjudicator.draw.shapes import _tables

    known = {face.id: face for face in FACES}
    for ident, override in _tables()["face"].items():
        assert ident in known
        face = known[ident]
        names = {*face.turned(0).names, *(symbol for symbol, _, _ in face.marks), "wall", "pond"}
        assert set(override) <= names, ident


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=4, max_size=4))
def test_a_path_is_read_as_it_is_written(points: list[tuple[float, float]]) -> None:
    rounded = [(round(x, 1), round(y, 1)) for x, y in points]
    strokes = [path.Piece(tuple(rounded))]
    again = path.pieces(path.written(strokes))
    assert [one.points for one in again] == [one.points for one in strokes]


@pytest.mark.parametrize("wrong", ["50,50", "M1,1A3,3 0 1,0 4,4", "M1"])
def test_a_path_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        path.pieces(wrong)


# ---- figures and signs


def test_every_figure_has_a_shape_of_its_own() -> None:
    """Told apart without colour: no two figures have the same outline and lines and size."""
    looks = {ident: figure(ident) for ident in vocabulary().ids("figure")}
    assert [ident for ident, look in looks.items() if look is None] == []
    for (one, a), (other, b) in itertools.combinations(looks.items(), 2):
        assert a is not None and b is not None
        assert (a.path, a.line, a.scale) != (b.path, b.line, b.scale), (one, other)


def test_everything_that_tiles_show_has_a_sign_of_its_own() -> None:
    kinds = [kind for kind in vocabulary().ids("kind") if kind not in EDGES_ONLY | NO_SIGN]
    wanted = [*kinds, *vocabulary().ids("symbol")]
    marks = {mark for face in FACES for segment in face.segments for mark in segment.marks}
    assert [ident for ident in dict.fromkeys([*wanted, *sorted(marks)]) if sign(ident) is None] == []


def test_a_sign_that_nobody_has_drawn_is_a_label() -> None:
    assert tile.letter_of("no-such-thing") == "NS"
    assert "NS" in contact_label("no-such-thing")


def contact_label(ident: str) -> str:
    from adjudicator.draw import pen

    return pen.sheet(10, 10, "", "", [tile.definition(ident)], [])


@pytest.mark.parametrize("lang", codes())
def test_every_colour_has_a_letter_of_its_own(lang: str) -> None:
    found = figures.letters(speech(lang))
    assert set(found) == set(vocabulary().ids("colour")) == set(figures.FILLS)
    assert len(set(found.values())) == len(found)
    assert all(len(letter) == 1 and letter.isupper() for letter in found.values())


# ---- positions


def test_a_board_shows_tiles_figures_players_and_coordinates() -> None:
    root = parsed(picture(BOARD))
    uses = [element.get("href") for element in root.iter(f"{SVG}use")]
    faces = [use for use in uses if re.fullmatch(r"#t\d+", str(use))]
    assert len(faces) == 3 and len(set(faces)) == 3
    assert uses.count("#f-wagon-blue") == 1
    assert uses.count("#f-meeple-red") == 2  # on the road, and beside the player's name
    assert "#s-ghost" in uses
    said = texts(root).split("\n")
    assert {"0", "1", "Three tiles", "12 points", "Anna (red)", "Ben (blue)", "> score road E at (0,0)"} <= set(said)


def test_a_picture_is_told_to_who_cannot_see_it() -> None:
    root = parsed(picture(BOARD))
    assert root.get("role") == "img"
    names = str(root.get("aria-labelledby")).split()
    told = {element.get("id"): element.text or "" for element in root.iter() if element.get("id") in names}
    assert told["title"] == "Three tiles: score road E at (0,0)"
    assert "BA/RCr at (0,0)" in told["desc"] and "blue wagon on monastery at (0,1)" in told["desc"]
    assert "Nobody scores" in told["desc"]


def test_the_feature_asked_about_is_tinted() -> None:
    asked = picture(BOARD)
    other = picture(BOARD, 1)
    assert "stroke-opacity" in re.sub("<path[^>]*#4e5b33[^>]*>", "", asked)
    assert 'stroke="#1b8a3a"' in other and 'stroke="#1b8a3a"' not in asked


def test_placements_are_framed_squares() -> None:
    scene = scenes(BOARD).scenes[1]
    assert scene.answer is not None
    cells = {(item.parts[2], item.parts[3]) for item in scene.answer.ruling.options}
    svg = picture(BOARD, 1)
    frames = re.findall(r'<rect [^>]*fill="none" stroke="#1b8a3a"[^>]*rx="6"', svg)
    assert cells and len(frames) >= len(cells)


def test_a_no_has_another_sign_than_a_yes_and_the_number_of_its_reason() -> None:
    text = 'scenario "x"; board; (0,0) D; red: meeple on city; {}; ask may blue put meeple on city at (0,0)'
    svg = picture(text.format("blue has 3 meeples"))
    root = parsed(svg)
    assert "No." in texts(root)
    assert "M-9,-9L9,-9L9,9L-9,9Z" in svg  # a square for no, a disc for yes: told apart without colour
    assert any(line.startswith("1 ") for line in texts(root).split("\n"))


def test_a_sketch_is_a_card_for_each_feature() -> None:
    text = (
        "city A: complete, 3 tiles; red: meeple; road R: incomplete, 2 tiles, 1 inn; blue: 2 meeples; "
        "near A: R; ask score A"
    )
    root = parsed(picture(text))
    said = texts(root).split("\n")
    assert {"city A", "road R", "complete", "3 tiles", "1 inn"} <= set(said)
    uses = [element.get("href") for element in root.iter(f"{SVG}use")]
    assert uses.count("#f-meeple-blue") == 3
    assert any(element.get("stroke-dasharray") == "2 6" for element in root.iter(f"{SVG}path"))


def test_without_caption_the_picture_still_has_its_reasons() -> None:
    scene = scenes("board; (0,0) D; red: meeple on city; blue has 3 meeples; ask may blue put meeple on city at (0,0)")
    said = texts(parsed(drawn(scene.scenes[0], speech("en"), caption=False)))
    assert "No." not in said and "> may" not in said and re.search(r"^1 ", said, re.MULTILINE)


def test_a_position_that_asks_nothing_is_drawn() -> None:
    assert "<use" in picture("board; (0,0) D; red: meeple on road")


def test_in_the_readers_language() -> None:
    said = texts(parsed(picture(BOARD, lang="fr")))
    assert "Anna (rouge)" in said and "12 points" in said and "Personne ne marque" in said


@pytest.mark.parametrize("lang", codes())
def test_same_input_same_bytes(lang: str) -> None:
    assert picture(BOARD, lang=lang) == picture(BOARD, lang=lang)


HOSTILE = (
    "</svg><script>x</script>",
    "&amp;<b onload=1>",
    "]]>",
    "'\\u0000\\ud800",
    "javascript:alert(1)",
    "<![CDATA[",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_what_users_type_stays_text(name: str) -> None:
    quoted = name.replace('"', "")
    text = (
        f'scenario "{quoted}"\nplayers red "!{quoted}", blue\ncity "{quoted}": complete, 3 tiles\n'
        f'  red: meeple called "{quoted}"\nask score "{quoted}"'
    )
    root = parsed(picture(text))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "defs", "title", "desc", "g", "path", "rect", "circle", "use", "text", "clipPath", "tspan")
    }
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    assert quoted in "".join(root.itertext())


@given(st.text(max_size=60))
def test_any_text_gives_xml(said: str) -> None:
    from adjudicator.draw import pen

    root = ET.fromstring(pen.sheet(10, 10, said, said, [], [pen.text(said, 0, 0, 10)]))
    assert [element.tag for element in root.iter() if element.tag.endswith("script")] == []


# ---- the command


def test_draw_writes_svg(tmp_path: Path) -> None:
    source, out = tmp_path / "b.carc", tmp_path / "b.svg"
    source.write_text(BOARD, encoding="utf-8")
    done = run("draw", str(source), "-o", str(out))
    assert done.exit_code == 0, done.output
    assert out.read_text(encoding="utf-8") == picture(BOARD)
    assert run("draw", "-", "--question", "2", text=BOARD).output.strip() == picture(BOARD, 1).strip()


def test_draw_writes_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="PNG needs the extra `pictures`")
    out = tmp_path / "b.png"
    assert run("draw", "-", "-o", str(out), text=BOARD).exit_code == 0
    assert out.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_draw_without_the_library_for_png_says_what_to_install(monkeypatch: Any, tmp_path: Path) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = run("draw", "-", "-o", str(tmp_path / "b.png"), text=BOARD)
    assert done.exit_code == 2 and "carcassonne-adjudicator[pictures]" in done.output
    assert not list(tmp_path.iterdir())


def test_draw_tiles(tmp_path: Path) -> None:
    out = tmp_path / "t.svg"
    assert run("draw", "--tile", "BA/CcRr+", "--tile", "V@90", "-o", str(out)).exit_code == 0
    assert {"BA/CcRr+", "BA/Rr@90"} <= set(texts(parsed(out.read_text(encoding="utf-8"))).split("\n"))
    assert run("draw", "--set", "base", "-o", str(out)).exit_code == 0
    base = catalogue().faces(frozenset(["base"]))
    assert set(base) <= set(texts(parsed(out.read_text(encoding="utf-8"))).split("\n"))


def test_draw_after_a_turn() -> None:
    game = str(Path(__file__).parent.parent / "scenarios/base/a-game-of-six-turns.carc")
    few, many = (ET.fromstring(run("draw", game, "--turn", turn).output) for turn in ("1", "6"))
    faces = [len([u for u in root.iter(f"{SVG}use") if "t" in str(u.get("href"))[1]]) for root in (few, many)]
    assert faces[0] < faces[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["draw"], "ame a file to draw"),
        (["draw", "-", "--tile", "V"], "ame a file to draw"),
        (["draw", "-", "-o", "board.gif"], ".svg"),
        (["draw", "-", "--question", "9"], "here is no question 9"),
        (["draw", "-", "--turn", "9"], "turn 9"),
        (["draw", "--tile", "nonsense"], "nonsense"),
        (["draw", "-", "-o", "no/such/folder/b.svg"], "no/such/folder"),
    ],
)
def test_what_cannot_be_drawn_is_told(words: list[str], said: str) -> None:
    done = run(*words, text=BOARD)
    assert done.exit_code == 2 and said in done.output.replace("\n  ", " "), done.output


def test_settle_draws_every_question_into_a_folder(tmp_path: Path) -> None:
    source, folder = tmp_path / "night.carc", tmp_path / "pictures"
    source.write_text(BOARD.replace("Three tiles", "../../evil"), encoding="utf-8")
    done = run("settle", str(source), "--draw", str(folder))
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in folder.iterdir()) == ["night-1.svg", "night-2.svg"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["night.carc", "pictures"]


@invariant(14)
def every_question_is_drawn(path: Path) -> None:
    """Each picture is XML whose parts are all there, in either language, and shows every figure of the position."""
    found = scenes(text_of(path), str(path))
    for scene, lang in zip(found.scenes, itertools.cycle(codes())):
        svg = drawn(scene, speech(lang))
        parsed(svg)
        owners = [(one.occupant.figure, one.occupant.owner) for one in scene.standing]
        owners += [(one.figure, one.owner) for feature in scene.features for one in feature.occupants]
        for figure_, owner in owners:
            assert svg.count(f'"#{figures.name(figure_, owner)}"') >= owners.count((figure_, owner))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("first-dispute", ["scenarios/base/a-first-dispute.carc"]),
        ("wagon", ["scenarios/abbey-and-mayor/wagon-worked-examples.carc", "--question", "2"]),
    ],
)
def test_the_pictures_of_the_pages_are_drawn_anew_alike(
    name: str, words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where this fails because a drawing was made better, draw the picture again."""
    root = Path(__file__).parent.parent
    monkeypatch.chdir(root)
    out = tmp_path / "a.svg"
    assert CliRunner().invoke(main, ["draw", *words, "-o", str(out)]).exit_code == 0
    assert out.read_text(encoding="utf-8") == (root / "docs" / "images" / f"{name}.svg").read_text(encoding="utf-8")
    pages = (root / "README.md", root / "docs" / "pictures.md")
    assert any(f"images/{name}.svg" in page.read_text(encoding="utf-8") for page in pages)
