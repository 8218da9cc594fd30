"""Sentences as people say them: a table with the right answers, and what must hold of every sentence."""

from __future__ import annotations

import csv
import json
import os
import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from everyday import DAY, LONG, sized, some

from adjudicator import adjudicate
from adjudicator.cli import main
from adjudicator.errors import Problems
from adjudicator.report.understanding import offered
from adjudicator.talk import understood
from adjudicator.talk.tokens import split
from adjudicator.talk.words import common, talks, words
from adjudicator.words.languages import codes
from adjudicator.words.say import speech

OWN = Path(__file__).parent / "talk" / "sentences.tsv"
GERMAN = OWN.with_name("sentences-de.tsv")
OTHER = os.environ.get("ADJUDICATOR_SENTENCES", "")
"""Another table of the same columns, with sentences that were not written beside the code."""
REFUSED = frozenset(("out-of-scope", "unsettled"))


class Row(NamedTuple):
    """One sentence of a table."""

    id: str
    language: str
    sentence: str
    expected: dict[str, Any]


class Came(NamedTuple):
    """What came out of a sentence: its text, and points, verdict and options, or what is asked or refused."""

    kind: str
    """``answered``, ``asked`` (for a fact or for other words) or ``refused``."""
    text: str
    points: dict[str, int]
    verdict: str
    options: tuple[str, ...]
    code: str
    sure: bool = True
    """Whether nothing was left out, mended or assumed."""


def rows(path: Path) -> list[Row]:
    """The rows of a table without quoting."""
    with path.open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Row(one["id"], one["language"], one["sentence"], json.loads(one["expected"])) for one in table]


def came(language: str, sentence: str) -> Came:
    """What a sentence comes to."""
    try:
        reading = understood(sentence, (language,))
        if reading.rules:
            return Came("answered", "", {}, "rules", reading.rules, "")
        outcome = adjudicate(reading.text, "", language)
    except Problems as error:
        code = error.items[0].code
        return Came("refused" if code in REFUSED else "asked", "", {}, "", (), code)
    rulings = [answer.ruling for answer in outcome.answers]
    if any(ruling.missing for ruling in rulings):
        fact = rulings[0].missing[0].fact if rulings[0].missing else ""
        return Came("asked", reading.text, {}, "", (), fact, reading.sure)
    points: Counter[str] = Counter()
    for ruling in rulings:
        points.update(ruling.points)
    said = tuple(speech("en").item(one) for one in rulings[-1].options)
    verdicts = [ruling.verdict for ruling in rulings]
    verdict = " ".join(verdicts if len(set(verdicts)) > 1 else verdicts[-1:])
    return Came("answered", reading.text, {who: n for who, n in points.items() if n}, verdict, said, "", reading.sure)


def judged(expected: dict[str, Any], got: Came) -> str:
    """``right``, ``asked``, ``refused``, ``unsure`` or ``wrong``, the last for a confident answer that differs."""
    if "refuse" in expected or "asks" in expected:
        return "right" if got.kind != "answered" or not got.sure else "wrong"
    if got.kind != "answered":
        return got.kind
    if "points" in expected:
        right = got.verdict == "scored" and got.points == {who: n for who, n in expected["points"].items() if n}
    elif "rules" in expected:
        right = got.verdict == "rules" and list(got.options) == expected["rules"]
    elif "verdict" in expected:
        right = got.verdict == expected["verdict"]
    else:
        right = got.verdict == "options" and sorted(got.options) == sorted(expected["options"])
    return "right" if right else "wrong" if got.sure else "unsure"


def figures(table: Iterable[Row]) -> tuple[Counter[str], list[str]]:
    """How many rows of a table come out how, and those that do not come out right."""
    counted: Counter[str] = Counter()
    others = []
    for row in table:
        if "rules" in row.expected:
            continue
        got = came(row.language, row.sentence)
        how = judged(row.expected, got)
        counted[how] += 1
        if how != "right":
            others.append(f"{how} {row.id}: {row.sentence} -> {got}")
    return counted, others


def wrong_at_most(path: Path, of: Sequence[Row]) -> tuple[Counter[str], list[str]]:
    """The figures of some rows of a table, of which hardly any is ruled on wrongly as if it were sure."""
    counted, others = figures(of)
    print(f"\n{path.name}: {dict(counted)}")
    assert counted["wrong"] <= max(1, 0.002 * len(rows(path))), "\n".join(one for one in others if one[:5] == "wrong")
    return counted, others


@pytest.mark.parametrize("path", [OWN, GERMAN], ids=lambda path: path.stem)
def test_some_sentences_of_the_table(path: Path) -> None:
    wrong_at_most(path, some(rows(path), 21))


@pytest.mark.long
@pytest.mark.parametrize("path", [OWN, GERMAN], ids=lambda path: path.stem)
def test_the_table_of_sentences(path: Path) -> None:
    """Nothing is ruled on wrongly as if it were sure; questions about a rule are the finder's."""
    counted, others = wrong_at_most(path, rows(path))
    assert counted["right"] >= 0.84 * sum(counted.values()), "\n".join(others)


@pytest.mark.skipif(not OTHER, reason="ADJUDICATOR_SENTENCES names no table")
def test_another_table_of_sentences() -> None:
    counted, others = figures(rows(Path(OTHER)))
    print(f"\n{dict(counted)}\n" + "\n".join(others))
    assert counted["wrong"] == 0, "\n".join(others)


SOME = [row for at, row in enumerate([*rows(OWN), *rows(GERMAN)]) if at % 4 == 0]


@pytest.mark.parametrize("row", some(SOME, 7), ids=lambda row: row.id)
def test_nothing_is_skipped(row: Row) -> None:
    """A word that nobody knows is never passed over, wherever it stands: it is named."""
    parts = row.sentence.split()
    for at in range(0, len(parts) + 1, 3):
        sentence = " ".join([*parts[:at], "qzxwv", *parts[at:]])
        try:
            reading = understood(sentence, (row.language,))
        except Problems:
            continue
        assert reading.rules or "qzxwv" in [word.text for word in reading.left_out]


@pytest.mark.parametrize("row", some(SOME, 7), ids=lambda row: row.id)
def test_a_sentence_is_read_in_its_own_language(row: Row) -> None:
    """Whichever is tried first."""

    def read(*langs: str) -> object:
        try:
            return understood(row.sentence, langs)
        except Problems as error:
            return [(one.code, one.span) for one in error.items]

    first = row.language
    others = [code for code in codes() if code != first]
    for order in ((first, *others), (*others, first), (*reversed(others), first)):
        assert read(*order) == read(first)


def slips(sentence: str, seed: int) -> Iterator[str]:
    """The sentence with one slip of the finger in one longer word, a few times."""
    source = random.Random(seed)
    parts = sentence.split()
    long = [at for at, part in enumerate(parts) if len(part) > 5 and part.isalpha()]
    for at in long[:3]:
        word = parts[at]
        where = source.randrange(1, len(word) - 2)
        swapped = word[:where] + word[where + 1] + word[where] + word[where + 2 :]
        for made in (swapped, word[:where] + word[where + 1 :], word[:where] + word[where] + word[where:]):
            yield " ".join([*parts[:at], made, *parts[at + 1 :]])


@pytest.mark.parametrize("row", some(SOME, 14), ids=lambda row: row.id)
def test_a_slip_of_the_finger_never_changes_the_answer(row: Row) -> None:
    plain = came(row.language, row.sentence)
    for sentence in (row.sentence.upper(), row.sentence.rstrip(" ?.!"), *slips(row.sentence, len(row.sentence))):
        known = words(row.language)
        others = {one.lower() for one in sentence.split()} - {one.lower() for one in row.sentence.split()}
        if any(one in known.everyday or known.meanings(one) or known.inflected(one) for one in others):
            continue  # another word, and no slip: bauen for blauen
        got = came(row.language, sentence)
        if got.kind == "answered" and got.sure and plain.kind == "answered":
            assert got[1:5] == plain[1:5], sentence


def test_whatever_is_said_comes_to_an_answer_or_a_problem() -> None:
    """Words dropped, doubled, swapped and mixed: an answer or Problems, never anything else."""
    source, table = random.Random(15 if LONG else DAY), rows(OWN)
    for _ in range(sized(300, 40)):
        row = source.choice(table)
        parts = row.sentence.split()
        for _ in range(3):
            at, other = source.randrange(len(parts)), source.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
            parts.insert(at, source.choice(source.choice(table).sentence.split()))
            del parts[source.randrange(len(parts))]
        came(row.language, " ".join(parts))


@pytest.mark.parametrize(
    "sentence",
    [
        "red has 2 knights in a finished city of 5 tiles with 1 shield, black has 1 knight. who scores?",
        "Black has one knight, red two knights. The city is finished, 5 tiles and a shield. Who scores?",
        "who scores: city done, five tiles, one pennant, two knights red and one knight black",
        "ville finie de 5 tuiles avec un écusson, rouge a deux chevaliers, noir un chevalier, qui marque ?",
    ],
)
def test_the_order_is_free(sentence: str) -> None:
    lang = "fr" if sentence.startswith("ville") else "en"
    assert came(lang, sentence).points == {"red": 12}


@pytest.mark.parametrize(
    ("sentence", "points"),
    [
        ("city held by yellow and black, finished, 4 tiles, who scores", {"yellow": 8, "black": 8}),
        ("road occupied by red and two of blue, finished, 3 tiles", {"blue": 3}),
        ("ville fermée de 4 tuiles tenue par jaune et noir à égalité, qui marque ?", {"yellow": 8, "black": 8}),
        ("finished city of 5 tiles with both a shield and a cathedral, red knight, who scores", {"red": 18}),
        (
            "finished city with both a mayor and a knight of red, 4 tiles, 1 shield, blue has 2 knights",
            {"red": 10, "blue": 10},
        ),
        ("we closed a city of 5 with my knight and two of his. who scores", {"blue": 10}),
        ("finished road of 5 tiles, green has two robbers on it and yellow one", {"green": 5}),
    ],
)
def test_all_who_hold_a_place_stand_there(sentence: str, points: dict[str, int]) -> None:
    assert came("fr" if "ville" in sentence else "en", sentence).points == points


@pytest.mark.parametrize("row", some((row for row in rows(OWN) if row.language == "fr"), 20), ids=lambda row: row.id)
def test_a_space_that_does_not_break_is_a_space(row: Row) -> None:
    """French sets one before its marks, and a phone writes it."""
    for space in ("\u00a0", "\u202f"):
        sentence = row.sentence
        for mark in "?!:;":
            sentence = sentence.replace(f" {mark}", f"{space}{mark}")
        assert came("fr", sentence) == came("fr", row.sentence)


def ask(*arguments: str) -> Any:
    return CliRunner().invoke(main, list(arguments), env={"LC_ALL": "C.UTF-8", "COLUMNS": "80"})


def test_a_sentence_is_asked_with_and_without_the_command() -> None:
    sentence = "road finished, 6 tiles, blue thief. who scores?"
    result = ask(sentence)
    assert result.exit_code == 0
    assert result.output.startswith("Road: complete, 6 tiles. Blue: meeple. ")
    assert ask("ask", sentence).output == result.output


def test_what_was_understood_can_be_copied() -> None:
    told = ask("ask", "--line", "ville fermée de 3 tuiles, un chevalier noir").output
    line = next(line for line in told.splitlines() if line.startswith("ville T"))
    assert "Noir marque 6 points." in ask("ask", line).output


def test_the_machine_form_says_what_was_understood() -> None:
    told = json.loads(ask("ask", "--format", "json", "road finished, 6 tiles, blue thief").output)
    assert told["understood"] == "road R: complete, 6 tiles; blue: meeple; ask score R"
    assert told["rulings"][0]["points"] == {"blue": 6}
    assert told["sure"] is True and not any(told[key] for key in ("left_out", "mended", "assumed", "offers"))
    assert told["said"].startswith("Road: complete, 6 tiles. Blue: meeple. ")


def test_what_is_not_sure_is_marked_and_may_be_refused() -> None:
    sentence = "almost finished city of 4 tiles, red knight"
    told = json.loads(ask("ask", "--format", "json", sentence).output)
    assert told["sure"] is False and told["left_out"] == ["almost"]
    assert ask("ask", sentence).output.startswith("If you mean: ")
    assert ask("ask", sentence).exit_code == 0
    refused = ask("ask", "--sure", "--format", "json", sentence)
    assert refused.exit_code == 2
    assert [one["code"] for one in json.loads(refused.output)["problems"]] == ["talk-unsure"]


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("is it better to place a monk or a farmer", "out-of-scope"),
        ("my brother cheated, does he lose his turn?", "unsettled"),
    ],
)
def test_what_no_position_is_about_is_refused(sentence: str, code: str) -> None:
    told = json.loads(ask("ask", "--format", "json", sentence).output)
    assert [one["code"] for one in told["problems"]] == [code]
    assert told["rulings"] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "red has a wizard in a city of 4 tiles, finished",
        "monastery with 6 tiles, red monk",
        "finished city of 4 tiles, my knights against one blue knight",
        "finished city of 4 tiles, unfinished city, red knight",
        "finished city of 5 tiles except one, red knight, who scores",
        "finished city of 5 tiles, half of them have a shield, red knight",
        "red meeple beside a finished city of 4 tiles",
        "finished city of 5 tiles, three or four shields, red knight",
        "finished city of 6 tiles, both halves have a shield, red knight",
        "my knight is in my castle, blue has two knights in the finished city of 4 tiles next to it",
        "ville presque finie, 5 tuiles, chevalier rouge",
        "fast fertige Stadt mit 5 Plättchen, roter Ritter",
    ],
)
def test_what_is_not_wholly_understood_is_not_sure(sentence: str) -> None:
    lang = "fr" if sentence.startswith("ville") else "de" if "Stadt" in sentence else "en"
    try:
        assert not understood(sentence, (lang,)).sure
    except Problems:
        return


def test_the_text_of_a_rule_is_asked_for() -> None:
    assert ask("what does rule BASE-29 say?").output.startswith("BASE-29 (printed rule)")


def test_a_text_of_the_language_keeps_its_own_messages() -> None:
    assert "Did you mean city?" in ask("ask", "citty Albi: 5 tiles; ask score Albi").output
    assert "There is no command setle" in ask("setle", "file.carc").output


@pytest.mark.parametrize("lang", [code for code in codes() if talks(code)])
def test_a_word_for_nothing_means_nothing_else(lang: str) -> None:
    """What says nothing has no second meaning that could be passed over."""
    known = words(lang)
    double = [one for one in known._spelt if {m.role for m in known.meanings(one)} > {"filler"}]
    assert double == []


@pytest.mark.parametrize("lang", [code for code in codes() if talks(code)])
@pytest.mark.long
def test_a_frequent_word_is_taken_for_no_other(lang: str) -> None:
    """``vers`` is no slip of ``vert``, ``about`` none of ``abbot``."""
    frequent = sorted(common(lang))[::20]
    assert len(frequent) > 200
    for word in frequent:
        assert not any(one.mended for one in split(word, words(lang))), word


def test_a_sentence_may_name_every_colour() -> None:
    for sentence in (
        "red, blue, green, yellow and black have a knight each in a finished city of 3 tiles, who scores?",
        "red blue green yellow black my opponent",
    ):
        try:
            assert understood(sentence, ("en",)).text
        except Problems as found:
            assert found.items


@pytest.mark.parametrize("row", some(SOME, 12), ids=lambda row: row.id)
def test_every_line_written_is_one_that_the_language_reads(row: Row) -> None:
    """What a sentence was understood as, and what is offered instead, is settled and said in words."""
    try:
        reading = understood(row.sentence, (row.language,))
    except Problems:
        return
    for line in (reading.text, *reading.offers):
        if line:
            assert adjudicate(line, "", row.language).answers
            assert offered(line, row.language).said != line


SIZED = {
    "en": "my finished city of 5 {} how much",
    "fr": "ma ville finie de 5 {} combien",
    "de": "meine fertige Stadt aus 5 {} wie viel",
}
"""The number belongs to the city, whatever word asks for its points."""


@pytest.mark.parametrize("lang", SIZED)
def test_a_number_behind_its_feature_counts_tiles_whatever_asks_for_points(lang: str) -> None:
    source = Path(__file__).parent.parent / "adjudicator" / "languages" / lang / "talk.toml"
    asking = tomllib.loads(source.read_text(encoding="utf-8"))["cue"]["points"]
    lines = {word: understood(SIZED[lang].format(word), [lang]).text for word in some(asking, 4)}
    # a verb that is a tile's as well has it complete the city: four tiles and the placed one
    lost = [word for word, line in lines.items() if " 5 " not in line and "completes" not in line]
    assert lines and not lost


@pytest.mark.parametrize(
    ("sentence", "people"),
    [
        ("Anna has two knights in a finished city of 4, Tom has one", {"Anna": "blue", "Tom": "green"}),
        ("my knight is in a finished city of 4, my sister has two", {"sister": "blue"}),
        ("mon chevalier est dans une ville finie de 4, Julie en a deux", {"Julie": "blue"}),
        ("red has a knight in a finished city of 4", {}),
    ],
)
def test_a_colour_that_stands_for_somebody_is_told(sentence: str, people: dict[str, str]) -> None:
    told = CliRunner().invoke(main, ["ask", "--format", "json", sentence])
    assert json.loads(told.stdout)["people"] == people
    shown = CliRunner().invoke(main, ["ask", sentence]).stdout
    assert all(name in shown for name in people)
