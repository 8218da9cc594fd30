"""Whole games played at random by the program's own options, and written as records.

What a player does is drawn from the answers to `ask options`, `ask next` and the like, never from knowledge of the
rules. The tiles are the catalogue's, and for sets whose faces nobody has published tiles of the record's own.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from random_tiles import START, Sentence, own_tile, printed

from adjudicator import adjudicate
from adjudicator.binding.bind import bind
from adjudicator.engine.deed import PUTS, Act
from adjudicator.model.ruling import Ruling
from adjudicator.model.scenario import Ask, Scenario
from adjudicator.play.possible import whichever
from adjudicator.play.replay import Replay
from adjudicator.syntax.document import read_document
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech

COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
EXPANSIONS = (
    "inns-and-cathedrals", "traders-and-builders", "abbey-and-mayor", "gifts", "peasant-revolts",
    "ghosts-castles-cemeteries", "anniversary-20", "phantom", "besiegers", "hills-and-sheep",
    "river", "count-king-robber",
)  # fmt: skip
"""What a game may be played with besides the base game and the abbot."""

OWN_TILE = "place abbey"
"""Not besides a tile that has been drawn: nobody says what becomes of that one."""
CARDS = ("synod", "road-sweeper", "cash-out", "change-position", "take-2")
WITH_FACES = (
    "inns-and-cathedrals", "traders-and-builders", "abbey-and-mayor", "besiegers", "hills-and-sheep",
    "count-king-robber",
)  # fmt: skip
SPRING = "RI/s"
LAKES = {"river": "RI.1/I.e", "river-2": "RI.2/I.v"}
"""The tile that a river ends with."""
ASIDE = "CO/"
"""Tiles that lie on the table from the start, or not at all."""
OWN = 8
"""How many tiles of its own a game has."""
TOKENS = ("wolf",) * 2 + ("1 sheep",) * 4 + ("2 sheep",) * 5 + ("3 sheep",) * 5 + ("4 sheep",) * 2
"""What lies in the bag of the shepherds at the start."""
SHEPHERD = ("pulls", "gather flock")
"""What a shepherd does; its owner does one of these before the turn ends."""


def bound(text: str) -> Scenario:
    """The one scenario of a text that has no problem."""
    read = bind(read_document(text, "en"))
    assert not read.problems, (read.problems, text)
    return read.scenarios[0]


@cache
def supply(use: tuple[str, ...]) -> list[str]:
    """What every player begins with, as the program says."""
    header = f"use {', '.join(use)}\n" if use else ""
    (answer,) = adjudicate(f"{header}ask setup").answers
    words = lexicon("en")
    counts = [item.parts for item in answer.ruling.options if item.kind == "count"]
    held = [speech("en").count(*one) for one in counts if words.has("figure", one[2]) or one[2] == "abbey"]
    return [*held, *(["3 guards aside"] if "ghosts-castles-cemeteries" in use else [])]


class Game(NamedTuple):
    """A record."""

    header: tuple[str, ...]
    """Everything before the first turn."""
    lines: tuple[str, ...]
    """Turns with their moves."""
    players: tuple[str, ...]
    use: tuple[str, ...]
    tiles: dict[str, str]
    """The tiles of its own, by name, in words."""

    @property
    def text(self) -> str:
        return "\n".join((*self.header, *self.lines)) + "\n"


class Table:
    """A game that is being played: what is said happens, what is asked is answered."""

    def __init__(self, header: Sequence[str], small: Sequence[str]) -> None:
        self.small = "\n".join(small) + "\n"
        self.run = Replay(bound("\n".join(header) + "\nlater\n"), "en")
        self.run.begin()
        assert not self.run.problems, self.run.problems
        self.lines: list[str] = []
        self.player = ""
        self.asked: dict[tuple[str, str], Ask] = {}
        """Questions that have been read, by player and text."""

    def turn(self, player: str, kind: str = "") -> None:
        """Begins a turn."""
        line = f"turn {player} {kind}".rstrip()
        for step in bound(self.small + line).steps:
            self.run._step(0, step)
        self.player = player
        self.lines.append(line)

    def does(self, line: str) -> None:
        """A move of whoever has the turn, or of another player in a line of his own. Raises Mistake."""
        for step in bound(f"{self.small}turn {self.player}\n{line}").steps[1:]:
            self.run._step(0, step)
        self.lines.append(f"  {line}")

    def asks(self, question: str) -> Ruling:
        """The answer to a question, asked here."""
        ask = self.asked.get((self.player, question))
        if ask is None:
            ask = bound(f"{self.small}turn {self.player}\nask {question}").steps[1].ask
            assert ask is not None
            self.asked[self.player, question] = ask
        return self._whichever(ask)

    def _whichever(self, ask: Ask) -> Ruling:
        """The answer; where a choice that is not made leads to the same whatever it is, that is the answer."""
        found = self.run._rule(ask, self.run.state)
        (missing,) = found.missing if found.missing and found.missing[0].ways else (None,)
        if missing is None:
            return found
        readings = self.run.state.readings
        kept, each = readings.fixed, []
        for way in range(missing.ways):
            readings.fixed = {**kept, missing.point: str(way)}
            each.append(self._whichever(ask))
        readings.fixed = kept
        if any(one.missing for one in each):
            return found
        return whichever(each, (missing,)) or found

    def listed(self, question: str) -> list[str]:
        """What a question lists, as the language writes it."""
        return [speech("en").typed(item) for item in self.asks(question).options]


class Player:
    """Plays a game to its end."""

    def __init__(
        self, chance: random.Random, use: Sequence[str], players: int, tiles: int, table: type[Table] = Table,
        edition: str = "",
    ) -> None:  # fmt: skip
        self.chance = chance
        self.use = tuple(use)
        self.colours = tuple(chance.sample(COLOURS, players))
        pool = [tile.name for name in ("base", *(e for e in use if e in WITH_FACES)) for tile in printed(name)]
        pool = [name for name in pool if not name.startswith(ASIDE)]
        own = self.own_tiles()
        pool += [tile.name for tile in own] * (len(pool) // max(1, len(own)))
        aside = self.tiles_aside()
        self.stack = self.filled([chance.choice(pool) for _ in range(tiles)])
        start = START if "ghosts-castles-cemeteries" in use else ()
        self.river = "" if start else next((name for name in LAKES if name in use), "")
        if self.river:  # drawn before all others, the lake last
            lake = LAKES[self.river]
            flows = [tile.name for tile in printed(self.river) if tile.name not in (SPRING, lake)]
            self.stack += [lake, *chance.sample(flows, chance.randint(2, len(flows)))]
            tiles = len(self.stack)
        self.hand: list[str] = []
        """Tiles drawn in this turn."""
        self.tiles = {tile.name: tile.text for tile in (*own, *aside)} | {line[5:7]: line for line in start}
        low = chance.random() < 0.2
        falling = {"peasant-revolts", "ghosts-castles-cemeteries"} & set(use)
        self.scores = {colour: chance.choice((0, 5, 40)) if low else 60 for colour in self.colours if falling}
        told = chance.random() < 0.5
        small = ['game "Drawn"', *([f"edition {edition}"] if edition else [])]
        small += [*([f"use {', '.join(use)}"] if use else []), f"players {', '.join(self.colours)}"]
        self.header = [*small, *start, *(tile.text for tile in (*own, *aside))]
        for colour in self.colours:
            held = [f"score {self.scores[colour]}"] if self.scores.get(colour) else []
            held += supply(self.use) if told else []
            self.header += [f"{colour} has {', '.join(held)}"] if held else []
        lying = (
            ["(0,0) NW", "(1,0) NE", "(1,1) SE", "(0,1) SW"] if start else [f"(0,0) {SPRING if self.river else 'D'}"]
        )
        self.header += [f"stock {tiles} tiles, 30 boxes", "board", *(f"  {tile}" for tile in lying)]
        self.table = table(self.header, small)

    def own_tiles(self) -> list[Sentence]:
        """The tiles of the record's own that are drawn."""
        return [own_tile(self.chance, f"Q{number}", self.use) for number in range(OWN if self.use else 0)]

    def tiles_aside(self) -> list[Sentence]:
        """Those that nobody draws."""
        return []

    def filled(self, stack: list[str]) -> list[str]:
        """The stack with the tiles that a game is to have."""
        return stack

    def play(self) -> Game:
        """The whole game."""
        player, kind = self.colours[0], ""
        while player:
            self.table.turn(player, kind)
            self.take_turn()
            player, kind = self.chosen_next()
        self.before_the_end()
        self.table.does("final")
        return Game(tuple(self.header), tuple(self.table.lines), self.colours, self.use, dict(self.tiles))

    def before_the_end(self) -> None:
        """What the last turn still has to say."""

    def chosen_next(self) -> tuple[str, str]:
        """Who plays next, and what kind of turn; nobody when the game is over."""
        coming = self.table.asks("next")
        said = [speech("en").item(item) for item in coming.options]
        if coming.verdict == "open":  # several must, and nobody says in which order
            return self.chance.choice(said), ""
        player, kind = [*said, "", ""][:2]
        return player, kind

    # ---- a turn
    def take_turn(self) -> None:
        """Every phase: options are taken until there are none or the player has had enough."""
        table, chance = self.table, self.chance
        for _ in range(40):
            found = self.now(table.listed(f"options {table.player}"))
            if not found:
                break
            self.offered(found)
            move = self.chosen(found)
            if (move.startswith("protect ") and not self.plainly(move)) or (self.hand and move.startswith(OWN_TILE)):
                continue
            if move == "draws":
                self.hand.append(self.stack.pop())
                if "peasant-revolts" in self.use and not self.plainly(f"draws {self.hand[-1]}"):
                    self.hand[-1] = "D"  # of each revolt a game has so many tiles
                move = f"draws {self.hand[-1]}"
            elif move.startswith("place ") and "anniversary-20" in self.use:
                move = self.with_arrow(move)
            elif move == "unwrap gift":
                move = self.card()
                if not self.plainly(move):
                    continue
            elif move == "pulls":
                move = f"pull {self.token()}"
            elif move.startswith("rolls"):
                move = move.replace("rolls", f"rolls {chance.randint(1, 3)}", 1)
            elif move.startswith("put ") and move != "put nothing" and chance.random() < 0.2:
                move = self.protected(move)
            table.does(move)
            self.account(move)
            if move == "put nothing" and not chance.random() < 0.5:
                break
            if Act(PUTS) in table.run.state.recall(Act) and chance.random() < 0.4:
                break
        self.tend()
        self.move_wagons()

    def tend(self) -> None:
        """Does what the shepherd still has to do before the scoring."""
        due = set(self.table.listed(f"options {self.table.player}")) if "hills-and-sheep" in self.use else set()
        ways = [one for one in SHEPHERD if one in due]
        if ways:
            move = self.chance.choice(ways)
            self.table.does(f"pull {self.token()}" if move == "pulls" else move)

    def token(self) -> str:
        """A token from the bag, the likelier the more there were at the start; one that may still be drawn."""
        return next(one for one in self.chance.sample(TOKENS, len(TOKENS)) if self.plainly(f"pull {one}"))

    def account(self, move: str) -> None:
        """Of two tiles in hand the one that is not placed goes back to the stack; what fits nowhere is out."""
        turn = self.table.run.state.turn
        if move.startswith("discards"):
            self.hand.pop()
        elif move.startswith("place ") and turn is not None and self.hand:
            placed = turn.face.id if turn.face is not None else ""
            if placed in self.hand:  # or a tile of his own, after Take 2
                self.hand.remove(placed)
            while self.hand:
                self.stack.insert(self.chance.randint(0, len(self.stack)), self.hand.pop())

    def now(self, found: list[str]) -> list[str]:
        """Those of the options that are taken before the scoring and by the player alone."""
        return found

    def offered(self, found: list[str]) -> None:
        """Looks at what may be done; for those who want to know more of it."""

    def chosen(self, found: list[str]) -> str:
        """One of the options; tiles rather where others lie, figures rather than none."""
        chance = self.chance
        places = [one for one in found if one.startswith("place ")]
        if places:
            others = [one for one in found if not one.startswith("place ")]
            if others and chance.random() < 0.6:
                return chance.choice(others)
            return self.tight(places)
        if "put nothing" in found and len(found) > 1 and chance.random() < 0.85:
            found = [one for one in found if one != "put nothing"]
        by_verb: dict[str, list[str]] = {}
        for one in found:
            by_verb.setdefault(" ".join(one.split()[:2]), []).append(one)
        return chance.choice(by_verb[chance.choice(sorted(by_verb))])

    def tight(self, places: list[str]) -> str:
        """A place, the more likely the more tiles lie around."""
        state = self.table.run.state
        around = [len(state.around(square(one)).tiles) for one in places]
        return self.chance.choices(places, [3**number for number in around])[0]

    def protected(self, move: str) -> str:
        """A figure put in safety at once, where that is allowed."""
        if "peasant-revolts" not in self.use or move.startswith("put floor"):
            return move
        safe = move.replace("put ", "put protected ", 1)
        return safe if self.plainly(safe) else move

    def plainly(self, move: str) -> bool:
        """Whether a move is allowed, and no rule leaves open or disputes it."""
        return self.table.asks(f"may {self.table.player} {move}").verdict == "yes"

    def card(self) -> str:
        """What a hidden gift turns out to be, and how it is used."""
        table, chance = self.table, self.chance
        card = chance.choice(CARDS)
        move = f"unwrap {card}"
        if card == "take-2":
            return move
        places = table.listed(f"where {table.player} may {move}")
        if not places:
            return move
        place = chance.choice(places)
        figures = table.listed(f"which {table.player} may {move} on {place}")
        if card in ("cash-out", "change-position"):
            figure = chance.choice(figures).removeprefix("1 ")
            move = f"{move} {figure} on {place}"
            if card == "change-position":
                move = f"{move} to {chance.choice(table.listed(f'where {table.player} may {move}'))}"
            return move
        figure = chance.choice(figures).removeprefix("1 ") if card == "synod" else "meeple"
        return f"{move} on {place}" if figure == "meeple" else f"{move} with {figure} on {place}"

    def with_arrow(self, move: str) -> str:
        """A placement with the symbol that it activates, where there is a choice."""
        state = self.table.run.state
        kept, said = len(self.table.lines), ""
        x, y = square(move)
        while True:
            self.table.run.state = state.copy(tiles=True)
            self.table.does(move + said)
            choice = self.table.asks("arrow")
            del self.table.lines[kept:]
            self.table.run.state = state
            if not choice.choice:
                return move + said
            kind = speech("en").item(self.chance.choice(choice.options))
            there = [(x + dx, y + dy) for dx, dy in ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))]
            said = f" that activates {kind}"
            if self.chance.random() < 0.7:
                ways = [f"{said} at ({a},{b})" for a, b in there]
                may = [way for way in ways if self.plainly(move + way)]
                said = self.chance.choice(may)

    def move_wagons(self) -> None:
        """Wagons whose feature has just been scored may go on, clockwise from the player whose turn it is."""
        if "abbey-and-mayor" not in self.use:
            return
        table = self.table
        at = self.colours.index(table.player)
        for player in (*self.colours[at:], *self.colours[:at]):
            ways = table.asks(f"wagon {player}")
            if ways.verdict != "options" or not ways.options or self.chance.random() < 0.2:
                continue
            whose = "" if player == table.player else f"{player} "
            table.does(f"{whose}moves wagon to {speech('en').item(self.chance.choice(ways.options))}")


def square(move: str) -> tuple[int, int]:
    """The square that a placement names."""
    x, y = move.partition("(")[2].partition(")")[0].split(",")
    return int(x), int(y)


def subset(chance: random.Random, names: Iterable[str], most: int) -> list[str]:
    """Some of `names`, in their order."""
    listed = list(names)
    taken = set(chance.sample(listed, chance.randint(0, min(most, len(listed)))))
    return [name for name in listed if name in taken]


def random_game(seed: int, tiles: int = 0, use: Sequence[str] | None = None, edition: str = "") -> Game:
    """The game that a seed gives: so many tiles, or 12 to 30; these expansions, or some of them; in an edition."""
    chance = random.Random(seed)
    chosen = subset(chance, EXPANSIONS, len(EXPANSIONS)) if use is None else list(use)
    return Player(chance, chosen, chance.randint(2, 6), tiles or chance.randint(12, 30), edition=edition).play()
