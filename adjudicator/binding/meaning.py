"""Statements to what they say, in no language: the lines that the formatter prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.binding.cell import codes_of
from adjudicator.binding.clause_meaning import LITERAL, Clause
from adjudicator.binding.tokens import Line, Noun, Said, Token
from adjudicator.syntax.document import Document, Statement
from adjudicator.syntax.lexer import Word, colour_of
from adjudicator.words.lexicon import Lexicon, fold, lexicon
from adjudicator.words.vocabulary import vocabulary

_CLAUSE = frozenset(("ATOM", "NUMBER", "STRING", "COORD", "TURNED"))
_OF_FACTS = ("fact", "unmet", "without")
"""Keywords behind which the ids of sentences stand, which are the same in every language."""
_MARKS = {"_COMMA": "comma", "_COLON": "colon", "_EQUALS": "equals", "_BAR": "bar"}
_TYPED = {"KIND": "kind", "COLOUR": "colour", "VERB": "verb", "EFFECT": "effect", "TOPIC": "topic"}


def lines_of(document: Document, original: Callable[[Word], str]) -> list[tuple[Statement, list[Line]]]:
    """The lines of each statement; `original` gives what a string holds as it was typed."""
    reader = Sayer(document, original)
    return [(statement, reader.statement(statement)) for statement in document.statements]


class Sayer:
    """Reads the statements of one document."""

    def __init__(self, document: Document, original: Callable[[Word], str]) -> None:
        self.lang = document.language
        self.words: Lexicon = lexicon(document.language)
        self.original = original
        self.in_play: set[str] = {"", *vocabulary().always()}
        self.areas: dict[str, set[str]] = {}
        """Places that the text declares, each with the spellings used there."""
        self.tiles: set[str] = set()
        """Names of the tiles that the text defines."""
        self.form = ""
        self.kind: tuple[str, str, int] = ("", "", 1)
        self.infinitive = False
        self.topic = ""
        """What was asked last; its answers may be phases, named by their verbs."""
        self.of_facts = False
        """Whether the expectation that is read names facts."""
        self.of_questions = False
        """Whether it names questions that are asked back."""
        for statement in document.statements:
            if statement.form == "use":
                self.in_play.update(self.words.expansion(_joined(clause)) for clause in statement.parts[1])
            elif statement.form == "tile":
                self.tiles.add(statement.parts[1][0].text)
            elif statement.form == "feature" and isinstance(statement.parts[-1], list) and len(statement.words) > 1:
                if (area := statement.words[1].id("name")) is not None:
                    self.areas.setdefault(area, set()).add(fold(statement.words[1].text))

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
        if form == "row":
            return [Line(form, self.row(words))]
        if form == "use":
            return [Line(form, self.used(words[0], statement.parts[1]))]
        return [Line(form, self.flat(words))]

    def question(self, words: list[Word]) -> list[Said]:
        """``ask may red put ...``: whoever may comes first, then what; the order is the printer's."""
        self.topic = words[1].id("topic") or "" if self.form == "ask_topic" else ""
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
            said.append(Token("expansion", self.words.expansion(_joined(clause)), line=clause[0].line))
        return said

    def in_cell(self, word: Word) -> Token:
        """The figures of a square."""
        codes = codes_of(word.text, self.words)
        return Token("cell", "" if codes else word.text, line=word.line, codes=tuple(codes or ()))

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
        if word.type in LITERAL:
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
        return Token(LITERAL[word.type], text, line=word.line)

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
        if governs == "keyword expect" and first:
            self.of_facts = words[0].id("keyword") in _OF_FACTS
            self.of_questions = words[0].id("keyword") == "asks"
        if governs == "keyword expect" and self.of_facts:
            return [self.either(word, _OF_FACTS) for word in words]
        if form in ("edition", "switch", "tile_set") or (form == "tile" and first):
            return [self.verbatim(word) for word in words]
        if form == "players":
            colour = colour_of(words) or words[0]
            return [self.colour(colour), *(self.own(word) for word in words if word is not colour)]
        cut = next((at for at, word in enumerate(words) if word.id("keyword") == "under"), len(words))
        if cut < len(words) and (governs == "keyword expect" or form.startswith("ask_")):
            before = Clause(self, words[: cut + 1], governs).translate()
            return [*before, *(self.either(word, ("edition", "rule")) for word in words[cut + 1 :])]
        if form in ("row", "tile_at"):
            over = next((at for at, word in enumerate(words) if word.id("keyword") == "with"), len(words))
            built = Clause(self, words[over:], governs).translate() if over < len(words) else []
            return [*(self.laid(word) for word in words[:over]), *built]
        if form == "feature" and first and len(words) == 1:
            return [self.called(words[0])]
        if form == "named" and first and len(words) == 1:
            return [self.own(words[0])]
        return Clause(self, words, governs).translate()

    def colour(self, word: Word) -> Token:
        if self.player(word):
            return self.own(word)
        return Token("colour", word.id("colour") or "", line=word.line)

    def called(self, word: Word) -> Token:
        name = word.id("name")
        return Token("name", name, line=word.line) if name and not self.quoted(word) else self.own(word)

    def laid(self, word: Word) -> Token:
        """A word of a tile: one that goes by the name of its building has it in the language of the text."""
        kind = word.id("kind")
        return Token("kind", kind, line=word.line) if kind else self.either(word, ("tile",))

    def either(self, word: Word, keywords: Sequence[str]) -> Token:
        """One of the `keywords`, anything else as it stands."""
        known = word.id("keyword")
        return Token("keyword", known, line=word.line) if known and known in keywords else self.verbatim(word)

    def verbatim(self, word: Word) -> Token:
        if word.type == "STRING":
            return self.string(word)
        return self.literal(word) if word.type in LITERAL else Token("text", word.text, line=word.line)


def _joined(words: list[Word]) -> str:
    return " ".join(word.text for word in words)
