"""Pages in a real browser: a narrow screen, dark and print, no error, and nothing asked of the network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jinja2", reason="pages need the extra `pages`")
playwright = pytest.importorskip("playwright.sync_api", reason="these tests need Playwright")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="these tests need Chromium")

from adjudicator.pages.questions import Source  # noqa: E402
from adjudicator.pages.questions import folder as pages  # noqa: E402

SCENARIOS = Path(__file__).parent.parent / "scenarios"
FILES = ("base/a-first-dispute.carc", "abbey-and-mayor/wagon-worked-examples.carc")
WIDTH = 360


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages as they lie on a disk."""
    made = tmp_path_factory.mktemp("faq")
    sources = [Source(name, (SCENARIOS / name).read_text(encoding="utf-8")) for name in FILES]
    for name, text in pages(sources).items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A phone's screen; whatever the page complains about or asks of the network fails the test."""
    opened = browser.new_page(viewport={"width": WIDTH, "height": 740})
    wrong: list[str] = []
    opened.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("requestfailed", lambda request: wrong.append(request.url))
    opened.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    yield opened
    opened.close()
    assert wrong == []


@pytest.mark.parametrize("name", ["index.html", "a-first-dispute.html", "wagon-worked-examples.html"])
def test_a_page_fits_a_phone(page: Any, folder: Path, name: str) -> None:
    page.goto((folder / name).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    for picture in page.query_selector_all("img"):
        picture.scroll_into_view_if_needed()
        page.wait_for_function("image => image.complete", arg=picture)
        assert picture.evaluate("image => image.naturalWidth") > 100
        assert picture.get_attribute("alt")


def test_links_lead_to_their_place(page: Any, folder: Path) -> None:
    page.goto((folder / "index.html").as_uri())
    page.click("main a >> nth=3")
    page.wait_for_load_state("load")
    title, anchor = page.title(), page.evaluate("location.hash.slice(1)")
    assert title and anchor
    # The browser goes to the place in its own time, while the pictures above it still come in.
    page.wait_for_function("id => document.getElementById(id).getBoundingClientRect().top < 740", arg=anchor)


def test_dark_and_print(page: Any, folder: Path) -> None:
    page.goto((folder / "a-first-dispute.html").as_uri())
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) != light
    page.emulate_media(media="print")
    assert not page.is_visible("nav")
    assert page.is_visible(".verdict")


def test_a_picture_alone_has_its_name_for_readers_of_screens(page: Any, folder: Path) -> None:
    page.goto((folder / "pictures" / "a-first-dispute-1.svg").as_uri())
    assert page.evaluate("document.documentElement.getAttribute('role')") == "img"
    named = "document.documentElement.getAttribute('aria-labelledby').split(' ')"
    assert page.evaluate(f"{named}.every(id => document.getElementById(id).textContent.length > 10)")
    assert page.evaluate(
        "document.querySelectorAll('use').length > 3 && document.querySelector('parsererror') === null"
    )


# ---- the site


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from adjudicator.pages.site import site

    made = tmp_path_factory.mktemp("site")
    names = (*FILES, "gifts/five-cards-of-each-kind.carc")
    sources = [
        Source(name, (SCENARIOS / name).read_text(encoding="utf-8")) for name in names if (SCENARIOS / name).is_file()
    ]
    for name, text in site(sources):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, encoding="utf-8")
    return made


KINDS = ("index", "rules", "rule-am-82", "tiles", "docs", "doc-language", "abbey-and-mayor-wagon-worked-examples")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_page_of_the_site_fits_a_phone(page: Any, whole_site: Path, name: str, lang: str) -> None:
    page.goto((whole_site / lang / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert page.evaluate("document.documentElement.lang") == lang


def test_search_as_you_type(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / "en" / "index.html").as_uri())
    page.fill("#words", "two knights")
    page.wait_for_selector("#found a")
    assert "Two knights" in page.inner_text("#found a >> nth=0")
    page.fill("#words", "wagn of trees")
    page.wait_for_function("document.querySelector('#found li.faint') !== null")
    page.fill("#words", "AM-82")
    page.wait_for_selector('#found a[href="rule-am-82.html"]')
    page.click('#found a[href="rule-am-82.html"]')
    assert page.inner_text("h1") == "AM-82"


def test_accents_do_not_matter_to_the_search(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / "fr" / "index.html").as_uri())
    page.fill("#words", "monastere")
    page.wait_for_selector("#found a")


def test_what_is_on_our_table_is_remembered(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / "en" / "index.html").as_uri())
    there = 'a[href="abbey-and-mayor-wagon-worked-examples.html"]'
    assert page.is_visible(there)
    page.click("#table summary")
    page.uncheck('[name=box][value="abbey-and-mayor"]')
    assert not page.is_visible(there) and page.is_visible("#left")
    page.goto((whole_site / "en" / "rules.html").as_uri())
    assert not page.is_visible('a[href="rule-am-82.html"]') and page.is_visible('a[href="rule-base-20.html"]')
    page.fill("#words", "AM-82")
    page.wait_for_selector("#found li")
    assert page.query_selector('#found a[href="rule-am-82.html"]') is None
    page.click("#table summary")
    page.check('[name=box][value="abbey-and-mayor"]')
    assert page.is_visible('main a[href="rule-am-82.html"]')


def test_the_other_language_has_the_same_place(page: Any, whole_site: Path) -> None:
    page.goto((whole_site / "en" / "abbey-and-mayor-wagon-worked-examples.html").as_uri())
    anchor = page.evaluate("document.querySelectorAll('article[id]')[3].id")
    page.goto((whole_site / "en" / "abbey-and-mayor-wagon-worked-examples.html").as_uri() + f"#{anchor}")
    page.click(".language a")
    page.wait_for_url("**/fr/**")
    assert page.evaluate("[document.documentElement.lang, location.hash.slice(1)]") == ["fr", anchor]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_that_axe_knows(page: Any, whole_site: Path, name: str, scheme: str) -> None:
    axe = os.environ.get("AXE")
    if axe is None:
        pytest.skip("needs the script of axe-core, its path in the variable AXE")
    page.emulate_media(color_scheme=scheme)
    page.goto((whole_site / "en" / f"{name}.html").as_uri())
    page.add_script_tag(path=axe)
    violations = "said => said.violations.map(one => [one.id, one.nodes[0].html])"
    found = page.evaluate(f"axe.run({{preload: false}}).then({violations})")
    assert found == []
