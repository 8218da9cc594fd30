"""``captures blue wagon on R by dragon``: the dragon eats mayors and wagons (AM-145), or spares wagons (AM-161)."""

from __future__ import annotations

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.errors import Problem
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import rule

DRAGON = "dragon"
WAGON = "wagon"


def read(case: Case, move: Move) -> Action:
    """A figure, where it stands, and ``by dragon``. Raises Mistake, Undetermined for any other figure."""
    reader = Reader(move.words, case.lang, move.span)
    phrase = reader.figure()
    if phrase is None:
        reader.fail("figure", ("figure",))
    ref = phrase.place
    if reader.keyword("by") is None or reader.role("figure") != DRAGON:
        reader.fail("means", ("figure",))
    reader.end("line-end")
    if phrase.figure not in rule("AM-145").allowed:
        lack_code(case, "figure", DRAGON)
    if ref is None:
        raise Mistake(Problem("put-where", move.span, {"figure": Item("noun", ("figure", phrase.figure))}))
    figure = Item("figure", (phrase.colour, phrase.figure, case.state.resolve(ref)))
    return Action(move, figure, Item("move", (move.verb, figure)))


def check(case: Case, action: Action) -> list[Finding]:
    """It eats the figure that stands there (AM-145), but for the house rule of AM-161."""
    figure: Item = action.data
    owner, kind, place = figure.parts
    values = {"figure": Item("noun", ("figure", kind)), "feature": Item("feature", (place,))}
    there = case.state.feature(place).occupants
    if not any(o.figure == kind and owner in ("", o.owner) for o in there):
        return [Finding("AM-145", False, "wagon-none-to-eat", values)]
    if kind == WAGON and case.option("wagon-safe-from-capture") == "true":
        return [Finding("AM-161", False, "wagon-safe-from-dragon", values)]
    return [Finding("AM-145", True, "wagon-eaten", values)]


def apply(case: Case, action: Action) -> None:
    """Carrying it out needs the dragon's own expansion. Raises Undetermined."""
    lack_code(case, "figure", DRAGON)


VERBS = {"captures dragon": Verb(read, check, apply)}
