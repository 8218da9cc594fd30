"""Guards: how many a player has and sets aside, what they count for, where they go (GCC-08, GCC-13 to 19, 45)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Expansion, Figure, May, Proviso, Start, Supply, Tells
from adjudicator.engine.state import State
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Hand, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.span import NOWHERE, Span
from adjudicator.rulebook.loader import value
from adjudicator.words.vocabulary import vocabulary

GUARD = "guard"
MEEPLE = "meeple"
CHANGE = "change-position"
"""The gift that lets a meeple lie down or stand up."""


def listed(figure: str) -> str:
    """The name of a figure in the lists of the rules."""
    return "guard-meeple" if figure == GUARD else figure


# ---- how many
def aside(state: State, player: str) -> int | None:
    """A player's guards that are set aside; None where the position tells too little of them.

    Said outright, or what is left of all his guards once the position says every figure he has; a table whose
    figures are all seen and that says nothing of hands begins with those of GCC-18.
    """
    hand = state.hand(player)
    if GUARD in hand.aside:
        return hand.aside[GUARD]
    if any(vocabulary().has("figure", item) for item in hand.items or ()):
        used = (hand.items or {}).get(GUARD, 0) + state.figures_of(player, GUARD)
        return max(0, min(value("GCC-18", "set_aside"), value("GCC-08", "per_colour") - used))
    if state.whole:
        return value("GCC-18", "set_aside")
    return None


def guards_of(state: State, player: str) -> int:
    """The guards that a player has to play with: 2 at the start (GCC-16), and those gained since."""
    begun = value("GCC-16", "guard_meeples")
    left = aside(state, player) if player else None
    return begun if left is None else begun + value("GCC-18", "set_aside") - left


def meeples_of(state: State, player: str) -> int:
    """The plain meeples that a player has to play with (GCC-16)."""
    return value("GCC-16", "base_meeples")


def gain(state: State, player: str, left: int) -> None:
    """Takes a guard from the `left` that are set aside into the supply."""
    hand: Hand = state.hand(player)
    state.hands[player] = hand._replace(aside={**hand.aside, GUARD: left - 1})
    state.give(player, GUARD)


# ---- what it is
def strength(case: Case, occupant: Occupant, feature: Feature) -> int:
    """1, like a meeple (GCC-46)."""
    power = value("GCC-46", "strength")
    player, item = Item.player(occupant.owner), Item.feature(feature.id)
    case.find("GCC-46", "guard-counts", player=player, feature=item, strength=power)
    return power


def lies_down(case: Case, deed: Deed) -> Iterator[Finding]:
    """A guard may be laid down as a farmer by a gift, or stood up (GCC-47)."""
    if deed.means == CHANGE and deed.occupant is not None and deed.occupant.figure == GUARD:
        yield Finding("GCC-47", True, "guard-can-be-farmer", {"player": Item.player(deed.player)})


def farmers(case: Case, feature: Feature, at_end: bool) -> None:
    """Farmers are used as in the base game, guards among them (GCC-66)."""
    if feature.kind == "field" and any(o.figure == GUARD for o in feature.occupants):
        case.find("GCC-66", "guard-farmers")


# ---- set-up
def prepared(case: Case) -> Iterable[Item]:
    """What lies ready besides tiles and figures in hand (GCC-03, GCC-07, GCC-13 to GCC-19)."""
    squares = Item.count(value("GCC-11", "tiles"), "", "start-square")
    ghosts = Item.count(value("GCC-19", "ghosts"), "", "ghost")
    case.find("GCC-13", "start-tile-laid", squares=squares)
    case.find("GCC-07", "start-tile-large")
    case.frame("GCC-03", "start-flow")
    case.find("GCC-14", "guard-tiles-shuffled", number=value("GCC-05", "tiles"))
    for kind, named in (("cemetery", "cemeteries"), ("haunted-castle", "haunted_castles")):
        case.find("GCC-06", "guard-tiles-with", kind=Item.noun("kind", kind), number=value("GCC-06", named))
    case.find("GCC-08", "guard-owned", figures=Item.count(value("GCC-08", "per_colour"), "", GUARD))
    hand = tuple(
        Item.count(value("GCC-16", number), "", figure)
        for number, figure in (("base_meeples", MEEPLE), ("guard_meeples", GUARD))
    )
    case.find("GCC-16", "guard-hands", figures=hand)
    case.find("GCC-17", "guard-track", figures=Item.count(1, "", MEEPLE))
    case.find("GCC-18", "guard-aside", figures=Item.count(value("GCC-18", "set_aside"), "", GUARD))
    case.find("GCC-19", "guard-ghosts-ready", ghosts=ghosts)
    return (squares, ghosts)


# ---- what cannot be
def supply(state: State) -> Iterator[Problem]:
    """No player has more than 5 guards (GCC-08), 3 of them aside at most (GCC-18), nor more than 5 meeples (GCC-16)."""
    counts: dict[tuple[str, str], int] = {}
    where: dict[tuple[str, str], Span] = {}
    for feature in state.occupied():
        for occupant in feature.occupants:
            if occupant.figure in (GUARD, MEEPLE):
                key = occupant.owner, occupant.figure
                counts[key] = counts.get(key, 0) + 1
                where[key] = occupant.span
    for player, hand in state.hands.items():
        for figure in (GUARD, MEEPLE):
            number = (hand.items or {}).get(figure, 0) + (hand.aside.get(GUARD, 0) if figure == GUARD else 0)
            counts[player, figure] = counts.get((player, figure), 0) + number
        if hand.aside.get(GUARD, 0) > value("GCC-18", "set_aside"):
            details = {"player": Item.player(player), "number": hand.aside[GUARD]}
            yield Problem(
                "guard-aside-beyond", NOWHERE, {**details, "owned": value("GCC-18", "set_aside")}, (), ("GCC-18",)
            )
    for (player, figure), number in counts.items():
        if not player or state.hand(player).unchecked:
            continue
        owned = value("GCC-08", "per_colour") if figure == GUARD else value("GCC-16", "base_meeples")
        values = {"player": Item.player(player), "number": number, "owned": owned}
        if number > owned and figure == GUARD:
            yield Problem("guard-beyond-supply", where.get((player, figure), NOWHERE), values, (), ("GCC-08",))
        elif owned < number <= vocabulary().supply(figure):  # beyond that the base game says so
            details = {**values, "figures": Item.count(number, "", figure)}
            yield Problem("beyond-supply", where.get((player, figure), NOWHERE), details, (), ("GCC-16",))


PART = Expansion(
    "ghosts-castles-cemeteries",
    figures={
        GUARD: Figure(as_meeple="GCC-45", owned="GCC-08", supply=Supply("GCC-16", guards_of), strength=strength),
        MEEPLE: Figure(supply=Supply("GCC-16", meeples_of)),
    },
    start=Start(ready=(prepared,), checks=(supply,)),
    may=May(provisos=(Proviso("unwraps", lies_down),)),
    tells=Tells(traps=(farmers,)),
)
