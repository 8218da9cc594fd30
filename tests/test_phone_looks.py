"""How the page for phones looks on every screen of it: nothing cut, broken, covered or out of reach, in every language.

With ``PHONE_LOOKS=all`` both sizes, both schemes and every language; ``PHONE_SHOTS`` names a folder for pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import phone_page
import pytest

from adjudicator import formatted

pytestmark = pytest.mark.xdist_group("phone")
FINISHED = (Path(__file__).parent.parent / "docs" / "games" / "finished-board.carc").read_text(encoding="utf-8")
SIZES = {"small": (320, 640), "usual": (390, 844)}
ALL = [(lang, size, scheme) for lang in ("en", "fr", "de") for size in SIZES for scheme in ("light", "dark")]
SOME = [("en", "small", "light"), ("fr", "usual", "dark"), ("de", "small", "dark")]
BOARD = """
use inns-and-cathedrals, princess-and-dragon, count-king-robber
players red "Anna", blue "Ben"
board
  (0,0) D
    red: meeple on road
  (0,-1) E@180
    blue: meeple with fairy on city
  (1,0) V
same tile (1,0): dragon
quarter market-quarter: count
"""
BROKEN = """() => {
  const found = [], shown = (one) => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const words = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const home = node.parentElement;
    const typed = 'textarea, pre, code, .code, .unseen, .where, .said, option, script, style';
    if (!shown(home) || home.closest(typed)) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width);
      const lines = new Set(boxes.map((box) => Math.round(box.top / 6)));
      if (lines.size > 1) found.push(`broken: ${word[0]} in ${node.data.slice(0, 60)}`);
      const box = range.getBoundingClientRect(), out = box.right > innerWidth + 1 || box.left < -1;
      if (out && box.width && !home.closest('.strip, .frame, .grid, table'))
        found.push(`outside: ${word[0]} in ${node.data.slice(0, 60)}`);
    }
  }
  const all = [...top.querySelectorAll('button, input, select, summary')];
  const buttons = all.filter((one) => shown(one) && !one.closest('.frame, .strip'));
  for (const one of buttons) {
    const hides = one.tagName !== 'INPUT' && getComputedStyle(one).overflowX !== 'visible';
    if (hides && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${one.outerHTML.slice(0, 90)}`);
    const box = one.getBoundingClientRect();
    for (const text of one.childNodes) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const inner = range.getBoundingClientRect();
      if (inner.width && (inner.right > box.right + 1 || inner.left < box.left - 1))
        found.push(`over its edge: ${one.outerHTML.slice(0, 90)}`);
    }
  }
  const fixed = (one) => {
    for (let up = one; up; up = up.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(up).position)) return true;
    return false;
  };
  const still = buttons
    .filter((one) => !fixed(one) || top.tagName === 'DIALOG')
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width);
  for (const [at, [one, box]] of still.entries()) {
    for (const [two, other] of still.slice(at + 1)) {
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      const stuck = one.closest('header, .made') || two.closest('header, .made');
      if (wide > 1 && high > 1 && !stuck && !one.contains(two) && !two.contains(one))
        found.push(`one over the other: ${one.outerHTML.slice(0, 70)} | ${two.outerHTML.slice(0, 70)}`);
    }
  }
  return [...new Set(found)];
}"""
"""Words that break between letters or leave the screen, texts outside their button, buttons over each other."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[tuple[Any, str]]:
    with phone_page.browser() as one, phone_page.served() as address:
        yield one, address


@pytest.mark.parametrize(("lang", "size", "scheme"), ALL if os.environ.get("PHONE_LOOKS") == "all" else SOME)
def test_every_screen_can_be_read_and_reached(chromium: tuple[Any, str], lang: str, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    wrong: list[str] = []
    with phone_page.phone(
        *chromium, lang=lang, width=width, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    ) as page:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(".loading", state="detached", timeout=60_000)
        seen = 0

        def look(name: str) -> None:
            nonlocal seen
            page.wait_for_timeout(250)
            if folder := os.environ.get("PHONE_SHOTS"):
                page.screenshot(path=Path(folder) / f"{lang}-{size}-{scheme}-{seen:02} {name}.png")
            seen += 1
            found = page.evaluate(BROKEN)
            if phone_page.too_wide(page):
                found.append("moves sideways")
            found += [f"small: {one}" for one in phone_page.too_small(page)]
            if os.environ.get("AXE"):
                found += [f"axe: {one}" for one in phone_page.axe(page)]
            wrong.extend(f"{name}: {one}" for one in found)

        asking(page, look, lang)
        on_the_board(page, look, lang)
        in_games(page, look)
        assert seen > 40
    assert not wrong, "\n".join(wrong)


Look = Callable[[str], None]


def asking(page: Any, look: Look, lang: str) -> None:
    """Every screen of questions."""
    page.wait_for_selector(".on-table")
    look("ask")
    page.click(".on-table")
    page.wait_for_selector(".checks label")
    look("boxes")
    page.click(".checks .main")
    for way in range(page.locator(".ways button").count()):
        page.locator(".ways button").nth(way).click()
        for step in range(8):
            page.locator(".way, .answer").first.wait_for()
            page.wait_for_timeout(300)
            look(f"way {way} step {step}")
            if page.locator(".answer").count():
                break
            choices = page.locator(".way .choices button")
            if choices.count():
                choices.first.click()
            if page.locator(".way .main.wide").count():
                if page.locator(".way .main.wide").is_disabled():
                    choices.nth(1).click()
                look(f"way {way} step {step} chosen")
                page.locator(".way .main.wide").click()
        page.locator(".after button").last.click()
    sentence = "players red, blue\ncity T: complete, 5 tiles, 1 coat\n  red: 2 meeples\n  blue: meeple\nask score T\n"
    for name, said in {
        "answer": formatted(sentence, lang),
        "asked back": formatted("city T: 5 tiles\n  red: meeple\nask score T\n", lang),
        "problem": formatted(sentence, lang).replace("T", "X", 1),
        "many rules": formatted("field F: touches 3 complete cities\n  red: meeple\nask final F\n", lang),
    }.items():
        page.fill("#sentence", said)
        page.click(".say button[type=submit]")
        page.locator(".answer, .problem, .back").first.wait_for()
        look(name)
        for summary in page.locator("#panel-ask details:not([open]) > summary").all():
            summary.click()
        if page.locator(".share > button").count():
            page.click(".share > button")
            page.locator(".qr").wait_for()
        if page.locator(".chip").count():
            page.locator(".chip").first.click()
        look(f"{name}, all of it")
        page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        look(f"{name}, its end")
        page.locator(".after button").last.click()


def on_the_board(page: Any, look: Look, lang: str) -> None:
    """Every screen of the board."""
    panel = "#panel-board"

    def close() -> None:
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")

    page.click("#tab-board")
    page.wait_for_selector(f"{panel} .pick")
    look("board, empty")
    page.locator(f"{panel} .tools button").nth(2).click()
    page.wait_for_selector("dialog label")
    look("board, boxes")
    close()
    page.locator(f"{panel} .picker + .row button").click()
    page.wait_for_selector("dialog fieldset button")
    for side, kind in enumerate(("city", "city", "road", "road")):
        page.locator("dialog fieldset").nth(side).locator(f"[data-choice={kind}]").click()
        page.wait_for_timeout(150)
    look("own tile")
    page.locator("dialog button.main").scroll_into_view_if_needed()
    look("own tile, its end")
    close()
    page.fill(f"{panel} textarea.code", formatted(BOARD.strip(), lang))
    page.wait_for_selector(f'{panel} [data-x="1"][data-y="0"]')
    page.wait_for_timeout(500)
    page.evaluate("() => scrollTo(0, 0)")
    look("board")
    page.locator(f"{panel} .tools button").last.click()
    page.wait_for_selector("dialog .row button")
    look("board, the count")
    close()
    page.locator(f'{panel} [data-x="0"][data-y="0"]').click()
    page.wait_for_selector("dialog .large path")
    look("tile")
    page.locator("dialog [role=group] button").nth(1).click()
    look("piece")
    page.evaluate("() => document.querySelector('dialog').scrollTo(0, 9999)")
    look("piece, its end")
    close()
    page.fill(f"{panel} input[type=search]", "C")
    page.locator(f'{panel} [data-tile="BA/Cccc+"]').click()
    page.wait_for_selector(f"{panel} [data-target]")
    look("board, a tile in the hand")
    page.locator(f"{panel} [data-target=no]").first.click()
    page.wait_for_selector("dialog .reasons")
    page.locator("dialog summary").first.click()
    look("board, why not")
    close()
    page.click(f"{panel} .hand .close")
    page.locator(f"{panel} .picker ~ .row button").nth(1).click()
    page.wait_for_selector(f"{panel} .ruling")
    page.click(f"{panel} .ruling summary")
    look("board, answer")
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    look("board, its end")
    page.fill(f"{panel} textarea.code", formatted(BOARD.strip(), lang).replace(" V", " E"))
    page.wait_for_selector(f"{panel} .problems")
    look("board, a problem")
    page.fill(f"{panel} textarea.code", formatted(FINISHED, lang))
    page.wait_for_selector(f"{panel} .square >> nth=71")
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_timeout(500)
    look("board of 72")


def in_games(page: Any, look: Look) -> None:
    """Every screen of games."""
    panel = "#panel-game"
    page.click("#tab-game")
    page.wait_for_selector(f"{panel} button.main")
    look("games, none")
    page.click(f"{panel} button.main")
    page.wait_for_selector("dialog select option:nth-child(6)", state="attached")
    look("games, a new one")
    for at, name in enumerate(("Anna", "Ben")):
        page.locator("dialog .seat input").nth(at).fill(name)
    page.evaluate("() => document.querySelector('dialog').scrollTo(0, 9999)")
    look("games, a new one, its end")
    page.click("dialog button[type=submit]")
    page.wait_for_selector(f"{panel} .totals")
    page.wait_for_selector(f"{panel} .pick")
    look("game")
    for tile, x, y in (("BA/C", 0, -1), ("BA/Rr", 1, 0)):
        page.click(f'{panel} [data-tile="{tile}"]')
        page.wait_for_selector(f"{panel} [data-target]")
        look("game, a tile in the hand")
        page.click(f'{panel} [data-target][data-x="{x}"][data-y="{y}"]')
        page.wait_for_selector("dialog .large path")
        look("game, moves")
        page.locator("dialog .stack button").first.click()
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_timeout(500)
    what = page.locator(f"{panel} h2 + [role=group] > button")
    what.nth(2).click()
    page.locator(f"{panel} .note-form input").first.fill("6")
    look("game, a claim")
    page.click(f"{panel} .note-form button[type=submit]")
    page.wait_for_selector(f"{panel} .claims li")
    page.locator(f"{panel} .claims").scroll_into_view_if_needed()
    look("game, the claim")
    page.wait_for_timeout(500)
    what.nth(1).click()
    page.locator(f"{panel} .note-form select").first.select_option("city")
    look("game, scores")
    page.locator(f"{panel} .turns").scroll_into_view_if_needed()
    look("game, turns")
    page.locator(f"{panel} .turns li .row button").nth(1).click()
    page.wait_for_selector("dialog input.code")
    look("game, a line")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    look("game, its end")
    page.locator(f"{panel} section > button").first.click()
    page.wait_for_timeout(800)
    look("game, over")
    page.locator(f"{panel} .row button").first.click()
    page.wait_for_selector(f"{panel} .games li")
    look("games")
