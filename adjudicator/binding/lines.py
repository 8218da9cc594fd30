"""Statements to what they say, in no language: the lines that the formatter prints.

What each word means was settled when it was read (`senses`); here words become nouns with their number and their
adjectives, and everything else stands in its order.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.binding.cell import codes_of
from adjudicator.binding.items import read_things
from adjudicator.binding.repeats import quoted
from adjudicator.binding.senses import Senses
from adjudicator.syntax.document import Document, Statement
from adjudicator.syntax.lexer import OWN, Word
from adjudicator.words.lexicon import Lexicon, fold, lexicon
from adjudicator.words.tokens import Line, Noun, Said, Token, amount

_CLAUSE = frozenset(("ATOM", "NUMBER", "STRING", "COORD", "TURNED"))
_MARKS = {"_COMMA": "comma", "_COLON": "colon", "_EQUALS": "equals", "_BAR": "bar"}
_TYPED = {"KIND": "kind", "COLOUR": "colour", "VERB": "verb", "EFFECT": "effect", "TOPIC": "topic"}
_LITERAL = {"NUMBER": "number", "COORD": "coord", "TURNED": "turned", "ORDINAL": "ordinal"}
_NOUNS = frozenset(("kind", "figure", "unit"))
_SHADES = frozenset(("flag", "colour"))
_SCOPE = frozenset(("called", "with", "as", "on", "in", "at", "each"))
"""Keywords inside the description of a figure: an adjective behind them still belongs to it."""
_LAID = ("row", "tile_at")
"""Forms in which a tile goes by its name alone, were it that of its building."""


def lines_of(document: Document, original: Callable[[Word], str]) -> list[tuple[Statement, list[Line]]]:
    """The lines of each statement; `original` gives what a string holds as it was typed."""
    writer = Lines(document.language, original)
    return [(statement, writer.statement(statement)) for statement in document.statements]


class Lines:
    """Makes the lines of one text, statement by statement in their order."""

    def __init__(self, lang: str, original: Callable[[Word], str]) -> None:
        self.lang = lang
        self.words: Lexicon = lexicon(lang)
        self.original = original
        self.senses = Senses(lang)
        self.form = ""
        self.asks = False
        """Whether an expectation is written, which may quote a question."""
        self.infinitive = False
        self.kind: tuple[str, str, int] = ("", "", 1)
        """The kind of feature that the line is about, for what agrees with it."""

    def statement(self, statement: Statement) -> list[Line]:
        """The lines that `statement` is written in."""
        self.senses.note(statement)
        form, words = statement.form, statement.words
        self.form, self.infinitive, self.asks = form, False, form == "expect"
        if form == "language":
            return [Line(form, [Token("keyword", "language"), Token("text", fold(words[1].text))])]
        if form == "turn":
            cut = next((at for at, word in enumerate(words) if word.type == "_COLON"), len(words))
            lines = [Line(form, self.flat(words[:cut]))]
            return lines if cut == len(words) else [*lines, Line("move_list", self.flat(words[cut + 1 :]))]
        if form == "ask_expecting":
            cut = next(at for at, word in enumerate(words) if word.type == "EXPECT")
            self.form = statement.parts[0].form
            lines = [Line(self.form, self.question(words[:cut]))]
            self.form, self.infinitive, self.asks = "expect", False, True
            return [*lines, Line("expect", self.flat(words[cut:]))]
        if form.startswith("ask_"):
            return [Line(form, self.question(words))]
        if form == "row":
            return [Line(form, self.row(words))]
        if form == "use":
            return [Line(form, self.used(words[0], statement.parts[1]))]
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

    def row(self, words: list[Word]) -> list[Said]:
        """A row of a grid: the word behind a colon is figures, told by their letters."""
        said: list[Said] = []
        start = 0
        for at, word in enumerate(words):
            if word.type == "_COLON":
                said += [*self.flat(words[start:at]), self.in_cell(words[at + 1])]
                start = at + 2
        return [*said, *self.flat(words[start:])]

    def used(self, first: Word, clauses: list[list[Word]]) -> list[Said]:
        """``use`` with its expansions; the title of one may have commas of its own."""
        said: list[Said] = [self.typed(first)]
        for clause in clauses:
            if len(said) > 1:
                said.append(Token("comma", "", line=said[-1].line))
            title = " ".join(word.text for word in clause)
            said.append(Token("expansion", self.words.in_use(title), line=clause[0].line))
        return said

    def in_cell(self, word: Word) -> Token:
        """The figures of a square."""
        codes = codes_of(word.text, self.words)
        return Token("cell", "" if codes else word.text, line=word.line, codes=tuple(codes or ()))

    # ---- a row of words
    def flat(self, words: list[Word]) -> list[Said]:
        """Words of one line: what the parser settled as it is, the clauses between in their place."""
        said: list[Said] = []
        clause: list[Word] = []
        self.kind = ("", "", 1)
        for word in words:
            if word.type in _CLAUSE:
                clause.append(word)
                continue
            if clause:
                said += self.clause(clause)
                clause = []
            if word.type in _MARKS:
                said.append(Token(_MARKS[word.type], "", line=word.line))
                continue
            token = self.typed(word)
            if token.role == "kind":
                self.kind = ("kind", token.value, 1)
                said.append(Noun("kind", token.value, "", "", (), False, word.line))
            else:
                said.append(token)
        return said + self.clause(clause) if clause else said

    def things(self, words: list[Word]) -> list[Said]:
        """Words that make no line of their own: what fills a question, a part of a move."""
        read_things(words, self.lang)
        return self.flat(words)

    def clause(self, words: list[Word]) -> list[Said]:
        """The words of one clause; a player's colour comes before the name."""
        if self.form == "players":
            words = sorted(words, key=lambda word: word.sense is None or word.sense[0] != "colour")
        return _Clause(self, words).written()

    def typed(self, word: Word) -> Token:
        """A word that the parser has settled."""
        if word.type in _LITERAL:
            return self.literal(word)
        if word.type == "STRING":
            return self.string(word)
        role = _TYPED.get(word.type, "keyword")
        if role == "colour":
            return self.colour(word)
        ident = word.id(role) if role != "keyword" else word.type.lower()
        return Token(role, ident or "", line=word.line, infinitive=self.infinitive and role == "verb")

    def literal(self, word: Word) -> Token:
        """A number, a square, a turn."""
        text = word.text
        if word.type == "COORD":
            text = "".join(text.split())
        elif word.type == "TURNED":
            text = f"@{text[1:].strip()}"
        return Token(_LITERAL[word.type], text, line=word.line)

    def string(self, word: Word) -> Token:
        """What stands in quotes."""
        return Token("string", self.original(word), line=word.line)

    def own(self, word: Word) -> Token:
        """A name that somebody gave."""
        return self.string(word) if quoted(word) else Token("own", word.text, line=word.line)

    def colour(self, word: Word) -> Token:
        """A player, by the colour or by the name that stands for it."""
        called = quoted(word) or all(role != "colour" for role, _ in self.words.phrases.get(fold(word.text), ()))
        return self.own(word) if called else Token("colour", word.id("colour") or "", line=word.line)


class _Clause:
    """Writes one clause from left to right."""

    def __init__(self, lines: Lines, words: list[Word]) -> None:
        self.lines = lines
        self.words = words
        self.at = 0
        self.out: list[Said] = []
        self.carried = False
        """Whether what comes next is carried by a figure, behind "with"."""
        self.head: int | None = None
        """Where in `out` the figure stands that coming adjectives belong to."""

    def written(self) -> list[Said]:
        """What the clause says."""
        while self.at < len(self.words):
            noun = self.noun()
            if noun is not None:
                self.out.append(noun)
                continue
            word = self.words[self.at]
            figure = self.out[self.head] if self.head is not None else None
            self.at += 1
            if isinstance(figure, Noun) and self.head is not None and self.shades(self.at - 1):
                self.out[self.head] = figure._replace(adjectives=_ordered((*figure.adjectives, self.shade(word))))
            else:
                self.out.append(self.one(word))
        return self.out

    def role(self, at: int) -> str:
        """What the word at `at` was read as, "" for none."""
        sense = self.words[at].sense if 0 <= at < len(self.words) else None
        return sense[0] if sense is not None else ""

    def says(self, at: int, keyword: str) -> bool:
        """Whether the word at `at` was read as a keyword."""
        return 0 <= at < len(self.words) and self.words[at].sense == ("keyword", keyword)

    def one(self, word: Word) -> Said:
        """The token of a word that is no noun."""
        lines = self.lines
        if word.type == "STRING":
            return lines.string(word)
        if word.type in _LITERAL:
            return lines.literal(word)
        role, ident = word.sense or OWN
        if role == "own":
            return lines.own(word)
        if role == "text":
            return Token("text", word.text, line=word.line)
        if role == "colour":
            return lines.colour(word)
        if role == "keyword":
            if ident == "with":
                self.carried = True
            elif ident not in ("and", "each"):
                self.carried = False
            if ident not in _SCOPE and not (ident == "and" and self.carried):
                self.head = None
        infinitive = role == "verb" and (lines.infinitive or (lines.asks and self.goes_on()))
        return Token(role, ident, self.agreement(role), infinitive, word.line)

    def goes_on(self) -> bool:
        """Whether something stands behind the verb that was taken last: it is a move, and no phase of a turn."""
        return self.at < len(self.words) and not self.says(self.at, "or")

    def agreement(self, role: str) -> tuple[str, str, int]:
        """The noun that an adjective or "called" agrees with."""
        if role not in ("flag", "keyword"):
            return ("", "", 1)
        figure = self.out[self.head] if self.head is not None else None
        if isinstance(figure, Noun):
            return (figure.role, figure.ident, amount(figure.number) if figure.number else 1)
        return self.lines.kind

    # ---- nouns
    def noun(self) -> Noun | None:
        """A number, adjectives and a noun if they come next, in the order of either language."""
        words, at = self.words, self.at
        count = total = ""
        after_any = self.says(at - 1, "any")
        if words[at].type == "NUMBER":
            count, at = words[at].text, at + 1
            if total := self.total(at):
                at += 2
        found: list[Token] = []
        while self.shades(at):
            found.append(self.shade(words[at]))
            at += 1
        if not self.names(at):
            return None
        role, ident = words[at].sense or OWN
        line = words[at].line
        at += 1
        described = role == "figure" and not self.carried and not self.says(self.at - 1, "as")
        if described or role == "kind" or (count and role == "unit" and not self.carried):
            while self.shades(at) and (self.stands_alone(at) or (described and self.lines.form == "game_turn")):
                found.append(self.shade(words[at]))
                at += 1
        if count and not total and (total := self.total(at)):
            at += 2
        self.at = at
        if described:
            self.head = len(self.out)
        return Noun(role, ident, count, total, _ordered(tuple(found)), after_any, line)

    def stands_alone(self, at: int) -> bool:
        """Whether the adjective at `at` is not in front of a noun of its own."""
        while self.shades(at):
            at += 1
        return not self.names(at)

    def names(self, at: int) -> bool:
        """Whether the word at `at` is a noun."""
        role = self.role(at)
        return role in _NOUNS and self.words[at].type == "ATOM" and not (role == "kind" and self.lines.form in _LAID)

    def shades(self, at: int) -> bool:
        """Whether the word at `at` is an adjective."""
        return self.role(at) in _SHADES and self.words[at].type == "ATOM" and self.lines.form != "tile"

    def shade(self, word: Word) -> Token:
        role, ident = word.sense or OWN
        return self.lines.colour(word) if role == "colour" else Token("flag", ident, line=word.line)

    def total(self, at: int) -> str:
        """The number behind "of" at `at`, "" when there is none: ``6 of 9 tiles``."""
        if not self.says(at, "of") or at + 1 >= len(self.words) or self.words[at + 1].type != "NUMBER":
            return ""
        return self.words[at + 1].text


def _ordered(adjectives: tuple[Token, ...]) -> tuple[Token, ...]:
    """States before colours, each in the order in which they were written."""
    return tuple(sorted(adjectives, key=lambda one: one.role != "flag"))
