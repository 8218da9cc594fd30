"""The moves of the base game: draw, discard, place a tile, put a meeple."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.binding.reader import Mistake, Reader
from adjudicator.engine.case import Case
from adjudicator.engine.expansion import Action, OwnTile, Putting, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.matching import placement
from adjudicator.engine.state import Turn
from adjudicator.errors import Problem
from adjudicator.expansions.base.laying import lay_tile, tell_tile
from adjudicator.expansions.base.putting import PASSED
from adjudicator.model.position import Cell, Occupant
from adjudicator.model.record import Record
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Effect, Move, Ref
from adjudicator.rulebook.loader import rule

NOTHING = Item("word", ("nothing",))
DRAWN = ("house", "farmhouse", "shed")
"""Pictures without any meaning in the game (BASE-02)."""


def turn_of(case: Case, move: Move) -> Turn:
    """The turn that a move is part of. Raises Mistake outside one."""
    turn = case.state.turn
    if turn is None:
        raise Mistake(Problem("move-without-turn", move.span, {"word": move.verb}))
    return turn


# ---- draws, discards
class Draw(Record):
    face: Any
    fits_nowhere: bool
    event: str = ""
    """The name of what drawing it sets off, where that was said instead of the tile."""


def read_draw(case: Case, move: Move) -> Action:
    """``draws V``, ``draws a tile that fits nowhere``, ``draws city revolt``."""
    reader = Reader(move.words, case.lang, move.span)
    face: Any = True
    event = ""
    if reader.keyword("a_tile") is None and reader.peek("keyword") != "fits_nowhere":
        event = reader.role("name") or ""
        if event and event not in case.game.drawn:
            lack_code(case, "name", event)
        if not event:
            face = case.state.tiles.read(reader)[0]
    nowhere = reader.keyword("fits_nowhere") is not None
    reader.end("line-end")
    drawn = Item("text", (face.id,)) if face is not True else Item("word", (event or "a_tile",))
    return Action(move, Draw(face, nowhere, event), Item("move", ("draws", drawn)))


def check_draw(case: Case, action: Action) -> list[Finding]:
    turn = case.state.turn
    for ident in turn.touched if turn is not None and turn.placed and turn.drawn is None else ():
        own = case.game.own_tile(case.state.feature(ident).kind)
        if own is not None:
            return [Finding(own.instead, False, "instead-of-drawing", {})]
    if turn is not None and (turn.placed or turn.drawn is not None):
        return [Finding("BASE-09", False, "drawn-already", {})]
    if case.state.stock.get("tile") == 0:
        return [Finding("BASE-43", False, "no-tiles-left", {})]
    return [Finding("BASE-09", True, "draws", {})]


def apply_draw(case: Case, action: Action) -> None:
    draw: Draw = action.data
    turn = turn_of(case, action.move)
    if "tile" in case.state.stock:
        case.state.stock["tile"] = max(0, case.state.stock["tile"] - 1)
    nowhere = draw.fits_nowhere or fits_nowhere(case, draw.face) is True
    case.state.turn = turn._replace(drawn=draw.face, fits_nowhere=nowhere)
    tile_drawn(case, draw.face, draw.event)


def tile_drawn(case: Case, face: Any, event: str = "") -> None:
    """What a drawn tile sets off before it is placed: the event that was named, else what its symbols stand for."""
    if event:
        case.game.drawn[event](case, event, "")
        return
    for symbol, _, word in () if face in (None, True) else face.marks:
        sets_off = case.game.drawn.get(symbol)
        if sets_off is not None:
            sets_off(case, symbol, word)


def fits_nowhere(case: Case, face: Any) -> bool | None:
    """Whether a tile has no legal place; None where that cannot be seen."""
    ground = case.state.ground
    if face is True or ground is None:
        return None
    from adjudicator.geometry.fit import placements

    anywhere: Any = legal_placements(case, "", face) if case.game.placing else placements(ground, face)
    if any(True for _ in anywhere):
        return False
    return None if ground.partial else True


def read_discard(case: Case, move: Move) -> Action:
    """``discards it``."""
    Reader(move.words, case.lang, move.span).end("line-end")
    return Action(move, None, Item("word", ("discards",)))


def check_discard(case: Case, action: Action) -> list[Finding]:
    turn = case.state.turn
    if turn is not None and turn.placed:
        return [Finding("BASE-09", False, "placed-already", {})]
    if turn is None or turn.drawn is None:
        return [Finding("BASE-09", False, "nothing-drawn", {})]
    if turn.fits_nowhere:
        return [Finding("BASE-11", True, "fits-nowhere", {})]
    if fits_nowhere(case, turn.drawn) is None:
        case.lack("fits-nowhere")
    return [Finding("BASE-09", False, "tile-fits", {})]


def apply_discard(case: Case, action: Action) -> None:
    turn = turn_of(case, action.move)
    case.state.turn = turn._replace(drawn=None, fits_nowhere=False)


def must_discard(case: Case, action: Action) -> Finding:
    return check_discard(case, action)[0]


# ---- places
class Place(Record):
    face: Any
    turns: int
    cell: tuple[int, int] | None
    effects: tuple[Effect, ...]
    drawn: bool
    """Whether the move says a tile at all (``places it``)."""


def own_tile(case: Case, move: Move | None) -> OwnTile | None:
    """What answers for the tile that a move names, where it is one that is not drawn."""
    word = move.words[0] if move is not None and move.words else None
    return None if word is None else case.game.own_tile(word.id("kind") or word.text)


def placing_own(case: Case, action: Action) -> OwnTile | None:
    """The same for a move that has been read: it tells such a tile as a count."""
    part = action.item.parts[1] if len(action.item.parts) > 1 else None
    return case.game.own_tile(part.parts[2]) if isinstance(part, Item) and part.kind == "count" else None


def _face_of(case: Case, own: OwnTile) -> Any:
    from adjudicator.binding.tile_files import catalogue
    from adjudicator.geometry.catalogue import Named

    look_up = catalogue().find
    found = look_up(own.tile, case.state.tiles.in_play, {})
    if not isinstance(found, Named):
        raise LookupError(own.tile)
    return found.face


def read_place(case: Case, move: Move) -> Action:
    """``places V@90 at (1,0)`` on a board; ``places a tile that extends R1`` in a sketch."""
    own = own_tile(case, move)
    if own is not None:
        return own.verb.read(case, move)
    reader = Reader(move.words, case.lang, move.span)
    turn = case.state.turn
    face: Any = True
    turns = 0
    given: int | None = None
    if reader.keyword("a_tile", "it") is None and not reader.done:
        owner_word = reader.next
        if (
            owner_word is not None
            and owner_word.id("kind")
            and case.game.owner("kind", owner_word.id("kind") or "") not in case.game.ids
        ):
            lack_code(case, "kind", owner_word.id("kind") or "")
        if (
            owner_word is not None
            and owner_word.type != "COORD"
            and reader.peek("keyword") not in ("at", "nothing_named")
        ):
            face, given, _ = case.state.tiles.read(reader)
            turns = given or 0
    if reader.keyword("nothing_named"):
        pass
    reader.keyword("at", "on", "in")
    cell = reader.coord()
    reader.end("line-end")
    if face is True and turn is not None and turn.drawn not in (None, True):
        face = turn.drawn
    if cell is not None:
        if face is True:
            reader.at = 0
            reader.fail("tile")
        if case.state.ground is None:
            raise Mistake(Problem("no-board", move.span))
        item = placement(face, turns, *cell)
    else:
        item = Item("word", ("a_tile",)) if face is True else Item("text", (face.id,))
    return Action(move, Place(face, turns, cell, move.effects, True), Item("move", ("places", item)))


def check_place(case: Case, action: Action) -> list[Finding]:
    own = placing_own(case, action)
    if own is not None:
        return own.verb.check(case, action)
    place: Place = action.data
    turn = case.state.turn
    found: list[Finding] = []
    if turn is not None and turn.placed:
        return [Finding("BASE-09", False, "placed-already", {})]
    if turn is not None and turn.fits_nowhere:
        found.append(Finding("BASE-11", False, "fits-nowhere", {}))
    elif turn is not None and not _in_hand(turn, place.face):
        return [Finding("BASE-09", False, "other-tile", {})]
    ground = case.state.ground
    if place.cell is not None and ground is not None:
        from adjudicator.geometry.fit import beside_blank, fits

        x, y = place.cell
        misfit = fits(ground, place.face, place.turns, x, y)
        if misfit is not None:
            found.append(Finding(misfit.rule or "BASE-10", False, misfit.code, misfit.values))
        elif beside_blank(ground, x, y):
            case.lack("blank-beside", square=Item("cell", place.cell))
        else:
            found.append(Finding("BASE-10", True, "fits", {"square": Item("cell", place.cell)}))
    elif place.cell is None and ground is not None and place.face is not True and not place.effects:
        somewhere = fits_nowhere(case, place.face) is not True
        found.append(Finding("BASE-10", somewhere, "fits-somewhere" if somewhere else "fits-nowhere", {}))
    else:
        found.append(Finding("BASE-09", True, "places", {}))
    found += [finding for condition in case.game.placing for finding in condition(case, action)]
    return sorted(found, key=lambda f: f.holds)


def _in_hand(turn: Turn, face: Any) -> bool:
    """Whether the face may be one that was drawn in this turn."""
    drawn = (turn.drawn, *turn.beside)
    return turn.drawn is None or any(one is True or one is face for one in drawn)


def apply_place(case: Case, action: Action) -> None:
    own = placing_own(case, action)
    if own is not None:
        case.state.turn = turn_of(case, action.move)._replace(placed=True)
        cells = [part.parts for part in action.item.parts[1:] if isinstance(part, Item) and part.kind == "cell"]
        if cells:
            lay_tile(case, _face_of(case, own), 0, cells[0])
        own.verb.apply(case, action)
        tile_lies(case)
        return
    place: Place = action.data
    turn = turn_of(case, action.move)
    if place.cell is None and not place.effects and case.state.ground is not None and not case.state.features:
        Reader((), case.lang, action.move.span).fail("coord")
    left = case.state.stock.get("tile")
    if left is not None and (turn.drawn is None or turn.beside):
        drawn = 1 if turn.drawn is None and left else 0
        back = len(turn.beside) - (0 if turn.drawn is not None or drawn else 1)
        case.state.stock["tile"] = left - drawn + max(0, back)
    if turn.drawn is None:
        tile_drawn(case, place.face)
        turn = turn_of(case, action.move)
    case.state.turn = turn._replace(placed=True, drawn=place.face)
    if place.cell is not None:
        lay_tile(case, place.face, place.turns, place.cell)
    tell_tile(case, place.effects)
    tile_lies(case)


def tile_lies(case: Case) -> None:
    """The end of placing a tile: what expansions give for it at once."""
    for brings in case.game.placed:
        brings(case)


def place_choices(case: Case, player: str, move: Move | None = None) -> Iterable[Action]:
    """Every legal placement of the tile that is named, else of the one drawn."""
    own = own_tile(case, move)
    if own is not None and own.verb.choices is not None:
        return own.verb.choices(case, player, move)
    turn = case.state.turn
    faces: tuple[Any, ...] = (turn.drawn, *turn.beside) if turn is not None else (None,)
    if move is not None and move.words and move.words[0].id("keyword") is None:
        faces = (case.state.tiles.read(Reader(move.words, case.lang, move.span))[0],)
    if case.state.ground is None:
        case.lack("board")
    if None in faces or True in faces:
        case.lack("which-tile")
    return [action for face in faces for action in legal_placements(case, player, face)]


def legal_placements(case: Case, player: str, face: Any) -> Iterator[Action]:
    """Every legal way to place a tile, squares beside tiles without a face left out."""
    ground = case.state.ground
    if ground is None:
        return
    from adjudicator.geometry.fit import beside_blank, placements

    move = Move(player, "places", [], (), _nowhere())
    for x, y, turns in placements(ground, face):
        if not beside_blank(ground, x, y):
            data = Place(face, turns, (x, y), (), True)
            action = Action(move, data, Item("move", ("places", placement(face, turns, x, y))))
            found = [finding for condition in case.game.placing for finding in condition(case, action)]
            case.note(*(finding for finding in found if not finding.holds))
            if all(finding.holds for finding in found):
                yield action


def must_place(case: Case, action: Action) -> Finding:
    own = placing_own(case, action)
    if own is not None and own.verb.must is not None:
        return own.verb.must(case, action)
    turn = case.state.turn
    if turn is not None and turn.fits_nowhere:
        return Finding("BASE-11", False, "fits-nowhere", {})
    if turn is not None and turn.drawn not in (None, True) and fits_nowhere(case, turn.drawn) is None:
        case.lack("fits-nowhere")
    return Finding("BASE-09", True, "must-place", {})


# ---- puts
class Put(Record):
    putting: Putting | None
    """None for ``puts nothing``."""
    label: str
    segment: int | None
    picture: Item | None = None
    """What is printed on a tile and no feature, where somebody would put a figure on it."""
    refused: Finding | None = None
    """Why the figure can stand nowhere there."""


def read_put(case: Case, move: Move) -> Action:
    """``puts meeple on R1``, ``puts nothing``, ``puts meeple on M by portal``."""
    at = next((at for at, word in enumerate(move.words) if word.id("keyword") == "corner"), None)
    if at is not None:
        return _at_corner(case, move, at)
    reader = Reader(move.words, case.lang, move.span)
    if reader.keyword("nothing"):
        reader.end("line-end")
        return Action(move, Put(None, "", None), Item("move", ("puts", NOTHING)))
    phrase = reader.figure()
    if phrase is None:
        reader.fail("figure", ("figure",))
    ref: Ref | None = phrase.place
    if ref is not None and not ref.name and ref.kind in rule("NB-116").forbidden:
        return _on_picture(move, phrase.figure, Item("noun", ("kind", ref.kind)))
    if phrase.figure not in case.game.strength:
        lack_code(case, "figure", phrase.figure)
    if ref is None and not reader.done and reader.peek("keyword") not in ("by", "for", "as"):
        reader.keyword("on", "in", "at")
        picture = _picture(reader)
        if picture is not None:
            return _on_picture(move, phrase.figure, picture)
        ref = reader.ref()
    means = ""
    if reader.keyword("by"):
        name = reader.role("name") or reader.role("unit") or reader.role("symbol") or reader.role("figure")
        if name is None:
            reader.fail("means", ("name",))
        if (phrase.figure, name) not in case.game.guests:
            lack_code(case, "name", name)
        means = name
    reader.end("line-end")
    if ref is None:
        raise Mistake(Problem("put-where", move.span, {"figure": Item("noun", ("figure", phrase.figure))}))
    if phrase.number != 1:
        raise Mistake(Problem("put-one", phrase.span, {}, (), ("BASE-12",)))
    ident = case.state.resolve(ref)
    segment = _segment(case, ref)
    putting = Putting(move.player, phrase.figure, case.state.feature(ident), means, phrase.marks, ref.cell)
    putting = case.game.with_means(case, putting)
    return Action(move, Put(putting, phrase.label, segment), _put_item(phrase.figure, ident))


def _at_corner(case: Case, move: Move, at: int) -> Action:
    """``puts barn on corner (2,1)``: a figure that goes where four tiles meet; the word stands at `at`."""
    before = move.words[: at - 1] if at and move.words[at - 1].id("keyword") in ("on", "at", "in") else move.words[:at]
    reader = Reader(before, case.lang, move.span)
    phrase = reader.figure()
    if phrase is None:
        reader.fail("figure", ("figure",))
    reader.end("place")
    behind = Reader(move.words[at + 1 :], case.lang, move.words[at].span)
    corner = behind.coord()
    if corner is None:
        behind.fail("coord")
    behind.end("line-end")
    if phrase.figure not in case.game.strength:
        lack_code(case, "figure", phrase.figure)
    if case.state.ground is None:
        raise Mistake(Problem("no-board", move.span))
    if phrase.number != 1:
        raise Mistake(Problem("put-one", phrase.span, {}, (), ("BASE-12",)))
    return corner_put(case, move, phrase.figure, corner, phrase.marks, phrase.label)


def corner_put(
    case: Case, move: Move, figure: str, corner: Cell, marks: tuple[tuple[str, int], ...] = (), label: str = ""
) -> Action:
    """Putting a figure on a corner of the board, as the expansion of the figure says where it stands."""
    item = Item("move", ("puts", Item("count", (1, "", figure)), Item("corner", corner)))
    at_corner = case.game.corner.get(figure)
    if at_corner is None:
        raise Mistake(Problem("no-corner-figure", move.span, {"figure": Item("noun", ("figure", figure))}))
    segment = at_corner(case.state, corner)
    if isinstance(segment, Finding):
        return Action(move, Put(None, label, None, None, segment), item)
    feature = case.state.built(segment)
    return Action(move, Put(Putting(move.player, figure, feature, "", marks, None, corner), label, segment), item)


def _on_picture(move: Move, figure: str, picture: Item) -> Action:
    item = Item("move", ("puts", Item("count", (1, "", figure)), picture))
    return Action(move, Put(None, "", None, picture), item)


def _picture(reader: Reader) -> Item | None:
    """Takes a picture or symbol that no figure can be put on (NB-116)."""
    word = reader.next
    if word is not None and len(reader.words) == reader.at + 1:
        for role, ident in word.roles:
            if role in ("symbol", "unit", "kind", "name") and ident in rule("NB-116").forbidden:
                reader.at += 1
                return Item("noun", (role, ident))
    return None


def _segment(case: Case, ref: Ref) -> int | None:
    cell = ref.cell or (case.state.turn.cell if case.state.turn is not None else None)
    if case.state.ground is None or cell is None or ref.name:
        return None
    return case.state.find_segment(ref, cell)


def _put_item(figure: str, ident: str) -> Item:
    return Item("move", ("puts", Item("count", (1, "", figure)), Item("feature", (ident,))))


def check_put(case: Case, action: Action) -> list[Finding]:
    put: Put = action.data
    if put.picture is not None:
        if put.picture.parts[1] in DRAWN:
            case.find("BASE-02", "only-drawn", False, picture=put.picture)
        return [Finding("NB-116", False, "no-feature", {"picture": put.picture})]
    if put.refused is not None:
        return [put.refused]
    if put.putting is None:
        return [Finding("BASE-08", True, "optional", {})]
    kind = put.putting.feature.kind
    if case.game.owner("kind", kind) not in case.game.ids and (put.putting.figure, kind) not in case.game.guests:
        lack_code(case, "kind", kind)
    found = []
    for condition in case.game.putting:
        finding = condition(case, put.putting)
        if finding is not None:
            found.append(finding)
    return sorted(found, key=lambda f: f.holds)


def apply_put(case: Case, action: Action) -> None:
    put: Put = action.data
    turn = turn_of(case, action.move)
    putting = put.putting
    if putting is None:
        if action.move.player == turn.player:
            case.state.turn = turn._replace(deeds=(*turn.deeds, PASSED))
        return
    one = Occupant(
        putting.player, putting.figure, putting.feature.id, putting.marks, put.label,
        putting.corner or (putting.cell if putting.means else turn.cell), action.move.span,
    )  # fmt: skip
    case.state.stand(putting.feature.id, (one,), put.segment)
    case.state.give(putting.player, putting.figure, -1)
    if putting.feature.id in turn.completed:
        case.find("BASE-15", "completed-now", feature=Item("feature", (putting.feature.id,)))
    case.state.turn = turn._replace(figures=turn.figures + 1, put=(*turn.put, (putting.means, one)))
    for brings in case.game.figure_put:
        brings(case, putting, one)


def put_choices(case: Case, player: str, move: Move | None = None) -> Iterable[Action]:
    """Every figure the player may have, on every feature of the placed tile (outside a turn: on every feature)."""
    turn = case.state.turn
    state = case.state
    asked = {word.id("figure") for word in move.words} - {None} if move is not None else set()
    if state.ground is not None:
        for figure in case.game.corner:
            if not asked or figure in asked:
                yield from corner_choices(case, player, figure)
        if asked and all(figure in case.game.corner for figure in asked):
            return
    if turn is not None:
        features = [state.feature(ident) for ident in turn.touched]
    elif state.features:
        features = list(state.features.values())
    else:
        case.lack("which-turn")
    hand = state.hand(player)
    told = hand.items if any(case.game.is_figure(ident) for ident in hand.items or ()) else None
    figures = [f for f in case.game.strength if told is None or told.get(f, 0) > 0]
    if not figures:
        figures = [next(iter(case.game.strength))]
    made = Move(player, "puts", [], (), _nowhere())
    for feature in features:
        for figure in figures:
            if state.ground is not None and figure in case.game.corner:
                continue
            put = Put(case.game.with_means(case, Putting(player, figure, feature)), "", None)
            yield Action(made, put, _put_item(figure, feature.id))
    if turn is None or not case.game.by_means:
        return
    for feature in [f for f in state.all_features() if f.id not in turn.touched]:
        for figure in figures:
            putting = case.game.with_means(case, Putting(player, figure, feature))
            if putting.means:
                yield Action(made, Put(putting, "", None), _put_item(figure, feature.id))


def corner_choices(case: Case, player: str, figure: str) -> Iterator[Action]:
    """Putting a figure on each corner of the placed tile where four tiles meet (outside a turn: on every one)."""
    ground, turn = case.state.ground, case.state.turn
    if ground is None:
        return
    from adjudicator.geometry.fit import corners, is_corner

    made = Move(player, "puts", [], (), _nowhere())
    if turn is not None and turn.cell is not None:
        x, y = turn.cell
        beside = [c for c in ((x, y), (x, y + 1), (x + 1, y), (x + 1, y + 1)) if is_corner(ground, *c)]
    else:
        beside = corners(ground)
    for corner in beside:
        yield corner_put(case, made, figure, corner)


def _nowhere() -> Any:
    from adjudicator.model.span import NOWHERE

    return NOWHERE


VERBS = {
    "draws": Verb(read_draw, check_draw, apply_draw),
    "discards": Verb(read_discard, check_discard, apply_discard, None, must_discard),
    "places": Verb(read_place, check_place, apply_place, place_choices, must_place),
    "puts": Verb(read_put, check_put, apply_put, put_choices),
}
