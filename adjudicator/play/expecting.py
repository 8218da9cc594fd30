"""Whether an answer is what was expected."""

from __future__ import annotations

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.matching import read_item, same
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Expected, Item, Ruling
from adjudicator.model.scenario import Expect
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import fold
from adjudicator.words.say import speech


def meet(expect: Expect, found: Ruling, state: State, lang: str) -> Expected:
    """How `expect` was met by the ruling `found`. Raises Mistake for an expectation that makes no sense here."""
    met = _outcome_met(expect, found, state, lang)
    known = {*found.in_full().rules, *(fallen for _, fallen in found.over)}
    uncited = tuple(rule for rule in expect.because if rule not in known)
    over = tuple(pair for pair in expect.over if pair not in found.over)
    met = met and not uncited and not over
    given = "" if met else speech(lang).given(found)
    return Expected(expect.written, met, given, expect.because, uncited, expect.span.line)


def _outcome_met(expect: Expect, found: Ruling, state: State, lang: str) -> bool:
    kind = expect.kind
    if kind in ("yes", "no", "disputed"):
        return found.verdict == kind
    if kind == "asks":
        return found.verdict == "undetermined" and _asked(expect, found, lang)
    if kind == "open":
        items = [read_item(clause, state, lang) for clause in expect.clauses]
        return found.verdict == "open" and all(any(same(o, i) for o in found.options) for i in _choices(items))
    if kind == "points":
        wanted = [_points(clause, lang) for clause in expect.clauses]
        return found.verdict == "scored" and all(found.points.get(p, 0) == n for p, n in wanted)
    if kind == "nobody":
        return found.verdict == "scored" and not any(found.points.values())
    if kind == "none":
        return found.verdict == "options" and not found.options
    items = [read_item(clause, state, lang) for clause in expect.clauses]
    if found.verdict not in ("options", "scored"):
        return False
    found = found._replace(options=tuple(_named(item, state) for item in found.options))
    if kind == "in-order":
        return len(items) == len(found.options) and all(map(same, found.options, items))
    if kind == "one-of":
        listed = zip(expect.clauses, items, strict=True)  # a word of several meanings is one choice, `A or B` are two
        several = [_choices([i]) if any(w.id("keyword") == "or" for w in clause) else [i] for clause, i in listed]
        return found.choice and _same_set(found.options, [one for some in several for one in some])
    if kind == "exactly":
        return _same_set(found.options, items)
    if kind == "including":
        return all(any(same(o, i) for o in found.options) for i in items)
    return _items_met(found, items)


def _named(item: Item, state: State) -> Item:
    """`item` with the features of the board, told by one of their places, under their own names."""
    if item.kind == "feature" and state.ground is not None and item.parts[0] not in state.features:
        return Item("feature", (state.feature(item.parts[0]).id,))
    if item.kind == "figure" and state.ground is not None and item.parts[2] not in state.features:
        return Item("figure", (*item.parts[:2], state.feature(item.parts[2]).id))
    if item.kind in ("move", "either"):
        return Item(item.kind, tuple(_named(part, state) if isinstance(part, Item) else part for part in item.parts))
    return item


def _points(clause: list[Word], lang: str) -> tuple[str, int]:
    reader = Reader(clause, lang)
    colour = reader.role("colour")
    if colour is None:
        reader.fail("colour", ("colour",))
    number = reader.number()
    if number is None:
        reader.fail("number")
    reader.role("unit")
    reader.end("comma")
    return colour, number


def _choices(items: list[Item]) -> list[Item]:
    return [one for item in items for one in (item.parts if item.kind == "either" else (item,))]


def _same_set(given: tuple[Item, ...], expected: list[Item]) -> bool:
    return all(any(same(g, e) for e in expected) for g in given) and all(
        any(same(g, e) for g in given) for e in expected
    )


def _items_met(found: Ruling, items: list[Item]) -> bool:
    """``9`` and ``blue`` must be the answer; of ``2 red meeples, 1 ghost`` each must be in it, and none means 0."""
    for item in items:
        if any(same(given, item) for given in found.options):
            continue
        if item.kind == "count" and item.parts[0] == 0 and not _counts(found, item):
            continue
        number = item.kind == "number" or (item.kind == "count" and item.parts[1:] == ("", "point"))
        if number and len(found.points) == 1 and [*found.points.values()] == [item.parts[0]]:
            continue
        return False
    return bool(items) and (items[0].kind == "count" or len(items) >= len(found.options))


def _counts(found: Ruling, item: Item) -> bool:
    return any(
        o.kind == "count" and o.parts[2] == item.parts[2] and (not item.parts[1] or o.parts[1] == item.parts[1])
        for o in found.options
    )


def _asked(expect: Expect, found: Ruling, lang: str) -> bool:
    wanted = []
    for clause in expect.clauses:
        if len(clause) != 1 or clause[0].type != "STRING":
            raise Mistake(Problem("asks-what", clause[0].span, {"word": clause[0].text}))
        wanted.append(_plain(clause[0].text))
    given = [_plain(speech(lang).missing(m)) for m in found.missing]
    return bool(wanted) and all(w in given for w in wanted)


def _plain(text: str) -> str:
    return fold(text).rstrip("?! ").strip()
