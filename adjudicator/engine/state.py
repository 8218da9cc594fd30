"""A position in play: features told or laid, the figures on them, hands, the turn that is going on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.binding.reader import Mistake, unknown_name
from adjudicator.binding.tiles import TileNames
from adjudicator.errors import Problem
from adjudicator.model.position import Cell, Feature, Hand, Link, Occupant, Touch
from adjudicator.model.record import Record
from adjudicator.model.ruling import Finding, Item, Line, Missing
from adjudicator.model.scenario import Ref, Setup
from adjudicator.words.lexicon import fold, lexicon

if TYPE_CHECKING:
    from adjudicator.geometry.ground import Ground

ON_BOARD = " at ("
"""Every board feature's own id holds this, no sketched name can (it would have to be quoted)."""


class Turn(Record):
    """The turn that is going on."""

    player: str
    number: int = 0
    kind: str = ""
    """What kind of turn, where it is not an ordinary one: a topic id such as ``second-part``."""
    drawn: object = None
    """The face that was drawn, True for a tile nobody named, None before the draw."""
    fits_nowhere: bool = False
    beside: tuple[object, ...] = ()
    """Faces drawn besides `drawn`, True for one nobody named: one tile is placed, the others go back to the stacks."""
    beforehand: tuple[str, ...] = ()
    """What was done between drawing the tile and placing it, by verb id."""
    first: tuple[str, ...] = ()
    """The same of the first part of a double turn."""
    row: tuple[str, ...] = ()
    """The kinds of the turns that the player has played in a row before this one."""
    due: tuple[str, ...] = ()
    """The kinds of the turns that the player has got besides and that are still to come."""
    placed: bool = False
    cell: Cell | None = None
    """Where the tile was placed on a board."""
    touched: tuple[str, ...] = ()
    """Features the placed tile belongs to, by id."""
    around: tuple[str, ...] = ()
    """Features the placed tile lies around without belonging to them, by id."""
    joined: tuple[tuple[str, tuple[Feature, ...]], ...] = ()
    """Features that the placed tile made of several (on a board: roads and cities): the id, the parts as they were."""
    completed: tuple[str, ...] = ()
    """Features it completes, by id."""
    figures: int = 0
    """Meeples placed in this turn."""
    deeds: tuple[str, ...] = ()
    """What else was done, by verb id."""
    lines: tuple[Line, ...] = ()
    """Points got before the scoring."""
    home: tuple[Occupant, ...] = ()
    """Figures that went home before the scoring."""
    closed: bool = False
    """Whether the scoring has taken place; `lines` and `home` then hold all that the turn brought."""
    sent: tuple[tuple[str, Occupant], ...] = ()
    """Once it is closed: the figures that the scoring sent home, each with the id of the feature that was scored."""
    scored: tuple[str, ...] = ()
    """Once it is closed: the features that were scored."""
    events: tuple[object, ...] = ()
    """What the tiles drawn in it set off, in order: records of the expansions they belong to."""
    put: tuple[tuple[str, Occupant], ...] = ()
    """Figures put in it, each with what let it go elsewhere than on the placed tile; "" for one on that tile."""
    moved: tuple[str, ...] = ()
    """Players who have moved on a figure that the scoring sent home, in the order in which they did."""
    facts: tuple[Finding, ...] = ()
    """What the moves of the turn showed."""
    gained: tuple[tuple[str, str, int], ...] = ()
    """Tokens and cards got: (player, unit id, number)."""
    owed: tuple[str, ...] = ()
    """What the placed tile makes the player do before anything else, in order, each in its expansion's own word."""


class State:
    """What is known at one moment. Copies share what is never changed in place."""

    __slots__ = (
        "_built", "_names", "_said", "_stands", "features", "finished", "fresh", "ground", "hands", "held", "labels",
        "last_beforehand", "last_player", "last_turn", "least", "lines", "links", "setup", "stock", "tiles", "turn",
        "turns", "unknown",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.features: dict[str, Feature] = {}
        """Sketched features by id."""
        self.links: tuple[Link, ...] = ()
        self.ground: Ground | None = None
        self.tiles = TileNames(setup.expansions, {}, "en")
        """The tile names that may be used here."""
        self.labels: dict[str, int] = {}
        """Segments by the folded names that ``name X = ...`` gives."""
        self.hands: dict[str, Hand] = {}
        self.stock: dict[str, int] = {}
        self.turn: Turn | None = None
        self.turns = 0
        self.last_player = ""
        self.last_turn: Turn | None = None
        """The turn that ended last."""
        self.last_beforehand: tuple[str, ...] = ()
        """What was done before placing in the turn that ended last, by verb id."""
        self.lines: list[Line] = []
        """Every point scored since the position."""
        self.unknown: tuple[Missing, ...] = ()
        """Facts that an earlier scoring lacked, so that totals cannot be told."""
        self.finished = False
        self.fresh: tuple[Occupant, ...] = ()
        """Figures that came onto features in the turn that is going on, however they came."""
        self.least: int | None = None
        """No total falls below this; None where nothing says so."""
        self.held: dict[str, int] = {}
        """Points by colour that were not lost because of `least`."""
        self._names: dict[str, str] = {}
        self._stands: dict[int, tuple[Occupant, ...]] = {}
        self._said: dict[int, tuple[Feature, int]] = {}
        """What was said of board features besides, by segment, with the number of segments they had then."""
        self._built: dict[int, Feature] = {}

    def copy(self, *, tiles: bool = False) -> State:
        """The same moment, free to go on differently.

        Tiles laid in a copy would lie in both; with `tiles` it gets a table of its own.
        """
        other = State(self.setup)
        for name in ("links", "ground", "tiles", "turn", "turns", "unknown", "finished", "fresh", "least"):
            setattr(other, name, getattr(self, name))
        other.last_turn = self.last_turn
        other.last_player, other.last_beforehand = self.last_player, self.last_beforehand
        for name in ("features", "labels", "hands", "stock", "held", "_names", "_said", "_stands", "_built"):
            setattr(other, name, dict(getattr(self, name)))
        other.lines = list(self.lines)
        if tiles and self.ground is not None:
            other.ground = self.ground.copy()
        return other

    # ---- features
    def add(self, feature: Feature) -> None:
        """Puts a sketched feature in, or puts one in its place."""
        self.features[feature.id] = feature
        self._names[fold(feature.id)] = feature.id

    def drop(self, ident: str) -> None:
        """Takes a sketched feature out."""
        self.features.pop(ident, None)

    def alias(self, name: str, ident: str) -> None:
        """Lets `name` mean the feature `ident` as well."""
        self._names[fold(name)] = ident

    def name_segment(self, name: str, segment: int) -> None:
        """Names a feature of the board."""
        self.labels[fold(name)] = segment
        self._names[fold(name)] = name
        self._built.clear()

    def feature(self, ident: str) -> Feature:
        """The feature with this id, as it stands now."""
        known = self.features.get(ident)
        if known is not None:
            return known
        return self.built(self.segment_of(ident))

    def add_said(self, feature: Feature) -> None:
        """Adds what was said of a feature of the board, its figures too, where the board does not tell it."""
        segment = self.segment_of(feature.id)
        ground = self.ground
        if ground is not None:
            self._said[segment] = (feature, len(ground.pieces(ground.root(segment))))
            where = ground.cell(segment)
            self.stand(feature.id, (o._replace(cell=o.cell or where) for o in feature.occupants), segment)
            self._forget(segment)

    def segment_of(self, ident: str) -> int:
        """The segment behind the id of a board feature."""
        segment = self.labels.get(fold(ident))
        if segment is None and self.ground is not None:
            segment = self.ground.seg_of_label(ident)
        if segment is None:
            raise LookupError(ident)
        return segment

    def built(self, segment: int) -> Feature:
        """The board feature that a segment is part of."""
        ground = self.ground
        if ground is None:
            raise LookupError(segment)
        root = ground.root(segment)
        feature = self._built.get(root)
        if feature is None:
            feature = self._built[root] = self._build(ground, root)
        return feature

    def _build(self, ground: Ground, root: int) -> Feature:
        from adjudicator.geometry.face import EDGE_LETTERS  # a sketch needs no tiles

        kind = ground.kind(root)
        pieces = ground.pieces(root)
        touches: tuple[Touch, ...] | None = None
        x, y = ground.cell(root)
        if kind == "field":
            touches = tuple(Touch(self.ident(city)) for city in sorted(ground.cities_touched(root)))
            tiles: int | None = ground.tiles(root)
        elif kind in EDGE_LETTERS:
            tiles = ground.tiles(root)
        else:
            tiles = ground.neighbours(x, y) + 1
        stands = self._stands
        occupants = tuple(o for piece in pieces if piece in stands for o in stands[piece]) if stands else ()
        complete, marks = ground.complete(root), ground.marks(root)
        flags: frozenset[str] = frozenset() if occupants else frozenset(("empty",))
        if self._said:
            for said, size in (self._said[piece] for piece in pieces if piece in self._said):
                flags |= said.flags - {"empty"}
                if complete is None and size == len(pieces):  # what the board does not show
                    complete = said.complete
                    tiles = tiles if said.tiles is None else said.tiles
                    marks = {**marks, **said.marks}
        return Feature(
            self.ident(root), kind, complete, tiles, marks, flags, touches, occupants,
            (), len(pieces), None if complete is not None else (x, y),
        )  # fmt: skip

    def ident(self, segment: int) -> str:
        """The id of a board feature: the name it was given, else its label."""
        ground = self.ground
        if ground is None:
            raise LookupError(segment)
        root = ground.root(segment)
        for folded, named in self.labels.items():
            if ground.root(named) == root:
                return self._names[folded]
        return ground.label(root)

    def all_features(self) -> Iterator[Feature]:
        """Every feature, those of the board too."""
        yield from self.features.values()
        if self.ground is not None:
            for root in self.ground.features():
                yield self.built(root)

    def occupied(self) -> Iterator[Feature]:
        """Every feature that bears a figure."""
        for feature in self.features.values():
            if feature.occupants:
                yield feature
        ground = self.ground
        if ground is not None and self._stands:
            seen: set[int] = set()
            for segment, stood in self._stands.items():
                root = ground.root(segment)
                if stood and root not in seen:
                    seen.add(root)
                    yield self.built(root)

    def resolve(self, ref: Ref) -> str:
        """The id of the feature a person points at. Raises Mistake."""
        if ref.name:
            ident = self._names.get(fold(ref.name))
            if ident is not None and (ident in self.features or fold(ident) in self.labels):
                feature = self.feature(ident)
                if ref.kind and feature.kind != ref.kind:
                    raise Mistake(Problem("other-kind", ref.span, {"feature": ident, "kind": kind_item(feature.kind)}))
                return feature.id
            raise unknown_name(ref.name, ref.span, [*self.features, *(self._names[n] for n in self.labels)])
        cell = ref.cell or (self.turn.cell if self.turn is not None else None)
        if self.ground is not None and cell is not None:
            return self.ident(self.find_segment(ref, cell))
        if not ref.side and ref.cell is None:
            alike = [f.id for f in self.features.values() if f.kind == ref.kind]
            if len(alike) == 1:
                return alike[0]
            if alike:
                raise Mistake(Problem("which-feature", ref.span, {}, tuple(alike[:6])))
        raise Mistake(Problem("unknown-place", ref.span))

    def find_segment(self, ref: Ref, cell: Cell) -> int:
        """The segment that a kind and a side name on one tile of the board. Raises Mistake."""
        ground = self.ground
        if ground is None:
            raise LookupError(ref)
        from adjudicator.geometry.ground import NoSuchPlace  # a sketch needs no tiles

        square = f"({cell[0]},{cell[1]})"
        if ref.name and fold(ref.name) in self.labels:
            return self.labels[fold(ref.name)]
        try:
            return ground.segment(cell[0], cell[1], ref.kind, ref.side or None)
        except NoSuchPlace as error:
            places = tuple(ground.label(s) for s in error.candidates)
            if not error.square:
                raise Mistake(Problem("no-tile-there", ref.span, {"square": square})) from None
            code = "which-place" if places else "no-such-place"
            side = (Item("noun", ("side", ref.side)),) if ref.side else ()
            values = {"place": Item("text", (kind_item(ref.kind), *side)), "square": square}
            raise Mistake(Problem(code, ref.span, values, places)) from None

    def known_name(self, name: str) -> str | None:
        """The id of the feature called `name`, None where there is none."""
        ident = self._names.get(fold(name))
        if ident is None or (ident not in self.features and fold(ident) not in self.labels):
            return None
        return self.feature(ident).id

    # ---- figures
    def stand(self, ident: str, occupants: Iterable[Occupant], segment: int | None = None) -> None:
        """Puts figures on a feature; on a board, on one of its segments. What they carry comes from the stock."""
        added = tuple(occupants)
        if self.turn is not None:
            self.fresh += added
        self._carry(added, -1)
        feature = self.features.get(ident)
        if feature is not None:
            self.features[ident] = feature._replace(
                occupants=(*feature.occupants, *added), flags=feature.flags - {"empty"}
            )
            return
        segment = self.segment_of(ident) if segment is None else segment
        self._stands[segment] = (*self._stands.get(segment, ()), *added)
        self._forget(segment)

    def _forget(self, segment: int) -> None:
        if self.ground is not None:
            self._built.pop(self.ground.root(segment), None)

    def clear(self, ident: str, keep: Iterable[Occupant] = ()) -> None:
        """Takes all figures off a feature but those to `keep`. What they carry goes back to the stock."""
        kept = tuple(keep)
        feature = self.features.get(ident)
        leaving = self.feature(ident).occupants if self.stock else ()
        self._carry((o for o in leaving if not any(o is k for k in kept)), 1)
        if feature is not None:
            self.features[ident] = feature._replace(
                occupants=kept, flags=feature.flags if kept else feature.flags | {"empty"}
            )
            return
        ground = self.ground
        if ground is not None:
            segment = self.segment_of(ident)
            for piece in ground.pieces(ground.root(segment)):
                stood = self._stands.pop(piece, None)
                if stood:
                    left = tuple(o for o in stood if any(o is k for k in kept))
                    if left:
                        self._stands[piece] = left
            self._forget(segment)

    def _carry(self, figures: Iterable[Occupant], sign: int) -> None:
        """Keeps count of what figures carry where the stock holds such things."""
        for unit, number in (mark for o in figures for mark in o.marks):
            if unit in self.stock:
                self.stock[unit] += sign * number

    def change(self, ident: str, old: Occupant, new: Occupant | None) -> None:
        """Puts `new` in the place of a figure on a feature, or takes that figure off; of several alike, of one."""
        self._carry((old,), 1)
        self._carry((new,) if new is not None else (), -1)
        self.fresh = _instead(self.fresh, old, new)
        feature = self.features.get(ident)
        if feature is not None:
            stood = _instead(feature.occupants, old, new)
            flags = feature.flags - {"empty"} if stood else feature.flags | {"empty"}
            self.features[ident] = feature._replace(occupants=stood, flags=flags)
            return
        for segment, there in self._stands.items():
            if any(o is old for o in there):
                self._stands[segment] = _instead(there, old, new)
                self._forget(segment)
                return

    def figures_of(self, player: str, figure: str) -> int:
        """How many of one figure a player has on features."""
        return sum(
            1 for feature in self.occupied() for o in feature.occupants if o.owner == player and o.figure == figure
        )

    # ---- hands
    def hand(self, player: str) -> Hand:
        """What a player holds."""
        return self.hands.get(player) or Hand()

    def give(self, player: str, item: str, count: int = 1) -> None:
        """Adds to what a player holds, where that is counted: figures where the number of any figure is known."""
        hand = self.hand(player)
        if hand.items is not None:
            items = dict(hand.items)
            words = lexicon("en")
            if words.has("figure", item) and not any(words.has("figure", ident) for ident in items):
                return
            items[item] = items.get(item, 0) + count
            self.hands[player] = hand._replace(items=items)

    def score(self, lines: Iterable[Line]) -> None:
        """Books points, feature by feature: the sum that a feature gives a player moves the total at once."""
        sums: dict[tuple[str, str], int] = {}
        for line in lines:
            self.lines.append(line)
            sums[line.feature, line.player] = sums.get((line.feature, line.player), 0) + line.points
        for (_, player), points in sums.items():
            hand = self.hand(player)
            total = (hand.score or 0) + points
            if self.least is not None and total < self.least:
                self.held[player] = self.held.get(player, 0) + self.least - total
                total = self.least
            self.hands[player] = hand._replace(score=total)

    def laid(self) -> None:
        """Forgets what was derived, since a tile has been laid."""
        self._built.clear()

    @property
    def players(self) -> tuple[str, ...]:
        """Colours, in turn order where a ``players`` line said it."""
        return self.setup.players


def _instead(figures: tuple[Occupant, ...], old: Occupant, new: Occupant | None) -> tuple[Occupant, ...]:
    """`figures` with the first that is `old` replaced or taken out."""
    at = next((at for at, figure in enumerate(figures) if figure is old), None)
    if at is None:
        return figures
    return (*figures[:at], *((new,) if new is not None else ()), *figures[at + 1 :])


def kind_item(kind: str) -> Item:
    """A kind of feature, to be said in the reader's language."""
    return Item("noun", ("kind", kind))


def stands_of(state: State) -> Mapping[int, tuple[Occupant, ...]]:
    """Figures on the board by segment, for those that look for one tile's figures."""
    return state._stands
