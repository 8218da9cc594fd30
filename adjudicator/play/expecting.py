"""Whether an answer is what was expected."""

from __future__ import annotations

from adjudicator.binding.reader import POINTS, Mistake, Reader
from adjudicator.binding.steps import FACTS, facts_of
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.ruling import Expected, Ruling
from adjudicator.model.scenario import Expect
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import unmarked
from adjudicator.words.lexicon import fold
from adjudicator.words.say import speech


def meet(expect: Expect, found: Ruling, state: State, lang: str, owner: str = "") -> Expected:
    """How `expect` was met by the ruling `found`. Raises Mistake for an expectation that makes no sense here.

    `owner` is the player whom the question is about: what an answer lists without a colour is that player's.
    """
    met = _outcome_met(expect, found, state, lang, owner)
    known = {*found.in_full().rules, *(fallen for _, fallen in found.over)}
    uncited = tuple(rule for rule in expect.because if rule not in known)
    over = tuple(pair for pair in expect.over if pair not in found.over)
    met = met and not uncited and not over
    given = "" if met else _facts(found, lang) if expect.kind in FACTS else speech(lang).expectation(found)
    return Expected(expect.written, met, given, expect.because, uncited, expect.span.line)


def _outcome_met(expect: Expect, found: Ruling, state: State, lang: str, owner: str) -> bool:
    kind = expect.kind
    if kind in ("yes", "no"):
        return found.verdict == kind
    if kind == "asks":
        return found.verdict == "undetermined" and _asked(expect, found, lang)
    if kind in FACTS:
        named = facts_of([*expect.clauses], expect.span, lang)
        facts, unmet = _standing(found)
        if kind == "without":
            return facts.keys().isdisjoint(named) and unmet.keys().isdisjoint(named)
        return set(named) <= (facts if kind == "fact" else unmet).keys()
    if kind == "points":
        wanted = [_points(clause, lang) for clause in expect.clauses]
        if found.possible:  # what is open for others may be settled for these
            return all(found.points.get(p) == n for p, n in wanted)
        return found.verdict == "scored" and all(found.points.get(p, 0) == n for p, n in wanted)
    if kind == "nobody":
        return found.verdict == "scored" and not any(found.points.values())
    if kind == "none":
        return found.verdict == "options" and not found.options
    from adjudicator.play.listed import as_listed  # points and verdicts need none of it

    return as_listed(expect, found, state, lang, owner)


def _standing(found: Ruling) -> tuple[dict[str, None], dict[str, None]]:
    """The ids of the facts and warnings of an answer, and those of its conditions that are not met."""
    facts = [one.phrase for one in found.findings if one.holds] + [one.phrase for one in found.warnings]
    return dict.fromkeys(facts), dict.fromkeys(one.phrase for one in found.findings if not one.holds)


def _facts(found: Ruling, lang: str) -> str:
    """The sentences of an answer as expectations name them: ``fact role, unmet occupied``."""
    word = speech(lang).keyword
    pairs = zip(("fact", "unmet"), _standing(found), strict=True)
    return ", ".join(f"{word(kind)} {', '.join(ids)}" for kind, ids in pairs if ids) or word("none")


def _points(clause: list[Word], lang: str) -> tuple[str, int]:
    reader = Reader(clause, lang)
    colour = reader.role("colour")
    if colour is None:
        reader.fail("colour", ("colour",))
    number = reader.number(-POINTS, POINTS)
    if number is None:
        reader.fail("number")
    if reader.peek("unit") == "point":
        reader.at += 1
    reader.end("comma")
    return colour, number


def _asked(expect: Expect, found: Ruling, lang: str) -> bool:
    wanted = []
    for clause in expect.clauses:
        if len(clause) != 1 or clause[0].type != "STRING":
            raise Mistake(Problem("asks-what", clause[0].span, {"word": clause[0].text}))
        wanted.append(_plain(clause[0].text))
    given = [_plain(unmarked(speech(lang).missing(m))) for m in found.missing]
    return bool(wanted) and all(w in given for w in wanted)


def _plain(text: str) -> str:
    return fold(text).rstrip("?! ").strip()
