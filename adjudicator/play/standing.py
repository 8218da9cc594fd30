"""Where the figures of a question stand, of which a sketch tells nowhere."""

from __future__ import annotations

from adjudicator.binding.clause import ids_in
from adjudicator.binding.header import MEEPLE
from adjudicator.engine.case import NOBODY, Case
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Move
from adjudicator.words.vocabulary import vocabulary

OF_STANDING = "of-standing"
"""The trait of verbs for what is done to figures that stand somewhere."""
OF_ONES_OWN = "of-ones-own"
"""The trait of those for what a player does to figures of one's own only."""
MOVES = "moves"
PUTTING = ("puts", MOVES)
PLACES = ("road", "monastery", "city", "field")
"""Where a figure may be said to stand, the first that takes it."""


def somewhere(case: Case, move: Move) -> bool:
    """Whether a move is made somewhere on the table, of which a sketch tells nothing that it could be about; what is
    only drawn on a tile is told.
    """
    if case.state.has_board or any(ids_in(move, "symbol")):
        return False
    if move.verb == MOVES and any("neutral" not in case.game.figure_traits(one) for one in ids_in(move, "figure")):
        return False  # where that figure stands is known
    of_standing = OF_STANDING in vocabulary().traits("verb", move.verb)
    return move.verb in PUTTING or (of_standing and not any(case.state.all_features()))


def known_to_stand(case: Case, move: Move, partial: bool = False) -> None:
    """Asks where the figure of a move stands, where a sketch tells of none such anywhere, and of none in the supply.

    Of a `partial` move the place or the figure is asked for. Raises Mistake, and Undetermined with the line that tells
    it.
    """
    state, words = case.state, vocabulary()
    figures = [*ids_in(move, "figure")]
    ordinary = [one for one in figures if "neutral" not in case.game.figure_traits(one)]
    traits = words.traits("verb", move.verb)
    asked = OF_STANDING in traits or (ordinary and move.verb == MOVES)
    if state.whole or len(ordinary) < len(figures) or any(ids_in(move, "unit")) or not asked:
        return
    args = case.args(move, choices=partial)
    said = args.any_figure()
    if args.called() is not None or args.place("from") is not None or (said is not None and said.place is not None):
        return
    own = OF_ONES_OWN in traits or move.verb == MOVES
    owner = (said.colour if said is not None else "") or (move.player if own else "")
    turn = state.turn
    gone = (*turn.home, *(one for _, one in turn.sent)) if turn is not None else ()
    for one in (*gone, *(one for feature in state.occupied() for one in feature.occupants)):
        if one.owner and one.figure in (ordinary or [one.figure]) and one.owner == (owner or one.owner):
            return
    figure = ordinary[0] if ordinary else MEEPLE
    if any(hand.captives for hand in state.hands.values()) or (owner and _all_at_home(case, owner, figure)):
        return
    told = [feature for feature in state.all_features() if state.is_told(feature)]
    if not owner and told and not any(one.flags.isdisjoint(NOBODY) for one in told if not one.occupants):
        return  # who stands where is told of everything there is
    whose = owner or next((one for one in state.players if one != move.player), "blue")
    values = {"figure": Item.noun("figure", figure), "player": Item.player(whose), **_stand(case, whose, figure)}
    case.lack("figure-where" if owner else "figure-whose", None, **values)


def _all_at_home(case: Case, player: str, figure: str) -> bool:
    """Whether all that a player has of a figure is told to be in the supply."""
    hand = case.state.hand(player)
    told = hand.items is not None and any(case.game.is_figure(ident) for ident in hand.items)
    return told and (hand.items or {}).get(figure, 0) >= case.game.total_of(case.state, player, figure)


def _stand(case: Case, player: str, figure: str) -> dict[str, Item]:
    """A kind of feature on which the figure may stand: as the ``kind``, or as ``ground`` of one that is never complete;
    with its ``company``, or ``alone``.
    """
    for company in ("", MEEPLE):
        for kind in PLACES:
            lasts = "field" in case.game.kind_traits(kind)
            there = tuple(Occupant(player, one, "X9") for one in (company, figure) if one)
            trial = case.state.copy()
            trial.add(Feature("X9", kind, None if lasts else False, occupants=there))
            if not any(problem for check in case.game.start.checks for problem in check(trial)):
                return {
                    "ground" if lasts else "kind": Item.noun("kind", kind),
                    "company" if company else "alone": Item.noun("figure", company or figure),
                }
    return {}
