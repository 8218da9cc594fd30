"""Boards, sketches, games and slips of the pen: the one home of what Hypothesis draws for the language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hypothesis import strategies as st
from plain_table import SURROUNDED, PlainGame, PlainTable

from adjudicator.binding.tile_files import catalogue
from adjudicator.geometry.catalogue import Named
from adjudicator.geometry.face import Face, looks, turn_side
from adjudicator.geometry.fit import placements
from adjudicator.geometry.ground import Ground

IN_PLAY = frozenset(["base", "abbot"])
FACES = tuple(catalogue().faces(IN_PLAY).values())
"""Every face of the base game, those with a garden too."""

ENDS = tuple(face for face in FACES if face.letter in tuple("AEHILWX") or face.garden)
"""Faces at which roads and cities end, and gardens: rare in the box, and without them little is ever complete."""

START = next(face for face in FACES if face.letter == "D")
COLOURS = ("red", "blue", "green", "yellow", "black")
MEEPLES, ABBOTS = 7, 1
"""How many each player has."""


# ---- boards


class Tile(NamedTuple):
    """A tile on its square."""

    x: int
    y: int
    face: Face
    turns: int
    spelling: int = 0
    """How it is written: 0 by its letter, 1 by its id, 2 by its sides; what a face has not got, by its id."""

    @property
    def text(self) -> str:
        """The tile as it lies, as it is written in a scenario: ``V@90``, ``BA/CG``, ``ffrr``."""
        if self.spelling == 2:
            sides = self.face.turned(self.turns).edges
            found = catalogue().find(sides, IN_PLAY)
            if isinstance(found, Named) and looks(found.face, found.turns or 0) == looks(self.face, self.turns):
                return sides
        name = (self.face.letter if self.spelling == 0 else "") or self.face.id
        return f"{name}@{90 * self.turns}" if self.turns else name


class Figure(NamedTuple):
    """Figures of one player on a place of a tile."""

    colour: str
    figure: str
    x: int
    y: int
    kind: str
    side: str
    number: int = 1

    @property
    def text(self) -> str:
        """Such as ``2 meeples on city N``."""
        figure = f"{self.number} {self.figure}s" if self.number > 1 else self.figure
        return f"{figure} on {self.kind} {self.side}".rstrip()


class Place(NamedTuple):
    """A feature of a board, named by one of its places."""

    kind: str
    side: str
    x: int
    y: int

    @property
    def text(self) -> str:
        """Such as ``city N at (0,0)``."""
        side = f" {self.side}" if self.side else ""
        return f"{self.kind}{side} at ({self.x},{self.y})"


class Board(NamedTuple):
    """Tiles that fit and the figures on them."""

    tiles: tuple[Tile, ...]
    figures: tuple[Figure, ...] = ()

    @property
    def table(self) -> PlainTable:
        """The tiles, to be looked at the plain way."""
        return PlainTable(tile[:4] for tile in self.tiles)

    @property
    def places(self) -> list[Place]:
        """A place for every feature."""
        table = self.table
        firsts = [min(feature) for feature in table.features()]
        return [Place(table.piece(p).kind, table.piece(p).side, p[0], p[1]) for p in firsts]

    def lines(self) -> str:
        """The board square by square, figures below their tile."""
        said = ["stock 20 boxes", "board"]
        for tile in self.tiles:
            said.append(f"  ({tile.x},{tile.y}) {tile.text}")
            said += [f"    {f.colour}: {f.text}" for f in self.figures if (f.x, f.y) == (tile.x, tile.y)]
        return "\n".join(said)

    def grid(self) -> str:
        """The board in rows, the figures behind."""
        lying = {(tile.x, tile.y): tile.text for tile in self.tiles}
        xs, ys = sorted(x for x, _ in lying), sorted(y for _, y in lying)
        said = ["stock 20 boxes", f"grid from ({xs[0]},{ys[0]})"]
        for y in range(ys[0], ys[-1] + 1):
            said.append("  | " + " ".join(lying.get((x, y), ".") for x in range(xs[0], xs[-1] + 1)) + " |")
        return "\n".join(said + [f"({f.x},{f.y}) {f.colour}: {f.text}" for f in self.figures])

    def moved(self, turns: int, dx: int = 0, dy: int = 0) -> Board:
        """The same table after quarter turns clockwise round (0,0), then pushed aside."""
        tiles = []
        for tile in self.tiles:
            x, y = _at(tile, turns, dx, dy)
            tiles.append(tile._replace(x=x, y=y, turns=(tile.turns + turns) % 4))
        figures = []
        for figure in self.figures:
            x, y = _at(figure, turns, dx, dy)
            figures.append(figure._replace(x=x, y=y, side=turn_side(figure.side, turns)))
        return Board(tuple(tiles), tuple(figures))


def moved(place: Place, turns: int, dx: int = 0, dy: int = 0) -> Place:
    """Where a place of a board lies after `Board.moved`."""
    x, y = _at(place, turns, dx, dy)
    return Place(place.kind, turn_side(place.side, turns), x, y)


def _at(thing: Tile | Figure | Place, turns: int, dx: int, dy: int) -> tuple[int, int]:
    x, y = thing.x, thing.y
    for _ in range(turns):
        x, y = -y, x
    return x + dx, y + dy


@st.composite
def _faces(draw: st.DrawFn, most: int) -> list[Face]:
    number = draw(st.integers(1 + most // 3, most))
    return draw(st.lists(st.sampled_from(FACES) | st.sampled_from(ENDS), min_size=number, max_size=number))


def _tight(ground: Ground, places: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The places with most tiles around, and a few others: on a loose table hardly anything is ever complete."""
    ranked = sorted(places, key=lambda place: -ground.neighbours(*place[:2]))
    return ranked[:3] + ranked[3::6]


@st.composite
def boards(draw: st.DrawFn, tiles: int = 14, figures: int = 8) -> Board:
    """A board grown from the start tile, at most so many tiles and groups of figures on it.

    The figures stand each on a piece of its own, as when features have grown together; no player has more of them
    than there are.
    """
    ground = Ground()
    ground.place(0, 0, START)
    laid = [Tile(0, 0, START, 0)]
    for face in draw(_faces(tiles - 1)):
        places = _tight(ground, placements(ground, face))
        if places:
            x, y, turns = draw(st.sampled_from(places))
            ground.place(x, y, face, turns)
            laid.append(Tile(x, y, face, turns, draw(st.integers(0, 2))))
    board = Board(tuple(laid))
    table = board.table
    pieces = st.sampled_from(table.pieces())
    groups = st.tuples(pieces, st.sampled_from(COLOURS[:3]), st.integers(1, 2), st.booleans())
    left: Counter[tuple[str, str]] = Counter()
    stood: list[Figure] = []
    some = draw(st.integers(0, figures))
    for (x, y, at), colour, number, monk in draw(st.lists(groups, min_size=some, max_size=some)):
        if any(f[2:6] == (x, y, table.piece((x, y, at)).kind, table.piece((x, y, at)).side) for f in stood):
            continue
        piece = table.piece((x, y, at))
        abbot = piece.kind == "garden" or (monk and piece.kind == "monastery")
        figure, number = ("abbot", 1) if abbot else ("meeple", number)
        left[colour, figure] += number
        if left[colour, figure] <= (ABBOTS if abbot else MEEPLES):
            stood.append(Figure(colour, figure, x, y, piece.kind, piece.side, number))
    return Board(board.tiles, tuple(stood))


# ---- sketches

KINDS = ("city", "road", "field", "monastery", "garden")
NAMES = (
    *("Toulouse", "Albi", "R1", "M", "F2", "pré-du-roi", '"Old Town"', "Saint-Gaudens", "Z", "Élan", "x9", '"city"'),
    *("Nord", "K", "Foix-2", "Carcassonne-est"),
)
"""Names that a feature may be given."""


class Sketched(NamedTuple):
    """A feature in words."""

    kind: str
    name: str
    facts: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()
    """Colour, and figures of that colour in words."""

    def text(self, colours: Mapping[str, str] | None = None) -> str:
        """The feature, its players called by other colours where these are given."""
        colours = colours or {}
        facts = f": {', '.join(self.facts)}" if self.facts else ""
        figures = [f"  {colours.get(colour, colour)}: {said}" for colour, said in self.figures]
        return "\n".join([f"{self.kind} {self.name}{facts}", *figures])


def sketch_of(board: Board) -> dict[Place, Sketched]:
    """Every feature of a board in words, by a place of it."""
    table = board.table
    features = table.features()
    names = {feature: f"X{at}" for at, feature in enumerate(features)}
    found = {}
    for place, feature in zip(board.places, features, strict=True):
        kind, tiles = place.kind, table.tiles(feature)
        if kind in SURROUNDED:
            facts = [f"{tiles} of 9 tiles"]
        else:
            facts = [f"{tiles} {'tile' if tiles == 1 else 'tiles'}"]
        if kind in ("city", "road"):
            facts.insert(0, "complete" if table.complete(feature) else "incomplete")
        if table.coats(feature):
            facts.append(f"{table.coats(feature)} coats")
        if kind == "field":
            facts.append("touches " + (" and ".join(sorted(names[c] for c in table.cities(feature))) or "nothing"))
        figures = [
            (figure.colour, figure.text.partition(" on ")[0])
            for figure in board.figures
            for at in [_piece_of(table, figure)]
            if at in feature
        ]
        if not figures:
            facts.append("empty")
        found[place] = Sketched(kind, names[feature], tuple(facts), tuple(figures))
    return found


def _piece_of(table: PlainTable, figure: Figure) -> tuple[int, int, int]:
    here = table.lying[figure.x, figure.y]
    return figure.x, figure.y, next(i for i, p in enumerate(here) if (p.kind, p.side) == (figure.kind, figure.side))


@st.composite
def sketches(draw: st.DrawFn, full: bool = True, features: int = 6) -> tuple[Sketched, ...]:
    """Features in words; unless `full`, facts may be left out that an answer needs."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=features))
    names = draw(st.permutations(NAMES))
    cities = [name for kind, name in zip(kinds, names, strict=False) if kind == "city"]
    left: Counter[tuple[str, str]] = Counter()
    found = []
    for kind, name in zip(kinds, names, strict=False):
        facts = draw(_facts(kind, cities))
        if not full:
            facts = [fact for fact in facts if draw(st.booleans())]
        figures = []
        for colour in draw(st.lists(st.sampled_from(COLOURS[:3]), max_size=3, unique=True)):
            number = draw(st.integers(1, 3))
            abbot = kind == "garden" or (kind == "monastery" and draw(st.booleans()))
            figure, number = ("abbot", 1) if abbot else ("meeple", number)
            left[colour, figure] += number
            if left[colour, figure] <= (ABBOTS if abbot else MEEPLES):
                figures.append((colour, f"{number} {figure}s" if number > 1 else figure))
            else:
                left[colour, figure] -= number
        if not figures and (full or draw(st.booleans())):
            facts.append("empty")
        found.append(Sketched(kind, name, tuple(facts), tuple(figures)))
    return tuple(found)


@st.composite
def _facts(draw: st.DrawFn, kind: str, cities: Sequence[str]) -> list[str]:
    tiles = draw(st.integers(2, 12))
    if kind in SURROUNDED:
        return [draw(st.sampled_from((f"{min(tiles, 9)} of 9 tiles", f"{min(tiles, 9) - 1} neighbours")))]
    if kind == "field":
        near = draw(st.lists(st.sampled_from(cities), unique=True)) if cities else []
        counted = draw(st.sampled_from(("", "2 complete cities", "1 incomplete city", "complete city")))
        counted = "1 complete city" if counted == "complete city" else counted
        return [f"{tiles} tiles", "touches " + (" and ".join([*near, *([counted] if counted else [])]) or "nothing")]
    facts = [draw(st.sampled_from(("complete", "incomplete"))), f"{tiles} tiles"]
    if kind == "city" and draw(st.booleans()):
        facts.append(draw(st.sampled_from(("1 coat", "2 coats", "3 shields"))))
    return facts


# ---- games


class Turn(NamedTuple):
    """What a player did in a turn."""

    colour: str
    tile: Tile
    put: Figure | None


class Game(NamedTuple):
    """Turns from the start tile on, all of them legal."""

    players: tuple[str, ...]
    turns: tuple[Turn, ...]

    def text(self, asks: Callable[[Turn], str], numbered: bool) -> str:
        """The game with questions after every turn, each turn in a line (`numbered`) or in moves."""
        said = [
            'game "Drawn"' if numbered else 'scenario "Drawn"',
            f"players {', '.join(self.players)}",
            "stock 20 boxes",
        ]
        for number, turn in enumerate(self.turns, 1):
            tile, put = turn.tile, turn.put
            if numbered:
                figure = f"{put.figure} {put.kind} {put.side}".rstrip() if put else ""
                said.append(f"{number}. {turn.colour} {tile.text} ({tile.x},{tile.y}) {figure}".rstrip())
            else:
                said.append(f"turn {turn.colour}\n  places {tile.text} at ({tile.x},{tile.y})")
                said.append(f"  puts {put.text}" if put else "  puts nothing")
            said.append(asks(turn))
        return "\n".join(said)


@st.composite
def games(draw: st.DrawFn, turns: int = 20) -> Game:
    """A legal game of at most so many turns: tiles where they fit, figures on features that are free."""
    players = COLOURS[: draw(st.integers(2, 3))]
    ground = Ground()
    ground.place(0, 0, START)
    plain = PlainGame(players)
    plain.table.lay(0, 0, START, 0)
    played: list[Turn] = []
    for face in draw(_faces(turns)):
        places = _tight(ground, placements(ground, face))
        if not places:
            continue
        x, y, way = draw(st.sampled_from(places))
        ground.place(x, y, face, way)
        plain.table.lay(x, y, face, way)
        colour = players[len(played) % len(players)]
        choices: list[tuple[tuple[int, int, int], str] | None] = [None]
        for piece in plain.free((x, y)):
            kind = plain.table.piece(piece).kind
            if kind != "garden" and plain.out(colour, "meeple") < MEEPLES:
                choices.append((piece, "meeple"))
            if kind in SURROUNDED and plain.out(colour, "abbot") < ABBOTS:
                choices.append((piece, "abbot"))
        put = None
        chosen = draw(st.sampled_from(choices[::-1]))
        if chosen is not None:
            piece, figure = chosen
            plain.stands[piece] = (colour, figure)
            put = Figure(colour, figure, x, y, plain.table.piece(piece).kind, plain.table.piece(piece).side)
        plain.end_turn((x, y))
        played.append(Turn(colour, Tile(x, y, face, way, draw(st.integers(0, 2))), put))
    return Game(players, tuple(played))


# ---- questions and slips of the pen

TOPICS = ("score", "final", "majority", "complete", "tiles")
"""What may be asked of every feature."""


def asks(names: Sequence[str], topics: Sequence[str] = TOPICS) -> str:
    """Every question about every feature named."""
    return "\n".join(f"ask {topic} {name}" for name in names for topic in topics)


@st.composite
def slips(draw: st.DrawFn, texts: Sequence[str], words: Sequence[str]) -> str:
    """One of `texts` with a few slips: characters, words and lines that are lost, doubled, swapped or put in."""
    text = draw(st.sampled_from(texts))
    kinds: list[Callable[[st.DrawFn, str, Sequence[str]], str]] = [_word, _word, _word, _character, _line]
    for slip in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=3)):
        text = slip(draw, text, words)
    return text


def _word(draw: st.DrawFn, text: str, words: Sequence[str]) -> str:
    parts = re.split(r"([\s:;,]+)", text)
    one, other = (2 * draw(st.integers(0, len(parts) // 2)) for _ in range(2))
    how = draw(st.sampled_from(("replace", "replace", "lose", "swap", "double")))
    if how == "replace":
        parts[one] = draw(st.sampled_from(words))
    elif how == "lose":
        del parts[one : one + 2]
    elif how == "swap":
        parts[one], parts[other] = parts[other], parts[one]
    else:
        parts[one] = f"{parts[one]}{draw(st.sampled_from((' ', ', ')))}{parts[one]}"
    return "".join(parts)


def _character(draw: st.DrawFn, text: str, words: Sequence[str]) -> str:
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.sampled_from(("", *_CHARACTERS))) + text[at + draw(st.integers(0, 2)) :]


def _line(draw: st.DrawFn, text: str, words: Sequence[str]) -> str:
    lines = text.split("\n")
    one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    line = lines.pop(one) if draw(st.booleans()) else lines[one]
    if draw(st.booleans()):
        lines.insert(other, line)
    return "\n".join(lines)


_CHARACTERS = [
    *(" \n\t;:,.|#()[]@-+=\"'«»/\\0159aéEN"),
    *("\r\n", "\0", "\u202f", "\u0301", "\U0001f600", "\ud800", "\ufeff"),
]
