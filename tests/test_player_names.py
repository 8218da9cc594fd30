"""A player may have any name: it is one where a player may stand, and takes over no other word.

In examples of the reference and scenarios of the corpus one of the players is called like a word of the text, of the
language, a tile, a side, a rule or a feature. The text says what it says with a name that is no word, in its own
language and as the formatter prints it in the others. An ordinary run tries a sample; ``PLAYER_NAMES=1 pytest
tests/test_player_names.py`` tries all texts, ``PLAYER_NAMES_SEED`` says with which names.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from everyday import some
from test_every_word import _PLACES, said, texts

from adjudicator.binding.format import formatted
from adjudicator.errors import Problems
from adjudicator.model.ruling import Answer
from adjudicator.rulebook.loader import rules
from adjudicator.syntax.document import read_document
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import is_word, lexicon

NEUTRAL = "Zorglub"
TILES = ("BA/L", "V", "A", "AM/L", "CCCC", "crfr", "II", "TB/C")
SHARE = 0.012
ASKED = 1 + [name for name in Answer._fields if name not in _PLACES].index("kinds")
"""Fields of an answer in front of those on all that the words of a question may name."""
NAMES = 2
"""Tried on a text."""


class Named(NamedTuple):
    """A text in which a player has a name."""

    name: str
    text: str
    neutral: str
    """The text with a name that is no word."""


def share() -> float:
    return float(os.environ.get("PLAYER_NAMES", SHARE))


def players_in(text: str) -> tuple[str, list[Word]] | None:
    """The text with a line of its players, who have no names, and the words for the first of them; None for a text
    without players, or with names."""
    document = read_document(text)
    if document.problems:
        return None
    coloured = [word for one in document.statements for word in one.words if word.id("colour")]
    if not coloured or any(word.type == "STRING" for word in coloured):
        return None
    lines = [one for one in document.statements if one.form == "players"]
    if any(len(clause) > 1 for one in lines for clause in one.parts[1]):
        return None
    if not lines:
        words = lexicon(document.language)
        order = dict.fromkeys(word.id("colour") or "" for word in coloured)
        told = f"{words.say('keyword', 'players')} {', '.join(words.say('colour', colour) for colour in order)}"
        at = 1 if document.statements[0].form == "language" else 0
        typed = text.splitlines()
        return players_in("\n".join([*typed[:at], told, *typed[at:]]) + "\n")
    first = lines[0].parts[1][0][0].id("colour")
    return text, [word for word in coloured if word.id("colour") == first]


def called(text: str, words: list[Word], name: str, bare: bool, instead: bool) -> str:
    """`text` where the player of these words has a name, without quotes if `bare`, that stands for the colour
    everywhere if `instead`."""
    lines = text.splitlines()
    head = [re.match(r"\s*(?:players|joueurs)\b", line) is not None for line in lines]
    for word in sorted(words, key=lambda word: (word.line, word.column), reverse=True):
        line = lines[word.line - 1]
        before, after = line[: word.column - 1], line[word.end_column - 1 :]
        quoted = name if bare else f'"{name}"'
        if head[word.line - 1]:
            lines[word.line - 1] = f"{before}{word.text} {quoted}{after}"
        elif instead:
            lines[word.line - 1] = f'{before}"{name}"{after}'
    return "\n".join(lines) + "\n"


def names(text: str, chance: random.Random) -> list[str]:
    """Words of all kinds that a player may be called."""
    document = read_document(text)
    own = sorted({word.text for one in document.statements for word in one.words if word.type != "NUMBER"})
    known = sorted(one for one in lexicon(document.language).phrases if not one.startswith("-"))
    every = (
        [one for one in own if re.fullmatch(r"[^\W\d][\w/ -]*", one)],
        [one for one in own if one and not is_word(one) and re.fullmatch(r"[^\W\d][\w/-]*", one)],
        known,
        TILES,
        sorted(lexicon(document.language).sides),
        [rule.id for rule in rules()],
    )
    return [chance.choice(some) for some in chance.sample([some for some in every if some], NAMES)]


def cases(chance: random.Random) -> Iterator[Named]:
    pages = ("language.md", "langage.md")
    for text in texts(pages):
        if chance.random() > share() or (found := players_in(text)) is None:
            continue
        text, words = found
        for name in names(text, chance):
            bare = re.fullmatch(r"[^\W\d_][\w-]*", name) is not None and not is_word(name)
            instead = chance.random() < 0.5
            bare = bare and chance.random() < 0.5
            yield Named(name, called(text, words, name, bare, instead), called(text, words, NEUTRAL, bare, instead))


def renamed(value: object, name: str) -> object:
    """What is said, with the neutral name; what was sorted by names is sorted anew."""
    if isinstance(value, str):
        return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", NEUTRAL, value)
    if isinstance(value, dict):
        return {renamed(key, name): renamed(part, name) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        told = value[:ASKED] if value and value[0] == "Answer" else value
        parts = [renamed(part, name) for part in told]
        return sorted(map(repr, parts)) if all(isinstance(part, str) for part in parts) else parts
    return value


def alike(one: object, other: object, name: str) -> bool:
    """Whether two readings differ in the name only."""
    return renamed(one, name) == renamed(other, name)


def printed(text: str, lang: str) -> str | None:
    try:
        return formatted(text, lang)
    except Problems:
        return None


def test_a_name_takes_over_no_word() -> None:
    chance = random.Random(os.environ.get("PLAYER_NAMES_SEED", "1"))
    tried, wrong = 0, []
    for one in some(cases(chance), 7):
        expected = said(one.neutral)
        if expected is None:
            continue
        tried += 1
        if not alike(said(one.text), expected, one.name):
            wrong.append(f"{one.name}:\n{one.text}")
            continue
        lang = chance.choice(codes())
        neutral = printed(one.neutral, lang)
        if neutral is None:
            continue
        mine = printed(one.text, lang)
        if mine is None or not alike(said(mine), said(neutral), one.name):
            wrong.append(f"{one.name} in {lang}:\n{mine or one.text}")
    print(f"{tried} texts with a name, {len(wrong)} wrong")
    assert not wrong, f"{len(wrong)} of {tried}\n" + "\n\n".join(wrong[:8])
    assert tried


@pytest.mark.parametrize("side", ["N", "E", "S", "W"])
def test_the_letter_of_a_side_names_a_feature_behind_its_kind(side: str) -> None:
    text = f"""road {side}: complete, 3 tiles
  red: meeple
city U: incomplete, 3 tiles
  blue: meeple
field F: touches U, empty
turn blue
  places a tile that completes U, extends F
  puts meeple on F
ask score {side} expect red 3
ask score road {side} expect red 3
ask majority "{side}" expect red
"""
    plain = said(text.replace(f" {side}", " Aire").replace(f'"{side}"', '"Aire"'))
    assert plain is not None
    assert repr(said(text)).replace(f"'{side}'", "'Aire'") == repr(plain)
    for lang in codes():
        told = printed(text, lang)
        assert told is not None
        assert repr(said(told)).replace(f"'{side}'", "'Aire'") == repr(plain)


def test_the_letter_of_a_side_stays_one_on_a_board() -> None:
    board = "board\n  (0,0) D\n  (1,0) V\n"
    assert said(board + "ask tiles city N at (0,0)\n") is not None
    one, other = said(board + "ask tiles road S at (1,0)\n"), said(board + "ask tiles road W at (1,0)\n")
    assert one is not None and renamed(one, NEUTRAL) == renamed(other, NEUTRAL)
    assert said(board + "road S: complete, 3 tiles\nask complete road S at (1,0)\n") is not None
