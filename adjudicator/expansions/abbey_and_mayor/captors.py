"""What towers, princesses and besiegers may do with a mayor or a wagon (AM-117, AM-146, AM-147, AM-155)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.record import Record
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule

RULES = {"captures": "AM-147", "seduces": "AM-146"}
TOWER = "tower"
FREED = ("mayor", "wagon")


class Taking(Record):
    """A figure that is to be taken off a feature."""

    figure: str
    occupant: Occupant | None
    """None where no such figure stands there."""
    feature: Feature


def read(case: Case, move: Move) -> Action:
    """``captures blue mayor on T``, with ``by tower`` or without, ``seduces blue wagon on T``. Raises Mistake."""
    reader = Reader(move.words, case.lang, move.span)
    phrase = reader.figure()
    if phrase is None:
        reader.fail("figure", ("figure",))
    ref = phrase.place
    if ref is None and reader.keyword("from", "on", "in"):
        ref = reader.ref()
    if move.verb == "captures" and reader.keyword("by") and reader.role("kind") != TOWER:
        reader.fail("means", ("kind",))
    reader.end("line-end")
    if phrase.figure not in FREED:
        lack_code(case, "verb", move.verb)
    if ref is None:
        raise Mistake(Problem("put-where", move.span, {"figure": Item("noun", ("figure", phrase.figure))}))
    feature = case.state.feature(case.state.resolve(ref))
    owner = phrase.colour
    there = [o for o in feature.occupants if o.figure == phrase.figure and owner in ("", o.owner)]
    figure = Item("figure", (owner, phrase.figure, feature.id))
    taking = Taking(phrase.figure, there[0] if there else None, feature)
    return Action(move, taking, Item("move", (move.verb, figure)))


def check(case: Case, action: Action) -> list[Finding]:
    """Mayor and wagon are taken like any meeple, but for the house rules of AM-160 and AM-161."""
    taking: Taking = action.data
    verb = action.move.verb
    values = {"figure": Item("noun", ("figure", taking.figure)), "feature": Item("feature", (taking.feature.id,))}
    if taking.occupant is None:
        return [Finding(RULES[verb], False, "mayor-not-there", values)]
    if verb == "captures" and taking.figure == "mayor" and case.option("mayor-safe-from-tower") == "true":
        return [Finding("AM-160", False, "mayor-safe", values)]
    if verb == "captures" and taking.figure == "wagon" and case.option("wagon-safe-from-capture") == "true":
        return [Finding("AM-161", False, "mayor-safe", values)]
    if verb == "seduces":
        return [Finding("AM-146", taking.feature.kind == "city", "mayor-seduced", values)]
    return [Finding("AM-147", taking.figure in rule("AM-147").allowed, "mayor-captured", values)]


def escapes(case: Case, action: Action) -> Iterator[Finding]:
    """Out of a besieged city a mayor or wagon may flee (AM-155), through an abbey too (AM-117)."""
    count, *where = (part for part in action.item.parts[1:] if isinstance(part, Item))
    if not where:
        return
    values = {"figure": Item("noun", ("figure", count.parts[2])), "feature": where[0]}
    if count.parts[2] in rule("AM-155").allowed:
        yield Finding("AM-155", True, "mayor-escapes", values)
    buildings = {f.values["building"].parts[0] for f in case.findings if "building" in f.values}
    if any(ident and case.state.feature(ident).kind == "abbey" for ident in buildings):
        yield Finding("AM-117", True, "mayor-through-abbey", values)


def apply(case: Case, action: Action) -> None:
    """Carrying it out needs the other expansion. Raises Undetermined."""
    lack_code(case, "verb", action.move.verb)


_TAKEN = Verb(read, check, apply)
VERBS = dict.fromkeys(RULES, _TAKEN)
