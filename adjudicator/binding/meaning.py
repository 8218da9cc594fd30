"""What a statement says, word by word, in no language: what the formatter prints again and compares.

A word of a text may mean several things; the parser settles some of it, the place among the other words the rest.
The order of a `Noun` and of a question is left to the language that it is printed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Union

from adjudicator.syntax.document import Document, Statement
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import Lexicon, fold, lexicon

INNER = frozenset(
    [
        "at",
        "on",
        "in",
        "to",
        "for",
        "by",
        "as",
        "and",
        "or",
        "of",
        "from",
        "with",
        "called",
        "each",
        "nothing",
        "any",
        "aside",
        "not",
        "a_tile",
        "fits_nowhere",
        "points_nowhere",
        "open_only_to",
        "nothing_named",
        "yes",
        "no",
        "none",
        "nobody",
        "exactly",
        "including",
        "one_of",
        "in_order",
        "open",
        "disputed",
        "asks",
        "over",
        "under",
        "tile",
        "corner",
        "edition",
        "rule",
    ]
)
"""Keywords that are read inside a clause."""
_ORDER = (
    "keyword", "colour", "side", "kind", "figure", "unit", "flag", "effect", "topic", "symbol", "name", "verb",
)  # fmt: skip
_CLAUSE = frozenset(("ATOM", "NUMBER", "STRING", "COORD", "TURNED"))
_SCOPE = frozenset(("called", "with", "as", "on", "in", "at", "each"))
"""Keywords inside the description of a figure: an adjective behind them still belongs to it."""
_MARKS = {"_COMMA": "comma", "_COLON": "colon", "_EQUALS": "equals", "_BAR": "bar"}
_TYPED = {"KIND": "kind", "COLOUR": "colour", "VERB": "verb", "EFFECT": "effect", "TOPIC": "topic"}
_LITERAL = {"NUMBER": "number", "COORD": "coord", "TURNED": "turned", "ORDINAL": "ordinal"}


class Token(NamedTuple):
    """One word: its role and id, or what is written as it stands."""

    role: str
    """A role of the lexicon, a mark, or ``number``, ``coord``, ``turned``, ``ordinal``, ``string`` (quoted), ``own``
    (a name that someone gave), ``text`` (never changed: tile names, ids), ``expansion``, ``asks`` (a known question)."""
    value: str
    like: tuple[str, str, int] = ("", "", 1)
    """The noun it agrees with, as (role, id, number)."""
    infinitive: bool = False
    line: int = 0
    parts: tuple[Token | Noun, ...] = ()
    """For ``asks``: what fills the question."""


class Noun(NamedTuple):
    """A noun with its number and adjectives: ``2 protected red meeples``, ``6 of 9 tiles``."""

    role: str
    ident: str
    count: str
    total: str
    adjectives: tuple[Token, ...]
    several: bool
    """Whether it is plural without a number, as after "any"."""
    line: int = 0


Said = Union[Token, Noun]


class Line(NamedTuple):
    """One line of the formatted text: a statement, or part of one that is written in several."""

    form: str
    said: list[Said]


def lines_of(document: Document, original: Callable[[Word], str]) -> list[tuple[Statement, list[Line]]]:
    """The lines of each statement; `original` gives what a string holds as it was typed."""
    reader = _Sayer(document, original)
    return [(statement, reader.statement(statement)) for statement in document.statements]


def bare(lines: list[tuple[Statement, list[Line]]]) -> list[tuple[object, ...]]:
    """The lines for comparing: no places in the text, quotes of a name left aside."""
    return [(line.form, *map(_bare, line.said)) for _, each in lines for line in each if line.form != "language"]


def _bare(said: Said) -> tuple[object, ...]:
    if isinstance(said, Noun):
        return (*said[:4], tuple(map(_bare, said.adjectives)), said.several)
    role = "own" if said.role == "string" else said.role
    return (role, said.value, said.like, said.infinitive, *map(_bare, said.parts))


class _Sayer:
    """Reads the statements of one document."""

    def __init__(self, document: Document, original: Callable[[Word], str]) -> None:
        self.lang = document.language
        self.words: Lexicon = lexicon(document.language)
        self.original = original
        self.in_play: set[str] = {"", *self.words.always()}
        self.areas: set[str] = set()
        self.form = ""
        self.kind: tuple[str, str, int] = ("", "", 1)
        self.infinitive = False
        for statement in document.statements:
            if statement.form == "use":
                self.in_play.update(self.words.expansion(_joined(clause)) for clause in statement.parts[1])
            elif statement.form == "feature" and isinstance(statement.parts[-1], list) and len(statement.words) > 1:
                if (area := statement.words[1].id("name")) is not None:
                    self.areas.add(area)

    def statement(self, statement: Statement) -> list[Line]:
        """The lines that `statement` is written in."""
        form, words = statement.form, statement.words
        self.form = form
        self.infinitive = False
        if form == "language":
            return [Line(form, [Token("keyword", "language"), Token("text", fold(words[1].text))])]
        if form == "turn":
            cut = next((at for at, word in enumerate(words) if word.type == "_COLON"), len(words))
            lines = [Line(form, self.flat(words[:cut]))]
            self.form = "move_list"
            return lines if cut == len(words) else [*lines, Line("move_list", self.flat(words[cut + 1 :]))]
        if form == "ask_expecting":
            cut = next(at for at, word in enumerate(words) if word.type == "EXPECT")
            self.form = statement.parts[0].form
            lines = [Line(self.form, self.question(words[:cut]))]
            self.form, self.infinitive = "expect", False
            return [*lines, Line("expect", self.flat(words[cut:]))]
        if form.startswith("ask_"):
            return [Line(form, self.question(words))]
        return [Line(form, self.flat(words))]

    def question(self, words: list[Word]) -> list[Said]:
        """``ask may red put ...``: whoever may comes first, then what; the order is the printer's."""
        if self.form == "ask_topic":
            return self.flat(words)
        at = next(at for at, word in enumerate(words) if word.type == "COLOUR")
        self.infinitive = True
        modal = "must" if self.form == "ask_must" else "may"
        rest = at + 1 + (words[at + 1].type in ("MAY", "MUST"))
        asked = [Token("keyword", "ask"), Token("keyword", modal), self.typed(words[at])]
        if self.form in ("ask_where", "ask_which"):
            asked.insert(1, Token("keyword", self.form[4:]))
        return [*asked, *self.flat(words[rest:])]

    # ---- a row of words
    def flat(self, words: list[Word]) -> list[Said]:
        """Words of one line: what the parser settled as it is, the clauses between read in their place."""
        said: list[Said] = []
        clause: list[Word] = []
        governs, first = "", True
        self.kind = ("", "", 1)
        for word in words:
            if word.type in _CLAUSE:
                clause.append(word)
                continue
            if clause:
                said += self.clause(clause, governs, first)
                clause, first = [], False
            if word.type in _MARKS:
                said.append(Token(_MARKS[word.type], "", line=word.line))
                first = first and word.type == "_COMMA"
                continue
            token = self.typed(word)
            if token.role == "kind":
                self.kind = ("kind", token.value, 1)
                said.append(Noun("kind", token.value, "", "", (), False, word.line))
            else:
                said.append(token)
            if token.role in ("verb", "effect", "topic", "keyword"):
                governs = f"{token.role} {token.value}"
        if clause:
            said += self.clause(clause, governs, first)
        return said

    def typed(self, word: Word) -> Token:
        """A word that the parser has settled."""
        if word.type in _LITERAL:
            return self.literal(word)
        if word.type == "STRING":
            return Token("string", self.original(word), line=word.line)
        role = _TYPED.get(word.type, "keyword")
        if role == "colour" and self.player(word):
            return Token("own", word.text, line=word.line) if not self.quoted(word) else self.string(word)
        ident = word.id(role) if role != "keyword" else word.type.lower()
        return Token(role, ident or "", line=word.line, infinitive=self.infinitive and role == "verb")

    def literal(self, word: Word) -> Token:
        text = word.text
        if word.type == "COORD":
            text = "".join(text.split())
        elif word.type == "TURNED":
            text = f"@{text[1:].strip()}"
        return Token(_LITERAL[word.type], text, line=word.line)

    def string(self, word: Word) -> Token:
        return Token("string", self.original(word), line=word.line)

    def own(self, word: Word) -> Token:
        return self.string(word) if self.quoted(word) else Token("own", word.text, line=word.line)

    def quoted(self, word: Word) -> bool:
        return word.end_column - word.column == len(word.text) + 2

    def player(self, word: Word) -> bool:
        """Whether a word is a colour only because a player was given that name."""
        if self.quoted(word):
            return True
        return all(role != "colour" for role, _ in self.words.phrases.get(fold(word.text), ()))

    # ---- a clause
    def clause(self, words: list[Word], governs: str, first: bool) -> list[Said]:
        form = self.form
        if governs == "keyword because":
            return [self.either(word, ("over", "and")) for word in words]
        if form == "use":
            return [Token("expansion", self.words.expansion(_joined(words)), line=words[0].line)]
        if form in ("edition", "switch", "tile_set") or (form == "tile" and first):
            return [self.verbatim(word) for word in words]
        if form == "players":
            return [
                self.typed(words[0]) if not words[0].id("colour") else self.colour(words[0]),
                *map(self.own, words[1:]),
            ]
        cut = next((at for at, word in enumerate(words) if word.id("keyword") == "under"), len(words))
        if cut < len(words) and governs == "keyword expect":
            before = _Clause(self, words[: cut + 1], governs, first).said()
            return [*before, *(self.either(word, ("edition", "rule")) for word in words[cut + 1 :])]
        if form in ("row", "tile_at"):
            return [self.either(word, ("tile",)) for word in words]
        if form == "feature" and first and len(words) == 1:
            return [self.called(words[0])]
        if form == "named" and first and len(words) == 1:
            return [self.own(words[0])]
        return _Clause(self, words, governs, first).said()

    def colour(self, word: Word) -> Token:
        if self.player(word):
            return self.own(word)
        return Token("colour", word.id("colour") or "", line=word.line)

    def called(self, word: Word) -> Token:
        name = word.id("name")
        return Token("name", name, line=word.line) if name and not self.quoted(word) else self.own(word)

    def either(self, word: Word, keywords: Sequence[str]) -> Token:
        """One of the `keywords`, anything else as it stands."""
        known = word.id("keyword")
        return Token("keyword", known, line=word.line) if known in keywords else self.verbatim(word)

    def verbatim(self, word: Word) -> Token:
        if word.type == "STRING":
            return self.string(word)
        return self.literal(word) if word.type in _LITERAL else Token("text", word.text, line=word.line)


def _joined(words: list[Word]) -> str:
    return " ".join(word.text for word in words)


class _Clause:
    """Reads one clause from left to right."""

    def __init__(self, sayer: _Sayer, words: list[Word], governs: str, first: bool) -> None:
        self.sayer = sayer
        self.form = sayer.form
        self.words = words
        self.governs = governs
        self.first = first
        self.at = 0
        self.out: list[Said] = []
        self.head: int | None = None
        """Where in `out` the figure stands that coming adjectives belong to."""
        self.carried = False

    def said(self) -> list[Said]:
        while self.at < len(self.words):
            self.step()
        return self.out

    def step(self) -> None:
        word = self.words[self.at]
        if (taken := self.noun()) is not None:
            self.out.append(taken)
            return
        if self.head is not None and self.adjective(word, True):
            figure = self.out[self.head]
            if isinstance(figure, Noun):
                added = self.shade(word)
                self.out[self.head] = figure._replace(adjectives=_ordered((*figure.adjectives, added)))
                self.at += 1
                return
        self.at += 1
        self.out.append(self.one(word))

    def one(self, word: Word) -> Said:
        """The token of a word that is no noun."""
        sayer, at = self.sayer, self.at - 1
        before = self.words[at - 1] if at else None
        if before is not None and before.id("keyword") == "called" and word.type in ("ATOM", "STRING"):
            return sayer.own(word)
        if word.type == "STRING":
            if self.governs == "keyword expect" and self.out and self.out[-1][:2] == ("keyword", "asks"):
                return self.asked(word)
            return sayer.string(word)
        if word.type in _LITERAL:
            return sayer.literal(word)
        if self.tile(at):
            return Token("text", word.text, line=word.line)
        role, ident = self.meaning(at)
        if not role:
            return Token("own", word.text, line=word.line)
        if role == "colour" and sayer.player(word):
            return sayer.own(word)
        if role == "keyword":
            if ident == "with":
                self.carried = True
            elif ident not in ("and", "each"):
                self.carried = False
            if ident not in _SCOPE and not (ident == "and" and self.carried):
                self.head = None
        infinitive = role == "verb" and (sayer.infinitive or self.governs == "keyword expect")
        return Token(role, ident, self.agreement(role), infinitive, word.line)

    def asked(self, word: Word) -> Token:
        """The question for a missing fact, taken apart where it is exactly one that the program asks."""
        from adjudicator.binding.missing_facts import asked

        text = self.sayer.original(word)
        found = asked(text, self.sayer.lang)
        if found is None:
            return Token("string", text, line=word.line)
        parts: list[Said] = []
        for _, filling in found.fillings:
            parts += _Clause(self.sayer, filling, "", False).said()
            parts.append(Token("comma", ""))
        return Token("asks", found.ident, line=word.line, parts=tuple(parts))

    def agreement(self, role: str) -> tuple[str, str, int]:
        """The noun that an adjective or "called" agrees with."""
        if role not in ("flag", "keyword"):
            return ("", "", 1)
        if self.head is not None:
            figure = self.out[self.head]
            if isinstance(figure, Noun):
                return (figure.role, figure.ident, _number(figure.count))
        return self.sayer.kind

    # ---- nouns
    def noun(self) -> Noun | None:
        """A number, adjectives and a noun if they come next, in the order of either language."""
        words, at = self.words, self.at
        count = total = ""
        after_any = at > 0 and words[at - 1].id("keyword") == "any"
        if self.is_name(at):
            return None
        if words[at].type == "NUMBER":
            count, at = words[at].text, at + 1
            if _is_total(words, at):
                total, at = words[at + 1].text, at + 2
        found: list[Token] = []
        while at < len(words) and self.adjective(words[at], False):
            found.append(self.shade(words[at]))
            at += 1
        role, ident = self.noun_at(at, bool(count))
        if not role:
            return None
        line = words[at].line
        at += 1
        described = role == "figure" and not self.carried and not self.behind_as()
        if self.form != "tile" and (described or role == "kind" or (count and role == "unit" and not self.carried)):
            while at < len(words) and self.adjective(words[at], role == "figure") and self.noun_free(at):
                found.append(self.shade(words[at]))
                at += 1
        if count and not total and _is_total(words, at):
            total, at = words[at + 1].text, at + 2
        self.at = at
        if described:
            self.head = len(self.out)
        return Noun(role, ident, count, total, _ordered(tuple(found)), after_any, line)

    def behind_as(self) -> bool:
        return self.at > 0 and self.words[self.at - 1].id("keyword") == "as"

    def is_name(self, at: int) -> bool:
        return at > 0 and self.words[at - 1].id("keyword") == "called"

    def noun_free(self, at: int) -> bool:
        """Whether the adjective at `at` is not in front of a noun of its own."""
        while at < len(self.words) and self.adjective(self.words[at], False):
            at += 1
        return not self.noun_at(at, False)[0]

    def noun_at(self, at: int, counted: bool) -> tuple[str, str]:
        if at >= len(self.words) or self.words[at].type != "ATOM" or self.tile(at):
            return ("", "")
        role, ident = self.meaning(at, counted)
        return (role, ident) if role in ("kind", "figure", "unit") else ("", "")

    def adjective(self, word: Word, figure: bool) -> bool:
        if word.type not in ("ATOM", "STRING") or self.form == "tile":
            return False
        if word.type == "STRING":
            return False
        flag = word.id("flag")
        if flag and figure and word.id("topic") == flag == "complete":
            return False
        return bool(flag or word.id("colour"))

    def shade(self, word: Word) -> Token:
        if word.id("colour"):
            return self.sayer.colour(word)
        return Token("flag", word.id("flag") or "", line=word.line)

    # ---- what a word means here
    def tile(self, at: int) -> bool:
        """Whether the word at `at` names a tile."""
        words = self.words
        word = words[at]
        if word.type != "ATOM":
            return False
        after = words[at + 1] if at + 1 < len(words) else None
        if after is not None and after.type == "TURNED":
            return True
        before = words[at - 1] if at else None
        inner = word.id("keyword") in INNER
        if before is not None and before.id("keyword") == "tile" and not inner:
            return at < 2 or words[at - 2].type != "NUMBER"
        if self.form == "tile":
            return before is not None and before.text.lower() == "letter"
        if self.form == "game_turn":
            squares = [i for i, one in enumerate(words) if one.type == "COORD"]
            return bool(squares) and at < squares[0] and word.id("keyword") not in ("at", "tile")
        if inner:
            return False
        placed = after is not None and (
            after.type == "COORD"
            or (after.id("keyword") == "at" and at + 2 < len(words) and words[at + 2].type == "COORD")
        )
        heads = (at == 0 and self.governs in ("verb places", "verb draws")) or self.and_verb(
            at - 1, ("places", "draws")
        )
        heads = heads or (at == 0 and self.governs == "topic placements")
        if heads:
            return placed or not any(role in ("kind", "unit", "name", "figure", "flag") for role, _ in word.roles)
        if placed and self.governs == "keyword expect" and not word.id("kind"):
            return before is None or (
                before.type == "ATOM" and before.id("keyword") in ("or", "exactly", "including", "one_of", "in_order")
            )
        return False

    def and_verb(self, at: int, verbs: tuple[str, ...] = ()) -> bool:
        """Whether the word at `at` is a further verb: ``unwrap gift and place abbey``; or the verb of an answer."""
        if at < 0 or self.words[at].type != "ATOM":
            return False
        verb = self.words[at].id("verb")
        if verb is None or (verbs and verb not in verbs):
            return False
        before = self.words[at - 1] if at else None
        if self.governs.startswith("verb"):
            return before is not None and before.id("keyword") == "and"
        if self.governs == "keyword expect":
            opens = before is None or before.id("keyword") in (
                "or",
                "exactly",
                "including",
                "one_of",
                "in_order",
                "open",
            )
            return opens and at + 1 < len(self.words) and self.words[at + 1].id("keyword") != "or"
        return False

    def meaning(self, at: int, counted: bool = False) -> tuple[str, str]:
        """Role and id of the word at `at`, ("", "") for a name."""
        words = self.words
        word = words[at]
        after = words[at + 1] if at + 1 < len(words) else None
        known: dict[str, str] = {}
        for role, ident in word.roles:
            if role != "keyword" or ident in INNER:
                known.setdefault(role, ident)
        if not known:
            return ("", "")
        if len(known) == 1 and known.get("keyword") not in ("on", "of"):
            return next(iter(known.items()))
        if self.and_verb(at):
            return ("verb", known["verb"])
        if known.get("keyword") in ("on", "of"):
            amount = after is not None and (after.type == "NUMBER" or after.id("colour") is not None)
            both = {ident for role, ident in word.roles if role == "keyword"} >= {"on", "of"}
            return ("keyword", ("of" if amount else "on") if both else known["keyword"])
        if "keyword" in known and known["keyword"] == "tile" and "unit" in known:
            named = after is not None and after.type == "ATOM" and not after.id("keyword") and not counted
            return ("keyword", "tile") if named else ("unit", known["unit"])
        name = known.get("name")
        before = words[at - 1] if at else None
        if name and (name in self.sayer.areas or (before is not None and before.id("kind") == "area")):
            return ("name", name)
        figure = known.get("figure")
        if figure and len(known) > 1:
            foreign = self.sayer.words.owner("figure", figure) not in self.sayer.in_play and "unit" not in known
            if foreign or (("unit" in known) and (self.form == "stock" or self.carried)):
                del known["figure"]
        for role in _ORDER:
            if role in known:
                return (role, known[role])
        return ("", "")


def _is_total(words: list[Word], at: int) -> bool:
    if at + 1 >= len(words) or words[at + 1].type != "NUMBER":
        return False
    return any(meaning == ("keyword", "of") for meaning in words[at].roles)


def _ordered(adjectives: tuple[Token, ...]) -> tuple[Token, ...]:
    """States before colours, each in the order in which they were written."""
    return tuple(sorted(adjectives, key=lambda one: one.role != "flag"))


def _number(count: str) -> int:
    return int(count) if count else 1
