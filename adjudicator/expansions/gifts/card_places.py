"""Where a card takes effect: places and figures as players name them, and as the lists of the rules do."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.binding.reader import FigurePhrase, Mistake, Reader
from adjudicator.engine.board import stands_of
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Expansion
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.words.lexicon import fold, lexicon

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
LIES_ON = ("german-castle",)
"""Kinds of tiles of two squares: they lie over pieces of their own on the board, and are found by these."""
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
    segment: int | None = None
    """The piece of it that was pointed at, on a board."""


def listed(case: Case, feature: Feature) -> str:
    """The kind of a feature as the lists of the rules have it."""
    if feature.kind != "area":
        return KINDS.get(feature.kind, feature.kind)
    meanings = lexicon(case.lang).phrases.get(fold(feature.id), ())
    return next((NAMES[ident] for role, ident in meanings if role == "name" and ident in NAMES), "area")


def place_of(case: Case, feature: Feature) -> Place:
    """A feature as a place."""
    return Place(listed(case, feature), Item("feature", (feature.id,)), feature)


def read_place(case: Case, reader: Reader, cell: tuple[int, int] | None = None) -> Place:
    """Takes a place; one without a square lies on the tile at `cell`. Raises Mistake."""
    word = reader.next
    if word is not None and not word.id("kind") and case.state.known_name(word.text) is None:
        for role in ("name", "symbol"):
            ident = word.id(role)
            if ident in NAMES:
                reader.at += 1
                return Place(NAMES[ident], Item("noun", (role, ident)))
    return resolved(case, reader.ref(), cell)


def resolved(case: Case, ref: Ref, cell: tuple[int, int] | None = None) -> Place:
    """The place that `ref` points at. Raises Mistake."""
    state = case.state
    alone = not (ref.name or ref.side or ref.cell)
    if alone and state.ground is None and all(f.kind != ref.kind for f in state.features.values()):
        if case.game.owner("kind", ref.kind) not in ("", "base"):
            return Place(KINDS.get(ref.kind, ref.kind), Item("noun", ("kind", ref.kind)))
    where = ref.cell or cell
    over = state.over.get((ref.kind, where)) if where is not None and not ref.name else None
    if over is not None and ref.kind not in LIES_ON:
        return place_of(case, state.feature(over))
    if state.ground is not None and not ref.name and where is not None:
        segment = state.find_segment(ref, where)
        return place_of(case, state.built(segment))._replace(segment=segment)
    place = place_of(case, state.feature(state.resolve(ref)))
    on_board = place.feature is not None and place.feature.id not in state.features
    return place._replace(segment=state.segment_of(place.item.parts[0])) if on_board else place


def read_as_abbot(reader: Reader) -> bool:
    """Takes ``as abbot``, where it stands. Raises Mistake."""
    if not reader.keyword("as"):
        return False
    if reader.peek("figure") != "abbot":
        reader.fail("gift-as-abbot")
    reader.at += 1
    return True


# ---- figures
class Meant(NamedTuple):
    """A figure on a feature that is meant, before it is known whether it is there."""

    place: Place
    figure: str
    """Its kind; "" where none was said."""
    occupant: Occupant | None = None
    """None where the player has no such figure there."""


def read_meant(case: Case, reader: Reader, player: str) -> Meant:
    """``on T``, ``meeple on T``, ``large meeple from T``, ``A``: a figure by its name. Raises Mistake."""
    word = reader.next
    if word is not None and len(word.roles) == 0 and case.state.known_name(word.text) is None:
        called = _called(case, word.text)
        if called is not None:
            reader.at += 1
            feature, occupant = called
            return Meant(place_of(case, feature), occupant.figure, occupant)
    phrase = reader.figure()
    if phrase is not None and phrase.number != 1:
        raise Mistake(Problem("card-one-figure", phrase.span))
    if phrase is not None and phrase.place is not None:
        place = resolved(case, phrase.place, phrase.cell)
    else:
        reader.keyword("on", "in", "from", "of", "at")
        place = read_place(case, reader)
    return meant(case, place, player, phrase, reader)


def _called(case: Case, name: str) -> tuple[Feature, Occupant] | None:
    for feature in case.state.occupied():
        for occupant in feature.occupants:
            if occupant.label and fold(occupant.label) == fold(name):
                return feature, occupant
    return None


def meant(case: Case, place: Place, player: str, phrase: FigurePhrase | None, reader: Reader) -> Meant:
    """The figure of a place that is meant. Raises Mistake where it may be one of several kinds."""
    there = place.feature.occupants if place.feature is not None else ()
    if phrase is not None:
        owner = phrase.colour or player
        fitting = [
            o for o in there if o.owner == owner and o.figure == phrase.figure and set(phrase.marks) <= set(o.marks)
        ]
        return Meant(place, phrase.figure, _nearest(case, place, fitting))
    own = [o for o in there if o.owner == player]
    able = [o for o in own if "meeple" in case.game.figure_traits(o.figure)] or own
    kinds = dict.fromkeys(o.figure for o in able)
    if len(kinds) > 1:
        said = tuple(lexicon(case.lang).say("figure", kind) for kind in kinds)
        raise Mistake(Problem("card-which-figure", reader.span, {"feature": place.item}, said))
    return Meant(place, next(iter(kinds), ""), _nearest(case, place, able))


def _nearest(case: Case, place: Place, figures: list[Occupant]) -> Occupant | None:
    """Of several figures on a feature of the board the one on the tile that was pointed at."""
    ground = case.state.ground
    if ground is not None and place.segment is not None:
        cell = ground.cell(place.segment)
        for figure in figures:
            segment = segment_under(case, figure)
            if segment is not None and ground.cell(segment) == cell:
                return figure
    return figures[0] if figures else None


def figures_at(case: Case, player: str) -> list[Meant]:
    """Every kind of figure of the player on every feature."""
    found: list[Meant] = []
    for feature in case.state.occupied():
        place = place_of(case, feature)
        kinds: dict[str, Occupant] = {}
        for occupant in feature.occupants:
            if occupant.owner == player:
                kinds.setdefault(occupant.figure, occupant)
        found += [Meant(place, figure, occupant) for figure, occupant in kinds.items()]
    return found


def parts_of(case: Case, one: Meant, player: str) -> tuple[Item, ...]:
    """A figure as an answer says it: by its feature, and by its kind where the player has others there."""
    feature = one.place.feature
    others = {o.figure for o in feature.occupants if o.owner == player} if feature is not None else set()
    told = len(others - {one.figure}) > 0 or one.occupant is None
    return ((Item("count", (1, "", one.figure)),) if told and one.figure else ()) + (one.place.item,)


def segment_under(case: Case, occupant: Occupant) -> int | None:
    """The piece of the board on which a figure stands; None in a sketch."""
    return next((s for s, stood in stands_of(case.state).items() if any(o is occupant for o in stood)), None)


def must_know(case: Case, one: Meant) -> None:
    """Asks who stands on a feature of a sketch before a figure is said not to be there. Raises Undetermined."""
    feature = one.place.feature
    if one.occupant is None and feature is not None and feature.id in case.state.features:
        if not feature.occupants and "empty" not in feature.flags:
            case.lack("figures", feature)


def completable(case: Case, place: Place) -> bool:
    """Whether a place is of a kind that is completed and scored: what the rules ask of those they do not list."""
    return place.feature is not None and "completable" in case.game.kind_traits(place.feature.kind)


def is_meeple(case: Case, figure: str) -> bool:
    """Whether a figure is a meeple of some kind, and no special figure such as the builder."""
    return "meeple" in case.game.figure_traits(figure)


def fairy_at(case: Case, feature: Feature) -> bool:
    """Whether the fairy stands on a feature: with a figure, or alone as a ``same tile`` or ``near`` line says."""
    if any(o.figure == "fairy" or o.mark("fairy") for o in feature.occupants):
        return True
    cell, ground = case.state.neutral.get("fairy"), case.state.ground
    if cell is not None and ground is not None and feature.id not in case.state.features:
        return cell in ground.cells(ground.root(case.state.segment_of(feature.id)))
    for link in case.state.links:
        fairy = any(isinstance(item, FigurePhrase) and item.figure == "fairy" for item in link.items[1:])
        refs = [item for item in link.items[1:] if isinstance(item, Ref)]
        if fairy and any(ref.name and case.state.known_name(ref.name) == feature.id for ref in refs):
            return True
    return False


PART = Expansion("gifts")
