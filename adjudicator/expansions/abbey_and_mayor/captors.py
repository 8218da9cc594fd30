"""What the dragon, towers, princesses and besiegers may do with a mayor or a wagon (AM-117, AM-145 to 147, AM-155)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.binding.taken import figure_taken
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.record import Record
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule

CAPTURES = "captures"
TOWER = "tower"
DRAGON = "dragon"
FREED = ("mayor", "wagon")
BARN = "barn"
FESTIVAL = "festival"


class Taking(Record):
    """A figure that is to be taken off a feature."""

    figure: str
    occupant: Occupant | None
    """None where no such figure stands there."""
    feature: Feature


def read(case: Case, move: Move) -> Action:
    """``captures blue mayor on T``, with ``by tower`` or without. Raises Mistake, Undetermined for any other figure."""
    reader = Reader(move.words, case.lang, move.span)
    phrase = figure_taken(reader)
    if reader.keyword("by") and reader.role("kind") != TOWER:
        reader.fail("means", ("kind", "figure"))
    reader.end("line-end")
    if phrase.figure not in FREED:
        lack_code(case, "verb", move.verb)
    if phrase.place is None:
        raise Mistake(Problem("put-where", move.span, {"figure": Item("noun", ("figure", phrase.figure))}))
    feature = case.state.feature(case.state.resolve(phrase.place))
    owner = phrase.colour
    there = [o for o in feature.occupants if o.figure == phrase.figure and owner in ("", o.owner)]
    figure = Item("figure", (owner, phrase.figure, feature.id))
    taking = Taking(phrase.figure, there[0] if there else None, feature)
    return Action(move, taking, Item("move", (move.verb, figure)))


def check(case: Case, action: Action) -> list[Finding]:
    """A tower captures mayor and wagon like any meeple (AM-147), but for the house rules of AM-160 and AM-161."""
    taking: Taking = action.data
    said = None if taking.occupant is None else taken(case, taking.feature, taking.occupant, CAPTURES)
    if said is None:
        values = {"figure": Item("noun", ("figure", taking.figure)), "feature": Item("feature", (taking.feature.id,))}
        return [Finding("AM-147", False, "mayor-not-there", values)]
    return [said]


def taken(case: Case, feature: Feature, occupant: Occupant, by: str) -> Finding | None:
    """What becomes of mayor, wagon and barn where dragon, princess, tower or festival takes figures off the board."""
    values = {"figure": Item("noun", ("figure", occupant.figure)), "feature": Item("feature", (feature.id,))}
    if occupant.figure == BARN:
        if by == FESTIVAL:
            case.find("AM-63", "barn-festival-only")
            return Finding("AM-140", True, "barn-festival", {})
        return Finding("AM-122", False, "barn-dragon", {}) if by == DRAGON else None
    if occupant.figure not in FREED:
        return None
    if by == "seduces":
        return Finding("AM-146", feature.kind == "city", "mayor-seduced", values)
    if by not in (DRAGON, CAPTURES):
        return None
    if by == CAPTURES and occupant.figure == "mayor" and case.option("mayor-safe-from-tower") == "true":
        return Finding("AM-160", False, "mayor-safe", values)
    if occupant.figure == "wagon" and case.option("wagon-safe-from-capture") == "true":
        return Finding("AM-161", False, "wagon-safe-from-dragon" if by == DRAGON else "mayor-safe", values)
    if by == DRAGON:
        return Finding("AM-145", True, "wagon-eaten", values)
    return Finding("AM-147", True, "mayor-captured", values)


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


VERBS = {CAPTURES: Verb(read, check, apply)}
