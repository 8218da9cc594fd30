"""Take 2: a second tile to choose from (GIFT-25, GIFT-48 to GIFT-52, GIFT-71 to GIFT-75)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.arguments import Args
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import Expansion, May, Proviso
from adjudicator.engine.turn import Drawn
from adjudicator.expansions.gifts.unwrapping import Card, Use
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.rulebook.loader import value

INSTEAD = {"abbey": "GIFT-48", "halfling": "GIFT-49", "german-castle": "GIFT-50"}
"""Tiles of one's own that make the card void, and the rule for each."""
TELLER = "fortune-teller"
OPTION = "take-2-with-fortune-teller"
SIDES = {"no-effect": "GIFT-51", "one-more": "GIFT-52"}


def read(case: Case, move: Move, args: Args) -> Use[str]:
    """Nothing, or what the player means to use besides: ``with abbey``, ``with fortune teller``. Raises Mistake."""
    guest = args.ident("means") or ""
    if guest and guest not in (*INSTEAD, TELLER):
        args.refuse("means", "gift-with")
    return Use(move.player, guest, (_noun(guest),) if guest else ())


def _noun(ident: str) -> Item:
    return Item.noun("kind" if ident == "german-castle" else "unit", ident)


def check(case: Case, use: Use[str]) -> list[Finding]:
    """Two tiles to choose from (GIFT-25), where there is a second (GIFT-71) and no guest makes the card void."""
    number = value("GIFT-25", "tiles")
    found = [Finding("GIFT-25", True, "card-choose-tile", {"number": number})]
    if case.state.stock.get("tile") == 0:
        found.append(Finding("GIFT-71", True, "card-no-second-tile", {}))
    guest = use.data
    if guest in INSTEAD:
        found.append(Finding(INSTEAD[guest], True, "card-no-effect-with", {"tile": _noun(guest)}))
    elif guest == TELLER:
        agreed = case.option(OPTION)
        for side, ident in SIDES.items():
            if agreed in ("", side):
                case.find(ident, "card-teller-no-effect" if side == "no-effect" else "card-teller-one-more")
        if _with_teller(case) == "no-effect" and not agreed:  # it may be opened, to no effect
            found.append(Finding(SIDES["no-effect"], False, "card-teller-no-effect", {}))
    return found


def apply(case: Case, use: Use[str]) -> None:
    """Lays the tile that was drawn aside to draw another; nothing where none is left (GIFT-71)."""
    turn = case.state.turn
    if case.state.stock.get("tile") == 0:
        case.find("GIFT-71", "card-no-second-tile")
        return
    if turn is None or (use.data == TELLER and _with_teller(case) == "no-effect"):
        return
    if turn.drawn is not None:
        case.state.turn = turn._replace(drawn=None, event="", beside=(*turn.beside, Drawn(turn.drawn, turn.event)))


def _with_teller(case: Case) -> str:
    """What the card does beside the fortune teller: what was agreed, else a side of the dispute."""
    return case.option(OPTION) or case.read("disputed", OPTION, **SIDES)


def choices(case: Case, player: str) -> Iterable[Use[str]]:
    """The card has no choice to make but to use it."""
    return [Use(player, "", ())]


# ---- the moves that follow
def drawing(case: Case, deed: Deed) -> Iterable[Finding]:
    """The second tile of the card (GIFT-25), where one is left (GIFT-71)."""
    turn = case.state.turn
    if turn is None or turn.placed:
        return
    opened = any(used.verb == "unwraps" and used.means == "take-2" for used in case.recall(Deed))
    if turn.beside and turn.drawn is None:
        yield Finding("GIFT-25", True, "card-second-tile", {})
    elif opened and not turn.beside and case.state.stock.get("tile") == 0:
        yield Finding("GIFT-71", False, "card-second-tile-left", {})


def discarding(case: Case, deed: Deed) -> Iterable[Finding]:
    """A second tile that cannot be placed is passed over (GIFT-72, GIFT-75)."""
    turn = case.state.turn
    if turn is not None and turn.beside and turn.fits_nowhere:
        yield Finding("GIFT-72", True, "card-draw-again", {})
        yield Finding("GIFT-75", True, "card-draw-again", {})


def placing(case: Case, deed: Deed) -> Iterable[Finding]:
    """One of two tiles, the other goes back to a stack (GIFT-25); a tile of one's own makes the card void."""
    turn = case.state.turn
    if turn is None or not turn.beside or turn.placed:
        return
    own = deed.figure if deed.figure in INSTEAD else ""
    if own:
        yield _own_after_drawing(case, own)
    if turn.fits_nowhere:
        yield Finding("GIFT-72", False, "card-draw-again", {})
    elif own:
        yield Finding(INSTEAD[own], True, "card-no-effect-with", {"tile": _noun(own)})
    elif turn.drawn is None and case.state.stock.get("tile") == 0:
        yield case.find("GIFT-74", "card-single-tile")
    elif turn.drawn is None:
        yield Finding("GIFT-25", False, "card-draws-first", {"player": Item.player(deed.player)})
    else:
        yield case.find("GIFT-25", "card-other-goes-back")


def _own_after_drawing(case: Case, own: str) -> Finding:
    """Whether a tile of one's own may still be placed when the card was opened, which is open: the rule of the card
    speaks as if it might, the tile's own rule has it placed instead of drawing.
    """
    tile = case.game.own_tile(own)
    instead = tile.instead if tile is not None else INSTEAD[own]
    phrase, details = "card-own-tile-after-drawing", {"tile": _noun(own)}
    case.find(INSTEAD[own], phrase, tile=details["tile"])
    may = case.read("open", f"{phrase} {own}", yes=INSTEAD[own], no=instead) == "yes"
    return Finding(INSTEAD[own] if may else instead, may, phrase, details)


CARD = Card("GIFT-25", read, check, apply, choices, bare=True)
PART = Expansion(
    "gifts",
    may=May(
        provisos=(
            Proviso("draws", drawing),
            Proviso("discards", discarding),
            Proviso("places", placing),
        )
    ),
)
