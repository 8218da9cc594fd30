"""Games of the page for phones: entered, claimed, kept, taken out and in again, in a real browser."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import phone_page
import pytest

pytestmark = pytest.mark.xdist_group("phone")
INSIDE = """one => {
  const box = one.getBBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const at = one.matches('.way') ? one.getPointAtLength(one.getTotalLength() / 2) : middle;
  const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(one.getScreenCTM());
  return [x, y];
}"""
"""A place of a piece on the screen."""
GAMES = Path(__file__).parent.parent / "docs" / "games"


@pytest.fixture(scope="module")
def chromium() -> Iterator[tuple[Any, str]]:
    with phone_page.browser() as one, phone_page.served() as address:
        yield one, address


@pytest.fixture(scope="module")
def games(chromium: tuple[Any, str]) -> Iterator[Any]:
    """One page for all tests: an engine takes seconds to start."""
    with phone_page.phone(*chromium) as one:
        yield one


@pytest.fixture
def page(games: Any) -> Iterator[Any]:
    games.click("#tab-game")
    yield games
    while games.locator("dialog").count():
        games.keyboard.press("Escape")
        games.wait_for_timeout(100)
    games.click("#tab-game")
    if games.locator("#panel-game button:has-text('All games')").count():
        games.click("#panel-game button:has-text('All games')")


def record(page: Any) -> str:
    return str(page.input_value("#panel-game textarea.code"))


def has_line(page: Any, said: str) -> None:
    """Waits until the record has a line."""
    for _ in range(80):
        if said in record(page):
            return
        page.wait_for_timeout(100)
    assert said in record(page)


def has_totals(page: Any, *wanted: list[str]) -> None:
    """Waits until the table shows everybody's points: now, and as if the game ended here. They follow the record."""
    for _ in range(80):
        rows = page.locator("#panel-game .totals tbody tr").all_inner_texts()
        if [re.findall(r"\d+", row) for row in rows] == [*wanted]:
            return
        page.wait_for_timeout(100)
    assert [re.findall(r"\d+", row) for row in rows] == [*wanted]


def begin(page: Any, *players: str) -> None:
    page.click("#panel-game button.main")
    page.wait_for_selector("dialog select option:nth-child(6)", state="attached")
    for at, name in enumerate(players):
        page.locator("dialog .seat input").nth(at).fill(name)
    page.click("dialog button[type=submit]")
    page.wait_for_selector("#panel-game textarea.code")
    page.wait_for_selector("#panel-game .totals")


def lay(page: Any, tile: str, x: int, y: int, piece: int | None) -> None:
    """A turn: a tile on a square, and a figure on a piece of it."""
    page.fill("#panel-game input[type=search]", "")
    page.click(f'#panel-game [data-tile="{tile}"]')
    page.click(f'#panel-game [data-target][data-x="{x}"][data-y="{y}"]')
    page.wait_for_selector("dialog .large path")
    if piece is not None:
        x, y = page.locator(f'dialog .piece[data-piece="{piece}"]').evaluate(INSIDE)
        page.touchscreen.tap(x, y)
        page.locator("dialog .stack button").first.click()
    else:
        page.click("dialog .stack button.main")
    page.wait_for_selector("dialog", state="detached")


def two_turns(page: Any) -> None:
    lay(page, "BA/C", 0, -1, 0)
    has_line(page, "1. ")
    lay(page, "BA/Rr", 1, 0, 0)
    has_line(page, "2. ")


def claim(page: Any, **points: int) -> None:
    page.click("#panel-game button:has-text('A score that is claimed')")
    for name, number in points.items():
        page.fill(f"#panel-game .note-form label:has-text('{name}') input", str(number))
    page.click("#panel-game .note-form button[type=submit]")


def test_a_game_turn_by_turn_and_who_is_right(page: Any) -> None:
    begin(page, "Anna", "Ben")
    two_turns(page)
    assert "1. red: places E@180 at (0,-1), puts meeple on city S" in record(page)
    has_totals(page, ["4", "4"], ["0", "2"])
    claim(page, Anna=4, Ben=0)
    page.wait_for_selector("#panel-game .claims li.good")
    claim(page, Anna=6, Ben=0)
    page.wait_for_selector("#panel-game .claims li.bad")
    told = page.inner_text("#panel-game .parting")
    assert "claim red 6" in told and "Up to turn 2 the claims hold" in told
    page.click("#panel-game button:has-text('End of the game')")
    page.wait_for_selector("#panel-game h2:has-text('The game has ended')")
    assert "Anna" in page.inner_text("#panel-game section:has(h2:has-text('The game has ended'))")
    page.click("#panel-game button:has-text('Take the last entry back')")
    page.wait_for_selector("#panel-game h2:has-text('Turn 3: Anna')")


def test_what_may_not_be_done_says_its_rule(page: Any) -> None:
    begin(page, "Anna", "Ben")
    two_turns(page)
    page.click('#panel-game [data-tile="BA/C"]')
    page.click('#panel-game [data-target="no"] >> nth=0')
    assert "BASE-10" in page.inner_text("dialog")
    page.click("dialog .close")
    page.click("#panel-game .hand .close")
    page.click('#panel-game [data-tile="BA/RFr"]')
    page.click('#panel-game [data-target][data-x="1"][data-y="1"]')
    page.wait_for_selector("dialog .large path")
    page.click("dialog summary:has-text('Why not elsewhere')")
    assert "BASE-13" in page.inner_text("dialog")


def test_only_scores(page: Any) -> None:
    begin(page, "Anna", "Ben")
    page.click("#panel-game button:has-text('Only scores')")
    form = "#panel-game .note-form"
    page.fill(f"{form} label:has-text('Points') input", "8")
    page.select_option(f"{form} label:has-text('For') select", "city")
    page.fill(f"{form} label:has-text('Tiles') input", "3")
    page.fill(f"{form} label:has-text('Coats') input", "1")
    page.click(f"{form} button[type=submit]")
    has_line(page, "1. red notes 8 for city with 3 tiles and 1 coat")
    page.fill(f"{form} label:has-text('Points') input", "7")
    page.select_option(f"{form} label:has-text('For') select", "road")
    page.fill(f"{form} label:has-text('Tiles') input", "3")
    page.click(f"{form} button[type=submit]")
    page.wait_for_selector("#panel-game .problems")
    assert "2. " not in record(page)
    page.fill(f"{form} label:has-text('Points') input", "3")
    page.click(f"{form} button[type=submit]")
    has_line(page, "2. blue notes 3 for road with 3 tiles")


def test_games_survive_closing_and_are_deleted_only_when_confirmed(page: Any) -> None:
    begin(page, "Anna", "Ben")
    two_turns(page)
    before = record(page)
    page.reload()
    page.click("#tab-game")
    page.wait_for_selector("#panel-game .totals")
    assert record(page) == before
    page.click("#panel-game button:has-text('All games')")
    number = page.locator("#panel-game .games li").count()
    page.locator("#panel-game .games li button:has-text('Delete')").first.click()
    page.click("dialog button:has-text('Cancel')")
    assert page.locator("#panel-game .games li").count() == number
    page.locator("#panel-game .games li button:has-text('Delete')").first.click()
    page.click("dialog button.main")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_timeout(300)
    assert page.locator("#panel-game .games li").count() == number - 1


def saved(page: Any, kind: str, tmp_path: Path) -> Path:
    with page.expect_download() as waiting:
        page.click(f"#panel-game button:has-text('Save as .{kind}')")
    path = tmp_path / f"game.{kind}"
    waiting.value.save_as(path)
    return path


def test_files_go_out_and_come_in(page: Any, tmp_path: Path) -> None:
    begin(page, "Anna", "Ben")
    two_turns(page)
    text = record(page)
    carc, jcz = saved(page, "carc", tmp_path), saved(page, "jcz", tmp_path)
    assert carc.read_text(encoding="utf-8") == text
    assert json.loads(jcz.read_text(encoding="utf-8"))["players"]
    for path in (carc, jcz):
        page.click("#panel-game button:has-text('All games')")
        page.set_input_files("#panel-game input[type=file]", path)
        page.wait_for_selector("#panel-game .totals")
        has_totals(page, ["4", "4"], ["0", "2"])


def test_the_games_of_the_referee(page: Any) -> None:
    page.set_input_files("#panel-game input[type=file]", GAMES / "club-night.carc")
    page.wait_for_selector("#panel-game .parting")
    assert "1 coat of arms left out" in page.inner_text("#panel-game .parting")
    assert "turn: 9" in page.inner_text("#panel-game .parting")
    page.click("#panel-game button:has-text('All games')")
    page.set_input_files("#panel-game input[type=file]", GAMES / "tournoi.carc")
    page.wait_for_selector("#panel-game .problems")
    assert "9:3" in page.inner_text("#panel-game .wrong") and "BASE-05" in page.inner_text("#panel-game .wrong")


def test_a_file_that_is_no_game(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.carc"
    path.write_text("<img src=x onerror=alert(1)>\n", encoding="utf-8")
    number = page.locator("#panel-game .games li").count()
    page.set_input_files("#panel-game input[type=file]", path)
    page.wait_for_selector("#panel-game .problems")
    path.write_text("#" * 500_000, encoding="utf-8")
    page.set_input_files("#panel-game input[type=file]", path)
    page.wait_for_selector("#panel-game .problems >> text=too large")
    assert page.locator("#panel-game .games li").count() == number
    assert page.locator("img[src=x]").count() == 0


def test_a_turn_is_written_anew_and_looked_at(page: Any) -> None:
    begin(page, "Anna", "Ben")
    two_turns(page)
    page.click("#panel-game [aria-label='The line of turn 2']")
    page.fill("dialog input", "2. red V (1,0)")
    page.click("dialog button[type=submit]")
    page.wait_for_selector("dialog .problems >> text=BASE-05")
    page.fill("dialog input", "2. blue V (1,0) meeple field NL")
    page.click("dialog button[type=submit]")
    has_line(page, "2. blue V (1,0) meeple field NL")
    page.click("#panel-game [aria-label='The table after turn 1']")
    page.wait_for_timeout(500)
    assert page.locator("#panel-game .square").count() == 2
    page.locator("#panel-game button:has-text('Open as a position')").first.click()
    page.wait_for_selector("#panel-board .square")
    assert "E@180" in page.inner_text("#panel-board") or "(0,-1)" in page.input_value("#panel-board textarea.code")


def test_a_newer_page_finds_the_game(chromium: tuple[Any, str], tmp_path: Path) -> None:
    """The page is replaced on its web space while a game is going on."""
    folder = tmp_path / "site"
    shutil.copytree(phone_page.DIST, folder)
    one, _ = chromium
    with phone_page.served(folder) as address, phone_page.phone(one, address) as page:
        page.click("#tab-game")
        begin(page, "Anna", "Ben")
        two_turns(page)
        before = record(page)
        worker = folder / "sw.js"
        text = worker.read_text(encoding="utf-8")
        version = re.search(r'"([0-9a-f]{12})"', text)
        assert version is not None
        worker.write_text(text.replace(version[1], "0123456789ab"), encoding="utf-8")
        for _ in range(2):
            page.reload()
            page.wait_for_timeout(1500)
        page.click("#tab-game")
        page.wait_for_selector("#panel-game .totals")
        assert record(page) == before


@pytest.mark.parametrize(("lang", "word"), [("fr", "Nouvelle partie"), ("de", "Neue Partie")])
def test_other_languages(chromium: tuple[Any, str], lang: str, word: str) -> None:
    with phone_page.phone(*chromium, lang=lang) as page:
        page.click("#tab-game")
        assert word in page.inner_text("#panel-game")
        begin(page, "Anna", "Ben")
        lay(page, "BA/C", 0, -1, 0)
        has_line(page, "1. ")
        assert record(page).split("\n")[0].endswith(f" {lang}")
        assert not re.search(r"\b(game|board)\.", page.inner_text("#panel-game"))


@pytest.mark.parametrize(("scheme", "width"), [("light", 320), ("dark", 360)])
def test_for_everybody(chromium: tuple[Any, str], scheme: str, width: int) -> None:
    with phone_page.phone(*chromium, width=width, color_scheme=scheme, bypass_csp=True) as page:
        page.click("#tab-game")

        def fine() -> None:
            assert not phone_page.too_wide(page)
            assert not phone_page.too_small(page)
            assert not phone_page.axe(page)

        fine()
        page.click("#panel-game button.main")
        page.wait_for_selector("dialog .seat")
        fine()
        page.click("dialog .close")
        begin(page, "Anna", "Ben")
        two_turns(page)
        claim(page, Anna=6)
        page.wait_for_selector("#panel-game .parting")
        fine()
        page.click("#panel-game button:has-text('Only scores')")
        page.select_option("#panel-game .note-form label:has-text('For') select", "city")
        fine()
