"""Games played at random by what the rules allow: for trying a house rule, and for programs that learn."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.api.errors import InvalidMove, MissingFact
from adjudicator.api.game import DRAWS, EDITION, PLACES, Game
from adjudicator.api.move import Move
from adjudicator.api.stack import shuffled
from adjudicator.model.ruling import Missing
from adjudicator.play.course import FINAL, TURN

COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
DISCARDS = "discards"
SAID = (DRAWS, PLACES, DISCARDS, "puts")
"""Verbs whose moves say all that there is to say."""
PLAIN = "BA/RCr"
"""A tile of the base game, for a look at the boxes."""
TRIES = 60
"""So many moves that led nowhere are taken back; then the rules ask for what is not among the options."""
GAMES = 3
"""So many games are begun before it is said what the rules ask for."""
IDLE = 0.15
"""How often a player puts nothing where something might be put."""
DRAWN = 0.9
"""How often a tile is drawn where something else might be done first."""
OPENED = 0.5
"""How often a player opens a gift where one lies there."""


def random_game(
    chance: random.Random,
    *,
    expansions: Sequence[str] = (),
    players: int = 2,
    edition: str = EDITION,
    options: Mapping[str, str | int] | None = None,
    tiles: int | None = None,
    title: str = "Game",
) -> Game:
    """A whole game, to its final scoring; the same for the same state of `chance`.

    `tiles` are drawn, or all of the boxes. For tiles whose faces nobody has published others stand in, which the game
    describes: `described` names those boxes. What lies hidden, such as the cards that gifts are, is drawn from what the
    box holds. Raises Problems for boxes that cannot be played, MissingFact where the rules ask for what no record says.
    """
    said: dict[str, Any] = {
        "expansions": expansions, "players": COLOURS[:players], "edition": edition, "options": options, "title": title,
    }  # fmt: skip
    box = Game.new(**said, board={(0, 0): PLAIN}, stock=0)
    for left in reversed(range(GAMES)):
        stack = shuffled(chance, box.expansions, box.remaining, tiles)
        game = Game.new(**said, tiles=stack.described, board=stack.board, stock=len(stack.tiles))
        try:
            return _Walk(game, [*reversed(stack.tiles)], chance).to_the_end()
        except MissingFact:
            if not left:
                raise
    raise AssertionError


def described(expansions: Sequence[str]) -> tuple[str, ...]:
    """The rules that say what is known of the tiles of `expansions` that others stand in for; () for none. Raises
    Problems.
    """
    box = Game.new(expansions=expansions, board={(0, 0): PLAIN}, stock=0)
    return shuffled(random.Random(0), box.expansions, {}, 0).by


class _Moment(NamedTuple):
    """What lies beside the board at a moment."""

    bag: tuple[str, ...] = ()
    """The tiles to draw, the next one last."""
    hand: tuple[str, ...] = ()
    """Those that were drawn in this turn and do not lie yet."""
    shown: tuple[str, ...] = ()
    """What hidden cards have turned out to be."""


class _Walk:
    """A game on its way to the end. What cannot be told to its end is taken back."""

    def __init__(self, game: Game, bag: Sequence[str], chance: random.Random) -> None:
        self.game, self.chance = game, chance
        self.past: list[_Moment] = []
        self.at = _Moment(tuple(bag))
        self.closed: list[set[str]] = [set()]
        """For each moment the moves that lead nowhere."""
        self.tries = 0
        held = [item.parts for item in game.ask("setup", every=False).options if item.kind == "count"]
        self.deck = {str(ident): int(number) for number, _, ident, *_ in held}
        """How many of each thing the boxes hold."""

    def to_the_end(self) -> Game:
        while not self.game.over:
            self._step()
        return self.game

    def _step(self) -> None:
        """One move of those that are listed; where none can be made, the last is taken back."""
        game, closed, bag = self.game, self.closed[-1], self.at.bag
        lack: MissingFact | None = None
        lacking: tuple[Missing, ...] = ()
        try:
            options = self._sensible(game.options())
        except MissingFact as error:
            options, lack = [], error
        if closed:
            options = [move for move in options if move.text not in closed]
        while options:
            move = self._chosen(options)
            tile = bag[-1] if move.verb == DRAWS and bag else ""
            try:
                if move.verb and move.verb not in SAID:
                    game.parse(move.text)  # a move of which more has to be told than is listed is not made
                game.draw(tile) if tile else game.play(move)
            except InvalidMove as error:
                options.remove(move)
                lack = error if isinstance(error, MissingFact) else lack
                continue
            if not game.lacking:
                self.past.append(self.at)
                self.at = self._after(move, tile)
                self.closed.append(set())
                return
            lacking = game.lacking
            game.undo()
            options.remove(move)
        self.tries += 1
        if not self.past or self.tries > TRIES:
            if lack is None:
                game._lack(lacking)
            raise lack
        self._back()

    @property
    def idle(self) -> int:
        """How many turns that brought nothing have just gone by."""
        lines = self.game.text.rsplit("\n", len(self.game.players) + 2)[1:-1]
        return next((at for at, line in enumerate(reversed(lines)) if not line.startswith(TURN)), len(lines))

    def _sensible(self, options: list[Move]) -> list[Move]:
        """No draw from an empty bag, nothing of which no words are listed (what a die shows), and no tile of a player's
        own beside one that was drawn: nobody says what becomes of that.
        """
        unsaid = () if self.at.bag else (DRAWS,)
        options = [move for move in options if move.text not in unsaid and not _bare(move)]
        hand, round_ = self.at.hand, len(self.game.players)
        if len(options) == 1 and not self.at.bag and len(self.past) > round_ and self.idle >= round_:
            return [Move(FINAL)]  # nobody has anything left to do
        found = [move for move in options if not hand or move.verb != PLACES or move.tile in hand]
        return found or options

    def _after(self, move: Move, tile: str) -> _Moment:
        """What lies beside the board after a move that drew `tile`, "" for none."""
        bag, hand, cards = self.at
        if tile:
            return self.at._replace(bag=bag[:-1], hand=(*hand, tile))
        if hand and move.verb == DISCARDS:
            return self.at._replace(hand=hand[:-1])
        if hand and move.verb == PLACES:
            laid = hand.index(move.tile) if move.tile in hand else 0
            stack = [*bag]
            for left in (*hand[:laid], *hand[laid + 1 :]):  # of two the other goes back
                stack.insert(self.chance.randint(0, len(stack)), left)
            return _Moment(tuple(stack), (), cards)
        return self.at._replace(shown=(*cards, move.means)) if move.means in self.deck else self.at

    def _back(self) -> None:
        """Takes the last move back, which is not made again."""
        drew = len(self.at.bag) < len(self.past[-1].bag)
        self.at = self.past.pop()
        self.closed.pop()
        move = self.game.undo()
        self.closed[-1].add(DRAWS if drew else move.text)

    def _chosen(self, options: Sequence[Move]) -> Move:
        """A draw rather than all else; a figure rather than none; else any. Which card a hidden one is chance decides
        before the player, by what is left of the deck, which is made up anew once it is through; what a die or a token
        shows it decides behind him.
        """
        chance = self.chance
        for move in options:
            if move.verb == DRAWS and (len(options) == 1 or chance.random() < DRAWN):
                return move
        cards = dict.fromkeys(move.means for move in options if move.means in self.deck)
        if cards:
            left = [self.deck[card] - self.at.shown.count(card) % self.deck[card] for card in cards]
            card = chance.choices([*cards], left)[0]
            uses = [move for move in options if move.means == card]
            others = [move for move in options if move.means not in cards]
            options = uses if not others or chance.random() < OPENED else others
        idle = next((move for move in options if move.idle), None)
        if idle is not None and len(options) > 1:
            if chance.random() < IDLE:
                return idle
            options = [move for move in options if not move.idle]
        move = chance.choice(options)
        if not move.share:
            return move
        sides = [one for one in options if one.share and (one.verb, one.figure) == (move.verb, move.figure)]
        return chance.choices(sides, [one.share for one in sides])[0]


def _bare(move: Move) -> bool:
    """Whether a move is a verb that lacks what it is about."""
    return " " not in move.text and move.verb not in ("", DRAWS) and move.verb not in SAID


def row(game: Game, **said: Any) -> dict[str, Any]:
    """A finished game as one line of an archive: what was `said` of it, how it came out, and its text."""
    scores = game.scores
    best = max(scores.values(), default=0)
    return {
        **said,
        "players": list(game.players),
        "scores": scores,
        "winners": [player for player, points in scores.items() if points == best],
        "text": game.text,
    }
