"""What meets what: by ``near`` and ``same tile`` lines in a sketch, by the faces of the tiles on a board."""

from __future__ import annotations

from adjudicator.binding.reader import FigurePhrase, Reader
from adjudicator.engine.case import Case
from adjudicator.geometry.face import ANY_EDGE
from adjudicator.model.position import Feature, Link, Occupant
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref

ABBEY = "abbey"
CASTLE = "castle"
BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))


# ---- sketches
def near_in_sketch(case: Case, home: Feature, wagon: Occupant | None) -> list[str]:
    """What a ``near`` line says of the wagon, else of its feature where that lies on one tile or is a castle, whose
    vicinity it is (AM-152).

    Without `wagon`, what lies near the feature itself. Raises Undetermined where no line tells.
    """
    found: list[str] = []
    told = False
    for link in case.state.links:
        if link.kind == "near" and _is_about(case, link, home, wagon):
            told = True
            found += [i for i in named(case, link) if i not in found]
        elif link.kind == "near" and home.kind == CASTLE and home.id in named(case, link):
            told = True
            found += [i for i in [_subject(case, link)] if i and i not in found]
        elif link.kind == "same-tile" and wagon is not None and _stands_in(case, link, home, wagon):
            found += [i for i in named(case, link) if i not in found]
    if told:
        return found
    if wagon is None or home.kind == CASTLE:
        case.lack("near-feature", home)
    case.lack("near-wagon", home, player=Item("player", (wagon.owner,)))


def _is_about(case: Case, link: Link, home: Feature, wagon: Occupant | None) -> bool:
    words = link.items[0]
    if not isinstance(words, tuple) or not words:
        return False
    reader = Reader(words, case.lang, link.span)
    phrase = reader.figure()
    if phrase is not None:
        return wagon is not None and _same_figure(case, phrase, home, wagon)
    if wagon is not None and wagon.label and words[0].text == wagon.label:
        return True
    whole = wagon is None or home.tiles == 1 or home.kind == CASTLE or _monastic(case, home)
    return whole and _ident(case, reader.ref()) == home.id


def _subject(case: Case, link: Link) -> str:
    """The feature that a line is about; "" where it is about a figure."""
    words = link.items[0]
    reader = Reader(words if isinstance(words, tuple) else (), case.lang, link.span)
    return "" if reader.done or reader.figure() is not None else _ident(case, reader.ref())


def _same_figure(case: Case, phrase: FigurePhrase, home: Feature, wagon: Occupant) -> bool:
    if phrase.figure != wagon.figure or phrase.colour not in ("", wagon.owner):
        return False
    return phrase.place is None or _ident(case, phrase.place) == home.id


def _stands_in(case: Case, link: Link, home: Feature, wagon: Occupant) -> bool:
    return any(isinstance(item, FigurePhrase) and _same_figure(case, item, home, wagon) for item in link.items[1:])


def _ident(case: Case, ref: Ref) -> str:
    """The feature's id; "" for a name that only stands for a figure."""
    if ref.name and case.state.known_name(ref.name) is None:
        return ""
    return case.state.resolve(ref)


def named(case: Case, link: Link) -> list[str]:
    """The features that a line lists, those that figures stand on as well."""
    found: list[str] = []
    for item in link.items[1:]:
        ref = item.place if isinstance(item, FigurePhrase) else item
        if isinstance(ref, Ref):
            ident = _ident(case, ref)
            if ident and ident not in found:
                found.append(ident)
    return found


def _monastic(case: Case, feature: Feature) -> bool:
    return "monastic" in case.game.kind_traits(feature.kind)


def connected_in_sketch(case: Case, home: Feature) -> list[str]:
    """What meets a feature by the ``same tile`` lines, and abbeys by ``near`` lines (AM-105, AM-106).

    Things on one tile are taken to meet where the rules know such a meeting. Raises Undetermined without any line.
    """
    found: list[str] = []
    told = False
    for link in case.state.links:
        here = named(case, link)
        if link.kind == "near":
            words = link.items[0]
            reader = Reader(words if isinstance(words, tuple) else (), case.lang, link.span)
            if reader.figure() is None and not reader.done:
                here.append(_ident(case, reader.ref()))
            kinds = [case.state.feature(i).kind for i in here if i]
            if ABBEY not in kinds:
                continue
        elif link.kind != "same-tile":
            continue
        if home.id not in here:
            continue
        told = True
        features = [case.state.feature(i) for i in here if i and i != home.id]
        for other in features:
            if link.kind == "near":
                meets = ABBEY in (home.kind, other.kind) and _pair(case, home, other)
            else:
                between = [f for f in features if f is not other and _monastic(case, f)]
                meets = _pair(case, home, other) and not (home.kind == other.kind == "road" and between)
            if meets and other.id not in found:
                found.append(other.id)
    if not told:
        case.lack("wagon-joined", home)
    return found


def _pair(case: Case, one: Feature, two: Feature) -> bool:
    """Whether two features that share a tile or a side may be connected at all: not two cities, no fields."""
    kinds = (one.kind, two.kind)
    if "road" in kinds:
        return all("completable" in case.game.kind_traits(kind) for kind in kinds)
    return "city" in kinds and (_monastic(case, one) or _monastic(case, two))


# ---- boards
def connected_on_board(case: Case, root: int) -> list[int]:
    """The features (roots) that meet the feature `root` at a crossing, a gate, a door, or along a side (AM-105)."""
    ground = case.state.ground
    assert ground is not None
    found: dict[int, None] = {}
    for piece in ground.pieces(root):
        x, y = ground.cell(piece)
        here = ground.segments_at(x, y)
        lay = ground.lay(x, y)
        if lay is None:
            continue
        index = piece - here.start
        kind = ground.kind(piece)
        for group in lay.face.joined:
            if index in group:
                met = [ground.kind(here.start + i) for i in group]
                for other, beside_kind in zip(group, met, strict=True):
                    separated = kind == beside_kind and (kind == "city" or set(met) != {"road"})
                    if other != index and not separated:
                        found[ground.root(here.start + other)] = None
        kinds = [ground.kind(s) for s in here]
        if "field" not in kinds:  # nothing lies between a city and the monastery it encloses
            for segment, other_kind in zip(here, kinds, strict=True):
                monastic = ["monastic" in case.game.kind_traits(k) for k in (kind, other_kind)]
                if sorted((*monastic, "city" in (kind, other_kind))) == [False, True, True]:
                    found[ground.root(segment)] = None
        for side, (dx, dy) in enumerate(BESIDE):
            beside = ground.lay(x + dx, y + dy)
            if beside is None:
                continue
            there = ground.segments_at(x + dx, y + dy)
            if index in lay.ports[side] and beside.edges[side ^ 2] == ANY_EDGE:
                found.update(
                    (ground.root(s), None) for s in there if "monastic" in case.game.kind_traits(ground.kind(s))
                )
            elif lay.edges[side] == ANY_EDGE:
                found.update((ground.root(there.start + i), None) for i in beside.ports[side ^ 2])
    return [other for other in found if other != root and ground.kind(other) != "field"]
