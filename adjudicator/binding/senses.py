"""What each word of a statement is read as, noted at the word (`Word.sense`): by the readers that bind the statement,
run once more for whoever writes it again. No word is looked up and none is guessed; one that no reader takes has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.binding import forms
from adjudicator.binding.grid import EMPTY
from adjudicator.binding.header import read_edition, read_expansions, read_hand, read_players, read_stock, read_switch
from adjudicator.binding.items import Context, read_things
from adjudicator.binding.moves import read_moves
from adjudicator.binding.reader import LeftOut, Mistake, Reader
from adjudicator.binding.repeats import Said
from adjudicator.binding.sketch import feature_name, read_facts, read_figures, read_linked
from adjudicator.binding.steps import StepReader
from adjudicator.binding.tile_sentences import read_face
from adjudicator.model.scenario import Ask, Expect, Move
from adjudicator.model.span import NOWHERE
from adjudicator.syntax.document import Statement
from adjudicator.syntax.lexer import OWN, TEXT, Word
from adjudicator.syntax.parser import Node
from adjudicator.words.lexicon import fold, lexicon
from adjudicator.words.vocabulary import vocabulary

CHOICES = ("where", "which")
"""Questions for choices, which leave out what is asked for."""
MAY = "may"
"""The question whether a move may be made, which may leave out the same."""
PHASES = "phases"
"""The trait of topics that phases of a turn answer, named by their verbs."""


class Senses(StepReader):
    """Reads the statements of one text, in their order."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.topic = ""
        """What was asked last."""
        self.tiles: set[str] = set()
        """Names of the tiles that the text defines."""
        self.in_play: set[str] = {*vocabulary().always()}
        """The expansions that the text uses."""
        self.areas: set[str] = set()
        """Folded words of the language that the text calls its places."""
        self.mistakes: list[Mistake] = []
        """What could not be read."""

    def note(self, statement: Statement) -> None:
        """Notes what the words of a statement are read as, as far as a reader takes them."""
        try:
            if method := getattr(self, f"_{statement.form}", None):  # else the parser has settled all of it
                method(statement)
        except Mistake as mistake:
            self.mistakes.append(mistake)
        if self.areas:
            self._as_places(statement.words)

    def _as_places(self, words: list[Word]) -> None:
        """A kind of feature that stands alone, by a word which the text calls a place, is that place."""
        for word, after in zip(words, (*words[1:], None), strict=True):
            name = word.id("name")
            if name is None or word.sense is None or word.sense[0] != "kind" or fold(word.text) not in self.areas:
                continue
            if after is None or after.sense is None or after.sense[0] not in ("side", "own", "measure"):
                word.sense = ("name", name)

    # ---- the header
    def _use(self, statement: Statement) -> None:
        self.in_play.update(read_expansions(statement.parts[1], lexicon(self.lang), Said()))

    def _edition(self, statement: Statement) -> None:
        read_edition(statement.parts[1])

    def _switch(self, statement: Statement) -> None:
        read_switch(statement.parts[1], self.lang)

    def _players(self, statement: Statement) -> None:
        read_players(statement.parts[1], self.lang)

    def _has(self, statement: Statement) -> None:
        read_hand(statement.parts[2], None, Said(), self.lang, self.in_play)

    def _stock(self, statement: Statement) -> None:
        read_stock(statement.parts[1], self.lang, self.in_play)

    def _tile(self, statement: Statement) -> None:
        name: Word = statement.parts[1][0]
        name.sense = OWN
        self.tiles.add(name.text)
        read_face(name.text, statement.parts[2], [], name.span, self.lang)

    # ---- the position
    def _feature(self, statement: Statement) -> None:
        parts = statement.parts
        kind = parts[0].id("kind") or ""
        clauses = parts[-1] if len(parts) > 1 and not isinstance(parts[-1][0], Word) else []
        named = parts[1] if len(parts) > 1 and parts[1] is not clauses else None
        name = feature_name(kind, named, self.lang)
        if named and named[0].id("name"):
            self.areas.add(fold(name))
        read_facts(name, kind, clauses, self.lang, NOWHERE)

    def _figures(self, statement: Statement) -> None:
        read_figures(statement.parts[-1], self.lang)

    _figures_at = _figures

    def _near(self, statement: Statement) -> None:
        subject = statement.parts[1] if len(statement.parts) > 2 else []
        forms.read("keyword", statement.form, subject, self.lang)
        read_linked(statement.parts[-1], self.lang, True)

    _around = _same_tile = _near

    def _tile_at(self, statement: Statement) -> None:
        reader = Reader(statement.parts[1], self.lang)
        reader.keyword("tile")
        reader.tile(self.tiles)
        while reader.keyword("with"):
            reader.number()
            reader.role("unit")
            while reader.role("side"):
                pass

    def _row(self, statement: Statement) -> None:
        for at, clause in enumerate(statement.parts):
            reader = Reader(clause, self.lang)
            if at:  # the figures behind a colon, told by their letters
                reader.take(TEXT)
            while not reader.done:
                if clause[reader.at].text != EMPTY:
                    reader.keyword("tile")
                if not reader.done:
                    reader.tile(self.tiles)

    def _named(self, statement: Statement) -> None:
        Reader(statement.parts[1], self.lang).name()
        Reader(statement.parts[-1], self.lang).ref()

    # ---- what happens and what is asked
    def _moves(self, statement: Statement, player: str, nodes: list[Node]) -> None:
        self._read_moves(statement, player, read_moves(nodes, player))  # of anybody: a line may stand alone

    def _add(self, kind: str, statement: Statement, **more: Any) -> None:
        super()._add(kind, statement, **more)
        self.moves(more.get("moves", ()))
        if "ask" in more:
            self.question(more["ask"])

    def moves(self, moves: Iterable[Move], partial: bool = False) -> None:
        """Moves and what their tiles do."""
        for move in moves:
            player = "" if partial else move.player
            if not forms.forms("verb", move.verb):  # of a box that is known by its words only
                read_things(list(move.words), self.lang)
                continue
            forms.read("verb", move.verb, move.words, self.lang, player=player, partial=partial, tiles=self.tiles)
            for effect in move.effects:
                forms.read("effect", effect.effect, effect.words, self.lang)

    def question(self, ask: Ask) -> None:
        """The words of a question."""
        self.topic = ask.topic
        if ask.moves:
            try:
                self.moves(ask.moves, ask.topic in CHOICES)
            except LeftOut:
                if ask.topic != MAY or len(ask.moves) > 1 or ask.moves[0].effects:
                    raise
                self.moves(ask.moves, True)
        else:
            forms.read("topic", ask.topic, ask.words, self.lang, tiles=self.tiles)

    def context(self) -> Context:
        phases = vocabulary().has("topic", self.topic) and PHASES in vocabulary().traits("topic", self.topic)
        return Context(phases, self.in_play)

    def _expected(self, expect: Expect) -> None:
        super()._expected(expect)
        if expect.wrong is not None:
            raise expect.wrong
