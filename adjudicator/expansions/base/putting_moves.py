"""Putting a figure on a feature of the placed tile, on a corner, or nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.binding.arguments import Args
from adjudicator.binding.reader import FigurePhrase, LeftOut, Mistake
from adjudicator.engine.board import ON_BOARD
from adjudicator.engine.case import Case, Undetermined
from adjudicator.engine.contest import by_any_means, with_means
from adjudicator.engine.deed import PUTS, Act, Arrival, Deed
from adjudicator.engine.expansion import Action, Putting, Verb
from adjudicator.engine.majority import lack_code
from adjudicator.engine.position import Marks
from adjudicator.engine.printed import unsaid
from adjudicator.engine.turn import Turn
from adjudicator.errors import Problem
from adjudicator.expansions.base.drawing import turn_of
from adjudicator.expansions.base.putting import PASSED
from adjudicator.expansions.base.values import MEEPLE
from adjudicator.geometry.squares import corners_of
from adjudicator.model.position import Cell, Feature, Occupant
from adjudicator.model.ruling import Finding, Item
from adjudicator.model.scenario import Move, Ref, unwritten
from adjudicator.rulebook.loader import rule
from adjudicator.words.vocabulary import vocabulary

GROWING = ("road", "city", "field")
"""Kinds that a tile extends with what it shows itself."""
NOTHING = Item.word("nothing")
DRAWN = ("house", "farmhouse", "shed")
"""Pictures without any meaning in the game (BASE-02)."""
MEANS = ("name", "symbol", "unit", "figure")
"""Roles of words that may name what brings a figure to its place."""
PICTURES = ("symbol", "unit", "kind", "name")
"""Roles of words that may name what is printed on a tile."""


class Put(NamedTuple):
    putting: Putting | None
    """None for ``puts nothing``."""
    label: str
    segment: int | None
    picture: Item | None = None
    """What is printed on a tile and no feature, where somebody would put a figure on it."""
    refused: Finding | None = None
    """Why the figure can stand nowhere there."""


def read_put(case: Case, move: Move) -> Action[Put]:
    """``puts meeple on R1``, ``puts nothing``, ``puts meeple on M by portal``."""
    args = case.args(move)
    if args.says("nothing"):
        return put_nothing(move)
    phrase = args.figure()
    if args.has("square"):
        return _at_corner(case, move, phrase)
    ref = phrase.place
    if ref is not None and not ref.name and ref.kind in rule("NB-116").forbidden:
        return _on_picture(move, phrase.figure, Item.noun("kind", ref.kind))
    if phrase.number != 1:
        raise Mistake(Problem("put-one", phrase.span, {}, (), ("BASE-12",)))
    if phrase.figure not in case.game.figures:
        lack_code(case, "figure", phrase.figure)
    if ref is None and args.has("place"):
        picture = _picture(args)
        if picture is not None:
            return _on_picture(move, phrase.figure, picture)
        ref = args.place()
        if ref is None:
            args.refuse("place", "place")
    means = _means(case, args, phrase.figure)
    if ref is None:
        raise LeftOut(Problem("put-where", move.span, {"figure": Item.noun("figure", phrase.figure)}))
    segment = _segment(case, ref)
    ident = case.state.resolve(ref) if segment is None else case.state.ident(segment)
    putting = Putting(move.player, phrase.figure, case.state.feature(ident), means, phrase.marks, ref.cell)
    putting = with_means(case, putting)
    square = _square(case, putting)
    if putting.means or putting.cell in (None, square):
        segment, ident = _section(case, putting.feature, square, segment)
    return Action(move, Put(putting, phrase.label, segment), _put_item(phrase.figure, ident), _deed(putting))


def put_nothing(move: Move) -> Action[Put]:
    """Putting nothing where something might be put, as a `move` says it."""
    return Action(move, Put(None, "", None), Item.move("puts", NOTHING))


def _means(case: Case, args: Args, figure: str) -> str:
    """``by portal``: what is to bring the figure there; "" where nothing is said. Raises Mistake, Undetermined."""
    if not args.has("means"):
        return ""
    read = {ident: role for role, ident in args.roles("means") if role in MEANS}
    allowed = [means for guest, means in case.game.may.guests if guest == figure]
    known = _said_means(case, args, allowed)
    if known:
        return known
    for ident, role in read.items():
        if case.game.owner(role, ident) not in case.game.ids:
            lack_code(case, role, ident)
    near = [args.word(role, ident) for ident in allowed for role in MEANS if vocabulary().has(role, ident)]
    args.refuse("means", "means", *([*dict.fromkeys(near)][:3] if read else ()))


def _at_corner(case: Case, move: Move, phrase: FigurePhrase) -> Action[Put]:
    """``puts barn on corner (2,1)``: a figure that goes where four tiles meet."""
    args = case.args(move)
    corner = args.square()
    means = _means(case, args, phrase.figure)
    if phrase.figure not in case.game.figures:
        lack_code(case, "figure", phrase.figure)
    if corner is None:
        args.refuse("square", "coord")
    case.state.square(corner, move.span)
    if phrase.number != 1:
        raise Mistake(Problem("put-one", phrase.span, {}, (), ("BASE-12",)))
    return corner_put(case, move, phrase.figure, corner, phrase.marks, phrase.label, means)


def corner_put(
    case: Case,
    move: Move,
    figure: str,
    corner: Cell,
    marks: tuple[tuple[str, int], ...] = (),
    label: str = "",
    means: str = "",
) -> Action[Put]:
    """Putting a figure on a corner of the board, as the expansion of the figure says where it stands."""
    item = Item.move("puts", Item.count(1, "", figure), Item.corner(corner))
    at_corner = case.game.figure(figure).corner
    if at_corner is None:
        raise Mistake(Problem("no-corner-figure", move.span, {"figure": Item.noun("figure", figure)}))
    segment = at_corner(case.state, corner)
    if isinstance(segment, Finding):
        return Action(move, Put(None, label, None, None, segment), item, Deed(figure=figure, corner=corner))
    feature = case.state.built(segment)
    putting = Putting(move.player, figure, feature, means, marks, None, corner)
    return Action(move, Put(putting, label, segment), item, _deed(putting))


def _on_picture(move: Move, figure: str, picture: Item) -> Action[Put]:
    item = Item.move("puts", Item.count(1, "", figure), picture)
    return Action(move, Put(None, "", None, picture), item, Deed(figure=figure, symbol=str(picture.parts[1])))


def _picture(args: Args) -> Item | None:
    """A picture or symbol that no figure can be put on (NB-116)."""
    pictures = (one for one in args.roles("place") if one[0] in PICTURES and one[1] in rule("NB-116").forbidden)
    return next((Item.noun(role, ident) for role, ident in pictures), None)


def _segment(case: Case, ref: Ref) -> int | None:
    cell = ref.cell or (case.state.turn.cell if case.state.turn is not None else None)
    if not case.state.has_board or cell is None or ref.name:
        return None
    return case.state.find_segment(ref, cell)


def _section(case: Case, feature: Feature, cell: Cell | None, named: int | None = None) -> tuple[int | None, str]:
    """The section of a feature on a square, where a figure is to stand, and what it is called there.

    It is the one that was `named`, if that is there.
    """
    state = case.state
    part = state.part_on(feature, (cell,)) if cell is not None and feature.id not in state.features else None
    if part is None or cell is None:
        return named, feature.id
    here = part if named in (None, part.segment) else state.part_on(feature, (cell,), named)
    own = ON_BOARD not in feature.id  # it was given a name of its own
    return here.segment if here is not None else part.segment, feature.id if own else part.name


def _square(case: Case, putting: Putting) -> Cell | None:
    """Where a figure is to stand: on the placed tile, unless something puts it elsewhere."""
    if putting.means:
        return putting.cell
    laid = case.squares_laid()
    if len(laid) > 1:  # of a larger tile any
        part = case.state.part_on(putting.feature, laid)
        return part.cell if part is not None else laid[0]
    return laid[0] if laid else None


def _deed(put: Putting) -> Deed:
    return Deed(
        PUTS, put.player, put.figure, place=put.feature.id,
        means=put.means, marks=put.marks, cell=put.cell, corner=put.corner,
    )  # fmt: skip


def _put_item(figure: str, ident: str, means: str = "") -> Item:
    """A putting as an answer lists it; with its means where there are several."""
    by = (Item.text(Item.word("by"), Item.word(means)),) if means else ()
    return Item.move("puts", Item.count(1, "", figure), Item.feature(ident), *by)


def check_put(case: Case, action: Action[Put]) -> list[Finding]:
    put = action.data
    if put.picture is not None:
        if put.picture.parts[1] in DRAWN:
            case.find("BASE-02", "only-drawn", False, picture=put.picture)
        return [Finding("NB-116", False, "no-feature", {"picture": put.picture})]
    if put.refused is not None:
        return [put.refused]
    if put.putting is None:
        return [_passes(case, action.move.player)]
    kind = put.putting.feature.kind
    if case.game.owner("kind", kind) not in case.game.ids and (put.putting.figure, kind) not in case.game.may.guests:
        lack_code(case, "kind", kind)
    found: list[Finding] = []
    lacking: Undetermined | None = None
    for condition in case.game.may.put:
        try:
            finding = condition(case, put.putting)
        except Undetermined as lack:
            lacking = lacking or lack
            continue
        if finding is not None:
            found.append(finding)
            if case.quiet and not finding.holds:
                return found
    if lacking is not None and all(one.holds for one in found):
        raise lacking  # else the answer is no, whatever the fact
    return sorted(found, key=lambda f: f.holds)


def _passes(case: Case, player: str) -> Finding:
    """Putting nothing ends the phase of whose turn it is, once, and when the tile lies in place (BASE-08, BASE-12)."""
    turn = case.state.turn
    if turn is not None:
        if turn.player != player:
            return Finding("BASE-12", False, "not-your-turn", {"player": Item.player(player)})
        if not turn.placed:
            return Finding("BASE-08", False, "before-placing", {})
        if case.did(PASSED):
            return Finding("BASE-08", False, "phase-over", {"player": Item.player(player)})
    return Finding("BASE-08", True, "optional", {})


def apply_put(case: Case, action: Action[Put]) -> None:
    put = action.data
    turn = turn_of(case, action.move)
    putting = put.putting
    if putting is None:
        if action.move.player == turn.player:
            case.remember(Act(PASSED))
        return
    one = Occupant(
        putting.player, putting.figure, putting.feature.id, putting.marks, put.label,
        putting.corner or _stands(case, put, putting), action.move.span,
    )  # fmt: skip
    case.state.stand(putting.feature.id, (one,), put.segment)
    case.state.give(putting.player, putting.figure, -1)
    if putting.feature.id in turn.completed:
        case.find("BASE-15", "completed-now", feature=Item.feature(putting.feature.id))
    case.remember(Act(PUTS))
    case.remember(Arrival(one, putting.means))
    for brings in case.game.on.put:
        brings(case, putting, one)


def _stands(case: Case, put: Put, putting: Putting) -> Cell | None:
    """The square on which a figure stands that is put on a feature."""
    if putting.means or put.segment is None:
        return _square(case, putting)
    return case.state.part(put.segment).cell


def put_choices(case: Case, player: str, move: Move | None = None) -> Iterable[Action[Put]]:
    """Every figure the player may have, on every feature of the placed tile and on one that is asked about, wherever it
    lies (outside a turn: on every feature).
    """
    turn = case.state.turn
    state = case.state
    args = case.args(move, choices=True) if move is not None else None
    if args is not None and args.has("place") and args.place() is None:
        picture = _picture(args)
        if picture is None:
            args.refuse("place", "place")
        case.find("NB-116", "no-feature", False, picture=picture)
        return
    named = args.any_figure() if args is not None else None
    asked, marks = (named.figure, named.marks) if named is not None else ("", ())
    if state.has_board:
        for figure in (f for f, figure in case.game.figures.items() if figure.corner):
            if asked in ("", figure):
                yield from corner_choices(case, player, figure)
        if asked and case.game.figure(asked).corner:
            return
    if turn is not None:
        if not (args is not None and args.has("means")):
            _shows(case, turn)
        features = [state.feature(ident) for ident in turn.touched]
        place = args.place() if args is not None else None
        about = state.feature(state.resolve(place)) if place is not None and turn.placed else None
        if about is not None and about.id not in turn.touched:
            features.append(about)
    elif state.features:
        features = list(state.features.values())
    else:
        case.lack("which-turn")
    hand = state.hand(player)
    items = hand.items if any(case.game.is_figure(ident) for ident in hand.items or ()) else None
    figures = [f for f in case.game.figures if f == asked or items is None or items.get(f, 0) > 0]
    if not figures:
        figures = [MEEPLE]
    guests = [means for _, means in case.game.may.guests]
    said = _said_means(case, args, guests) if args is not None else ""
    cornered = {figure for figure in figures if state.has_board and case.game.figure(figure).corner}
    for feature in features:
        yield from _on_feature(case, player, feature, [f for f in figures if f not in cornered], said, marks)
    if turn is None or not case.game.may.put_by_means:
        return
    offered = {feature.id for feature in features}
    for feature in [f for f in state.all_features() if f.id not in offered]:
        yield from _on_feature(case, player, feature, figures, said, marks, by_means=True)


def _shows(case: Case, turn: Turn) -> None:
    """Asks what the placed tile shows where a sketch says nothing at all of it and somebody may be put there. Raises
    Undetermined.
    """
    if turn.closed or not unsaid(case):
        return
    if case.recall(Act) or case.owed():
        return
    told = [one for one in case.state.features.values() if one.kind in GROWING and not one.complete]
    case.lack("tile-shows", None, told=tuple(Item.feature(one.id) for one in told))


def _on_feature(
    case: Case, player: str, feature: Feature, figures: Iterable[str], said: str, marks: Marks, by_means: bool = False
) -> Iterator[Action[Put]]:
    """Putting each of several figures on a feature, by what is `said` to bring it there and with the `marks` that are
    asked for, such as protected; with `by_means` only where something does."""
    made = unwritten(player, "puts")
    sections: dict[Cell | None, tuple[int | None, str]] = {}
    for figure in figures:
        ways = by_any_means(case, Putting(player, figure, feature, said, marks))
        for putting in (way for way in ways if way.means or not by_means):
            square = _square(case, putting)
            section = sections.get(square)
            if section is None:
                section = sections[square] = _section(case, feature, square)
            segment, label = section
            item = _put_item(figure, label, putting.means if len(ways) > 1 else "")
            deed = _deed(putting)._replace(means=putting.means or said)
            yield Action(made, Put(putting, "", segment), item, deed)


def _said_means(case: Case, args: Args, known: Sequence[str]) -> str:
    """What is named behind ``by``, of what is `known` to bring figures; "" for nothing. Raises Undetermined."""
    for role, ident in args.roles("means"):
        if role in MEANS and ident in known:
            if case.game.owner(role, ident) not in case.game.ids:
                lack_code(case, role, ident)
            return ident
    return ""


def corner_choices(case: Case, player: str, figure: str) -> Iterator[Action[Put]]:
    """Putting a figure on each corner of the placed tile where four tiles meet (outside a turn: on every one)."""
    state = case.state
    made = unwritten(player, "puts")
    at_corner = case.game.figure(figure).corner
    laid = case.squares_laid()
    if laid:
        every = sorted({corner for cell in laid for corner in corners_of(cell)})
    else:
        cells = [tile.cell for tile in state.all_tiles() if tile.cell is not None]
        every = sorted({corner for cell in cells for corner in corners_of(cell)})
    met = [corner for corner in every if all(state.at_corner(corner))]
    for corner in met:
        yield corner_put(case, made, figure, corner)
    if at_corner is not None and all(isinstance(at_corner(state, corner), Finding) for corner in met):
        said = [at_corner(state, corner) for corner in every if corner not in met]
        case.note_together(one for one in said if isinstance(one, Finding))


VERBS = {"puts": Verb(read_put, check_put, apply_put, put_choices)}
