"""The whole site: whole, true, in every language, made again only where something changed."""

from __future__ import annotations

import json
import os
import re
import time
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from everyday import some

pytest.importorskip("jinja2", reason="pages need the extra `pages`")
pytest.importorskip("markdown_it", reason="pages need the extra `pages`")

from test_pages import ASK, TRUE, Reader, read, whole

from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.pages import documents
from adjudicator.pages.questions import Source
from adjudicator.pages.site import STAMP, site
from adjudicator.rulebook import loader
from adjudicator.words.languages import codes, language

ROOT = Path(__file__).parent.parent
SOURCE = Source("base/t.carc", TRUE + ASK)
SPOKEN = [code for code in codes() if language(code).complete]


@cache
def built(*sources: Source) -> dict[str, str]:
    return dict(site(sources))


@pytest.fixture(scope="module")
def small() -> dict[str, str]:
    path = ROOT / "scenarios" / "abbey-and-mayor" / "wagon-worked-examples.carc"
    return built(SOURCE, Source(str(path), path.read_text(encoding="utf-8")))


def pages(files: dict[str, str]) -> dict[str, Reader]:
    """Every page; each link leads to a file of the site and a place on it, or to a document's public address."""
    local = {name: re.sub(r'href="https?://[^"]*"', 'href=""', text) for name, text in files.items()}
    scripts = {name for name in files if name.endswith(".js")}
    for name in scripts:
        local[name] = ""
    return whole(local)


@pytest.mark.long(together=True)
def test_every_link_leads_somewhere(small: dict[str, str]) -> None:
    found = pages(small)
    for lang in SPOKEN:
        assert found[f"{lang}/base-t.html"].lang == lang
        assert {f"{lang}/{name}.html" for name in ("index", "rules", "tiles", "docs")} <= set(found)
        assert all(f"{lang}/rule-{ident.lower()}.html" in found for ident in loader.ids())
    assert not [text for text in small.values() if re.search(r'(?:src|href)="(?:/|file:)', text)]


@pytest.mark.long(together=True)
def test_nothing_is_asked_of_the_network(small: dict[str, str]) -> None:
    for name, text in small.items():
        assert not re.search(r'src="(?:https?:)?//|@import|url\((?!#)', text), name


@pytest.mark.long(together=True)
def test_a_question_stands_in_every_language_at_the_same_place(small: dict[str, str]) -> None:
    places = [read(small[f"{lang}/abbey-and-mayor-wagon-worked-examples.html"]).ids for lang in SPOKEN]
    assert len(places) > 1 and len(places[0]) > 10
    assert all(ids == places[0] for ids in places)


@pytest.mark.long(together=True)
def test_a_rule_names_the_questions_that_show_it(small: dict[str, str]) -> None:
    page = read(small["en/rule-am-82.html"])
    assert any(link.startswith("abbey-and-mayor-wagon-worked-examples.html#") for link in page.links)
    said = " ".join(page.texts)
    for lang in SPOKEN:
        assert loader.text("AM-82", lang) in said


@pytest.mark.long(together=True)
def test_the_search_knows_questions_rules_tiles_and_documents(small: dict[str, str]) -> None:
    for lang in SPOKEN:
        text = small[f"{lang}/search.js"]
        entries = json.loads(text.removeprefix("window.searched(").removesuffix(");\n"))
        links = [entry["id"] for entry in entries]
        assert len(links) == len(set(links))
        for start in ("base-t.html#", "rule-am-82.html", "tiles.html#", "doc-language.html"):
            assert any(link.startswith(start) for link in links), start
        for link in links:
            assert f"{lang}/{link.partition('#')[0]}" in small


def test_documents_keep_their_links_on_the_site() -> None:
    made = {one.link: one for one in documents.documents()}
    assert "doc-language.html" in made and made["doc-language.html"].title
    for one in made.values():
        for href in re.findall(r'href="([^"]*)"', str(one.html)):
            assert href.startswith(("https://", "http://", "#")) or href.partition("#")[0] in made, (one.link, href)


@pytest.mark.long(together=True)
def test_nothing_is_made_again_that_did_not_change() -> None:
    other = Source("base/u.carc", TRUE.replace("Two", "Three") + ASK)
    first = built(SOURCE, other)
    again = dict(site([SOURCE, other], before=first[STAMP], lies_there=first.__contains__))
    assert not [name for name in again if "/base-" in name or "pictures/base-" in name]
    assert {name: first[name] for name in again} == again
    changed = other._replace(text=other.text.replace("5 tiles", "6 tiles").replace("red 12", "red 14"))
    partly = dict(site([SOURCE, changed], before=first[STAMP], lies_there=first.__contains__))
    assert "en/base-u.html" in partly and "en/base-t.html" not in partly
    assert built(SOURCE, changed) == {**first, **partly}


STAMPS = ["", "[]", "{", '{"base-t": 1}', '{"base-t": ["x", {"en": []}]}', "null"]


@pytest.mark.parametrize("before", some(STAMPS, 3, 1))
@pytest.mark.long(together=True)
def test_a_stamp_that_is_none_is_passed_over(before: str) -> None:
    assert dict(site([SOURCE], before=before, lies_there=lambda path: True)) == built(SOURCE)


def test_every_expectation_that_is_not_met_is_told() -> None:
    wrong = SOURCE._replace(text=SOURCE.text.replace("red 12", "red 11"))
    with pytest.raises(Problems) as error:
        list(site([wrong, wrong._replace(path="base/u.carc"), SOURCE]))
    assert [one.code for one in error.value.items] == ["page-unmet"] * 2


NAMES = ["</script><script>x()</script>", "<img src=x onerror=y>", "../../evil", "{{ 7*7 }}"]


@pytest.mark.parametrize("name", some(NAMES, 2))
@pytest.mark.long(together=True)
def test_what_users_type_stays_text(name: str) -> None:
    plain = pages(built(SOURCE))
    files = built(SOURCE._replace(text=SOURCE.text.replace("Two against one", name)))
    assert set(files) == set(built(SOURCE))
    for page_name, page in pages(files).items():
        assert page.tags == plain[page_name].tags and page.attributes <= plain[page_name].attributes
    assert "</" not in files["en/search.js"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.long(together=True)
def test_the_command_writes_only_what_changed(tmp_path: Path) -> None:
    source = tmp_path / "faq" / "t.carc"
    source.parent.mkdir()
    source.write_text(TRUE + ASK, encoding="utf-8")
    out = tmp_path / "out"
    first = run("site", str(source.parent), "-o", str(out))
    assert first.exit_code == 0 and str(out / "index.html") in first.output, first.output
    page = out / "fr" / "faq-t.html"
    written = page.stat().st_mtime_ns
    time.sleep(0.01)
    again = run("site", str(source.parent), "-o", str(out))
    assert again.exit_code == 0 and ": 0." in again.output, again.output
    assert page.stat().st_mtime_ns == written
    os.remove(page)
    assert run("site", str(source.parent), "-o", str(out)).exit_code == 0 and page.is_file()


def test_the_command_stops_at_an_expectation_that_is_not_met(tmp_path: Path) -> None:
    (tmp_path / "t.carc").write_text(TRUE + ASK.replace("12", "11"), encoding="utf-8")
    done = run("site", str(tmp_path), "-o", str(tmp_path / "out"))
    assert done.exit_code == 1 and "t.carc" in done.output and not (tmp_path / "out").exists()


def test_a_folder_without_scenarios_is_told(tmp_path: Path) -> None:
    done = run("site", str(tmp_path), "-o", str(tmp_path / "out"))
    assert done.exit_code == 2 and str(tmp_path) in done.output
