"""Who leads a feature."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, NoReturn

from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import EXPANSION, Case
from adjudicator.engine.contest import answer_of, means_item
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE


class Majority(NamedTuple):
    """Who is strongest on a feature."""

    leaders: tuple[str, ...]
    """Colours of the strongest, in the order they were named; several in a tie, none on an empty feature."""
    strength: dict[str, int]
    """Strength by colour, of everybody who has a figure there."""
    figures: dict[str, dict[str, int]]
    """By colour, how many of each kind of figure."""


def majority(case: Case, feature: Feature, occupants: Iterable[Occupant] | None = None) -> Majority:
    """Who leads `feature`, or the `occupants` given. What a figure counts is against those who are behind by it alone.

    Raises Undetermined for a figure nobody here can weigh, and for what one carries that may change its weight.
    """
    strength: dict[str, int] = {}
    figures: dict[str, dict[str, int]] = {}
    said: list[tuple[str, bool, Finding]] = []
    standing = tuple(feature.occupants if occupants is None else occupants)
    for occupant in standing:
        for mark, _ in occupant.marks:
            require_code(case, mark.removeprefix("as-"))
        if not occupant.owner:
            require_code(case, occupant.figure)
            continue
        weight = case.game.figure(occupant.figure).strength
        if weight is None:
            lack_code(case, "figure", occupant.figure)
        owner, weighing = occupant.owner, case.apart()
        power = weight if isinstance(weight, int) else weight(weighing, occupant, feature)
        said += [(owner, power > 1, one) for one in weighing.heard()]
        strength[owner] = strength.get(owner, 0) + power
        counts = figures.setdefault(owner, {})
        counts[occupant.figure] = counts.get(occupant.figure, 0) + 1
    best = max(strength.values(), default=0)
    leaders = tuple(player for player, power in strength.items() if power == best and power > 0)
    if len(leaders) > 1:
        leaders = answer_of(case, case.game.scoring.tiebreak, feature, leaders, standing) or leaders
    number = {player: sum(counts.values()) for player, counts in figures.items()}
    most = max((number[player] for player in leaders), default=0)
    behind = tuple(player for player in strength if player not in leaders and number[player] >= most)
    case.note(*(one._replace(against=behind) if more and owner in leaders else one for owner, more, one in said))
    return Majority(leaders, strength, figures)


def require_code(case: Case, ident: str) -> None:
    """Gives up on what lies on a feature or figure and belongs to an expansion that has no code yet.

    Raises Undetermined: an answer as if it were not there would be wrong.
    """
    role = case.game.foreign(ident)
    if role:
        lack_code(case, role, ident)


def lack_code(case: Case, role: str, ident: str) -> NoReturn:
    """Gives up because the word belongs to an expansion that has no code yet. Raises Undetermined; a Mistake for a word
    of what is played to which no rule gives a part there.
    """
    expansion = case.game.owner(role, ident)
    if not expansion or expansion in case.game.ids:
        raise Mistake(Problem("no-part", NOWHERE, {"word": Item.noun(role, ident)}))
    case.lack(EXPANSION, None, expansion=Item.expansion(expansion), word=Item.noun(role, ident))


def lack_means(case: Case, means: str) -> NoReturn:
    """The same for what is to bring or to take a figure, whatever role its word has. Raises Undetermined."""
    role, ident = means_item(means).parts
    lack_code(case, role, ident)
