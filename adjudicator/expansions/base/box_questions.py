"""Which tiles are not laid yet, and which of them fill a square."""

from __future__ import annotations

from adjudicator.engine.case import Case
from adjudicator.engine.deed import Discarded
from adjudicator.engine.own_tiles import own_tiles
from adjudicator.engine.rulings import ruling
from adjudicator.expansions.base.placing import legal_ways
from adjudicator.geometry.face import name_of
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Ask
from adjudicator.model.span import NOWHERE
from adjudicator.play.box import Box


def left(case: Case, ask: Ask) -> Ruling:
    """The tiles in the boxes that are neither laid nor drawn nor set aside, so many of each face, or of the face that
    is named (BASE-01, and the rules of the expansions that count theirs).
    """
    named = case.args(ask).tile(case.state.tiles)
    box = _box(case)
    counts = box.left()
    if named is not None:
        counts = {name_of(named[0]): counts.get(name_of(named[0]), 0)}
    boxes = box.counted()
    case.find("BASE-01", "tiles-left", number=sum(boxes.values()), left=sum(box.left().values()))
    for rule, number in boxes.items():
        if rule not in ("", "BASE-01"):
            case.remark(rule, "tiles-counted", number=number)
    return ruling(case, "left", "options", options=[Item.copies(number, tile) for tile, number in counts.items()])


def fits(case: Case, ask: Ask) -> Ruling:
    """Which of those tiles may be placed on a square by who has the turn, and how many of each; none for a square that
    no tile of the boxes will ever fill (BASE-10). What a player may place of his own there is told beside.
    """
    args = case.args(ask)
    (cell,) = args.squares()
    square = Item.cell(case.state.square(cell, args.where("square")))
    box = _box(case)
    if cell not in case.state.empty_squares():
        case.find("BASE-10", "fills-alone" if case.state.tile(cell) is None else "fills-taken", False, square=square)
        return ruling(case, "fits", "options")
    player = case.state.turn.player if case.state.turn is not None else ask.player
    ways = ((face, legal_ways(case.apart(), player, face)) for face in box.faces_left())
    left = box.left()
    found = {name_of(face): left[name_of(face)] for face, told in ways if any(way[:2] == cell for way in told)}
    case.find("BASE-10", "filled-by", bool(found), square=square, number=sum(found.values()))
    for kind, own in own_tiles(case).items():
        case.remark(own.instead, "own-not-counted", tile=Item.word(kind))
    return ruling(case, "fits", "options", options=[Item.copies(number, name) for name, number in found.items()])


def _box(case: Case) -> Box:
    """The boxes without what lies on the table, was drawn or was set aside. Raises Undetermined without a board."""
    state = case.state
    if not state.has_board:
        case.lack("board")
    if state.part_shown:
        case.warn("board-part", "BASE-10")
    box = Box(state.setup.expansions, state.setup.boxes, state.tiles.own.values())
    gone = [tile.lay.face for tile in state.all_tiles() if tile.lay is not None]
    gone += [one.face for one in case.recall(Discarded)]
    if state.turn is not None and not state.turn.placed:
        gone += [one for one in (state.turn.drawn, *(one.face for one in state.turn.beside)) if one is not None]
    for face in gone:
        box.take(face, NOWHERE)
    return box


TOPICS = {"left": left, "fits": fits}
