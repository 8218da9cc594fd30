"""Whole rulings as pages, wikis and forums read them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import adjudicate
from adjudicator.cli import main
from adjudicator.report import settle
from adjudicator.report.blocks import Grid, Heading, Items, Picture, Text
from adjudicator.report.marked import FORMATS, written
from adjudicator.report.question import sentence
from adjudicator.words.say import speech

EN, FR = speech("en"), speech("fr")
ROOT = Path(__file__).parent.parent
TEXT = 'scenario "Two to one"\ncity T: complete, 5 tiles, 1 coat\n  red: 2 meeples\n  blue: meeple\nask score T\n'
VOID = frozenset(("img", "br", "path", "rect", "circle", "use"))


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


class Nested(HTMLParser):
    """Markup whose tags are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_ruling_is_whole_in_every_format(form: str, lang: str) -> None:
    (answer,) = adjudicate(TEXT).answers
    said = run("settle", "-", "--full", "--format", form, "--lang", lang, text=TEXT).output
    words = speech(lang)
    for rule in answer.ruling.rules:
        assert rule in said
    for part in ("5", "12", words.label("rules"), words.label("facts"), words.label("player"), "Two to one"):
        assert part in said, part


def test_pictures_on_one_page_have_names_of_their_own() -> None:
    said = run("settle", "-", "--format", "html", text=TEXT + "ask majority T\n").output
    ids = re.findall(r' id="([^"]+)"', said)
    assert len(ids) > 4 and len(ids) == len(set(ids))
    named = [one for names in re.findall(r'aria-labelledby="([^"]+)"', said) for one in names.split()]
    pointed = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', said)
    assert named and {*named, *("".join(one) for one in pointed)} <= set(ids)


def test_html_holds_its_picture_and_is_well_formed() -> None:
    said = run("settle", "-", "--format", "html", text=TEXT).output
    reader = Nested()
    reader.feed(said)
    assert not reader.open
    assert "<svg" in said and 'role="img"' in said and "<?xml" not in said
    assert "Who scores T, and how much?" in said


@pytest.mark.parametrize(
    ("form", "pointer"),
    [
        ("html", '<img src="{}/stdin-1.svg"'),
        ("markdown", "](<{}/stdin-1.svg>)"),
        ("bbcode", "[img]{}/stdin-1.svg[/img]"),
    ],
)
def test_pictures_that_were_written_are_pointed_at(form: str, pointer: str, tmp_path: Path) -> None:
    source = tmp_path / "stdin.carc"
    source.write_text(TEXT, encoding="utf-8")
    folder = tmp_path / "pictures"
    said = run("settle", str(source), "--format", form, "--draw", str(folder)).output
    assert pointer.format(folder.as_posix()) in said.replace("\\_", "_")
    assert (folder / "stdin-1.svg").is_file()


def test_a_wiki_names_the_file_alone(tmp_path: Path) -> None:
    source = tmp_path / "a.carc"
    source.write_text(TEXT, encoding="utf-8")
    assert "[[File:a-1.svg|alt" in run("settle", str(source), "--format", "mediawiki", "--draw", str(tmp_path)).output


def test_a_game_is_whole_in_every_format() -> None:
    game = str(ROOT / "docs" / "games" / "club-night.carc")
    for form in FORMATS:
        said = run("score", game, "--format", form).output
        assert "Anna" in said and "Ben" in said and "BASE-29" in said
        assert re.search(r"22\D+17", said)


def test_only_reports_are_written_whole() -> None:
    assert run("rules", "BASE-29", "--format", "bbcode").exit_code == 2
    assert run("settle", "-", "--format", "bbcod", text=TEXT).exit_code == 2
    assert "bbcode" in run("settle", "-", "--format", "bbcod", text=TEXT).output


PLAIN = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp")), max_size=30)


@given(PLAIN)
def test_what_is_typed_never_becomes_markup(said: str) -> None:
    groups = [
        [Heading(said), Text(said, "verdict"), Items((said,)), Grid((said,), ((said,),)), Picture("", "a.svg", said)]
    ]
    page = Nested()
    page.feed(written(groups, EN, "html"))
    assert not page.open
    plain = written(
        [[Heading("x"), Text("x", "verdict"), Items(("x",)), Grid(("x",), (("x",),)), Picture("", "a.svg", "x")]],
        EN,
        "bbcode",
    )
    tags = re.compile(r"\[/?[a-z*]+[^\]]*\]")
    assert tags.findall(written(groups, EN, "bbcode")) == tags.findall(plain)
    assert not re.search(r"(?<!\[)\[\[(?!File:)|<(?!br>)", written(groups, EN, "mediawiki"))


# ---- the question as a sentence
def asked(text: str, lang: str = "en") -> str:
    outcome = adjudicate(text)
    return sentence(outcome.answers[-1], speech(lang))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        ("ask score T", "Who scores T, and how much?"),
        ("ask final T", "What does T bring in the final scoring?"),
        ("ask final", "Who has how many points after the final scoring?"),
        ("ask majority T", "Who has the majority in T?"),
        ("turn red; places a tile that extends T; ask may red put meeple on T", "May red put meeple on T?"),
        ("turn red; places a tile that extends T; ask where red may put meeple", "Where may red put meeple?"),
    ],
)
def test_a_question_is_said_as_a_person_would(ask: str, said: str) -> None:
    assert asked(f"city T: incomplete, 5 tiles\n  red: 2 meeples\n{ask.replace('; ', chr(10))}\n") == said


def test_in_french_too() -> None:
    text = "langue fr\nville T : complète, 5 tuiles\n  rouge : 2 meeples\ndemande score T\n"
    assert asked(text, "fr") == "Qui marque pour T, et combien ?"


def test_what_was_written_in_another_language_stays() -> None:
    answer = adjudicate("city T: complete, 5 tiles\n  red: meeple\nask majority T\n").answers[0]
    assert sentence(answer, FR) == "majority T"


def test_a_question_without_a_sentence_stays() -> None:
    answer = adjudicate(TEXT).answers[0]
    other = answer._replace(ask="xyz T", ruling=answer.ruling._replace(topic="xyz"))
    assert sentence(other, EN) == "xyz T"


def test_blocks_are_the_same_for_all() -> None:
    (answer,) = adjudicate(TEXT).answers
    assert settle.short(answer, EN)[0] == settle.whole(answer, EN)[0]
