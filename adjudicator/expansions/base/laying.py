"""What a placed tile does: on a board by its face, in a sketch by what is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import Mistake
from adjudicator.binding.sketch import SURROUNDED
from adjudicator.engine.case import Case
from adjudicator.engine.deed import Begun, Joined
from adjudicator.engine.fields import Counted, may_count
from adjudicator.engine.majority import lack_code
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Touch
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Effect, Ref
from adjudicator.model.span import Span
from adjudicator.words.vocabulary import vocabulary

if TYPE_CHECKING:
    from adjudicator.engine.state import State
    from adjudicator.geometry.face import Face


def lay_tile(case: Case, face: Face, turns: int, cell: tuple[int, int], drawn: Face | None = None) -> None:
    """Lays a tile on the board and notes what it belongs to and what it completes, and that it is the one `drawn`."""
    state, turn = case.state, case.state.turn
    if turn is None:
        return
    laid = state.lay_tile(face, turns, cell, lambda kind: _by_tiles(case, kind))
    for ident, parts in laid.joined:
        case.remember(Joined(ident, parts))
    state.turn = turn._replace(
        placed=True, drawn=drawn or turn.drawn, cell=cell,
        touched=laid.touched, completed=laid.completed, around=laid.around,
    )  # fmt: skip


def lay_more(case: Case, face: Face, turns: int, cell: tuple[int, int]) -> None:
    """Lays one square of a tile that is larger: what it belongs to and what it completes is added to the others."""
    state, before = case.state, case.state.turn
    lay_tile(case, face, turns, cell)
    after = state.turn
    if before is None or after is None or before.cell is None:
        return
    state.turn = after._replace(
        cell=before.cell,
        touched=_also(state, before.touched, after.touched),
        completed=_also(state, before.completed, after.completed),
        around=_also(state, before.around, after.around),
    )


def _also(state: State, before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Features of the board as they are called now, each once."""
    return tuple(dict.fromkeys((*(state.ident(state.segment_of(ident)) for ident in before), *after)))


def _by_tiles(case: Case, kind: str) -> bool:
    """Whether a kind of feature can be completed, by the tiles it lies on or by those around it."""
    return "completable" in case.game.kind_traits(kind) and case.game.kind(kind).measure is None


def tell_tile(case: Case, effects: tuple[Effect, ...], elsewhere: bool = False) -> None:
    """Carries out what a sketched tile does; one that lies `elsewhere` does nothing to what is told. Raises Mistake."""
    if effects and case.state.turn is not None:
        case.state.turn = case.state.turn._replace(effects=effects)
    for effect in effects:
        named = case.names_in(effect)
        symbol = named[0].id("symbol") if named else None
        if elsewhere and not symbol and effect.effect in TOUCHING:
            raise Mistake(Problem("elsewhere-touches", effect.span))
        act = (case.game.effect(f"{effect.effect} {symbol}") if symbol else None) or case.game.effect(effect.effect)
        if act is None:
            lack_code(case, "effect", effect.effect)
        act(case, effect)


def _features(case: Case, args: Args) -> list[Feature]:
    """``F and G and city H``."""
    for word in args.idents("place"):
        if vocabulary().has("symbol", word):
            lack_code(case, "symbol", word)
    args.only_places()
    found: dict[str, Feature] = {}
    for place in args.places():
        ident = case.state.resolve(place)
        if ident in found:
            raise Mistake(Problem("said-twice", place.span, {"word": place.name or ident}))
        found[ident] = case.state.feature(ident)
    return [*found.values()]


def _each(features: list[Feature]) -> Iterator[tuple[bool, Feature]]:
    """Features, each with whether it is the first."""
    return ((not at, feature) for at, feature in enumerate(features))


TILE = "tile"
"""What features are measured in: the placed tile is one, and brings no more."""
NEIGHBOUR = "neighbour"
"""What is counted around the tile of a new one."""


def _extra(case: Case, args: Args, feature: Feature, first: bool = True, *, new: bool = False) -> Feature:
    """``with 1 coat and an inn`` on the placed tile; of several features it is the `first` that they lie on. On a `new`
    one nothing lay before.
    """
    if not first:
        return feature
    marks = dict(feature.marks)
    more = [unit for _, unit in args.counts()]
    if len({*more}) < len(more):
        raise Mistake(Problem("said-twice", args.where("count"), {"word": args.typed("count")}))
    for number, unit in args.counts():
        if unit == TILE or (unit == NEIGHBOUR and not (new and _measured(case, feature))):
            args.refuse("count", "tile-brings")
        if not vocabulary().has("unit", unit):
            shown = vocabulary().has("symbol", unit)
            args.refuse(
                "count", "tile-brings", f"{args.word('effect', 'shows')} {args.word('symbol', unit)}" if shown else ""
            )
        marks[unit] = marks.get(unit, 0) + number
    later = {unit for unit in more if unit not in feature.marks} if not new else set()
    return feature._replace(marks=marks, only_later=feature.only_later | later)


def _measured(case: Case, feature: Feature) -> bool:
    """Whether the tiles around it measure a feature."""
    return not {"monastic", "surrounded"}.isdisjoint(case.game.kind_traits(feature.kind))


def _monastic(case: Case, feature: Feature) -> bool:
    return "monastic" in case.game.kind_traits(feature.kind)


def _open(feature: Feature, span: Span) -> None:
    """Nothing extends what is complete."""
    if feature.complete and feature.kind != "field":
        raise Mistake(Problem("complete-already", span, {"feature": feature.id}))


def _touch(case: Case, feature: Feature, on_tile: bool = True, done: bool = False) -> None:
    state = case.state
    state.add(feature)
    turn = state.turn
    if turn is not None:
        touched = (*turn.touched, feature.id) if on_tile and feature.id not in turn.touched else turn.touched
        completed = (*turn.completed, feature.id) if done and feature.id not in turn.completed else turn.completed
        around = turn.around if on_tile or feature.id in turn.around else (*turn.around, feature.id)
        state.turn = turn._replace(touched=touched, completed=completed, around=around)


def _grown(case: Case, feature: Feature) -> Feature:
    """One tile more, unless this tile has been counted."""
    turn = case.state.turn
    if turn is not None and feature.id in turn.touched:
        case.frame("BASE-24", "tile-counts-once", feature=Item.feature(feature.id), pieces=2, tiles=1)
        return feature
    if feature.tiles is None or feature.kind == "field":
        return feature
    return feature._replace(tiles=feature.tiles + 1)


def extends(case: Case, effect: Effect) -> None:
    """``extends R1``: the tile adds itself to it."""
    args = case.args(effect)
    for first, feature in _each(_features(case, args)):
        if "completable" in case.game.kind_traits(feature.kind):
            _open(feature, args.where("place"))
        grown = _extra(case, args, _grown(case, feature), first)
        if _monastic(case, feature) and grown.tiles == SURROUNDED:
            _touch(case, grown._replace(complete=True), False, True)
        else:
            _touch(case, grown, not _monastic(case, feature))


def completes(case: Case, effect: Effect) -> None:
    """``completes Toulouse with 1 coat``: the last tile."""
    args = case.args(effect)
    for first, feature in _each(_features(case, args)):
        _open(feature, args.where("place"))
        if feature.kind == "field":
            raise Mistake(Problem("field-complete", effect.span, {"feature": feature.id}, (), ("BASE-37",)))
        if _monastic(case, feature):
            turn = case.state.turn
            own = turn is not None and feature.id in turn.touched
            _touch(case, _extra(case, args, feature._replace(complete=True, tiles=SURROUNDED), first), own, True)
        else:
            _touch(case, _extra(case, args, _grown(case, feature), first)._replace(complete=True), True, True)


def joins(case: Case, effect: Effect) -> None:
    """``joins F and G as H``: several features become one, with all that stands on them (BASE-18)."""
    args = case.args(effect)
    parts = _features(case, args)
    if len(parts) < 2 or len({p.kind for p in parts}) > 1:
        raise Mistake(Problem("join-what", effect.span))
    for part in parts:
        _open(part, effect.span)
    first = parts[0]
    name = args.ident("name") or first.id
    state = case.state
    tiles: int | None = None if any(p.tiles is None for p in parts) else sum(p.tiles or 0 for p in parts) + 1
    turn = state.turn
    if tiles is not None and turn is not None:
        tiles -= sum(p.id in turn.touched for p in parts)
    marks: dict[str, int] = {}
    for part in parts:
        for mark, number in part.marks.items():
            marks[mark] = marks.get(mark, 0) + number
    touches = None
    if all(p.touches is not None for p in parts):
        touches = _merged([t for p in parts for t in p.touches or ()])
        complete = [[t for t in p.touches or () if may_count(case, t)] for p in parts]
        if sum(map(bool, complete)) > 1 and any(not t.city for there in complete for t in there):
            case.remember(Counted(name))
    joined = Feature(
        name, first.kind, False if first.kind != "field" else first.complete, tiles, marks,
        frozenset[str]().union(*(p.flags - {"empty"} for p in parts)), touches,
        tuple(o._replace(place=name) for p in parts for o in p.occupants), span=effect.span,
        only_later=frozenset(mark for mark in marks if any(mark not in p.marks or mark in p.only_later for p in parts)),
    )  # fmt: skip
    if joined.occupants:
        for part in parts:
            case.figures(part)  # once they are one feature, who stands there must be known of all
    elif all("empty" in p.flags for p in parts):
        joined = joined._replace(flags=joined.flags | {"empty"})
    joined = _extra(case, args, joined)
    known = case.state.known_name(name)
    if known is not None and known not in [p.id for p in parts]:
        raise Mistake(Problem("feature-twice", effect.span, {"feature": name}))
    gone = [p.id for p in parts]
    for ident in gone:
        state.drop(ident)
    _touch(case, joined)
    for ident in gone:
        if ident != name:
            state.alias(ident, name)
    if state.turn is not None:
        turn, before = state.turn, {whole.feature: whole.parts for whole in case.recall(Joined)}
        case.remember(Joined(name, tuple(whole for part in parts for whole in before.get(part.id, (part,)))))
        state.turn = turn._replace(touched=tuple(i for i in turn.touched if i == name or i not in gone))
    if joined.kind == "city":
        _retouch(case, gone, name)
    case.frame("BASE-18", "joined", features=tuple(Item.feature(i) for i in gone), feature=Item.feature(name))


def _merged(touches: list[Touch]) -> tuple[Touch, ...]:
    """Cities of several fields, a named one once."""
    named = {t.city: t for t in touches if t.city}
    return (*named.values(), *(t for t in touches if not t.city))


def _retouch(case: Case, gone: list[str], name: str) -> None:
    """Fields at one of the joined cities touch the joined one."""
    for feature in list(case.state.features.values()):
        if feature.touches and any(t.city in gone for t in feature.touches):
            renamed = [t._replace(city=name) if t.city in gone else t for t in feature.touches]
            case.state.add(feature._replace(touches=_merged(renamed)))


def starts(case: Case, effect: Effect) -> None:
    """``starts road R9``: a new feature of one tile."""
    args = case.args(effect)
    ref = args.place()
    if ref is None or not ref.kind or not ref.name:
        meant = args.meant(ref.name, "kind") if ref is not None and ref.name else ()
        raise Mistake(Problem("start-what", effect.span, {}, meant))
    if case.state.known_name(ref.name) is not None:
        raise Mistake(Problem("feature-twice", ref.span, {"feature": ref.name}))
    monastic = "monastic" in case.game.kind_traits(ref.kind)
    feature = Feature(
        ref.name, ref.kind, False, None if monastic else 1, {}, frozenset({"empty"}),
        None if ref.kind == "field" else (), span=ref.span,
    )  # fmt: skip
    if monastic:
        feature = feature._replace(complete=None)
    if ref.kind != "field" and args.says("touches", "effect"):
        args.refuse("touch", "comma")
    if args.says("touches", "effect"):
        touches = args.touches()
        feature = feature._replace(
            touches=tuple(
                t._replace(city=case.state.resolve(Ref(name=t.city, span=t.span))) if t.city else t for t in touches
            )
        )
    feature = _extra(case, args, feature, new=True)
    if not monastic:
        _touch(case, feature)
        return
    near = feature.marks.get(NEIGHBOUR)
    if near is not None:
        marks = {unit: number for unit, number in feature.marks.items() if unit != NEIGHBOUR}
        feature = feature._replace(tiles=near + 1, complete=near + 1 == SURROUNDED, marks=marks)
    case.state.add(feature)
    for told in case.game.start.features:  # lines on what lies around it
        for problem in told(case.state):
            raise Mistake(problem)
    feature = case.state.feature(feature.id)
    if feature.tiles is None:
        case.remember(Begun(feature.id))
    _touch(case, feature, done=bool(feature.complete))


def touches_nothing(case: Case, effect: Effect) -> None:
    """``touches nothing named``: a tile elsewhere."""
    case.args(effect)


def shows(case: Case, effect: Effect) -> None:
    """``shows volcano``: a symbol, whose expansion says what it does. Raises Mistake, Undetermined."""
    symbol = case.args(effect).ident("symbol") or ""
    if case.game.owner("symbol", symbol) not in case.game.ids:
        lack_code(case, "symbol", symbol)


TOUCHING = ("extends", "completes", "joins")
"""What a tile does to features that are there."""
EFFECTS = {
    "extends": extends,
    "completes": completes,
    "joins": joins,
    "starts": starts,
    "touches": touches_nothing,
    "shows": shows,
}
