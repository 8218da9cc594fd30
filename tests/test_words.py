"""The words of both languages: complete, without clashes, read widely and printed well."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adjudicator import store
from adjudicator.faults import Broken
from adjudicator.words import gather as gathering
from adjudicator.words import phrases as sentences
from adjudicator.words import slips
from adjudicator.words.fold import pieces
from adjudicator.words.gather import NOUNS
from adjudicator.words.lexicon import Lexicon, fold, lexicon
from adjudicator.words.vocabulary import sources, vocabulary

EN, FR = lexicon("en"), lexicon("fr")
WORDS = vocabulary()
BOTH = pytest.mark.parametrize("words", (EN, FR), ids=("en", "fr"))

SHAPES = {"ATOM", "NUMBER", "STRING", "COORD", "TURNED", "ORDINAL"}
"""Terminals that are no words."""
BY_ROLE = {"KIND", "COLOUR", "VERB", "EFFECT", "TOPIC"}
"""Terminals whose words come from the expansions."""


def file(folder: Path, text: str, name: str = "keywords.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def word(role: str, ident: str, en: list[str], fr: list[str], more: str = "") -> str:
    return f'[[word]]\nrole = "{role}"\nid = "{ident}"\nen = {en}\nfr = {fr}\n{more}\n'


# ---- the data


@BOTH
def test_one_spelling_means_one_thing_in_a_role(words: Lexicon) -> None:
    twice = {
        spelling: roles
        for spelling, meanings in words.phrases.items()
        if (roles := [role for role, n in Counter(role for role, _ in meanings).items() if n > 1 and role != "keyword"])
    }
    assert not twice


def test_keywords_share_a_spelling_only_where_the_place_tells_them_apart() -> None:
    def shared(words: Lexicon) -> dict[str, tuple[str, ...]]:
        ids = {s: tuple(i for role, i in meanings if role == "keyword") for s, meanings in words.phrases.items()}
        return {spelling: two for spelling, two in ids.items() if len(two) > 1}

    assert shared(EN) == {}
    assert shared(FR) == {
        "comme": ("as", "like"),
        "de": ("from", "of"),
        "nomme": ("called", "named"),
        "ou": ("or", "where"),
        "sur": ("on", "of"),
    }


@BOTH
def test_every_word_has_a_spelling(words: Lexicon) -> None:
    for role in gathering.ROLES:
        assert WORDS.ids(role)
        for ident in WORDS.ids(role):
            assert words.say(role, ident)
    for ident in WORDS.expansions():
        assert words.expansion_title(ident)


def test_every_word_of_the_grammar_is_a_keyword() -> None:
    grammar = (store.grammar_folder() / "scenario.lark").read_text(encoding="utf-8")
    code = "\n".join(line for line in grammar.splitlines() if not line.startswith(("//", "%")))
    terminals = set(re.findall(r"\b[A-Z][A-Z_]+\b", code)) - SHAPES - BY_ROLE
    assert len(terminals) > 30
    missing = sorted(terminal for terminal in terminals if not EN.has("keyword", terminal.lower()))
    assert not missing, f"add them to grammar/keywords.toml: {missing}"


def test_no_article_is_a_word() -> None:
    # The reader drops articles before a noun; only `6 tuiles des 9` has one before a number.
    assert not {"the", "a", "an"} & set(EN.phrases)
    assert {"le", "la", "l'", "les", "un", "une", "des", "du", "ne", "n'"} & set(FR.phrases) == {"des"}


@BOTH
def test_every_word_is_read_as_it_is_printed(words: Lexicon) -> None:
    for role in gathering.ROLES:
        for ident in WORDS.ids(role):
            for said in {words.say(role, ident, n, gender) for n in (0, 1, 2) for gender in ("", "m", "f")}:
                if role == "side":
                    assert words.sides[said] == ident
                else:
                    assert (role, ident) in words.phrases[fold(said)]


@BOTH
def test_phrases_are_found_by_their_first_word(words: Lexicon) -> None:
    for spelling in words.phrases:
        parts = pieces(spelling, words.language.elided)
        assert words.starts[parts[0]] >= len(parts)
        assert re.sub(r"' ", "'", " ".join(parts)) == spelling


def test_every_expansion_folder_says_its_name() -> None:
    folders = {path.parent.name for path in sources()[1:]}
    assert folders == {ident.replace("-", "_") for ident in WORDS.expansions()}
    for ident in WORDS.expansions():
        for words in (EN, FR):
            assert words.expansion(ident) == words.expansion(words.expansion_word(ident)) == ident
            assert words.expansion_title(ident)


def test_what_the_data_says_of_pieces() -> None:
    assert set(WORDS.always()) == {"base", "abbot"}
    assert WORDS.supply("meeple") == 7
    assert WORDS.supply("guard") == 5
    assert WORDS.supply("dragon") == 0
    assert WORDS.kind_traits("monastery") == ("completable", "monastic", "building")
    assert "meeple" in WORDS.figure_traits("wagon")
    assert "meeple" not in WORDS.figure_traits("barn")
    assert WORDS.owner("figure", "wagon") == "abbey-and-mayor"
    assert WORDS.owner("keyword", "near") == ""
    assert WORDS.codes("base") == ("BA",)


# ---- reading


@pytest.mark.parametrize(
    ("typed", "folded"),
    (
        ("Évaluée", "evaluee"),
        ("CHÂTEAU  hanté ", "chateau hante"),
        ("pre\u0301", "pre"),
        ("l’un de", "l'un de"),
        ("Œuvre", "oeuvre"),
        ("City", "city"),
    ),
)
def test_accents_capitals_and_apostrophes_do_not_matter(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize(
    ("words", "spelling", "meaning"),
    (
        (EN, "farm", ("kind", "field")),
        (EN, "takes back", ("verb", "takes-back")),
        (EN, "that fits nowhere", ("keyword", "fits_nowhere")),
        (EN, "haunted castle", ("kind", "haunted-castle")),
        (EN, "castle", ("kind", "castle")),
        (FR, "abbaye", ("kind", "monastery")),
        (FR, "monastère", ("kind", "abbey")),
        (FR, "forteresse", ("kind", "castle")),
        (FR, "tour", ("kind", "tower")),
        (FR, "au tour d'", ("keyword", "turn")),
        (FR, "près de l'", ("keyword", "near")),
        (FR, "la défausse", ("verb", "discards")),
        (FR, "meeple fantôme", ("figure", "phantom")),
        (FR, "fantômes", ("unit", "ghost")),
        (FR, "bleues", ("colour", "blue")),
        (FR, "complète", ("flag", "complete")),
        (FR, "complète", ("effect", "completes")),
        (FR, "complète", ("topic", "complete")),
    ),
)
def test_spellings(words: Lexicon, spelling: str, meaning: tuple[str, str]) -> None:
    assert meaning in words.phrases[fold(spelling)]


def test_sides_are_capitals_only() -> None:
    assert EN.sides["WL"] == FR.sides["OG"] == FR.sides["WL"] == "WL"
    assert FR.sides["NO"] == "NW"
    assert "O" not in EN.sides
    assert "n" not in EN.sides


def test_a_misspelt_word_finds_its_neighbours() -> None:
    assert EN.nearest("montastery", ("kind",))[0] == "monastery"
    assert EN.nearest("scenaro", ("keyword",))[0] == "scenario"
    assert FR.nearest("chato hante", ("kind",))[0] == "château hanté"
    assert FR.nearest("auberge-et-catedrales", ("expansion",)) == ("auberges-et-cathédrales",)
    assert EN.nearest("wagno", ("colour",)) == ()
    assert EN.nearest("x" * 100_000, ("kind",)) == ()


def test_the_likest_word_comes_alone() -> None:
    assert EN.nearest("citi", ("kind", "keyword")) == ("city",)
    assert EN.nearest("scor", ("topic", "keyword"), ("may", "must")) == ("score",)
    assert FR.nearest("complette", ("flag",)) == ("complète",)
    assert FR.nearest("vile", ("kind", "colour")) == ("ville",)


def test_slips_of_the_finger() -> None:
    assert slips.slips("", "abc") == 3
    assert slips.slips("raod", "road") == 1
    assert slips.slips("meple", "meeple") == 1
    assert slips.slips("city", "city") == 0
    assert slips.slips("kitten", "sitting") == 3


def test_words_of_the_table_lead_to_those_of_the_language() -> None:
    assert EN.nearest("knights", ("figure",)) == ("meeple",)
    assert FR.nearest("fermée", ("flag",)) == ("complète",)
    assert EN.nearest("three", ("unit",)) == ("3",)
    assert EN.nearest("three", ("kind",)) == ()
    assert EN.words_for("open", ("flag", "unit")) == ("incomplete", "not enclosed")
    assert EN.words_for("meeple", ("figure",)) == ()


@BOTH
def test_every_word_that_is_offered_is_one(words: Lexicon) -> None:
    for said, offered in slips.hints(words.lang).items():
        for word in offered:
            assert word.isdigit() or fold(word) in words.phrases, (said, word)
            meant = set(words.phrases.get(fold(word), ()))
            assert not meant & set(words.phrases.get(said, ())), f"{said} is read as {word} already"


def test_unknown_words_are_lookup_errors() -> None:
    for call in (
        lambda: EN.say("kind", "castel"),
        lambda: EN.expansion("taverns"),
        lambda: EN.expansion_title("taverns"),
        lambda: WORDS.supply("horse"),
        lambda: lexicon("qq"),
        lambda: sentences.phrase("en", "fact", "there-is-none"),
        lambda: sentences.phrase("qq", "fact", "there-is-none"),
    ):
        with pytest.raises(LookupError):
            call()
    assert WORDS.ids("rank") == ()
    assert not EN.has("kind", "castel")


# ---- printing


@pytest.mark.parametrize(
    ("n", "en", "fr"),
    ((0, "cities", "ville"), (1, "city", "ville"), (2, "cities", "villes"), (-1, "city", "ville")),
)
def test_number(n: int, en: str, fr: str) -> None:
    assert EN.say("kind", "city", n) == en
    assert FR.say("kind", "city", n) == fr


def test_french_adjectives_agree() -> None:
    assert FR.say("colour", "blue", 1, FR.gender("figure", "guard")) == "bleue"
    assert FR.say("colour", "blue", 2, "f") == "bleues"
    assert FR.say("flag", "protected", 2, "m") == "protégés"
    assert FR.say("keyword", "called", 1, "f") == "nommée"
    assert EN.say("colour", "blue", 2, "f") == "blue"


def test_verbs_have_an_infinitive() -> None:
    assert (EN.say("verb", "takes-back"), EN.infinitive("verb", "takes-back")) == ("takes back", "take back")
    assert (FR.say("verb", "puts"), FR.infinitive("verb", "puts")) == ("pose", "poser")
    assert FR.infinitive("effect", "completes") == "compléter"


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.parent.name)
def test_french_nouns_have_a_gender(path: Path) -> None:
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("word", [])
    assert not [entry["id"] for entry in entries if entry["role"] in NOUNS and "gender" not in entry]


# ---- bad data


@pytest.mark.parametrize(
    ("text", "reason"),
    (
        (word("unit", "x", ["x", "xs"], ["x", "x"]) * 2, "there already"),
        (word("unit", "x", ["x", "xs"], ["x", "x"]) + word("unit", "y", ["y", "X"], ["y", "y"]), "means both"),
        (word("unit", "x", ["x"], ["x", "x"]), "2 forms in en"),
        (word("thing", "x", ["x"], ["x"]), "no role"),
        (word("side", "N", ["N"], ["N"]) + word("side", "S", ["N"], ["S"]), "means N already"),
    ),
)
def test_a_wrong_word_is_told(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.warns(Broken, match=reason):
        gathering.gather("en", [file(tmp_path, text)])


@pytest.mark.parametrize(
    ("text", "reason"),
    (
        (word("unit", "x", ["x", "xs"], []), "2 forms in fr"),
        (word("flag", "x", ["x"], ["x", "xe"]), "4 forms in fr"),
        (word("unit", "x", ["x", "xs"], ["x", "x"], 'gender.fr = "n"'), "gender"),
    ),
)
def test_a_wrong_french_word_is_borrowed(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.warns(Broken, match=reason):
        found = gathering.gather("fr", [file(tmp_path, text)])
    assert [*found["words"]] == found["borrowed"]


def test_wrong_expansions_are_told(tmp_path: Path) -> None:
    def told(ident: str, more: str = 'fr = ["deux"]') -> str:
        return f'[expansion]\nid = "{ident}"\nen = ["two"]\n{more}\ntitle.en = "Two"\ntitle.fr = "Deux"\n'

    files = [file(tmp_path, told(ident), f"{ident}/words.toml") for ident in ("one", "two")]
    with pytest.warns(Broken, match="means one already"):
        gathering.gather("en", files)
    with pytest.warns(Broken, match="another name"):
        gathering.gather("en", [file(tmp_path, told("three"), "four/words.toml")])
    with pytest.warns(Broken, match="en is missing"):
        gathering.gather("fr", [file(tmp_path, told("five").replace("en = ", "de = "), "five/words.toml")])


# ---- phrases


def test_phrases_need_the_fallback(tmp_path: Path) -> None:
    good = file(tmp_path, '[fact.leads]\nen = "{player} leads"\nfr = "{player} mène"\n', "good.toml")
    assert sentences.gather("fr", [good]) == {"fact.leads": "{player} mène"}
    with pytest.warns(Broken, match="needs a sentence in en"):
        assert sentences.gather("en", [file(tmp_path, '[fact.leads]\nfr = "mène"\n', "half.toml")]) == {
            "fact.leads": "[fact.leads]"
        }
    with pytest.warns(Broken, match="there already"):
        assert sentences.gather("en", [good, good]) == {"fact.leads": "{player} leads"}


def test_both_languages_fill_the_same_places() -> None:
    def places(sentence: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", sentence))

    english: dict[str, Any] = sentences.phrases("en")
    french = sentences.phrases("fr")
    assert english.keys() == french.keys()
    differ = [key for key, sentence in english.items() if places(sentence) != places(french[key])]
    assert not differ
