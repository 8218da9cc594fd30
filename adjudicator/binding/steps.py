"""What happens and what is asked: turns, moves, questions, expectations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.binding.expected import read_claim, read_expected
from adjudicator.binding.header import read_rule_ids, read_switch
from adjudicator.binding.items import ANYWHERE, Context
from adjudicator.binding.moves import is_kind_of_turn, read_game_line, read_moves, with_names
from adjudicator.binding.reader import Mistake, Reader
from adjudicator.errors import Problem
from adjudicator.model.scenario import Ask, Clause, Expect, Move, Step
from adjudicator.model.span import Span
from adjudicator.rulebook.loader import EDITIONS
from adjudicator.syntax.document import Statement
from adjudicator.syntax.lexer import TEXT, Word
from adjudicator.syntax.parser import Node
from adjudicator.words.lexicon import lexicon
from adjudicator.words.wording import printer

PASSES = "passes"
"""The verb of a turn without a tile."""
WHY = "why"
"""The question for the reasons of the answer before it."""
NOTES = "notes"
"""The verb of what a player wrote on a score pad."""


_ROLES = {"_COMMA": "comma", "_COLON": "colon", "TURNED": "turned"}
"""What the printer calls the marks of a text."""


def written(words: list[Word], lang: str) -> str:
    """Words as a line of text, as they were typed."""
    close = printer(lang).close
    text = ""
    for word in words:
        piece = f'"{word.text}"' if word.type == "STRING" else word.text
        glue = "" if not text or _ROLES.get(word.type) in close or text.endswith("'") else " "
        text += glue + piece
    return text


def read_ask(node: Node, words: list[Word], lang: str) -> Ask:
    """A question without its expectations: what, and ``under`` which other rule."""
    parts, under = _asked_under(node.parts, lang)
    span = Span(words[0].line, words[0].column, words[-1].end_column)
    if node.form == "ask_topic":
        topic: Word = parts[1]
        if under and topic.id("topic") == WHY:  # the reasons are those of the answer before
            Reader([word for word in words if word.id("keyword") == "under"], lang, span).fail("line-end")
        clause = with_names(parts[2]) if len(parts) > 2 else []
        return Ask(topic.id("topic") or "", "", Clause(clause), (), (), span, written(words[1:], lang), under)
    colour = next(p for p in parts if isinstance(p, Word) and p.type == "COLOUR")
    player = colour.id("colour") or ""
    moves = read_moves(parts[-1], player)
    return Ask(node.form.removeprefix("ask_"), player, Clause([]), moves, (), span, written(words[1:], lang), under)


def _asked_under(parts: list[Any], lang: str) -> tuple[list[Any], tuple[tuple[str, str], ...]]:
    """Cuts ``under edition C1`` off the last words of a question, wherever they hang in its `parts`."""
    if not parts:
        return parts, ()
    *before, last = parts
    if isinstance(last, Node):
        inner, under = _asked_under(last.parts, lang)
        return [*before, last._replace(parts=inner)], under
    if not isinstance(last, list) or not last:
        return parts, ()
    if not isinstance(last[0], Word):
        inner, under = _asked_under(last, lang)
        return [*before, inner], under
    kept, under = _under([last], lang)
    return [*before, *kept], under


def read_expect(node: Node, words: list[Word], lang: str, context: Context = ANYWHERE) -> Expect:
    """One expectation: what, ``because`` of which rules, ``under`` which other rule. Raises Mistake."""
    clauses: list[list[Word]] = node.parts[1]
    because: tuple[str, ...] = ()
    over: tuple[tuple[str, str], ...] = ()
    under: tuple[tuple[str, str], ...] = ()
    if len(node.parts) > 2:
        reasons, under = _under(node.parts[2].parts[1], lang)
        because, over = read_rule_ids(reasons, lang)
    span = Span(words[0].line, words[0].column, words[-1].end_column)
    clauses, before = _under(clauses, lang)
    under = before + under
    found = read_expected(clauses, span, lang, context)
    return found._replace(because=because, over=over, under=under, span=span, written=written(words[1:], lang))


def _under(clauses: list[list[Word]], lang: str) -> tuple[list[list[Word]], tuple[tuple[str, str], ...]]:
    """Cuts ``under edition C1`` off the last clause."""
    if not clauses:
        return clauses, ()
    last = clauses[-1]
    for at, word in enumerate(last):
        if word.id("keyword") != "under":
            continue
        word.sense = ("keyword", "under")
        reader = Reader(last[at + 1 :], lang, word.span)
        if reader.keyword("edition"):
            edition = reader.next
            if edition is None or edition.text.upper() not in EDITIONS:
                reader.fail("edition")
            reader.take(TEXT)
            reader.end("line-end")
            found = (("edition", edition.text.upper()),)
        else:
            reader.keyword("rule")
            words = reader.words[reader.at :]
            if not words:
                reader.fail("switch")
            found = (read_switch(list(words), lang),)
        kept = [*clauses[:-1], last[:at]] if at else list(clauses[:-1])
        return kept, found
    return clauses, ()


def named_words(steps: Iterable[Step]) -> Iterator[Word]:
    """The words of moves and questions, without expectations and the words they begin with."""
    for step in steps:
        asked = step.ask
        if asked is not None:
            yield from asked.words
        for move in (*step.moves, *asked.moves) if asked is not None else step.moves:
            yield from move.words
            for effect in move.effects:
                yield from effect.words


class StepReader:
    """Collects the steps of one scenario from its statements."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.steps: list[Step] = []
        self.player = ""

    def turns(self) -> set[int]:
        """The numbers of the turns: the one written before a turn, else how many there were."""
        turns = [step.after for step in self.steps if step.kind == "turn"]
        return {said or number for number, said in enumerate(turns, 1)}

    def take(self, statement: Statement) -> None:
        """Adds one statement. Raises Mistake."""
        getattr(self, f"_{statement.form}")(statement)

    def context(self) -> Context:
        """What an expectation that comes next is read in."""
        return ANYWHERE

    def _add(self, kind: str, statement: Statement, **more: Any) -> None:
        self.steps.append(Step(kind, span=statement.span, text=written(statement.words, self.lang), **more))

    def _turn(self, statement: Statement) -> None:
        parts = statement.parts
        self.player = parts[1].id("colour")
        kind = ""
        moves: tuple[Move, ...] = ()
        for part in parts[2:]:
            if part and isinstance(part[0], Node):
                moves = read_moves(part, self.player)
            else:
                reader = Reader(part, self.lang)
                if not is_kind_of_turn(part[0]):
                    reader.fail("turn-kind", ("topic",))
                kind = reader.role("topic") or ""
                reader.end("line-end")
        self._add("turn", statement, player=self.player, turn_kind=kind)
        if moves:
            self._read_moves(statement, self.player, moves)

    def _moves(self, statement: Statement, player: str, nodes: list[Node]) -> None:
        first = statement.words[0]
        if not player:
            asked = f"{lexicon(self.lang).say('keyword', 'ask')} {first.text}"
            problem = Problem("move-without-turn", statement.span, {"word": first.text})
            raise Mistake(problem._replace(suggestions=(asked,)) if first.id("topic") else problem)
        self._read_moves(statement, player, read_moves(nodes, player))

    def _move_list(self, statement: Statement) -> None:
        self._moves(statement, self.player, statement.parts[0])

    def _other_moves(self, statement: Statement) -> None:
        verb = statement.words[1]
        if verb.id("unit") and len(statement.words) == 3 and statement.words[2].type == "NUMBER":  # "red score 12"
            has = f"{lexicon(self.lang).say('keyword', 'has')} {verb.text}"
            raise Mistake(Problem("no-such-move", verb.span, {"word": verb.text}, (has,)))
        self._moves(statement, statement.parts[0].id("colour"), statement.parts[1])

    def _later(self, statement: Statement) -> None:
        self._add("later", statement)

    def _final(self, statement: Statement) -> None:
        self._add("final", statement)

    def _claim(self, statement: Statement) -> None:
        after = next((p.value for p in statement.parts if isinstance(p, Word) and p.type == "NUMBER"), 0)
        if any(part.type == "NUMBER" for part in statement.parts if isinstance(part, Word)) and after < 1:
            raise Mistake(Problem("no-such-turn", statement.span, {"number": after}))
        self._add("claim", statement, claimed=read_claim(statement.parts[-1], self.lang), after=after)

    def _game_turn(self, statement: Statement) -> None:
        self.player = statement.parts[1].id("colour")
        kind, moves = read_game_line(statement, self.player, self.lang)
        self._add("turn", statement, player=self.player, turn_kind=kind, after=statement.parts[0].value)
        self._read_moves(statement, self.player, moves)

    def _read_moves(self, statement: Statement, player: str, moves: tuple[Move, ...]) -> None:
        """The moves of a statement; a turn that is passed is none, for a rule to judge, but what the table agreed."""
        if len(moves) == 1 and moves[0].verb == PASSES:
            Reader(moves[0].words, self.lang, moves[0].span).end("line-end")
            self._add("passes", statement, player=player)
        elif any(move.verb == NOTES for move in moves):
            other = next((move for move in moves if move.verb != NOTES), None)
            if other is not None:
                raise Mistake(Problem("notes-alone", other.span))
            self._add("notes", statement, player=player, moves=moves)
        elif passed := next((move for move in moves if move.verb == PASSES), None):
            raise Mistake(Problem("passes-alone", passed.span))
        else:
            self._add("moves", statement, player=player, moves=moves)

    def _ask_topic(self, statement: Statement) -> None:
        self._ask(Node(statement.form, statement.parts), statement, statement.words)

    _ask_may = _ask_must = _ask_where = _ask_which = _ask_topic

    def _ask(self, node: Node, statement: Statement, words: list[Word]) -> None:
        self._add("ask", statement, ask=read_ask(node, words, self.lang))

    def _ask_expecting(self, statement: Statement) -> None:
        words = statement.words
        cut = next(i for i, word in enumerate(words) if word.type == "EXPECT")
        self._ask(statement.parts[0], statement, words[:cut])
        self._expected(read_expect(statement.parts[1], words[cut:], self.lang, self.context()))

    def _expect(self, statement: Statement) -> None:
        if not self.steps or self.steps[-1].ask is None:
            raise Mistake(Problem("expect-without-ask", statement.span))
        self._expected(read_expect(Node(statement.form, statement.parts), statement.words, self.lang, self.context()))

    def _expected(self, expect: Expect) -> None:
        step = self.steps[-1]
        if step.ask is not None:
            self.steps[-1] = step._replace(ask=step.ask._replace(expects=(*step.ask.expects, expect)))

    def _because(self, statement: Statement) -> None:
        step = self.steps[-1] if self.steps else None
        if step is None or step.ask is None or not step.ask.expects:
            raise Mistake(Problem("because-without-expect", statement.span))
        expects = step.ask.expects
        last = expects[-1]
        ids, over = read_rule_ids(statement.parts[1], self.lang, last.because)
        last = last._replace(because=(*last.because, *ids), over=(*last.over, *over))
        self.steps[-1] = step._replace(ask=step.ask._replace(expects=(*expects[:-1], last)))
