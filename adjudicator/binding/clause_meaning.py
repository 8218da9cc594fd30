"""One clause to what it says: nouns with their number and adjectives, tile names, names, little words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.binding.tokens import Noun, Said, Token, amount
from adjudicator.binding.word_meaning import Words
from adjudicator.syntax.lexer import Word

if TYPE_CHECKING:
    from adjudicator.binding.meaning import Sayer

_SCOPE = frozenset(("called", "with", "as", "on", "in", "at", "each"))
"""Keywords inside the description of a figure: an adjective behind them still belongs to it."""
LITERAL = {"NUMBER": "number", "COORD": "coord", "TURNED": "turned", "ORDINAL": "ordinal"}


class Clause(Words):
    """Reads one clause from left to right."""

    def __init__(self, sayer: Sayer, words: list[Word], governs: str) -> None:
        super().__init__(sayer, words, governs)
        self.at = 0
        self.out: list[Said] = []
        self.head: int | None = None
        """Where in `out` the figure stands that coming adjectives belong to."""

    def translate(self) -> list[Said]:
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
            if self.governs == "keyword expect" and sayer.of_questions:
                return self.asked(word)
            return sayer.string(word)
        if word.type in LITERAL:
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
        infinitive = role == "verb" and (sayer.infinitive or (self.governs == "keyword expect" and self.and_verb(at)))
        return Token(role, ident, self.agreement(role), infinitive, word.line)

    def asked(self, word: Word) -> Token:
        """The question for a missing fact, taken apart where it is exactly one that the program asks."""
        from adjudicator.binding.missing_facts import asked

        text = self.sayer.original(word)
        found = asked(text, self.sayer.lang)
        if found is None:
            return Token("string", text, line=word.line)
        parts: list[Said] = []
        for place, filling in found.fillings:
            title = self.title(filling) if place == "expansion" else None
            parts += [title] if title is not None else Clause(self.sayer, filling, "").translate()
            parts.append(Token("comma", ""))
        return Token("asks", found.ident, line=word.line, parts=tuple(parts))

    def title(self, filling: list[Word]) -> Token | None:
        """The printed title of an expansion, whose words mean nothing else; None for what is none."""
        try:
            return Token("title", self.sayer.words.expansion(" ".join(one.text for one in filling)))
        except LookupError:
            return None

    def agreement(self, role: str) -> tuple[str, str, int]:
        """The noun that an adjective or "called" agrees with."""
        if role not in ("flag", "keyword"):
            return ("", "", 1)
        if self.head is not None:
            figure = self.out[self.head]
            if isinstance(figure, Noun):
                return (figure.role, figure.ident, _amount(figure.number))
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
            if total := self.total(at):
                at += 2
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
            mine = described and self.form == "game_turn"  # its place follows without a word between
            while at < len(words) and self.adjective(words[at], role == "figure") and (mine or self.noun_free(at)):
                found.append(self.shade(words[at]))
                at += 1
        if count and not total and (total := self.total(at)):
            at += 2
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


def _ordered(adjectives: tuple[Token, ...]) -> tuple[Token, ...]:
    """States before colours, each in the order in which they were written."""
    return tuple(sorted(adjectives, key=lambda one: one.role != "flag"))


def _amount(count: str) -> int:
    return amount(count) if count else 1
