"""The cheat sheet and the descriptions of `settle` and `check`: what an assistant reads before it writes a position.

Every line of the sheet settles, in each language alike, with the answers of ``sheet.toml``. Together the three show
every word and every kind of statement that the scenarios use often.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from everyday import DAY, some

from adjudicator import adjudicate
from adjudicator.assistants import answers, resources
from adjudicator.errors import Problems
from adjudicator.model.ruling import Outcome
from adjudicator.syntax.document import read_document
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, fallback, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

ROOT = Path(__file__).parent.parent
OFTEN = 10
"""How often the scenarios use what has to be taught."""
ANSWERS: list[list[str]] = tomllib.loads((ROOT / "tests" / "sheet.toml").read_text("utf-8"))["answers"]
LONGEST = 7_500
"""Signs of the sheet in the language of fallback: two pages."""
LONGEST_ELSEWHERE = 8_600
"""Signs of the sheet in languages whose words are longer."""
ROLES = ("keyword", "kind", "figure", "unit", "flag", "symbol", "verb", "effect", "topic", "colour", "side", "name")
NOT_READ = ("language", "expect", "because", "scenario", "source", "like")
"""Statements that a text of one line does without, or that only `check` needs."""
DESCRIBED = ("settle", "check")
"""The tools whose descriptions teach the language."""
LONGEST_PHRASE = 5


@cache
def sheets() -> dict[str, str]:
    """The cheat sheet of every language that has one."""
    return {one.lang: one.text() for one in resources.documents() if one.name == "cheat-sheet"}


def spans(lang: str) -> list[str]:
    return re.findall(r"`([^`]+)`", sheets()[lang].partition("\n**")[2])


def texts(lang: str) -> list[str]:
    """The lines of a sheet that are whole texts."""
    return [span for span in spans(lang) if "; " in span]


def asked(text: str) -> list[str]:
    """The statements of a text; a `;` parts them."""
    return text.split("; ")


@cache
def answered(lang: str, number: int) -> Outcome:
    return adjudicate(texts(lang)[number], lang=lang)


def test_who_has_a_sheet() -> None:
    assert set(sheets()) == {lang for lang in codes() if language(lang).documents}
    assert fallback() in sheets()
    assert len({len(texts(lang)) for lang in sheets()}) == 1
    assert len(ANSWERS) == len(texts(fallback()))
    for lang, sheet in sheets().items():
        assert len(sheet) < (LONGEST if lang == fallback() else LONGEST_ELSEWHERE), lang


@pytest.mark.parametrize("number", range(len(ANSWERS)))
def test_a_line_is_answered(number: int) -> None:
    ask = f"{lexicon(fallback()).say('keyword', 'ask')} "
    statements, expected = asked(texts(fallback())[number]), iter(ANSWERS[number])
    for at, one in enumerate(statements):
        if one.startswith(ask):
            statements[at] = f"{one.partition(' expect ')[0]} expect {next(expected)}"
    assert list(expected) == []
    outcome = adjudicate("; ".join(statements))
    assert not outcome.problems
    missed = [(one.ask, wish.text, wish.given) for one in outcome.answers for wish in one.expected if not wish.met]
    assert missed == []


@pytest.mark.parametrize("lang", sheets())
@pytest.mark.parametrize("number", range(len(ANSWERS)))
def test_a_line_settles_alike_in_every_language(lang: str, number: int) -> None:
    def gist(outcome: Outcome) -> list[object]:
        rulings = [one.ruling for one in outcome.answers]
        return [(one.verdict, dict(one.points), len(one.options), one.settled_by) for one in rulings]

    outcome = answered(lang, number)
    assert not outcome.problems
    assert not any(one.ruling.missing for one in outcome.answers)
    assert all(one.met is not False for one in outcome.answers)
    assert gist(outcome) == gist(answered(fallback(), number))


@pytest.mark.parametrize("lang", sheets())
def test_what_is_no_line_is_a_word(lang: str) -> None:
    for span in spans(lang):
        assert "; " in span or fold(span) in lexicon(lang).phrases, span


@pytest.mark.parametrize("lang", sheets())
def test_what_the_description_of_check_expects_is_read(lang: str) -> None:
    said, words = speech(lang), lexicon(lang)
    expect, turn = words.say("keyword", "expect"), texts(lang)[1]
    spelt = [one for one in re.findall(r"`([^`]+)`", said.phrase("assistant", "check")) if one.startswith(expect)]
    assert len(spelt) > 10
    for one in spelt:
        assert not adjudicate(f"{turn} {one}", lang=lang).problems, one


STRANGE = {"en": "pawns crest bog", "fr": "pions côte chevaliers", "de": "Männchen Lehen Ritters"}
"""Words that are none of the language, some of them near to one."""


def garbled(lang: str, number: int) -> str:
    """A line of the sheet with one word gone, doubled, misspelt, or another in its place."""
    rows, chance = texts(lang)[number].split(" "), Random(f"{lang} {number} {DAY}")
    at = chance.randrange(len(rows))
    word, strange = rows[at], STRANGE.get(lang, STRANGE[fallback()]).split()
    rows[at] = chance.choice([word[:-2] + word[-1:], f"{word} {chance.choice(strange)}", chance.choice(strange), ""])
    return " ".join(row for row in rows if row)


@pytest.mark.parametrize("lang", sheets())
def test_what_is_offered_can_be_read(lang: str) -> None:
    for number in some(range(len(texts(lang))), 7):
        for problem in answers.settled(garbled(lang, number), lang, "short").record.get("problems", ()):
            for line in problem.get("right", ()):
                assert not adjudicate(line, lang=lang).problems, line


OFFERED = [
    ("road R: complete; red: 2 meeples with 1 ghost; ask majority R", [
        "road R: complete; red: 2 meeples with 1 ghost each; ask majority R",
        "road R: complete; red: 1 meeple, 1 meeple with 1 ghost; ask majority R",
    ]),
    ("road R: complete; red: 2 pawns; ask majority R", [
        "road R: complete; red: 2 meeples; ask majority R",
    ]),
    ("players N, S; city T: complete, 2 tiles; N: meeple; ask score T", [
        'players red "N", blue "S"; city T: complete, 2 tiles; N: meeple; ask score T',
    ]),
    ("hole H: open; turn red; ask may red place abbey in H", [
        "hole H: not enclosed; turn red; ask may red place abbey in H",
    ]),
    ("ville T : complète, 3 tuiles, côte à côte; rouge : meeple; demande score T", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "right"), OFFERED)
def test_what_is_offered(text: str, right: list[str]) -> None:
    problem = answers.settled(text, "", "short").record["problems"][0]
    assert problem.get("right", []) == right
    for line in right:
        assert not adjudicate(line).problems


class Read(NamedTuple):
    """A scenario file."""

    text: str
    language: str
    forms: tuple[str, ...]
    """The kinds of its statements."""


@cache
def corpus() -> list[Read]:
    found = []
    for path in sorted((ROOT / "scenarios").rglob("*.carc")):
        text = path.read_text("utf-8")
        document = read_document(text)
        found.append(Read(text, document.language, tuple(one.form for one in document.statements)))
    return found


def phrases(text: str) -> Counter[str]:
    """How often each row of one to `LONGEST_PHRASE` words stands in a text, side by side."""
    rows = [re.findall(r"[\w'-]+", row) for row in re.split(r"[\n:;,`|.()]", fold(text))]
    return Counter(
        " ".join(row[at : at + length])
        for row in rows
        for length in range(1, LONGEST_PHRASE + 1)
        for at in range(len(row) - length + 1)
    )


def teaching(lang: str) -> list[str]:
    return [sheets()[lang], *(speech(lang).phrase("assistant", one) for one in DESCRIBED)]


@pytest.mark.long
@pytest.mark.parametrize("lang", [code for code in codes() if "reference" in language(code).documents])
def test_every_word_that_scenarios_use_often_is_taught(lang: str) -> None:
    words, taught = lexicon(lang), phrases("\n".join(teaching(lang)))
    texts = [re.sub(r'#.*|"[^"]*"', "", one.text) for one in corpus() if one.language == lang]
    used = phrases("\n".join(texts))
    assert len(used) > 1_000

    lacking = []
    for role in ROLES:
        for ident in vocabulary().ids(role):
            if words.has(role, ident):
                spellings = {fold(one) for one in words.spellings(role, ident) or [words.say(role, ident)]}
                times = sum(used[one] for one in spellings)
                if times >= OFTEN and not any(taught[one] for one in spellings):
                    lacking.append((role, ident, times))
    assert lacking == []


def forms(text: str) -> list[str]:
    return [one.form for one in read_document(text).statements]


@pytest.mark.long
def test_every_kind_of_statement_that_scenarios_use_often_is_taught() -> None:
    used = Counter(form for one in corpus() for form in one.forms)
    taught = {form for text in texts(fallback()) for form in forms(text)}
    for piece in re.split(r"[`|\n]", speech(fallback()).phrase("assistant", "settle")):
        with suppress(Problems):
            taught.update(forms(piece.strip()))
    assert len(used) > 30
    assert {form for form, times in used.items() if times >= OFTEN and form not in NOT_READ} - taught == set()
