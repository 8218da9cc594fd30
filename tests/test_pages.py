"""Pages: whole, true, closed to the network, and whatever users typed stays text."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("jinja2", reason="pages need the extra `pages`")

from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.pages.questions import Source, folder
from adjudicator.pages.templating import slug
from adjudicator.rulebook.loader import rules

SCENARIOS = Path(__file__).parent.parent / "scenarios"
VOID = frozenset(("meta", "link", "img", "br", "input", "hr"))
TRUE = 'scenario "Two against one"\ncity T: complete, 5 tiles, 1 coat\n  red: 2 meeples\n  blue: meeple\n'
ASK = "ask score T\n  expect red 12\n"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


class Reader(HTMLParser):
    """A page: its tags are closed in order, and ids, links and texts are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.lang = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")
            if tag == "html" and name == "lang":
                self.lang = value or ""
            if name == "alt":
                assert value, "a picture without words"

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


SOURCES = frozenset(rule.url for rule in rules() if rule.url)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    assert len(reader.ids) == len(set(reader.ids))
    return reader


def whole(files: dict[str, str]) -> dict[str, Reader]:
    """Every page of a folder; each link leads to a file of the folder, or to a place on a page that is there."""
    pages = {name: read(text) for name, text in files.items() if name.endswith(".html")}
    for name, page in pages.items():
        for link in page.links:
            if link in SOURCES:
                continue  # where a rule can be read: a link for whoever follows it
            target, _, anchor = link.partition("#")
            assert ":" not in target and not target.startswith("/"), link
            target = normpath(join(dirname(name), target)) if target else name
            assert target in files, link
            assert not anchor or anchor in pages[target].ids, link
    for text in files.values():
        own = re.sub(r'<a href="([^"]+)"', lambda found: "" if unescape(found[1]) in SOURCES else found[0], text)
        assert not re.search(r"url\((?!#)|@import|https?:(?!//127\.0\.0\.1|//www\.w3\.org/)", own)
    return pages


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.long
def test_a_folder_of_pages_is_whole(lang: str) -> None:
    paths = [*sorted((SCENARIOS / "abbot").glob("*.carc")), SCENARIOS / "base" / "a-first-dispute.carc"]
    files = folder([Source(str(path), path.read_text(encoding="utf-8")) for path in paths], lang)
    pages = whole(files)
    assert set(pages) == {"index.html", *(f"{path.stem}.html" for path in paths)}
    assert {page.lang for page in pages.values()} == {lang}
    assert len(pages["index.html"].links) > len(paths)
    pictures = [name for name in files if name.startswith("pictures/")]
    assert pictures and all(files[name].lstrip().startswith("<?xml") for name in pictures)


def test_a_page_has_the_question_the_answer_the_sum_and_the_rules() -> None:
    page = whole(folder([Source("t.carc", TRUE + ASK)]))["t.html"]
    said = " ".join(" ".join(page.texts).split())
    for part in (
        "Who scores city T",
        "Red scores 12 points",
        "5 tiles x 2 = 10",
        "Blue has fewer in the city",
        "BASE-29",
        "(printed rule)",
    ):
        assert part in said
    assert "score-t" in page.ids and "pictures/t-1.svg" in page.links


def test_the_same_files_make_the_same_pages() -> None:
    assert folder([Source("t.carc", TRUE + ASK)]) == folder([Source("t.carc", TRUE + ASK)])


def test_two_files_of_one_name_are_two_pages() -> None:
    files = folder([Source("a/t.carc", TRUE + ASK), Source("b/t.carc", TRUE + ASK), Source("index.carc", TRUE + ASK)])
    assert {"t.html", "t-2.html", "index-2.html", "index.html"} <= set(files)
    whole(files)


def test_an_expectation_that_is_not_met_stops_everything(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.carc", tmp_path / "bad.carc"
    good.write_text(TRUE + ASK, encoding="utf-8")
    bad.write_text(TRUE + ASK.replace("12", "11"), encoding="utf-8")
    done = run("page", str(good), str(bad), "-o", str(tmp_path / "out"))
    assert done.exit_code == 1 and "bad.carc" in done.output and "red 11" in done.output, done.output
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_read_stops_everything(tmp_path: Path) -> None:
    bad = tmp_path / "bad.carc"
    bad.write_text(TRUE + ASK + 'scenario "x"\ncitty Q: 3 tiles\nask score Q\n', encoding="utf-8")
    done = run("page", str(bad), "-o", str(tmp_path / "out"))
    assert done.exit_code == 2 and "citty" in done.output
    assert not (tmp_path / "out").exists()
    with pytest.raises(Problems):
        folder([Source("t.carc", bad.read_text(encoding="utf-8"))])


@pytest.mark.parametrize(
    "name", ["</title><script>x</script>", "<img src=x onerror=y>", "{{ 7 * 7 }}", "{% include 'x' %}", "../../evil"]
)
def test_what_users_type_stays_text(name: str, tmp_path: Path) -> None:
    text = f'scenario "{name}"\nplayers red "!{name}", blue\n'
    text += f'city "{name}": complete, 3 tiles\n  red: meeple\nask score "{name}"\n'
    source = tmp_path / "t.carc"
    source.write_text(text, encoding="utf-8")
    plain = whole(folder([Source("t.carc", TRUE + ASK)]))
    files = folder([Source(str(source), text)])
    for page_name, page in whole(files).items():
        assert page.tags <= plain[page_name].tags and page.attributes <= plain[page_name].attributes
        assert name in " ".join(page.texts)
    assert run("page", str(source), "-o", str(tmp_path / "out" / "faq")).exit_code == 0
    written = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert written == [
        "out/faq/index.html",
        "out/faq/pictures/t-1.svg",
        "out/faq/style.css",
        "out/faq/t.html",
        "t.carc",
    ]


@given(st.text())
def test_a_slug_is_a_safe_name(said: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug(said)) and len(slug(said)) <= 80


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import sys

    source = tmp_path / "t.carc"
    source.write_text(TRUE + ASK, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = run("page", str(source), "-o", str(tmp_path / "out"))
    assert done.exit_code == 2 and "carcassonne-adjudicator[pages]" in done.output
    assert not (tmp_path / "out").exists()
