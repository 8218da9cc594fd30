"""The wrapper of Lark: one row of words to one node.

The grammar has no human word in it, so one set of tables serves both languages. They are prepared
once; a start only reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from lark import Lark
from lark.grammar import Rule as _Rule
from lark.lexer import Lexer
from lark.lexer import TerminalDef as _TerminalDef

from adjudicator import store
from adjudicator.syntax.lexer import Word

Clause = list[Word]


class Node(NamedTuple):
    """One statement or part of one: the name of its shape in the grammar, and its parts in order."""

    form: str
    parts: list[Any]


class WordLexer(Lexer):
    """Hands the parser words that are scanned already, each as the first terminal it can accept."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        states = parser_state.parse_conf.states
        stack = parser_state.state_stack
        for word in lexer_state.text:
            if word.terminals:
                accepted = states[stack[-1]]
                for terminal in word.terminals:
                    if terminal in accepted:
                        word.type = terminal
                        break
                else:
                    word.type = "ATOM"
            yield word


class _Build:
    """What Lark calls for each shape it has read."""

    def __getattr__(self, form: str) -> Any:
        if form.startswith("_") or form.isupper():
            raise AttributeError(form)
        if form in ("clause", "clauses", "effects", "moves"):
            return list
        if form == "start":
            return lambda parts: parts[0]
        return lambda parts: Node(form, parts)


def _analyse() -> dict[str, Any]:
    """Lark's tables of the grammar, as JSON; integer keys of dictionaries become lists of pairs."""
    path = store.grammar_folder() / "scenario.lark"
    lark = Lark(path.read_text(encoding="utf-8"), parser="lalr", lexer=WordLexer, maybe_placeholders=False)
    data, memo = lark.memo_serialize([_TerminalDef, _Rule])
    data["options"] = {"parser": "lalr", "maybe_placeholders": False, "keep_all_tokens": False, "start": ["start"]}
    data["parser"]["lexer_conf"]["lexer_type"] = "words"
    tables = data["parser"]["parser"]
    tables["states"] = [[state, list(actions.items())] for state, actions in tables["states"].items()]
    tables["tokens"] = list(tables["tokens"].items())
    return {"data": data, "memo": list(memo.items())}


@cache
def grammar() -> Any:
    """The parser, ready to use."""
    stored = store.prepared("grammar", lambda: [store.grammar_folder() / "scenario.lark"], _analyse)
    data = stored["data"]
    tables = data["parser"]["parser"]
    tables["states"] = {state: dict(actions) for state, actions in tables["states"]}
    tables["tokens"] = dict(tables["tokens"])
    data["parser"]["lexer_conf"]["lexer_type"] = WordLexer
    data["options"]["lexer"] = WordLexer
    load: Any = Lark._load_from_dict
    return load(data, dict(stored["memo"]), transformer=_Build())


def parse(words: list[Word]) -> Node:
    """The node of one statement. Raises lark's UnexpectedToken, which `diagnose` puts into plain words."""
    node: Node = grammar().parse(words)
    return node
