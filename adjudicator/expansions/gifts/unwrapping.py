"""Opening a gift: when it is allowed, and the discard afterwards; what a card does is its own (`Card`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Case
from adjudicator.engine.deed import NO_DEED, Deed
from adjudicator.engine.expansion import Action, Asks, Expansion, May, Proviso, Turns, Verb
from adjudicator.engine.phases import Moment, Phase
from adjudicator.errors import Problem
from adjudicator.expansions.gifts.deck import GIFT, all_known, discard, gifts_of, kinds, kinds_of
from adjudicator.model.position import Hand
from adjudicator.model.ruling import Finding, Item, Value
from adjudicator.model.scenario import Move, unwritten
from adjudicator.rulebook.loader import value

REVOLT = "revolt"
"""What a drawn tile may have set off."""
SECOND_PART = "second-part"
"""The kind of turn that is the second part of a double turn; any other further turn is a turn of its own."""


T = TypeVar("T")


class Use(NamedTuple, Generic[T]):
    """One way to use a card."""

    player: str
    data: T
    """What the card has read; its own affair."""
    parts: tuple[Item, ...] = ()
    """What is said behind the card's name, as an answer would list it: a feature, a figure."""
    deed: Deed = NO_DEED
    """What other expansions may know of it."""


class Card(NamedTuple, Generic[T]):
    """What one kind of gift card does.

    ``cards.CARDS`` holds one for each card id (``synod``, ``road-sweeper`` ...). The frame here has read the card's
    name, looks after timing (placeable tile drawn, once a turn, card held), the hand and the discards; the card looks
    after its action only.
    """

    rule: str
    """The rule of its action."""
    read: Callable[[Case, Move, Args], Use[T]]
    """How the move says that it is used. Raises Mistake."""
    check: Callable[[Case, Use[T]], list[Finding]]
    """Every condition of this use tried; it is allowed when all hold."""
    apply: Callable[[Case, Use[T]], None]
    """Carries it out: figures, points (``turn.lines``, ``turn.home``). No deed, and no figure of the turn
    (``Act``): step 2 stays as it is (GIFT-26)."""
    choices: Callable[[Case, str], Iterable[Use[T]]]
    """Every use the player could think of now, allowed or not; none allowed means that the card is wasted."""
    narrowed: Callable[[Case, str, Args], Iterable[Use[T]]] | None = None
    """The same for a question about places or figures: what it says besides the card's name may narrow it; the place
    that is asked for stands first among the parts, and the figure is one of them."""
    bare: bool = False
    """Whether there is nothing to choose: the name alone is the whole move (Take 2), and `read` is called for it."""


AnyCard = Card[Any]
AnyUse = Use[Any]
"""Of a card of which nobody but itself knows what it keeps."""


class Opening(NamedTuple):
    """An opening that has been read."""

    card: str
    """Its card id; "" where the card is left unnamed."""
    use: AnyUse | None
    """How it is used; None where that was not said, as of a card that is wasted."""


def cards() -> Mapping[str, AnyCard]:
    """What each kind of card does, by id."""
    from adjudicator.expansions.gifts.cards import CARDS  # whose modules rest on this one

    return CARDS


def read(case: Case, move: Move) -> Action[Opening]:
    """``unwraps synod on M``, ``unwraps take-2``, ``unwraps gift``. Raises Mistake."""
    first = next(iter(case.names_in(move)), None)
    if first is None or (first.id("unit") != GIFT and first.id("name") not in kinds()):
        case.expected(move, "gift-card", "name")
    args = case.args(move)
    card = next((kind for kind in kinds() if args.says(kind, "name")), None)
    if card is None or not (args.filled or cards()[card].bare):
        return _action(move, card or "", None)
    return _action(move, card, cards()[card].read(case, move, args))


def _action(move: Move, card: str, use: AnyUse | None, with_card: bool = True) -> Action[Opening]:
    name = (Item.word(card or GIFT),) if with_card else ()
    item = Item.move("unwraps", *name, *(use.parts if use is not None else ()))
    return Action(move, Opening(card, use), item, (use.deed if use is not None else NO_DEED)._replace(means=card))


def check(case: Case, action: Action[Opening]) -> list[Finding]:
    """The moment (GIFT-05, GIFT-12, GIFT-61 to GIFT-63), the card (GIFT-13), and what the card itself demands."""
    opening = action.data
    player = action.move.player
    found = [*moment(case, player), *_in_hand(case, player, opening.card)]
    if not all(f.holds for f in found):
        pass  # what the card demands need not be known at a moment when no card may be opened
    elif opening.use is not None:
        found += cards()[opening.card].check(case, opening.use)
    elif opening.card and not _uses(case, player, opening.card):
        found.append(Finding("GIFT-60", True, "gift-wasted", {"card": Item.noun("name", opening.card)}))
    return sorted(found, key=lambda f: f.holds)


def moment(case: Case, player: str) -> list[Finding]:
    """Whether the player may open a gift at this moment of the turn; nothing to say outside one."""
    turn = case.state.turn
    values = {"player": Item.player(player)}
    if turn is None:
        return []
    if turn.player != player:
        return [Finding("GIFT-12", False, "gift-other-turn", values)]
    if turn.placed:
        return [Finding("GIFT-12", False, "gift-after-placing", values), Finding("GIFT-05", False, "gift-step-one", {})]
    found: list[Finding] = []
    none_left = case.state.stock.get("tile") == 0
    if once := opened(case.recall(Deed)):
        number: dict[str, Value] = {**values, "number": value("GIFT-12", "max_openings")}
        found.append(Finding("GIFT-12", False, "gift-once-a-turn", number))
    if turn.drawn is None and once:
        return found  # with Take 2 the tile was drawn: the second one is still to come
    if turn.drawn is None:
        found.append(Finding("GIFT-12", False, "gift-before-drawing", values))
    elif turn.fits_nowhere:
        found.append(Finding("GIFT-62", False, "gift-unplaceable", {}))
        if not none_left:
            found.append(Finding("GIFT-61", False, "gift-next-tile", {}))
    else:
        found.append(Finding("GIFT-12", True, "gift-in-time", values, "frames"))
        seen = turn.face is not None and case.state.has_board and not case.state.part_shown
        found.append(Finding("GIFT-62", True, "gift-placeable", {}, "frames" if seen else "supposes"))
        if any(deed.verb == REVOLT for deed in case.recall(Deed)):
            found.append(Finding("GIFT-78", True, "gift-after-revolt", {}))
    if (turn.drawn is None or turn.fits_nowhere) and none_left:
        found.append(Finding("GIFT-63", False, "gift-last-tile", {}))
    if turn.kind == SECOND_PART and case.state.last_player == player and opened(case.state.recall_last(Deed)):
        found.append(case.doubt("open", "GIFT-12", "gift-second-part", player=values["player"]))
    return found


def opened(deeds: Iterable[Deed]) -> bool:
    """Whether a gift was opened."""
    return any(deed.verb == "unwraps" for deed in deeds)


def _in_hand(case: Case, player: str, card: str) -> list[Finding]:
    """Whether such a card lies in front of the player (GIFT-13). Where no gifts are said it is supposed, save where the
    game is told from its start: then nobody has a gift whom nothing has brought one."""
    hand = case.state.hand(player)
    values = {"player": Item.player(player), "card": Item.noun("name", card)}
    if card and card not in kinds_of(hand) and all_known(case.state, card):
        return [Finding("GIFT-03", False, "gift-left-to-be", {**values, "number": value("GIFT-03", "each_kind")})]
    if not _gifts_told(hand) and not case.state.from_start:
        return [Finding("GIFT-13", True, "gift-held" if card else "gift-some-held", values, "supposes")]
    if not gifts_of(hand):
        return [Finding("GIFT-13", False, "gift-none-held", values)]
    if not card:
        return [Finding("GIFT-13", True, "gift-some-held", values, "frames")]
    if card not in kinds_of(hand) and _hidden(case, player):  # what lies hidden may be any card
        return [Finding("GIFT-13", True, "gift-held", values, "supposes")]
    return [Finding("GIFT-13", card in kinds_of(hand), "gift-held", values, "frames")]


def _gifts_told(hand: Hand) -> bool:
    """Whether anything was said of the gifts of a player: who names meeples only has not said that there are none."""
    return bool(hand.cards) or (hand.items is not None and (not hand.items or GIFT in hand.items))


def _hidden(case: Case, player: str) -> bool:
    """Whether some gift of the player is left unnamed."""
    hand = case.state.hand(player)
    return gifts_of(hand) > len(kinds_of(hand))


def _uses(case: Case, player: str, card: str) -> list[AnyUse]:
    """Every use of a card that its own conditions allow now."""
    kind = cards()[card]
    tried = case.apart()  # what it finds on the way is no part of the answer
    return [use for use in kind.choices(case, player) if all(f.holds for f in kind.check(tried, use))]


def apply(case: Case, action: Action[Opening]) -> None:
    """Resolves the card and discards it (GIFT-13), also when it can do nothing (GIFT-60). Raises Mistake."""
    opening = action.data
    state, player = case.state, action.move.player
    if state.turn is None:
        raise Mistake(Problem("move-without-turn", action.move.span, {"word": action.move.verb}))
    card = Item.noun("name", opening.card)
    if not opening.card and len(set(kinds_of(state.hand(player)))) > 1 and not _hidden(case, player):
        raise Mistake(Problem("gift-which", action.move.span))
    if opening.use is not None:
        cards()[opening.card].apply(case, opening.use)
    elif opening.card:
        uses = _uses(case, player, opening.card)
        if uses:
            places = (str(part.parts[0]) for use in uses for part in use.parts if part.kind == "feature")
            raise Mistake(Problem("gift-how", action.move.span, {"card": card}, tuple(dict.fromkeys(places))))
        case.find("GIFT-60", "gift-wasted", card=card)
    discard(state, player, opening.card)
    if opening.card:
        case.frame("GIFT-13", "gift-discarded", card=card)
    else:
        case.frame("GIFT-13", "gift-some-discarded")


def choices(case: Case, player: str, asked: Move | None = None) -> Iterable[Action[Opening]]:
    """Every use of the card that a question names, else of the cards known to lie in front of the player.

    A card nobody has named stays hidden: it is one ``unwraps gift``.
    """
    move = unwritten(player, "unwraps")
    wanted = [one.id("name") for one in case.names_in(asked)] if asked is not None else []
    card = next((ident for ident in wanted if ident in kinds()), None)
    hand = case.state.hand(player)
    if asked is not None and card is None and not kinds_of(hand):
        raise Mistake(Problem("gift-which", asked.span))
    for kind in (card,) if card is not None else dict.fromkeys(kinds_of(hand)):
        uses = [*(_narrowed(case, player, cards()[kind], asked) or cards()[kind].choices(case, player))]
        if asked is not None and not uses:
            case.find(cards()[kind].rule, "gift-nowhere", False, card=Item.noun("name", kind))
        for use in uses:
            yield _action(move, kind, use, asked is None)
        if asked is None and not _uses(case, player, kind):
            yield _action(move, kind, None)
    if asked is None and _hidden(case, player):
        yield _action(move, "", None)


def turns_out(case: Case, action: Action[Opening]) -> Iterable[Action[Opening]]:
    """Every card that a hidden one may be, used in every way that the card allows now, or wasted (GIFT-60)."""
    if action.data.card:
        return
    for kind in (one for one in kinds() if not all_known(case.state, one)):
        uses: list[AnyUse | None] = [*_uses(case, action.move.player, kind)]
        for use in uses or [None]:
            yield _action(action.move, kind, use)


def _narrowed(case: Case, player: str, card: AnyCard, asked: Move | None) -> Iterable[AnyUse] | None:
    """The uses for a question about places or figures, as the words behind the card's name narrow them; else None."""
    if asked is None or card.narrowed is None:
        return None
    return card.narrowed(case, player, case.args(asked, choices=True))


def must(case: Case, action: Action[Opening]) -> Finding:
    """Nobody has to open a gift (GIFT-59)."""
    return Finding("GIFT-59", False, "gift-optional", {})


def still_puts(case: Case, deed: Deed) -> Iterator[Finding]:
    """A figure may be put after a gift was opened in the same turn, whatever the gift did (GIFT-26)."""
    if opened(case.recall(Deed)):
        yield Finding("GIFT-26", True, "gift-still-puts", {"player": Item.player(deed.player)})


def may_come(case: Case) -> bool | None:
    """Whether a gift may still be opened in this turn; None before anything is drawn."""
    turn = case.state.turn
    if opened(case.recall(Deed)):
        return False
    if turn is None or turn.drawn is None:
        return None
    return all(found.holds for found in (*moment(case, turn.player), *_in_hand(case, turn.player, "")))


PART = Expansion(
    "gifts",
    may=May(provisos=(Proviso("puts", still_puts),)),
    turns=Turns(
        before_placing=("unwraps",),
        phases=(Phase("unwraps", "GIFT-12", Moment.DRAWN, after={"revolt": "GIFT-78"}, waits=may_come),),
    ),
    asks=Asks(verbs={"unwraps": Verb(read, check, apply, choices, must, turns_out)}),
)
