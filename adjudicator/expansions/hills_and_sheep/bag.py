"""The bag of sheep and wolves: which tokens lie beside which shepherd, and which may still be drawn (NB-128)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.memory import Scope, remembered
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item
from adjudicator.rulebook.loader import rule

SHEPHERD = "shepherd"
SHEEP = "sheep"
FIELD = "field"
WOLF = 0
"""The number of sheep on a wolf."""
UNSAID = -1
"""The number on a token with sheep of which nobody said how many."""


@remembered(Scope.GAME)
class Beside(NamedTuple):
    """The tokens beside the shepherd of a player, as they were drawn; of several the last counts."""

    player: str
    tokens: tuple[int, ...]


def tokens() -> Counter[int]:
    """How many tokens with so many sheep there are in all, wolves among them (NB-128)."""
    name = "tokens_of_"
    values = rule("NB-128").values.items()
    return Counter({int(key.removeprefix(name)): int(number) for key, number in values if key.startswith(name)})


def standing(state: State) -> list[tuple[Feature, Occupant]]:
    """Every shepherd on the table with its field."""
    return [(field, one) for field in state.occupied() for one in field.occupants if one.figure == SHEPHERD]


def beside(state: State, player: str) -> tuple[int, ...]:
    """The tokens that were drawn for the shepherd of a player since it was put."""
    return next((one.tokens for one in reversed(state.recall(Beside)) if one.player == player), ())


def left(state: State) -> list[Counter[int]]:
    """What the bag may hold now, once for every way in which tokens make up the flocks.

    A flock that was drawn in the game is known; of one that a position tells only the number of its sheep is, or
    nothing at all.
    """
    whole, sums = tokens(), list[int]()
    for _, one in standing(state):
        known = Counter(number for number in beside(state, one.owner) if number > 0)
        if sum(known.elements()) > one.mark(SHEEP):
            continue  # put anew, and nothing lies there yet
        whole.subtract(known)
        rest = one.mark(SHEEP) - sum(known.elements())
        sums += [rest] if rest > 0 else []
    if min(whole.values()) < 0:
        return []
    found = [whole]
    for number in sums:
        found = [bag - Counter(flock) for bag in found for flock in _flocks(bag, number)]
        found = [*{tuple(sorted(bag.items())): bag for bag in found}.values()]
    return found


def _flocks(bag: Counter[int], number: int, most: int = 0) -> Iterator[tuple[int, ...]]:
    """Every handful of tokens of a bag with so many sheep, the larger tokens first."""
    if number == 0:
        yield ()
    for token in sorted((one for one in bag if 0 < one <= number and bag[one] > 0), reverse=True):
        if most and token > most:
            continue
        for rest in _flocks(bag - Counter([token]), number - token, token):
            yield (token, *rest)


def shares(state: State) -> Counter[int]:
    """How likely each token is to be drawn next: how often it lies in the bag, over all that the bag may hold."""
    return sum(left(state), Counter[int]())


def in_fields(state: State) -> Iterator[Problem]:
    """A shepherd stands in a field (NB-60)."""
    for feature in state.occupied():
        for one in feature.occupants:
            if one.figure == SHEPHERD and feature.kind != FIELD:
                values = {"feature": feature.id, "kind": Item.noun("kind", feature.kind)}
                yield Problem("may-not-stand", one.span, values, (), ("NB-60",))


def checks(state: State) -> Iterator[Problem]:
    """All flocks together are made up of the tokens that there are (NB-128)."""
    herds = standing(state)
    if herds and not left(state):
        number = sum(one.mark(SHEEP) for _, one in herds)
        yield Problem("too-many-sheep", herds[0][1].span, {"number": Item.number(number)}, (), ("NB-128",))
