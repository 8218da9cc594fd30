"""Whole rulings as pages, wikis and forums read them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from corpus import invariant, settled
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import adjudicate
from adjudicator.cli import main
from adjudicator.report import settle
from adjudicator.report.blocks import Grid, Heading, Items, Picture, Text
from adjudicator.report.marked import FORMATS, written
from adjudicator.report.question import ACTS, BARE, Asked
from adjudicator.words.languages import codes, language
from adjudicator.words.phrases import phrases
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

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
    assert "Who scores city T, and how much?" in said


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


@given(PLAIN.filter(bool))
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
    return Asked(outcome.text, outcome.language).sentence(outcome.answers[-1], speech(lang))


@pytest.mark.parametrize(
    ("ask", "german"),
    [
        ("may red put meeple on T", "Darf Rot einen Meeple in die Stadt T setzen?"),
        ("where red may put meeple", "Wo darf Rot einen Meeple setzen?"),
        ("complete T", "Ist die Stadt T abgeschlossen?"),
        ("gift of red", "Bekommt Rot ein Geschenk?"),
    ],
)
def test_a_language_puts_the_verb_where_it_stands_there(ask: str, german: str) -> None:
    head = (
        "use gifts\nplayers red, blue\ncity T: incomplete, 2 tiles, empty\nturn red\n  places a tile that extends T\n"
    )
    assert asked(f"{head}ask {ask}\n", "de") == german


@pytest.mark.parametrize(
    ("ask", "said", "french"),
    [
        ("ask score T", "Who scores city T, and how much?", "Qui marque pour la ville T, et combien ?"),
        ("ask score of city T", "Who scores city T, and how much?", "Qui marque pour la ville T, et combien ?"),
        ("ask final T", "What does city T bring in the final scoring?", "Que rapporte la ville T au décompte final ?"),
        (
            "ask final",
            "Who has how many points after the final scoring?",
            "Qui a combien de points après le décompte final ?",
        ),
        ("ask complete T", "Is city T complete?", "Est-ce que la ville T est complète ?"),
        ("ask hand of red", "What does Red have in hand?", "Qu'est-ce que Rouge a en main ?"),
        ("ask winner", "Who wins?", "Qui gagne ?"),
        (
            "turn red; places a tile that extends T; ask may red put meeple on T",
            "May Red put a meeple in city T?",
            "Est-ce que Rouge peut poser un meeple dans la ville T ?",
        ),
        (
            "turn red; places a tile that extends T; ask may red put nothing",
            "May Red put nothing?",
            "Est-ce que Rouge peut ne rien poser ?",
        ),
        (
            "turn red; places a tile that extends T; ask where red may put large meeple",
            "Where may Red put a large meeple?",
            "Où est-ce que Rouge peut poser un grand meeple ?",
        ),
        (
            "use abbey-and-mayor; turn red; places a tile that extends T; ask may red put mayor on T",
            "May Red put a mayor in city T?",
            "Est-ce que Rouge peut poser un maire dans la ville T ?",
        ),
        (
            "turn red; places a tile that extends T; ask must red take back meeple from T",
            "Must Red take back a meeple from city T?",
            "Est-ce que Rouge doit reprendre un meeple de la ville T ?",
        ),
    ],
)  # fmt: skip
def test_a_question_is_said_as_a_person_would(ask: str, said: str, french: str) -> None:
    head, _, rest = ask.rpartition("; ") if ask.startswith("use") else ("", "", ask)
    use, _, before = head.partition("; ")
    text = f"city T: incomplete, 5 tiles\n  red: 2 meeples\n{'; '.join(filter(None, (before, rest)))}\n"
    text = (use + "\n" if use else "") + text.replace("; ", "\n")
    assert asked(text) == said
    assert asked(text, "fr") == french


def test_little_words_are_drawn_together_and_names_stay() -> None:
    text = (
        "langue fr\njoueurs Anna rouge, Ben bleu\npré F : 2 tuiles\n  rouge : meeple\n"
        "tour d'Anna\n  place une tuile qui prolonge F\ndemande si Anna peut retirer meeple de F\n"
    )
    assert asked(text, "fr") == "Est-ce qu'Anna peut retirer un meeple du pré F ?"
    assert asked(text, "en") == "May Anna remove a meeple from field F?"


def test_a_question_of_no_known_place_stays() -> None:
    answer = adjudicate(TEXT).answers[0]
    assert Asked(TEXT, "en").sentence(answer._replace(line=99), EN) == "score T"


COMPLETE = [code for code in codes() if language(code).complete]


@pytest.mark.parametrize("lang", COMPLETE)
def test_no_topic_lacks_a_sentence(lang: str) -> None:
    known = phrases(lang)
    asked_for = {topic: vocabulary().forms("topic", topic) for topic in vocabulary().ids("topic")}
    wanted = {f"question.{one}" for one in ACTS}
    for topic, forms in asked_for.items():
        # What is in square brackets may be left out; the form of nothing is the bare topic.
        wanted |= {f"question.{topic}{'' if form else BARE}" for form in forms}
    assert len(wanted) > 30
    assert not wanted - set(known)
    for one in wanted:
        assert known[one].endswith("?"), one


@invariant(7)
def every_question_is_a_sentence(path: Path) -> None:
    outcome = settled(path)
    questions = Asked(outcome.text, outcome.language)
    for answer in outcome.answers:
        for lang in COMPLETE:
            said = questions.sentence(answer, speech(lang))
            assert said.endswith("?") and said != answer.ask and "{" not in said, said


def test_blocks_are_the_same_for_all() -> None:
    (answer,) = adjudicate(TEXT).answers
    short = settle.short(answer, EN)[0]
    assert short == settle.whole(answer, EN)[0][: len(short)]
