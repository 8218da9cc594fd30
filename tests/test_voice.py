"""What is printed is said as people say it: no word in a sense that only the code has, in any language.

Rule texts have a list of their own: "hold the majority" is right there.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from corpus import FILES, invariant, settled
from everyday import DAY

from adjudicator.model.ruling import BOUND
from adjudicator.report import settle
from adjudicator.rulebook.loader import ids, text
from adjudicator.words.languages import codes
from adjudicator.words.phrases import phrases
from adjudicator.words.say import speech

pytestmark = pytest.mark.source

PACKAGE = Path(__file__).parent.parent / "adjudicator"
NEW = 12
"""So many rules may be too new for a German text."""
GERMAN = sorted((PACKAGE / "languages" / "de").rglob("rules.toml"))

BANNED: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"\bsuppos", "assume"),
        (r"\bparted\b|\bparts (?:by|from)\b|\blies? apart\b", "separate"),
        (r"\bbelow nothing\b", "a number cannot be negative here"),
        (r"\bbreaks? off\b", "end"),
        (r"\bstands? over\b", "replace"),
        (r"\b(?:topics?|clauses?|findings?|readings?)\b", "no word of the code"),
        (r"\bsettles? nothing\b", "apply"),
        (r"\b(?:is|are|be|been|those|were|was) told\b|\btold (?:by|in|as|with)\b", "describe, show or say"),
        (r"\bdoes .* say here\b|\bnot say enough\b", "I don't understand ...; which ...?"),
        (r"\b(?:rules?|placing|scorings?|that|claims?) holds?\b", "apply"),
        (r"\bthe \w+ of \{player\}(?!,|'s)", "{player}'s ..."),
        (r"^whose is\b", "whose ...?"),
        (r"\bsomebody else's\b", "another's"),
    ),
    "fr": (
        (r"ne décide de rien", "s'appliquer"),
        (r"moins que rien", "un nombre négatif n'a pas de sens ici"),
        (r"que dit ici\b", "je ne comprends pas ..."),
        (r"n'y est derrière", "personne ne devance ..."),
        (r"\blectures?\b(?!$)|\bconstat", "pas de mot du code"),
        (r"vérifié par la révolte", "touché par la révolte"),
    ),
    "de": (
        (r"verrät nicht", "Eine Frage vorab: ..."),
        (r"nichts entscheidet", "gelten"),
        (r"weniger als nichts", "eine negative Zahl ergibt hier keinen Sinn"),
        (r"\bzu einem \w+ kann kein", "... bekommt keinen ..."),
        (r"\bLesart|\bKlausel|\bFeststellung", "kein Wort aus dem Code"),
        (r"\bsagt hier\b", "hat hier keine Bedeutung"),
    ),
}
RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"\bsuppos", "assume"),
        (r"\bparted\b|\bparts from\b", "separate"),
        (r"\bbelow nothing\b|\bbreaks? off\b|\bsettles? nothing\b", "as people say it"),
        (r"\bstands? over\b", "replace"),
        (r"\b(?:topics?|clauses?|findings?|readings?)\b", "interpretation, or no word of the code"),
        (r"^[A-Z]{4,}\b", "no word in capitals"),
    ),
    "fr": (
        (r"\blectures?\b", "interprétation"),
        (r"joueurs? vérifiés?\b|vérifié par\b", "touché par la révolte"),
        (r"moins que rien|ne décide de rien", "comme on le dit"),
        (r"^[A-ZÉÈÀ]{4,}\b", "pas de mot en capitales"),
    ),
    "de": (
        (r"\bLesart|\bKlausel|\bFeststellung", "Auslegung"),
        (r"\bzu einem \w+ kann kein", "... bekommt keinen ..."),
        (r"nichts entscheidet|weniger als nichts", "wie man es sagt"),
        (r"^[A-ZÄÖÜ]{4,}\b", "kein Wort in Großbuchstaben"),
    ),
}
"""The list for texts of rules: "hold the majority" is right there."""
PLACE = re.compile(r"\{(?!player\})\w*\}")


def boxes() -> list[str]:
    """The folders of expansions that have rules."""
    return sorted(file.parent.name for file in (PACKAGE / "expansions").glob("*/rules.toml"))


def test_german_has_the_rules_of_every_box() -> None:
    """A rule may be new; that a box as a whole is left in English is not."""
    texts = {ident: text for file in GERMAN for ident, text in tomllib.loads(file.read_text(encoding="utf-8")).items()}
    lacking: dict[str, list[str]] = {}
    for box in boxes():
        rules = tomllib.loads((PACKAGE / "expansions" / box / "rules.toml").read_text(encoding="utf-8"))["rule"]
        said = [(one["en"], texts[one["id"]]) for one in rules if one["id"] in texts]
        if len(said) < len(rules):
            lacking[box] = [one["id"] for one in rules if one["id"] not in texts]
        english, german = (sum(map(len, side)) for side in zip(*said, strict=True))
        assert german <= 1.3 * english, f"{box}: German is not as short as English"
    complete = [box for box in boxes() if box not in lacking]
    assert sum(map(len, lacking.values())) <= NEW, f"complete: {complete}; lacking German texts: {lacking}"


def unsaid(lang: str, text: str, banned: dict[str, tuple[tuple[str, str], ...]] = BANNED) -> list[str]:
    """What of `text` is said nowhere but here, each with what to say instead; names of places do not count."""
    plain, case = PLACE.sub("...", text), re.I if banned is BANNED else re.NOFLAG
    return [f"{found[0]}: say {better}" for shape, better in banned[lang] if (found := re.search(shape, plain, case))]


@pytest.mark.parametrize("lang", RULES)
def test_texts_of_rules_are_said_as_people_say_them(lang: str) -> None:
    wrong = {ident: found for ident in ids() if (found := unsaid(lang, text(ident, lang), RULES))}
    assert not wrong


@invariant(6)
def what_is_printed_is_said_as_people_say_it(path: Path) -> None:
    """Everything but the texts of rules, in one language a day."""
    lang = [*BANNED][(FILES.index(path) // 6 + DAY) % len(BANNED)]
    says = speech(lang)
    for answer in settled(path).answers:
        told = settle.card(answer, says)
        said = [told.answer, *told.outcomes, *told.why, told.assumed, *told.editions, told.warning, *told.facts]
        for one in said:
            assert not unsaid(lang, one) and BOUND not in one, (answer.ask, one)


def test_every_language_that_lacks_nothing_has_a_list() -> None:
    assert set(BANNED) <= set(codes())


@pytest.mark.parametrize("lang", BANNED)
def test_phrases_are_said_as_people_say_them(lang: str) -> None:
    wrong = {
        key: found
        for key, text in phrases(lang).items()
        if key != "label.import-doing"
        if (found := unsaid(lang, text))
    }
    assert not wrong


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Supposed - T: 0 coats"),
        ("en", "the mayor of {player} on {feature} counts 0"),
        ("en", "{count} is below nothing"),
        ("en", "what does {word} say here?"),
        ("en", "other rules hold for the mayor"),
        ("fr", "ce qui ne décide de rien ici : 9"),
        ("fr", "{count} est moins que rien"),
        ("de", "zu einem Wächter kann kein Geist"),
        ("de", "nach der einen Lesart"),
    ],
)
def test_what_is_banned_is_found(lang: str, text: str) -> None:
    assert unsaid(lang, text)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "{player} holds this gift unopened"),
        ("en", "it is not the turn of {player}, who places the tile"),
        ("en", "{topic}: {answer}"),
        ("fr", "on lit la ligne"),
        ("de", "{number} weitere Regeln gelten"),
    ],
)
def test_what_is_said_is_not(lang: str, text: str) -> None:
    assert not unsaid(lang, text)
