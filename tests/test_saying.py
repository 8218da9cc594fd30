"""Lines put together of pieces are what the formatter prints, in every language, and are taken apart again."""

from __future__ import annotations

import pytest

from adjudicator import formatted
from adjudicator.model.ruling import Item
from adjudicator.records.pad import read_pad
from adjudicator.words.languages import codes, fallback, language
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech
from adjudicator.words.saying import (
    about,
    apart,
    carrying,
    feature,
    flag,
    joined,
    own,
    player,
    said,
    square,
    string,
    text,
    things,
    tile,
    word,
)
from adjudicator.words.tokens import Said
from adjudicator.words.wording import printer

POSITION = [
    (0, said("players", joined([[player("red"), string("Anna")], [player("blue")]]))),
    (0, said(player("red"), "has", joined([[things("meeple", 3)], [things("point", 12)]]))),
    (0, about(feature("city", "T"), [[flag("incomplete", "kind", "city")], [things("tile", 3)], [things("coat", 1)]])),
    (2, about([player("red")], [[things("meeple", 2)], said(carrying(things("meeple"), ()), "called", own("M"))])),
    (0, about(feature("field", "city"), [said(word("touches", "effect"), own("T"))])),
    (2, about([player("blue")], [[things("meeple")]])),
    (0, said("ask", word("score", "topic"), own("T"))),
]


@pytest.mark.parametrize("lang", codes())
def test_what_is_said_is_as_the_formatter_prints_it(lang: str) -> None:
    """Order, agreement, colons and quotes: the formatter finds nothing to change."""
    lines = [*([(0, said("language", text(lang)))] if lang != fallback() else []), *POSITION]
    written = "".join(f"{' ' * depth}{printer(lang).line(line)}\n" for depth, line in lines)
    assert formatted(written) == written


def test_a_name_that_is_a_word_of_any_language_is_quoted() -> None:
    """A field called "city", "ville" or "my field" would be read otherwise; "Anna" and "1a" would not."""
    for name in ("city", "ville", "Stadt", "N", "my field", "12"):
        assert printer("en").line(feature("field", name)) == f'field "{name}"'
    for name in ("Anna", "1a", "Saint-Denis", "A/1"):
        assert printer("en").line(feature("field", name)) == f"field {name}"


@pytest.mark.parametrize("lang", codes())
def test_what_is_typed_quotes_names_and_a_sentence_does_not(lang: str) -> None:
    """A figure on a city called "city" could not be read again without the quotes."""
    item, says = Item.figure("red", "meeple", "city"), speech(lang)
    assert says.typed(item) == f'{says.item(item).removesuffix("city")}"city"'


@pytest.mark.parametrize("line", [line for _, line in POSITION])
def test_what_is_put_together_is_taken_apart(line: list[Said]) -> None:
    head, clauses = apart(line)
    if clauses and any(one.role == "colon" for one in line):
        assert about(head, clauses) == line


@pytest.mark.parametrize("lang", codes())
def test_claims_of_a_pad_have_the_colon_of_their_language(lang: str) -> None:
    words, says = lexicon(lang), speech(lang)
    heads = ",".join([says.label("turn"), says.label("player"), says.label("points"), words.say("colour", "red")])
    read = read_pad(f"{heads}\n1,{words.say('colour', 'red')},4,4\n", "Pad")
    assert f"1{language(lang).colon}{words.say('colour', 'red')} 4" in read


def test_tiles_and_squares() -> None:
    assert printer("en").line(said(square(0, -1), tile("V", 1), "with", things("meeple"))) == "(0,-1) V@90 with meeple"
