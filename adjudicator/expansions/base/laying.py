"""What a placed tile does: on a board by its face, in a sketch by what is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.binding.sketch import SURROUNDED
from adjudicator.engine.case import Case
from adjudicator.engine.majority import lack_code
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Touch
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Effect, Ref
from adjudicator.syntax.lexer import Word

if TYPE_CHECKING:
    from adjudicator.geometry.face import Face


def lay_tile(case: Case, face: Face, turns: int, cell: tuple[int, int]) -> None:
    """Lays a tile on the board and notes what it belongs to and what it completes."""
    state = case.state
    ground, turn = state.ground, state.turn
    if ground is None or turn is None:
        return
    x, y = cell
    before = _adjoining(case, cell)
    ground.place(x, y, face, turns)
    state.laid()
    roots = list(dict.fromkeys(ground.root(s) for s in ground.segments_at(x, y)))
    touched = tuple(state.ident(root) for root in roots)
    done = [root for root in roots if ground.complete(root) and ground.kind(root) != "river"]
    around: list[str] = []
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            for segment in ground.segments_at(x + dx, y + dy):
                monastic = "monastic" in case.game.kind_traits(ground.kind(segment))
                if monastic and (dx or dy):
                    around.append(state.ident(segment))
                if monastic and ground.complete(segment) and ground.root(segment) not in done:
                    done.append(ground.root(segment))
    for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):  # what a tile closes without being part of it
        for segment in ground.segments_at(x + dx, y + dy):
            root = ground.root(segment)
            ends = side ^ 2 in ground.piece(segment).sides and ground.kind(root) != "river"
            if ends and ground.complete(root) and root not in done:
                done.append(root)
    completed = tuple(state.ident(root) for root in done)
    joined: dict[str, list[Feature]] = {}
    for segment, part in before.items():
        joined.setdefault(state.ident(ground.root(segment)), []).append(part)
    state.turn = turn._replace(
        cell=cell, touched=touched, completed=completed, around=tuple(around),
        joined=tuple((ident, tuple(parts)) for ident, parts in joined.items() if len(parts) > 1),
    )  # fmt: skip


def _adjoining(case: Case, cell: tuple[int, int]) -> dict[int, Feature]:
    """The roads and cities that end at an empty square, as they stand, by one segment of each."""
    ground, found = case.state.ground, dict[int, Feature]()
    for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        for segment in ground.segments_at(cell[0] + dx, cell[1] + dy) if ground is not None else ():
            if ground is not None and ground.kind(segment) in ("road", "city"):
                if side ^ 2 in ground.piece(segment).sides:
                    found.setdefault(ground.root(segment), case.state.built(segment))
    return found


def tell_tile(case: Case, effects: tuple[Effect, ...]) -> None:
    """Carries out what a sketched tile does. Raises Mistake."""
    for effect in effects:
        symbol = effect.words[0].id("symbol") if effect.words else None
        act = (case.game.effect(f"{effect.effect} {symbol}") if symbol else None) or case.game.effect(effect.effect)
        if act is None:
            lack_code(case, "effect", effect.effect)
        act(case, effect)


def _features(case: Case, reader: Reader) -> list[Feature]:
    """``F and G and city H``."""
    found = []
    while True:
        word = reader.next
        if word is not None and word.id("symbol"):
            lack_code(case, "symbol", word.id("symbol") or "")
        found.append(case.state.feature(case.state.resolve(reader.ref())))
        if not reader.keyword("and"):
            return found


def _extra(reader: Reader, feature: Feature) -> Feature:
    """``with 1 coat and an inn`` on the placed tile."""
    if not reader.keyword("with"):
        return feature
    marks = dict(feature.marks)
    while True:
        count = reader.number()
        unit = reader.role("unit")
        if unit is None:
            reader.fail("carried", ("unit",))
        marks[unit] = marks.get(unit, 0) + (1 if count is None else count)
        if not reader.keyword("and"):
            return feature._replace(marks=marks)


def _monastic(case: Case, feature: Feature) -> bool:
    return "monastic" in case.game.kind_traits(feature.kind)


def _open(feature: Feature, span_word: Word | None, effect: Effect) -> None:
    """Nothing extends what is complete."""
    if feature.complete and feature.kind != "field":
        span = span_word.span if span_word is not None else effect.span
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
        case.find("BASE-24", "tile-counts-once", feature=Item("feature", (feature.id,)), pieces=2, tiles=1)
        return feature
    if feature.tiles is None or feature.kind == "field":
        return feature
    return feature._replace(tiles=feature.tiles + 1)


def extends(case: Case, effect: Effect) -> None:
    """``extends R1``: the tile adds itself to it."""
    reader = Reader(effect.words, case.lang, effect.span)
    first = reader.next
    for feature in _features(case, reader):
        _open(feature, first, effect)
        grown = _extra(reader, _grown(case, feature))
        if _monastic(case, feature) and grown.tiles == SURROUNDED:
            _touch(case, grown._replace(complete=True), False, True)
        else:
            _touch(case, grown, not _monastic(case, feature))
    reader.end("comma")


def completes(case: Case, effect: Effect) -> None:
    """``completes Toulouse with 1 coat``: the last tile."""
    reader = Reader(effect.words, case.lang, effect.span)
    first = reader.next
    for feature in _features(case, reader):
        _open(feature, first, effect)
        if feature.kind == "field":
            raise Mistake(Problem("field-complete", effect.span, {"feature": feature.id}, (), ("BASE-37",)))
        if _monastic(case, feature):
            turn = case.state.turn
            own = turn is not None and feature.id in turn.touched
            _touch(case, _extra(reader, feature._replace(complete=True, tiles=SURROUNDED)), own, True)
        else:
            _touch(case, _extra(reader, _grown(case, feature))._replace(complete=True), True, True)
    reader.end("comma")


def joins(case: Case, effect: Effect) -> None:
    """``joins F and G as H``: several features become one, with all that stands on them (BASE-18)."""
    reader = Reader(effect.words, case.lang, effect.span)
    parts = _features(case, reader)
    if len(parts) < 2 or len({p.kind for p in parts}) > 1 or len({p.id for p in parts}) < len(parts):
        raise Mistake(Problem("join-what", effect.span))
    for part in parts:
        _open(part, None, effect)
    name = parts[0].id
    if reader.keyword("as"):
        word = reader.name()
        if word is None:
            reader.fail("name")
        name = word.text
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
    joined = Feature(
        name, parts[0].kind, False if parts[0].kind != "field" else parts[0].complete, tiles, marks,
        frozenset[str]().union(*(p.flags - {"empty"} for p in parts)), touches,
        tuple(o._replace(place=name) for p in parts for o in p.occupants), span=effect.span,
    )  # fmt: skip
    if not joined.occupants and all("empty" in p.flags for p in parts):
        joined = joined._replace(flags=joined.flags | {"empty"})
    joined = _extra(reader, joined)
    reader.end("comma")
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
        turn = state.turn
        known_parts = dict(turn.joined)
        origin = tuple(whole for p in parts for whole in known_parts.pop(p.id, (p,)))
        state.turn = turn._replace(
            touched=tuple(i for i in turn.touched if i == name or i not in gone),
            joined=(*known_parts.items(), (name, origin)),
        )
    if joined.kind == "city":
        _retouch(case, gone, name)
    case.find(
        "BASE-18", "joined", features=tuple(Item("feature", (i,)) for i in gone), feature=Item("feature", (name,))
    )


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
    reader = Reader(effect.words, case.lang, effect.span)
    ref = reader.ref("new-feature")
    if not ref.kind or not ref.name:
        raise Mistake(Problem("start-what", effect.span))
    if case.state.known_name(ref.name) is not None:
        raise Mistake(Problem("feature-twice", ref.span, {"feature": ref.name}))
    monastic = "monastic" in case.game.kind_traits(ref.kind)
    feature = Feature(
        ref.name, ref.kind, False, None if monastic else 1, {}, frozenset({"empty"}),
        None if ref.kind == "field" else (), span=ref.span,
    )  # fmt: skip
    if monastic:
        feature = feature._replace(complete=None)
    if ref.kind == "field" and reader.peek("effect") == "touches":
        from adjudicator.binding.sketch import read_touches

        reader.at += 1
        touches = read_touches(reader)
        feature = feature._replace(
            touches=tuple(
                t._replace(city=case.state.resolve(Ref(name=t.city, span=t.span))) if t.city else t for t in touches
            )
        )
    feature = _extra(reader, feature)
    reader.end("comma")
    _touch(case, feature)


def touches_nothing(case: Case, effect: Effect) -> None:
    """``touches nothing named``: a tile elsewhere."""
    reader = Reader(effect.words, case.lang, effect.span)
    reader.keyword("nothing_named", "nothing")
    reader.keyword("named")
    reader.end("comma")


EFFECTS = {"extends": extends, "completes": completes, "joins": joins, "starts": starts, "touches": touches_nothing}
