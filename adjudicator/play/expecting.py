"""Whether an answer is what was expected."""

from __future__ import annotations

from adjudicator.binding.expected import FACTS
from adjudicator.engine.state import State
from adjudicator.model.ruling import Expected, Ruling
from adjudicator.model.scenario import Expect
from adjudicator.play.listed import as_listed
from adjudicator.words.fold import fold
from adjudicator.words.languages import codes, unmarked
from adjudicator.words.say import speech


def meet(expect: Expect, found: Ruling, state: State, lang: str, owner: str = "") -> Expected:
    """How `expect` was met by the ruling `found`. Raises Mistake for an expectation that makes no sense here.

    `owner` is the player whom the question is about: what an answer lists without a colour is that player's.
    """
    if expect.wrong is not None:
        raise expect.wrong
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
        return found.verdict == "undetermined" and _asked(expect, found)
    if kind in FACTS:
        named = expect.sentences
        facts, unmet = _standing(found)
        if kind == "without":
            return facts.keys().isdisjoint(named) and unmet.keys().isdisjoint(named)
        return set(named) <= (facts if kind == "fact" else unmet).keys()
    if kind == "points":
        if found.possible:  # what is open for others may be settled for these
            return all(found.points.get(p) in wanted for p, wanted in expect.points)
        return found.verdict == "scored" and all(found.points.get(p, 0) in wanted for p, wanted in expect.points)
    if kind == "nobody":
        return found.verdict == "scored" and not any(found.points.values())
    if kind == "none":
        return found.verdict == "options" and not found.options
    return as_listed(expect, found, state, owner)


def _standing(found: Ruling) -> tuple[dict[str, None], dict[str, None]]:
    """The ids of the facts and warnings of an answer, and those of its conditions that are not met."""
    facts = [one.phrase for one in found.findings if one.holds] + [one.phrase for one in found.warnings]
    return dict.fromkeys(facts), dict.fromkeys(one.phrase for one in found.findings if not one.holds)


def _facts(found: Ruling, lang: str) -> str:
    """The sentences of an answer as expectations name them: ``fact role, unmet occupied``."""
    word = speech(lang).keyword
    pairs = zip(("fact", "unmet"), _standing(found), strict=True)
    return ", ".join(f"{word(kind)} {', '.join(ids)}" for kind, ids in pairs if ids) or word("none")


def _asked(expect: Expect, found: Ruling) -> bool:
    facts = {(one.phrase, fold(name)) for one in found.missing for name in ("", one.whose)}
    quoted = {_plain(unmarked(speech(lang).missing(one))) for one in found.missing for lang in codes()}
    return bool(expect.questions) and all(
        (what, fold(owner)) in facts or (not owner and _plain(what) in quoted) for what, owner in expect.questions
    )


def _plain(text: str) -> str:
    return " ".join(fold(text).rstrip("?! ").split())
