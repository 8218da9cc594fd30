"""Text to rows of words: one scan for the shapes, the lexicon for what the words mean.

A word keeps every meaning it may have; which terminal of the grammar it is gets settled only when the
parser asks, by what the parser can accept there. So `complete` is a state in ``city T: complete`` and a
topic in ``ask complete T`` without a line of grammar about it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Any

from adjudicator.errors import Problem
from adjudicator.limits import spend
from adjudicator.model.span import Span
from adjudicator.words.languages import elided
from adjudicator.words.lexicon import MIXED, NAME, Lexicon, fold
from adjudicator.words.vocabulary import vocabulary

_SCAN = re.compile(
    rf"""[ \t\f\v]*+(?:
    (?P<word>{NAME}'?)
    |(?P<newline>\n)
    |(?P<mark>[,:=|.&])
    |(?P<number>-?\d+(?![\w/.-]|\.\w))
    |(?P<coord>\([ ]*-?\d+[ ]*,[ ]*-?\d+[ ]*\))
    |(?P<string>"[^"\n]*")
    |(?P<single>'[^'"\n;]+'(?!\w))
    |(?P<turned>@[ ]?-?\d+)
    |(?P<ordinal>\d+\.(?=\s|$))
    |(?P<comment>\#[^\n]*)
    |(?P<semicolon>;)
    |(?P<mixed>{MIXED})
    |(?P<other>.)
    |\Z)""",
    re.VERBOSE,
)

_MARKS = {",": "_COMMA", ":": "_COLON", "=": "_EQUALS", "|": "_BAR", ".": "ATOM", "&": "ATOM"}
_TERMINALS = {"kind": "KIND", "colour": "COLOUR", "verb": "VERB", "effect": "EFFECT", "topic": "TOPIC"}
_ADJECTIVES = frozenset(("colour", "flag"))
_BEFORE_NAME = frozenset(("on", "in", "at", "to", "tile", "called", "as"))
"""Keywords behind which a name is that of a feature, a tile or a figure."""
_NAMING = frozenset(("tile", "set", "use", "edition", "rule", "named", "like"))
"""Keywords at the beginning of a line that names something else than players."""
_LINKS = frozenset(("near", "around", "same_tile"))
"""Keywords of lines that list what lies together."""
_LAYING = frozenset(("places", "draws"))
"""Verbs behind which a tile is named."""
_OF_TILES = frozenset(("placements",))
"""Topics behind which a tile is named."""
_BEFORE_BOTH = frozenset(("from", "of", "and", "over"))
"""Keywords behind which a feature may be named, or a player."""
_BEFORE_SIDE = ("side", "flag", "name", "symbol", "unit")
"""Roles of the words that a side of a tile is told behind: ``mist E W``."""
HUGE = 10**18
"""What every longer number is read as: too large for any count or place, and cheap to compare."""

Meanings = tuple[tuple[str, str], ...]

OWN = ("own", "")
"""What a name is read as that somebody gave."""
TEXT = ("text", "")
"""What a word is read as that is the same in every language: the name of a tile, the id of a rule."""
MEASURE = ("measure", "")
"""What a number, a square or a turn is read as."""


class Word:
    """One word, phrase, number, string, place or mark of a text, with all it may mean."""

    __slots__ = ("column", "end_column", "line", "roles", "sense", "terminals", "text", "type", "value")

    start_pos = end_pos = None  # Lark borrows these from the last token at the end of a row

    def __init__(
        self, type_: str, text: str, line: int, column: int, end_column: int, value: Any = None, roles: Meanings = ()
    ) -> None:
        self.type = type_
        """Terminal of the grammar; settled when the parser takes the word."""
        self.text = text
        """As written; without its quotes for a string."""
        self.line = line
        self.column = column
        self.end_column = end_column
        self.value = value
        """A number, the (x, y) of a place, the degrees of a ``@90``."""
        self.roles = roles
        """Meanings in the lexicon: pairs (role, id)."""
        self.terminals: tuple[str, ...] = ()
        """Structural terminals it may be."""
        self.sense: tuple[str, str] | None = None
        """What it was last read as: one of its `roles`, else `OWN`, `TEXT` or `MEASURE`; None while nobody has."""

    @property
    def end_line(self) -> int:
        return self.line

    @property
    def number(self) -> int | None:
        """The value of a number, None for anything else."""
        return self.value if self.type == "NUMBER" else None

    @property
    def span(self) -> Span:
        """Where the word stands."""
        return Span(self.line, self.column, self.end_column)

    def id(self, role: str) -> str | None:
        """The id this word has in `role`, None when it cannot be read so."""
        for name, ident in self.roles:
            if name == role:
                return ident
        return None

    def __repr__(self) -> str:
        return f"{self.type}:{self.text}"


class Row:
    """One statement: its words, the comments on its lines, and how it stood in the text."""

    __slots__ = ("asking", "comments", "joined", "line", "strange", "unclosed", "words")

    def __init__(self, line: int, joined: bool) -> None:
        self.line = line
        self.joined = joined
        """Whether it followed a ``;`` on the line of the row before."""
        self.unclosed = False
        """Whether a quote is opened in it and never closed."""
        self.asking: Problem | None = None
        """Its first question mark, which is wrong where nothing is asked."""
        self.strange: tuple[int, int] | None = None
        """Line and column of the first sign in it that has no meaning."""
        self.words: list[Word] = []
        self.comments: list[str] = []


def scan(text: str) -> tuple[list[Row], list[Problem]]:
    """All rows of a cleaned `text`, empty lines included, and the signs that belong to no word.

    A row ends at a line end or ``;``; a line end behind a comma goes on with the list.
    """
    rows: list[Row] = []
    problems: list[Problem] = []
    line, start, taken = 1, 0, 0
    last_line = text.count("\n") + 1
    row = Row(1, False)
    for match in _SCAN.finditer(text):
        group = match.lastgroup
        if group is None:
            continue
        first, last = match.span(group)
        if first < taken:
            continue
        if group == "newline":
            spend(line)
            line, start = line + 1, last
            if not (row.words and row.words[-1].type == "_COMMA"):
                rows.append(row)
                row = Row(line, False)
            continue
        piece = text[first:last]
        column, end = first - start + 1, last - start + 1
        if group == "word":
            if piece[-1] == "'" and fold(piece) not in elided():
                problems.append(Problem("strange-sign", Span(line, end - 1, end), {"sign": "'"}))
                piece, end = piece[:-1], end - 1
            row.words.append(Word("ATOM", piece, line, column, end))
        elif group == "mark":
            row.words.append(Word(_MARKS[piece], piece, line, column, end))
        elif group == "number":
            row.words.append(Word("NUMBER", piece, line, column, end, _integer(piece)))
        elif group == "coord":
            x, y = piece[1:-1].split(",")
            row.words.append(Word("COORD", piece, line, column, end, (_integer(x), _integer(y))))
        elif group == "string" or group == "single":
            if not piece[1:-1].strip():
                problems.append(Problem("empty-quotes", Span(line, column, end)))
            row.words.append(Word("STRING", piece[1:-1], line, column, end))
        elif group == "turned":
            row.words.append(Word("TURNED", piece, line, column, end, _integer(piece[1:])))
        elif group == "ordinal":
            row.words.append(Word("ORDINAL", piece, line, column, end, _integer(piece[:-1])))
        elif group == "mixed":
            row.words.append(Word("ATOM", piece, line, column, end))
        elif group == "comment":
            row.comments.append(piece)
        elif group == "semicolon":
            spend(line)
            rows.append(row)
            row = Row(line, True)
        elif piece == '"':
            problems.append(Problem("unclosed-quote", Span(line, column, end), {"sign": piece}))
            taken = text.index("\n", last) if last_line > line else len(text)
            rest = text[last:taken].rstrip()  # what follows on the line is read as the text in quotes
            row.words.append(Word("STRING", rest, line, column, end + len(rest)))
            row.unclosed = True
        elif piece == "?":
            row.asking = row.asking or Problem("strange-sign", Span(line, column, end), {"sign": piece})
        else:
            problems.append(Problem("strange-sign", Span(line, column, end), {"sign": piece}))
            row.strange = row.strange or (line, column)
    rows.append(row)
    return rows, problems


def understand(row: Row, lexicon: Lexicon, players: dict[str, str], features: Collection[str] = ()) -> list[Word]:
    """The words of `row` with their meanings: phrases joined, articles dropped.

    `players` gives the colour behind each declared player name (folded); `features` are the names of features
    (folded) so far, which may be the same.
    """
    swallowed = lexicon.language.articles
    starts, phrases, sides = lexicon.starts, lexicon.phrases, lexicon.sides
    words = row.words
    result: list[Word] = []
    at, count = 0, len(words)
    while at < count:
        word = words[at]
        if word.type != "ATOM":
            if word.type == "STRING" and players and (colour := players.get(fold(word.text))):
                if not _names_another(result, words, at, lexicon, features):
                    word.roles, word.terminals = (("colour", colour),), ("COLOUR", "STRING")
            result.append(word)
            at += 1
            continue
        folded = fold(word.text)
        side = sides.get(word.text)
        if side is not None and _names_feature(result, words, at, lexicon, features):
            result.append(word)
            at += 1
            continue
        if side is not None and folded in players and _who_acts(result):
            word.roles, word.terminals = (("colour", players[folded]),), ("COLOUR",)
            result.append(word)
            at += 1
            continue
        if side is not None and not (at + 1 < count and words[at + 1].type == "TURNED"):
            word.roles = (("side", side), *phrases.get(folded, ()))
            result.append(word)
            at += 1
            continue
        longest = 0 if len(word.text) == 1 and word.text.isupper() else starts.get(folded, 0)
        taken, meanings = 1, None
        if longest > 1:
            taken, meanings = _phrase(words, at, folded, longest, phrases)
        elif longest:
            meanings = phrases.get(folded)
        if (
            meanings is None
            and players
            and folded in players
            and not _names_another(result, words, at, lexicon, features)
        ):
            meanings = (("colour", players[folded]),)
        if taken == 1 and folded in swallowed and at + 1 < count and fold(words[at + 1].text) != folded:
            if _noun_follows(words, at + 1, lexicon) or _tile_follows(result, words[at + 1], phrases):
                at += 1
                continue
        if taken > 1:
            last = words[at + taken - 1]
            text = " ".join(w.text for w in words[at : at + taken]).replace("' ", "'")
            word = Word("ATOM", text, word.line, word.column, last.end_column)
        if meanings:
            word.roles = meanings = _standing(meanings)
            word.terminals = _terminals(meanings)
        result.append(word)
        at += taken
    return result


@cache
def _standing(meanings: Meanings) -> Meanings:
    """`meanings`, and that of a meeple for what it is called where it stands, such as ``knight``."""
    called = any(role == "name" and stands_on(ident) for role, ident in meanings)
    return (*meanings, ("figure", "meeple")) if called else meanings


@cache
def stands_on(name: str) -> frozenset[str]:
    """The kinds of features, or the traits of such, on which a meeple goes by this fixed name; none for other names."""
    traits = vocabulary().traits("name", name) if name else ()
    return frozenset(one.removeprefix("on-") for one in traits if one.startswith("on-"))


@cache
def _terminals(meanings: Meanings) -> tuple[str, ...]:
    """What a word with these meanings may be in the grammar."""
    return tuple([_TERMINALS.get(role) or (ident.upper() if role == "keyword" else "ATOM") for role, ident in meanings])


def _names_another(before: list[Word], words: list[Word], at: int, lexicon: Lexicon, features: Collection[str]) -> bool:
    """Whether the name of a player at `at` stands where no player may, or is that of one of the `features`, where both
    may stand; `before` are the words in front of it with their meanings."""
    after = words[at + 1] if at + 1 < len(words) else None
    if after is not None and after.type == "ATOM" and at + 2 < len(words) and "at" in _keywords(after, lexicon):
        after = words[at + 2]
    if after is not None and after.type in ("COORD", "TURNED"):
        return True  # a tile and its square
    if not before:
        return False
    first, last, known = before[0], before[-1], fold(words[at].text) in features
    if first.type == "COORD" and len(before) == 1:
        return after is None or after.type != "_COLON"
    if first.type == "_BAR" or (first.id("keyword") in _NAMING and last is first):
        return True
    if last.id("kind") and not last.id("figure"):
        return True
    if first.id("kind") and any(word.type == "_COLON" for word in before):
        return True  # what a feature touches, or is open to
    figure = _figure_follows(words, at + 1, lexicon)
    if last.id("keyword") in _BEFORE_NAME:
        return not figure
    if figure:
        return False
    if first.id("keyword") in _LINKS and (last is first or any(word.type == "_COLON" for word in before)):
        return True
    if last.id("verb") in _LAYING or last.id("effect"):
        return True
    topic = before[1].id("topic") if len(before) > 1 and first.id("keyword") == "ask" else None
    if topic is not None and not any(word.id("keyword") == "expect" for word in before):
        return topic in _OF_TILES or (known and not _of_player(topic))
    return known and (last.id("keyword") in _BEFORE_BOTH or first.id("effect") is not None)


def _keywords(word: Word, lexicon: Lexicon) -> set[str]:
    return {ident for role, ident in lexicon.phrases.get(fold(word.text), ()) if role == "keyword"}


def _of_player(topic: str) -> bool:
    """Whether a player is asked about, and no feature."""
    forms = "".join(vocabulary().forms("topic", topic))
    return "player}" in forms and "place}" not in forms


def _names_feature(before: list[Word], words: list[Word], at: int, lexicon: Lexicon, features: Collection[str]) -> bool:
    """Whether the letters of a side at `at` are the name of a feature: where one is declared, and afterwards where no
    side of a tile may stand."""
    after = words[at + 1] if at + 1 < len(words) else None
    if after is not None and after.type == "ATOM" and at + 2 < len(words) and "at" in _keywords(after, lexicon):
        after = words[at + 2]
    if not before or (after is not None and after.type in ("COORD", "TURNED")):
        return False
    if len(before) == 1 and after is not None:
        if after.type == "_COLON" and before[0].id("kind"):
            return True
        if after.type == "_EQUALS" and before[0].id("keyword") == "named":
            return True
    last = before[-1]
    return fold(words[at].text) in features and (
        last.id("topic") is not None or not any(last.id(role) for role in _BEFORE_SIDE)
    )


def _who_acts(before: list[Word]) -> bool:
    """Whether only a player may stand behind these words: at the beginning of a line, ``turn``, ``may``, ``expect``."""
    return not before or before[-1].id("keyword") in ("turn", "may", "must", "expect")


def _figure_follows(words: list[Word], at: int, lexicon: Lexicon) -> bool:
    """Whether a figure is named at `at`, perhaps behind adjectives: ``wagon``, ``protected meeple``."""
    while at < len(words) and words[at].type == "ATOM":
        folded = fold(words[at].text)
        taken, meanings = _phrase(words, at, folded, max(lexicon.starts.get(folded, 1), 1), lexicon.phrases)
        roles = {role for role, _ in meanings or ()}
        if "figure" in roles:
            return True
        if roles.isdisjoint(_ADJECTIVES):
            return False
        at += taken
    return False


def misled(row: Row, span: Span) -> bool:
    """Whether what is wrong at `span` may be so only because of a strange sign before it in the same statement."""
    return row.strange is not None and row.strange <= (span.line, span.column)


def colour_of(clause: list[Word]) -> Word | None:
    """The word of a player's clause, ``red "Anna"`` or ``Anna red``, that is the colour; a name in quotes is none."""
    coloured = [word for word in clause if word.id("colour")]
    plain = [word for word in coloured if word.end_column - word.column == len(word.text)]
    return next(iter(plain or coloured), None)


def _phrase(
    words: list[Word], at: int, first: str, longest: int, phrases: dict[str, Meanings]
) -> tuple[int, Meanings | None]:
    """How many words from `at` make the longest known phrase, and what it means."""
    keys = [first]
    for word in words[at + 1 : at + longest]:
        if word.type != "ATOM":
            break
        keys.append(keys[-1] + ("" if keys[-1].endswith("'") else " ") + fold(word.text))
    for taken in range(len(keys), 0, -1):
        meanings = phrases.get(keys[taken - 1])
        if meanings is not None:
            return taken, meanings
    return 1, None


def _tile_follows(before: list[Word], word: Word, phrases: dict[str, Meanings]) -> bool:
    """Whether `word` may be the name of a tile, behind what is done with tiles: ``draws a V``."""
    return bool(before) and "VERB" in before[-1].terminals and word.type == "ATOM" and fold(word.text) not in phrases


def _noun_follows(words: list[Word], at: int, lexicon: Lexicon) -> bool:
    """Whether a noun stands at `at`, perhaps behind adjectives: ``the blue wagon``; or a colour alone: ``the red``."""
    coloured = False
    while at < len(words) and words[at].type == "ATOM":
        folded = fold(words[at].text)
        taken, meanings = _phrase(words, at, folded, max(lexicon.starts.get(folded, 1), 1), lexicon.phrases)
        roles = {role for role, _ in meanings or ()}
        if not roles.isdisjoint(lexicon.language.articles_before):
            return True
        if roles.isdisjoint(_ADJECTIVES):
            return coloured
        coloured = coloured or "colour" in roles
        at += taken
    return coloured


def _integer(digits: str) -> int:
    digits = digits.strip()
    if len(digits) < 18:
        return int(digits)
    return -HUGE if digits[0] == "-" else HUGE
