"""The board of the page for phones, tapped, dragged, typed and asked in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import phone_page
import pytest

pytestmark = pytest.mark.xdist_group("phone")
FINISHED = (Path(__file__).parent.parent / "docs" / "games" / "finished-board.carc").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def chromium() -> Iterator[tuple[Any, str]]:
    with phone_page.browser() as one, phone_page.served() as address:
        yield one, address


@pytest.fixture(scope="module")
def board(chromium: tuple[Any, str]) -> Iterator[Any]:
    """One page for all tests that begin with an empty table: an engine takes seconds to start."""
    with phone_page.phone(*chromium) as one:
        opened(one)
        yield one


@pytest.fixture
def page(board: Any) -> Iterator[Any]:
    yield board
    while board.locator("dialog").count():
        board.keyboard.press("Escape")
        board.wait_for_timeout(100)
    for away in ("#panel-board .hand .close", "#panel-board [aria-pressed=true]:has-text('On a corner')"):
        if board.locator(away).count():
            board.click(away)
    board.fill("#panel-board input[type=search]", "")
    write(board, "")


def opened(page: Any) -> None:
    page.click("#tab-board")
    page.wait_for_selector("#panel-board .pick")


def text(page: Any) -> str:
    return str(page.input_value("#panel-board textarea.code"))


def write(page: Any, said: str) -> None:
    """Types a position, and waits until the board has read it."""
    page.fill("#panel-board textarea.code", said)
    page.wait_for_timeout(700)


def hold(page: Any, search: str, tile: str) -> None:
    page.fill("#panel-board input[type=search]", search)
    page.click(f'#panel-board [data-tile="{tile}"]')
    page.wait_for_selector("#panel-board [data-target]")


def square(page: Any, x: int, y: int) -> Any:
    return page.locator(f'#panel-board [data-x="{x}"][data-y="{y}"]')


def two_tiles(page: Any) -> None:
    hold(page, "D", "BA/RCr")
    square(page, 0, 0).click()
    page.wait_for_selector('#panel-board [data-x="0"][data-y="0"]:not([data-target]) img')
    hold(page, "E", "BA/C")
    square(page, 0, -1).click()
    page.wait_for_selector('#panel-board [data-x="0"][data-y="-1"]:not([data-target]) img')


def has_text(page: Any, said: str) -> None:
    """Waits until the position is `said`."""
    for _ in range(60):
        if text(page) == said:
            return
        page.wait_for_timeout(100)
    assert text(page) == said


def test_tiles_figures_and_a_question_by_tapping(page: Any) -> None:
    two_tiles(page)
    square(page, 0, -1).click()
    page.wait_for_selector("dialog .large path")
    page.locator('dialog .piece[data-piece="0"]').click()
    page.click("dialog button:has-text('Put red meeple')")
    has_text(page, "board\n  (0,0) D\n  (0,-1) E@180\n    red: meeple on city S\n")
    page.click("dialog button:has-text('Who scores?')")
    assert page.inner_text("#panel-board .ruling .sentence") == "Red scores 4 points."
    assert page.locator("#panel-board .mark").count() == 2
    square(page, 0, -1).click()
    page.click("dialog [aria-label='Places on the tile'] button:has-text('city S')")
    page.click("dialog button:has-text('Take red meeple back')")
    has_text(page, "board\n  (0,0) D\n  (0,-1) E@180\n")


def test_what_does_not_fit_is_dim_and_says_its_rule(page: Any) -> None:
    two_tiles(page)
    hold(page, "E", "BA/C")
    assert square(page, 1, 0).get_attribute("data-target") == "no"
    square(page, 1, 0).click()
    assert "BASE-10" in page.inner_text("dialog")
    page.click("dialog .close")
    square(page, 0, 0).click()
    page.click("dialog button:has-text('Turn by 90°')")
    page.wait_for_selector("dialog >> text=BASE-10")


def test_a_figure_that_may_not_stand_there_says_its_rule(page: Any) -> None:
    two_tiles(page)
    square(page, 0, 0).click()
    page.click("dialog [aria-label='Places on the tile'] button:has-text('road E')")
    page.click("dialog button:has-text('abbot')")
    put = page.locator("dialog button:has-text('Put red abbot')")
    put.wait_for()
    page.wait_for_selector("dialog #board-why >> text=BASE-53")
    assert put.get_attribute("aria-disabled") == "true"
    page.click("dialog [aria-label='Colour'] button:has-text('blue')")
    page.wait_for_selector("dialog button:has-text('Put blue abbot')")
    page.click("dialog [aria-label='Colour'] button:has-text('red')")
    page.click("dialog [aria-label='Kind of figure'] button:has-text('meeple')")
    page.wait_for_selector("dialog button:has-text('Put red meeple')")


def test_a_tile_is_turned_by_a_tap_and_dragged(page: Any) -> None:
    hold(page, "D", "BA/RCr")
    square(page, 0, 0).click()
    hold(page, "V", "BA/Rr")
    held = page.locator("#panel-board .held")
    held.click()
    assert "90" in held.get_attribute("aria-label")
    start, end = held.bounding_box(), square(page, 1, 0).bounding_box()
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    page.mouse.up()
    has_text(page, "board\n  (0,0) D\n  (1,0) V@90\n")


def test_undo_and_redo(page: Any) -> None:
    two_tiles(page)
    both = text(page)
    page.click("#panel-board button:has-text('Undo')")
    has_text(page, "board\n  (0,0) D\n")
    page.click("#panel-board button:has-text('Redo')")
    has_text(page, both)
    page.click("#panel-board button:has-text('Empty')")
    has_text(page, "")
    page.click("#panel-board button:has-text('Undo')")
    has_text(page, both)
    write(page, both.replace("(0,-1) E@180", "(0,-1) E@180 # typed"))
    page.click("#panel-board button:has-text('Undo')")
    has_text(page, both)


def test_text_and_board_follow_each_other(page: Any) -> None:
    write(page, "board\n  (0,0) D\n    red: meeple on road\n  (1,0) V\n")
    square(page, 1, 0).wait_for()
    assert "red meeple on road" in square(page, 0, 0).inner_text()
    write(page, "board\n  (0,0) D\n  (1,0) E\n")
    told = page.locator("#panel-board .problems")
    told.wait_for()
    assert "3:9" in told.inner_text() and "BASE-10" in told.inner_text()
    page.click("#panel-board .problems button")
    assert page.evaluate("() => document.activeElement.selectionStart") == len("board\n  (0,0) D\n  (1,0) ")
    assert square(page, 1, 0).count() == 1  # the table as it last could be read


def test_a_barn_a_bridge_and_a_castle(page: Any) -> None:
    write(page, "use abbey-and-mayor\ngrid from (0,0)\n  | U@90 U@90 |\n  | U@90 U@90 |\n")
    page.click("#panel-board button:has-text('On a corner: red barn')")
    page.click('#panel-board [data-corner="1,1"]')
    page.wait_for_timeout(700)
    assert "corner (1,1)\n" in text(page) and "red: barn" in text(page)
    write(page, "use bridges-castles-bazaars\nboard\n  (0,0) B\n")
    square(page, 0, 0).click()
    page.click("dialog button:has-text('bridge west to east')")
    page.wait_for_timeout(500)
    assert "with bridge" in text(page)
    page.click("dialog .close")
    write(page, "use bridges-castles-bazaars\nboard\n  (0,0) D\n  (0,-1) E@180\n")
    square(page, 0, -1).click()
    page.locator('dialog .piece[data-piece="0"]').click()
    page.click("dialog button:has-text('castle')")
    page.wait_for_timeout(700)
    assert "castle castle-1" in text(page)


def test_boxes_bring_tiles_and_figures(page: Any) -> None:
    write(page, "board\n  (0,0) D\n")
    page.click("#panel-board button:has-text('Boxes')")
    page.locator("dialog label:has-text('Inns')").click()
    page.click("dialog button:has-text('These are on the table')")
    has_text(page, "use inns-and-cathedrals\nboard\n  (0,0) D\n")
    page.fill("#panel-board input[type=search]", "cathedral")
    page.wait_for_selector('#panel-board [data-tile^="IC/"]')


def test_tiles_are_found_by_letter_sides_and_name(page: Any) -> None:
    found = page.locator("#panel-board .pick")
    for said, letters in (("A", {"A"}), ("crfr", {"D"}), ("cccc", {"C"}), ("monastery", {"A", "B"})):
        page.fill("#panel-board input[type=search]", said)
        page.wait_for_timeout(150)
        assert {one.strip() for one in found.all_inner_texts()} >= letters
        assert found.count() < 8


def test_keys_alone_lay_a_tile(page: Any) -> None:
    two_tiles(page)
    hold(page, "V", "BA/Rr")
    square(page, 0, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    has_text(page, "board\n  (0,0) D\n  (0,-1) E@180\n  (1,0) V\n")
    square(page, 0, 0).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog .large path")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_a_finger_moves_the_table_and_lays_nothing(page: Any) -> None:
    two_tiles(page)
    square(page, 0, 0).scroll_into_view_if_needed()
    box = square(page, 0, 0).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=5)
    page.mouse.up()
    after = square(page, 0, 0).bounding_box()
    assert round(after["x"] - box["x"]) == 70 and round(after["y"] - box["y"]) == 40
    assert page.locator("dialog").count() == 0
    page.click("#panel-board [aria-label='Larger']")
    assert square(page, 0, 0).bounding_box()["width"] > after["width"]


def test_seventy_two_tiles(page: Any) -> None:
    write(page, FINISHED)
    page.wait_for_timeout(800)
    assert page.locator("#panel-board .square:not(.target)").count() == 72
    assert page.locator("#panel-board .thing").count() == 26
    assert not phone_page.too_small(page)
    page.click("#panel-board button:has-text('What does the whole table give?')")
    page.wait_for_selector("#panel-board .ruling .sentence")
    assert "41" in page.inner_text("#panel-board .ruling .sentence")
    started = page.evaluate("() => performance.now()")
    page.locator("#panel-board .square").nth(30).evaluate("one => one.click()")
    page.wait_for_selector("dialog .large path")
    took = page.evaluate("() => performance.now()") - started
    print(f"\na tile of 72 opens in {took:.0f} ms")


@pytest.mark.parametrize(("lang", "word"), [("fr", "Plateau"), ("de", "Plan")])
def test_other_languages(chromium: tuple[Any, str], lang: str, word: str) -> None:
    with phone_page.phone(*chromium, lang=lang) as page:
        opened(page)
        assert page.inner_text("#panel-board h1") == word
        two_tiles(page)
        assert text(page).split("\n")[0].endswith(f" {lang}")
        assert not re.search(r"\bboard\.", page.inner_text("#panel-board"))


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 320)])
def test_for_everybody(chromium: tuple[Any, str], scheme: str, width: int) -> None:
    with phone_page.phone(*chromium, width=width, color_scheme=scheme, bypass_csp=True) as page:
        opened(page)
        assert not phone_page.too_wide(page) and not phone_page.too_small(page)
        two_tiles(page)
        hold(page, "V", "BA/Rr")
        assert not phone_page.too_wide(page) and not phone_page.too_small(page)
        assert not phone_page.axe(page)
        square(page, 0, 0).click()
        page.click("dialog [aria-label='Places on the tile'] button:has-text('city N')")
        assert not phone_page.too_small(page) and not phone_page.too_wide(page)
        assert not phone_page.axe(page)
        page.click("dialog button:has-text('Who scores?')")
        page.wait_for_selector("#panel-board .ruling")
        assert not phone_page.axe(page)


def test_a_problem_keeps_nobody_out(chromium: tuple[Any, str]) -> None:
    with phone_page.phone(*chromium, width=320, bypass_csp=True, lang="de") as page:
        opened(page)
        write(page, "Sprache de\nAuslage\n  (0,0) D\n  (1,0) E\n")
        page.locator("#panel-board .problems").wait_for()
        assert not phone_page.axe(page)
        more = page.locator("#panel-board .strip > button").last
        assert more.inner_text() == "Mehr" or more.get_attribute("data-tile")
        assert more.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_what_is_told_without_tiles_is_named(page: Any) -> None:
    write(page, "city Toulouse: complete, 4 tiles\n  red: meeple\nask score Toulouse\n")
    page.wait_for_selector("#panel-board p:has-text('city Toulouse')")
    assert page.locator("#panel-board .square").count() == 0


def test_what_a_stranger_typed_is_never_markup(page: Any) -> None:
    write(
        page, 'scenario "<img src=x onerror=alert(1)>"\nplayers red "<b>x</b>"\nboard\n  (0,0) <svg onload=alert(1)>\n'
    )
    page.locator("#panel-board .problems").wait_for()
    assert page.locator("#panel-board b:text-is('x')").count() == 0
    assert page.locator("#panel-board img[src=x]").count() == 0


def test_figures_of_nobody_are_stood_by_pointing(page: Any) -> None:
    write(page, "use princess-and-dragon, count-king-robber\nboard\n  (0,0) D\n    red: meeple on road\n  (1,0) U\n")
    square(page, 1, 0).click()
    page.click("dialog button:has-text('Stand here: dragon')")
    page.wait_for_selector("dialog button[aria-pressed=true]:has-text('Take away: dragon')")
    assert text(page).endswith("  (1,0) U\nsame tile (1,0): dragon\n")
    page.click("dialog .close")
    assert "dragon" in square(page, 1, 0).inner_text()
    square(page, 0, 0).click()
    page.click("dialog [aria-label='Places on the tile'] button:has-text('road E')")
    page.click("dialog button:has-text('fairy beside red meeple')")
    page.wait_for_selector("dialog button[aria-pressed=true]:has-text('Take away: fairy')")
    assert "red: meeple with 1 fairy on road E" in text(page)
    page.click("dialog button:has-text('Stand here: dragon')")
    page.wait_for_selector("dialog button:has-text('Take away: dragon')")
    assert "same tile (0,0): dragon\n" in text(page) and "(1,0): dragon" not in text(page)
    page.click("dialog button:has-text('Take away: dragon')")
    page.wait_for_selector("dialog button:has-text('Stand here: dragon')")
    page.click("dialog .close")
    page.click("#panel-board button:has-text('Where is it: count')")
    assert not phone_page.too_small(page)
    page.click("dialog button:has-text('market-quarter')")
    page.wait_for_selector("#panel-board button:has-text('count: market-quarter')")
    assert text(page).endswith("quarter market-quarter: count\n")


Point = tuple[float, float]


def fingers(page: Any, *at: tuple[Point, ...]) -> None:
    """Puts fingers down at the first points, moves them to the next, and lifts them, as a phone reports it."""
    client = page.context.new_cdp_session(page)
    for kind, points in [("touchStart", at[0]), *(("touchMove", one) for one in at[1:]), ("touchEnd", ())]:
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})
    client.detach()


def frame_of(page: Any) -> tuple[float, float]:
    """The middle of what is to be seen of the table."""
    frame = page.locator("#panel-board .frame")
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_fingers_make_the_table_larger_and_smaller(page: Any) -> None:
    two_tiles(page)
    page.evaluate("() => scrollTo(0, 0)")
    page.click("#panel-board [aria-label='Show the whole table']")
    x, y = frame_of(page)
    before = square(page, 0, 0).bounding_box()
    assert before["width"] < 140  # so that there is room to grow and to shrink
    fingers(page, *(((x - step, y), (x + step, y)) for step in (30, 36, 42, 48, 54, 60)))
    wide = square(page, 0, 0).bounding_box()
    grown = wide["width"] / before["width"]
    assert grown == pytest.approx(2, rel=0.02)
    # What lay between the fingers stays there.
    assert wide["x"] - x == pytest.approx((before["x"] - x) * grown, abs=2)
    assert wide["y"] - y == pytest.approx((before["y"] - y) * grown, abs=2)
    fingers(page, *(((x, y - step), (x, y + step)) for step in (80, 60, 40)))
    assert square(page, 0, 0).bounding_box()["width"] == pytest.approx(before["width"], rel=0.03)
    assert page.locator("dialog").count() == 0 and page.evaluate("() => visualViewport.scale") == 1
    page.click("#panel-board [aria-label='Larger']")
    assert square(page, 0, 0).bounding_box()["width"] > before["width"]


def test_two_fingers_move_the_table_and_it_has_its_ends(page: Any) -> None:
    two_tiles(page)
    page.evaluate("() => scrollTo(0, 0)")
    x, y = frame_of(page)
    before = square(page, 0, 0).bounding_box()
    fingers(page, *(((x - 40, y - step), (x + 40, y - step)) for step in (40, 30, 20, 10)))
    moved = square(page, 0, 0).bounding_box()
    assert (moved["x"], moved["y"] - before["y"]) == (pytest.approx(before["x"], abs=1), pytest.approx(30, abs=1))
    for _ in range(2):
        fingers(page, *(((x - step, y), (x + step, y)) for step in (150, 75, 6)))
    assert square(page, 0, 0).bounding_box()["width"] >= 43.5
    # A finger that comes after them moves the table, and does not make it smaller still or larger.
    box = square(page, 0, 0).bounding_box()
    fingers(page, ((x, y),), ((x + 30, y),))
    after = square(page, 0, 0).bounding_box()
    assert after["width"] == box["width"] and after["x"] - box["x"] == pytest.approx(30, abs=1)
    page.click("#panel-board [aria-label='Show the whole table']")
    page.wait_for_timeout(2000)  # after a quick move the browser takes no tap for a while
    fingers(page, ((x, y),))
    page.wait_for_selector("dialog .large path")  # a tap is still a tap


def chosen(page: Any, legend: str, choice: str) -> None:
    """Taps a button of the row that is called so."""
    page.click(f"dialog fieldset:has(legend:text-is('{legend}')) button:text-is('{choice}')")


def line_is(page: Any, said: str) -> None:
    """Waits until a tile of one's own is told so."""
    page.wait_for_function("said => document.querySelector('dialog .made code')?.textContent === said", arg=said)


def test_a_tile_of_ones_own_by_pointing(page: Any) -> None:
    write(page, "board\n  (0,0) D\n")
    page.click("#panel-board button:has-text('A tile of one’s own')")
    line_is(page, "tile OWN: field NL NR EL ER SL SR WL WR")
    for side, kind in (("North", "city"), ("East", "city"), ("South", "road"), ("West", "road")):
        chosen(page, f"{side} side", kind)
    line_is(page, "tile OWN: city N E, road S W, field SL WR touches city N, field SR WL")
    chosen(page, "West side", "For itself")
    fields = "field SL WR touches city N, field SR WL"
    line_is(page, f"tile OWN: city N E, road S, road W, {fields}, joins road S and road W")
    chosen(page, "West side", "Part of: road S")
    chosen(page, "On it: city N", "coat of arms")
    line_is(page, "tile OWN: city N E coat, road S W, field SL WR touches city N, field SR WL")
    assert not phone_page.too_small(page) and not phone_page.too_wide(page)
    page.fill("dialog .called input", "mine")
    line_is(page, "tile MINE: city N E coat, road S W, field SL WR touches city N, field SR WL")
    page.click("dialog button:has-text('Take it in the hand')")
    page.wait_for_selector("#panel-board .hand >> text=MINE")
    assert text(page).startswith("tile MINE: city N E coat,")
    square(page, 0, -1).click()  # it is turned so that it fits
    page.wait_for_selector('#panel-board [data-x="0"][data-y="-1"]:not([data-target]) img')
    assert re.search(r"\n  \(0,-1\) MINE@(90|180)\n", text(page))
    page.fill("#panel-board input[type=search]", "mine")
    assert page.locator("#panel-board .pick").count() == 1
    page.fill("#panel-board input[type=search]", "")
    square(page, 0, 0).click()
    page.click("dialog [aria-label='Places on the tile'] button:has-text('city N')")
    page.click("dialog button:has-text('How many tiles?')")
    page.wait_for_selector("#panel-board .ruling .sentence >> text=2")
