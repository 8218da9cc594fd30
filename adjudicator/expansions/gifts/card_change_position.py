"""Change Position: a standing meeple lies down on its tile, a lying one stands up (GIFT-21 to 24, 37 to 47, 69, 70)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import LeftOut
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Deed
from adjudicator.engine.expansion import INCOMPLETE, NO_BARN, SUPPLY, Expansion, May, Putting
from adjudicator.errors import Problem
from adjudicator.expansions.gifts.card_places import (
    ABBOT,
    SPECIAL,
    Choice,
    Meant,
    Place,
    completable,
    fairy_at,
    figures_at,
    is_meeple,
    must_know,
    not_said,
    parts_of,
    pointed,
    read_as_abbot,
    read_meant,
    read_place,
    said_place,
)
from adjudicator.expansions.gifts.card_tiles import beside, same_tile, tile_of
from adjudicator.expansions.gifts.unwrapping import Card, Use
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move
from adjudicator.play.turns import helpers_home
from adjudicator.rulebook.loader import rule

FIELD = "field"
GARDEN = "garden"
"""Nobody but an abbot stands there, and no abbot is ever a farmer: the list leaves it out (GIFT-37, GIFT-40)."""
FIGURES = {"guard": "guard-meeple"}
"""Figures whose name in the list of the rule (GIFT-40) is another."""
MOVED = "change-position"
"""What brings the figure there, for those who say where figures may stand."""
WAIVED = frozenset((SUPPLY, INCOMPLETE, NO_BARN))
"""What a moved figure does not need: a supply; an incomplete feature, which GIFT-22 leaves open; a field without a
barn (GIFT-45)."""


class Change(NamedTuple):
    one: Meant
    target: Place
    as_abbot: bool = False


def read(case: Case, move: Move, args: Args) -> Use[Change]:
    """``on Toulouse to F``, ``large meeple on F to R1``, ``A to F``, ``on F to M as abbot``. Raises Mistake."""
    choice = read_meant(case, args, move.player)
    if not args.has("to"):
        where = tuple(place.item.parts[0] for place in beside(case, choice.one(case)) if place.feature is not None)
        raise LeftOut(Problem("card-to-where", move.span, {"feature": choice.place.item}, where[:6]))
    target = read_place(case, args, "to", _cell_of(case, choice, args))
    as_abbot = read_as_abbot(args)
    one = (choice if pointed(args) else _on_tile_of(case, choice, target)).one(case)
    return _use(case, move.player, Change(one, target, as_abbot))


def _cell_of(case: Case, choice: Choice, args: Args) -> Cell | None:
    """The square of the figure's tile, for a place that is named without one.

    Raises Undetermined where figures on several tiles may be meant and the place does not tell which.
    """
    feature = choice.place.feature
    cells = {case.state.tile_under(feature, o).cell for o in choice.occupants} if feature is not None else set()
    if len(cells) < 2:
        return next(iter(cells), None)
    to = args.place("to")
    named = to is not None and (to.cell is not None or bool(to.name))
    tile = None if named else tile_of(case, choice.one(case))
    return tile.cell if tile is not None else None


def _on_tile_of(case: Case, choice: Choice, target: Place) -> Choice:
    """Of several figures on a feature those on whose tile `target` lies, where that is known of any."""
    feature, aim = choice.place.feature, target.feature
    if feature is None or aim is None:
        return choice
    there = tuple(o for o in choice.occupants if case.state.tile_under(feature, o).has(aim))
    return choice._replace(occupants=there or choice.occupants)


def _use(case: Case, player: str, change: Change) -> Use[Change]:
    return Use(player, change, (*parts_of(case, change.one, player), change.target.item), _deed(change))


def _deed(change: Change) -> Deed:
    source, place = (str(place.item.parts[0]) for place in (change.one.place, change.target))
    return Deed(figure=change.one.figure, occupant=change.one.occupant, source=source, place=place)


# ---- conditions
def check(case: Case, use: Use[Change]) -> list[Finding]:
    """The figure (GIFT-40), both places (GIFT-37), the change of state (GIFT-24) and the tile (GIFT-21, GIFT-22)."""
    change = use.data
    one, target = change.one, change.target
    found = [_place(case, one.place), _place(case, target)]
    lying = one.place.kind == FIELD
    if all(f.holds for f in found) and lying != (target.kind == FIELD):
        must_know(case, one)
    found = [*_figure(case, use.player, one), *found]
    states = {"feature": one.place.item, "other": target.item}
    if lying == (target.kind == FIELD):
        found.append(Finding("GIFT-24", False, "card-changes-state", states))
        found.append(Finding("GIFT-69", False, "card-field-or-not", states))
    if all(f.holds for f in found):
        ident = "GIFT-22" if lying else "GIFT-21"
        phrase = "card-stands-up" if lying else "card-lies-down"
        found.append(Finding("GIFT-24", True, "card-changes-state", states))
        found.append(Finding(ident, True, phrase, {"player": Item.player(use.player), **states}))
        found.append(Finding(ident, same_tile(case, one, target), "card-one-tile", states))
        found += _arrival(case, use.player, change)
        if all(f.holds for f in found):
            _effects(case, use.player, change)
    return sorted(found, key=lambda f: f.holds)


def _figure(case: Case, player: str, one: Meant) -> list[Finding]:
    """One's own meeple that can be a farmer (GIFT-40)."""
    values = {"player": Item.player(player), "feature": one.place.item}
    figure = {"figure": Item.noun("figure", one.figure)}
    known = FIGURES.get(one.figure, one.figure)
    if one.figure and known not in rule("GIFT-40").allowed:
        return [Finding("GIFT-40", False, "card-can-be-farmer", figure)]
    ident = "GIFT-22" if one.place.kind == FIELD else "GIFT-21"
    if not_said(one):
        return []  # refused for another reason, so that it need not be asked
    if one.occupant is None:
        return [Finding(ident, False, "card-none-there", values)]
    if one.occupant.owner != player:
        return [Finding(ident, False, "card-own-meeple", {"player": values["player"]})]
    return [Finding("GIFT-40", True, "card-can-be-farmer", figure)]


def _place(case: Case, place: Place) -> Finding:
    """Whether it is an ordinary feature of one tile; of one that is completed and scored and that the list names
    neither here nor there, the rule leaves it open (GIFT-37).
    """
    listed = rule("GIFT-37")
    if place.kind not in (*listed.allowed, *listed.forbidden, GARDEN) and completable(case, place):
        return case.doubt("open", "GIFT-37", "card-place-unlisted", feature=place.item)
    return Finding("GIFT-37", place.kind in listed.allowed, "card-ordinary-place", {"feature": place.item})


def _arrival(case: Case, player: str, change: Change) -> list[Finding]:
    """Whoever is there already (GIFT-23), and what else the place it goes to asks for, mist and the like too."""
    target, feature = change.target, change.target.feature
    values = {"feature": target.item}
    if feature is None:
        return []
    found: list[Finding] = []
    if feature.occupants:
        found.append(Finding("GIFT-23", True, "card-may-be-occupied", values))
    if change.as_abbot:
        found.append(Finding("GIFT-46", target.kind in SPECIAL, "card-as-abbot", values))
    if target.kind == "acrobat-space":
        found.append(Finding("GIFT-39", not case.complete(feature), "card-becomes-acrobat", values))
    elif target.kind != FIELD and case.complete(feature):
        found.append(case.doubt("open", "GIFT-22", "card-complete-already", feature=target.item))
    marks = ((ABBOT, 1),) if change.as_abbot else ()
    putting = Putting(player, change.one.figure, feature, MOVED, marks, waived=WAIVED)
    apart = case.apart()  # what holds is no news of a move like this
    others = (condition(apart, putting) for condition in case.game.may.put)
    found += [other for other in others if other is not None and not other.holds]
    return found


def _effects(case: Case, player: str, change: Change) -> None:
    """Notes what the move does to those who stay behind and to what is where the meeple goes."""
    home, target, one = change.one.place.feature, change.target.feature, change.one.occupant
    if home is None or target is None or one is None:
        return
    details, other = change.one.place.item, change.target.item
    if change.one.place.kind == "acrobat-space":
        case.find("GIFT-38", "card-was-acrobat", feature=details)
    if change.one.place.kind != FIELD and (one.mark("protected") or one.mark(ABBOT)):
        case.find("GIFT-70", "card-counts-as-standing", feature=details)
    if _last(case, home, one):
        who = Item.player(player)
        for figure, ident in (("builder", "GIFT-41"), ("pig", "GIFT-42")):
            if any(o.figure == figure and o.owner == player for o in home.occupants):
                case.find(ident, "card-left-alone", figure=Item.noun("figure", figure), player=who, feature=details)
    if fairy_at(case, target):
        case.find("GIFT-44", "card-fairy-stays", feature=other)
    if target.kind == FIELD and any(o.figure == "barn" for o in target.occupants):
        case.find("GIFT-45", "card-barn-scores-later", feature=other)


def _last(case: Case, home: Feature, one: Occupant) -> bool:
    """Whether no other meeple of the owner stands there."""
    return sum(1 for o in home.occupants if o.owner == one.owner and is_meeple(case, o.figure)) == 1


# ---- carrying it out
def apply(case: Case, use: Use[Change]) -> None:
    """Moves the meeple with all it carries; a builder or pig left alone goes home at once (GIFT-41, GIFT-42)."""
    change = use.data
    state = case.state
    home, target, one = change.one.place.feature, change.target.feature, change.one.occupant
    if home is None or target is None or one is None:
        return
    marks = tuple((mark, n) for mark, n in one.marks if mark != ABBOT)
    if change.as_abbot:
        marks = (*marks, (ABBOT, 1))
    state.move_on_tile(home, one, target, marks, change.target.part)
    player, details, other = Item.player(use.player), change.one.place.item, change.target.item
    if target.kind == FIELD:
        case.find("GIFT-21", "card-laid", player=player, feature=details, other=other)
    else:
        case.find("GIFT-22", "card-raised", player=player, feature=details, other=other)
    gone = helpers_home(case)
    if gone and state.turn is not None:
        state.turn = state.turn._replace(home=(*state.turn.home, *gone))


def choices(case: Case, player: str) -> Iterable[Use[Change]]:
    """Every figure of the player to everything that may lie on its tile."""
    for one in figures_at(case, player):
        for target in beside(case, one):
            if (one.place.kind == FIELD) != (target.kind == FIELD):
                yield _use(case, player, Change(one, target))


def narrowed(case: Case, player: str, args: Args) -> Iterable[Use[Change]]:
    """Whom the card may move; of one place, where to: that place comes first. Raises Mistake."""
    place = said_place(case, args)
    for one in figures_at(case, player):
        if place is not None and one.place.item != place.item:
            continue
        figure = [Item.count(1, "", one.figure)]
        figure += [part for part in parts_of(case, one, player) if part.kind == "marks"]
        for target in beside(case, one):
            if (one.place.kind == FIELD) != (target.kind == FIELD):
                places = (one.place.item, target.item) if place is None else (target.item, one.place.item)
                change = Change(one, target)
                yield Use(player, change, (*places, *figure), _deed(change))


def joined_by_pig(case: Case, put: Putting) -> Finding | None:
    """A pig may join the farmer that the card made in this turn (GIFT-43)."""
    if put.figure != "pig" or put.feature.kind != FIELD:
        return None
    laid = any(
        (deed.means, deed.player, deed.place) == (MOVED, put.player, put.feature.id) for deed in case.recall(Deed)
    )
    values = {"feature": Item.feature(put.feature.id)}
    return Finding("GIFT-43", True, "card-pig-may-follow", values) if laid else None


CARD = Card("GIFT-21", read, check, apply, choices, narrowed)
PART = Expansion("gifts", may=May(put=(joined_by_pig,)))
