"""Where a card takes effect: places and figures as players name them, and as the lists of the rules do."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.called import fixed_name
from adjudicator.binding.reader import FigurePhrase, Mistake
from adjudicator.engine.case import NOBODY, Case
from adjudicator.engine.pointing import figure_parts, fits, one_of, unlike
from adjudicator.engine.tiles import Part
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.words.fold import fold
from adjudicator.words.vocabulary import vocabulary

KINDS = {
    "quarter": "city-of-carcassonne",
    "wheel": "wheel-of-fortune",
    "pyramid": "acrobat-space",
    "special-monastery": "german-monastery",
}
"""Kinds of feature whose name in the lists of the rules (GIFT-29, GIFT-35, GIFT-37) is another."""
NAMES = {
    "carcassonne": "city-of-carcassonne",
    "castle-quarter": "city-of-carcassonne",
    "market-quarter": "city-of-carcassonne",
    "blacksmith-quarter": "city-of-carcassonne",
    "cathedral-quarter": "city-of-carcassonne",
    "leipzig": "city-of-leipzig",
    "bookbinders-quarter": "city-of-leipzig",
    "wheel": "wheel-of-fortune",
    "inquisition-sector": "wheel-of-fortune",
    "bathhouse": "bathhouse",
    "solovei-razboynik": "solovei-razboynik",
    "vodyanoy": "vodyanoy",
    "portal": "magic-portal",
    "flying-machine": "flying-machine",
}
"""The same for places that go by a name, and for what is no place at all."""
ABBOT = "as-abbot"
"""The mark of a meeple laid down as an abbot."""
SPECIAL = ("german-monastery", "japanese-building", "dutch-belgian-monastery")
"""Monasteries where a meeple may be an abbot (GIFT-31, GIFT-46)."""


class Place(NamedTuple):
    """What somebody names as the place of a card."""

    kind: str
    """Its kind as the lists of the rules have it."""
    item: Item
    feature: Feature | None = None
    """None for what is no feature here, such as a magic portal."""
    part: Part | None = None
    """The part of it that was pointed at, where tiles show it."""


def listed(case: Case, feature: Feature) -> str:
    """The kind of a feature as the lists of the rules have it."""
    if feature.kind != "area":
        return KINDS.get(feature.kind, feature.kind)
    return NAMES.get(fixed_name(feature.id, case.lang), "area")


def place_of(case: Case, feature: Feature) -> Place:
    """A feature as a place."""
    return Place(listed(case, feature), Item.feature(feature.id), feature)


def read_place(case: Case, args: Args, name: str = "place", cell: tuple[int, int] | None = None) -> Place:
    """The place that fills a slot; one without a square lies on the tile at `cell`. Raises Mistake."""
    ref, ident = args.place(name), args.ident(name)
    if ident in NAMES and (ref is None or case.state.known_name(ref.name) is None):
        return Place(NAMES[ident], Item.noun("name" if vocabulary().has("name", ident) else "symbol", ident))
    if ref is None:
        args.refuse(name, "place")
    return resolved(case, ref, cell)


def said_place(case: Case, args: Args) -> Place | None:
    """The place that is named behind a figure, or alone; None where none is. Raises Mistake."""
    phrase = args.any_figure("standing")
    if phrase is not None and phrase.place is not None:
        return resolved(case, phrase.place, phrase.cell)
    if args.has("place"):
        return read_place(case, args)
    named = args.called()
    return resolved(case, named) if named is not None else None


def resolved(case: Case, ref: Ref, cell: tuple[int, int] | None = None) -> Place:
    """The place that `ref` points at. Raises Mistake."""
    state = case.state
    alone = not (ref.name or ref.side or ref.cell)
    if alone and case.game.owner("kind", ref.kind) not in ("", "base"):
        if all(feature.kind != ref.kind for feature in state.all_features()):
            return Place(KINDS.get(ref.kind, ref.kind), Item.noun("kind", ref.kind))
    feature, part = state.point(ref, cell or (state.turn.cell if state.turn is not None else None))
    return place_of(case, feature)._replace(part=part)


def read_as_abbot(args: Args) -> bool:
    """Whether ``as abbot`` is said. Raises Mistake."""
    laid = args.any_figure("figure")
    if laid is not None and laid.figure != "abbot":
        args.refuse("figure", "gift-as-abbot")
    return laid is not None


# ---- figures
class Meant(NamedTuple):
    """A figure on a feature that is meant, before it is known whether it is there."""

    place: Place
    figure: str
    """Its kind; "" where none was said."""
    occupant: Occupant | None = None
    """None where the player has no such figure there."""


class Choice(NamedTuple):
    """The figures of which one is meant."""

    place: Place
    named: FigurePhrase | None
    """What was said of it."""
    occupants: tuple[Occupant, ...]

    def one(self, case: Case) -> Meant:
        """The figure that is meant. Raises Undetermined where it may be one of several that are not alike."""
        feature = self.place.feature
        found = one_of(case, ((feature, o) for o in self.occupants), self.named) if feature is not None else None
        if found is not None:
            return Meant(self.place, found[1].figure, found[1])
        return Meant(self.place, self.named.figure if self.named is not None else "", None)


def read_meant(case: Case, args: Args, player: str) -> Choice:
    """``on T``, ``meeple on T``, ``large meeple from T``, ``A``: a figure by its name. Raises Mistake."""
    named = args.called() or args.place()
    if named is not None and not named.kind and case.state.known_name(named.name) is None:
        called = _called(case, named.name)
        if called is not None:
            feature, occupant = called
            return Choice(place_of(case, feature), None, (occupant,))
    phrase = args.any_figure("standing")
    if phrase is not None and phrase.number != 1:
        raise Mistake(Problem("card-one-figure", phrase.span))
    place = said_place(case, args)
    if place is None:
        args.refuse("place", "place")
    return choice(case, place, player, phrase, pointed(args))


def pointed(args: Args) -> bool:
    """Whether the figure or its place is told with a square."""
    phrase, place = args.any_figure("standing"), args.place()
    where = (phrase.place if phrase is not None else None) or place
    return (phrase is not None and phrase.cell is not None) or (where is not None and where.cell is not None)


def _called(case: Case, name: str) -> tuple[Feature, Occupant] | None:
    for feature in case.state.occupied():
        for occupant in feature.occupants:
            if occupant.label and fold(occupant.label) == fold(name):
                return feature, occupant
    return None


def choice(case: Case, place: Place, player: str, phrase: FigurePhrase | None, on_tile: bool) -> Choice:
    """The figures of a place that may be meant; those on the tile that was pointed at, if any stand there."""
    there = place.feature.occupants if place.feature is not None else ()
    if phrase is not None:
        able = [o for o in there if fits(phrase, o, player)]
    else:
        own = [o for o in there if o.owner == player]
        able = [o for o in own if "meeple" in case.game.figure_traits(o.figure)] or own
    cell = place.part.cell if place.part is not None and on_tile else None
    near = [o for o in able if cell is not None and (part := case.state.under(o)) is not None and part.cell == cell]
    return Choice(place, phrase, tuple(near or able))


def figures_at(case: Case, player: str) -> list[Meant]:
    """Every sort of figure of the player on every feature."""
    found: list[Meant] = []
    for feature in case.state.occupied():
        place = place_of(case, feature)
        own = ((feature, o) for o in feature.occupants if o.owner == player)
        found += [Meant(place, one.figure, one) for _, one in unlike(case, own, True)]
    return found


def parts_of(case: Case, one: Meant, player: str) -> tuple[Item, ...]:
    """A figure as an answer says it: by its feature, and by its kind and marks where the player has others there."""
    feature, occupant = one.place.feature, one.occupant
    if feature is None or occupant is None:
        return ((Item.count(1, "", one.figure),) if one.figure else ()) + (one.place.item,)
    own = [(feature, o) for o in feature.occupants if o.owner == player]
    if len(unlike(case, own)) > 1:
        return figure_parts(case, feature, occupant, owner=False)
    return (one.place.item,)


def must_know(case: Case, one: Meant) -> None:
    """Asks who stands on a feature before a figure is said not to be there. Raises Undetermined."""
    if one.occupant is None and one.place.feature is not None:
        case.figures(one.place.feature)


def not_said(one: Meant) -> bool:
    """Whether the position leaves open who stands on the feature, so that nobody can be said to be missing there."""
    feature = one.place.feature
    return one.occupant is None and feature is not None and not feature.occupants and feature.flags.isdisjoint(NOBODY)


def completable(case: Case, place: Place) -> bool:
    """Whether a place is of a kind that is completed and scored: what the rules ask of those they do not list."""
    return place.feature is not None and "completable" in case.game.kind_traits(place.feature.kind)


def complete_yet(case: Case, feature: Feature) -> bool:
    """Whether a feature is complete as the card is opened. One on which somebody stands is supposed not to be: what was
    completed has been scored and left, unless a card put somebody there since (GIFT-22). Raises Undetermined where the
    position does not say.
    """
    stands = any(is_meeple(case, one.figure) and not one.mark(ABBOT) for one in feature.occupants)
    if feature.complete is None and stands:
        case.suppose(case.game.rule("each-on-its-own"), "card-not-scored-yet", feature=Item.feature(feature.id))
        return False
    return case.complete(feature)


def keep_incomplete(case: Case, feature: Feature) -> None:
    """Keeps of a feature in a sketch what the card has shown: it is not complete (`complete_yet`)."""
    if feature.complete is None and feature.id in case.state.features:
        case.state.add(feature._replace(complete=False))


def is_meeple(case: Case, figure: str) -> bool:
    """Whether a figure is a meeple of some kind, and no special figure such as the builder."""
    return "meeple" in case.game.figure_traits(figure)


def fairy_at(case: Case, feature: Feature) -> bool:
    """Whether the fairy stands on a feature: with a figure, or alone on a tile of it."""
    if any(o.figure == "fairy" or o.mark("fairy") for o in feature.occupants):
        return True
    tile = case.state.tile_of("fairy")
    return tile is not None and bool(tile.has(feature))
