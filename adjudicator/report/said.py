"""A position in people's words: what a sentence was understood as, said back beside its ruling."""

from __future__ import annotations

import re
from collections import Counter

from adjudicator.errors import Problems
from adjudicator.model.ruling import Outcome
from adjudicator.report.question import Asked
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech

HEADER = ("use", "players", "language", "edition", "switch")
"""Statements that tell of no position."""


def position(outcome: Outcome, speech: Speech) -> str:
    """What was asked, in sentences: what lies where, who stands there, what happens, and the question.

    A feature that is the only one of its kind is called by its kind alone. `speech` speaks the language of the text.
    """
    words = lexicon(outcome.language)
    asks = fold(words.say("keyword", "ask"))
    statements = [one.strip() for line in outcome.text.split("\n") for one in line.split(";") if one.strip()]
    kinds = [_feature(one, outcome.language) for one in statements]
    many = Counter(kind for kind, _ in kinds if kind)
    alone = {name for kind, name in kinds if many[kind] == 1}
    found, player = [], ""
    for statement, (kind, name) in zip(statements, kinds, strict=True):
        first = fold(statement).split()[0].rstrip(":")
        if first == asks:
            continue
        roles = {role: ident for role, ident in words.phrases.get(first, ())}
        if roles.get("keyword") in HEADER:
            continue
        if roles.get("keyword") == "turn":
            colours = [
                one for one in statement.split() if any(r == "colour" for r, _ in words.phrases.get(fold(one), ()))
            ]
            player = colours[0] if colours else ""
            continue
        if kind and name in alone:
            head, colon, rest = statement.partition(":")
            space = head[len(head.rstrip()) :]  # French has one in front of a colon
            statement = f"{head.strip().removesuffix(name).strip()}{space}{colon}{rest}"
        for one in alone:
            statement = _called(statement, one, next(k for k, n in kinds if n == one))
        found.append(f"{player} {statement}" if player else statement)
    try:
        asked = Asked(outcome.text, outcome.language)
        for question in dict.fromkeys(asked.sentence(answer, speech) for answer in outcome.answers):
            for kind, name in kinds:
                if name in alone:
                    named = re.search(rf"\b({re.escape(kind)}) {re.escape(name)}\b", question, re.IGNORECASE)
                    if named is not None:
                        said = speech.label("the-feature", kind=named[1])
                        question = f"{question[: named.start()]}{said}{question[named.end() :]}"
            found.append(question)
    except Problems:
        found += [answer.ask for answer in outcome.answers]
    return " ".join(f"{one[:1].upper()}{one[1:]}{'' if one[-1:] in '.?!' else '.'}" for one in found if one)


def _called(statement: str, name: str, kind: str) -> str:
    """A statement that calls a feature by its kind and not by its letter."""
    return " ".join(f"{kind}{word[len(name) :]}" if word.rstrip(",") == name else word for word in statement.split(" "))


def _feature(statement: str, lang: str) -> tuple[str, str]:
    """The kind and name of the feature that a statement tells of; "" for another one."""
    head = statement.partition(":")[0].strip()
    kind, _, name = head.rpartition(" ")
    known = any(role == "kind" for role, _ in lexicon(lang).phrases.get(fold(kind), ()))
    return (kind, name) if known and name.isalnum() and lang in codes() else ("", "")
