"""A game that a program plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from os import PathLike
from typing import TYPE_CHECKING, NoReturn, TypeVar

from adjudicator.api.board import Board
from adjudicator.api.errors import IllegalMove, InvalidMove, MissingFact
from adjudicator.api.move import Move
from adjudicator.api.reason import Reason
from adjudicator.binding.answers import changed
from adjudicator.binding.bind import bind
from adjudicator.binding.format import formatted
from adjudicator.binding.reader import Mistake
from adjudicator.draw.picture import drawn_together
from adjudicator.draw.scenes import scenes
from adjudicator.engine.case import Undetermined
from adjudicator.errors import Problem, Problems
from adjudicator.model.ruling import Change, Item, Missing, Ruling
from adjudicator.model.scenario import Scenario, Step
from adjudicator.model.span import NOWHERE
from adjudicator.play.after import positions_after
from adjudicator.play.course import FINAL, TURN, Course, Moment, line_for, question, words_of
from adjudicator.play.replay import replay
from adjudicator.play.run import Notes
from adjudicator.records.jcz_read import read_jcz
from adjudicator.report.position import every
from adjudicator.settling import settle
from adjudicator.syntax.document import read_document
from adjudicator.syntax.source import read_source
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech
from adjudicator.words.saying import about, joined, said, square, string, text, things
from adjudicator.words.vocabulary import vocabulary
from adjudicator.words.wording import printer

if TYPE_CHECKING:
    from adjudicator.engine.expansion import Offer
    from adjudicator.model.position import Feature

DRAWS, PLACES = "draws", "places"
EDITION = "C3"

T = TypeVar("T")


class Game:
    """A game at one moment: who has what, what lies where, and what may be done.

    Made by `new`, `from_text` or `from_jcz`; `play` and `undo` go to another moment, `copy` gives a second game that
    goes on by itself. Everything is decided by the rules that a text is settled by. What the rules leave open is read
    in the first way there is; `ask` tells all of them.
    """

    __slots__ = ("_at", "_course", "_head", "_past")

    def __init__(self, course: Course, head: str, at: Moment, past: Sequence[Moment] = ()) -> None:
        self._course = course
        self._head = head
        self._at = at
        self._past = list(past)

    # ---- made
    @classmethod
    def new(
        cls,
        *,
        expansions: Iterable[str] = (),
        players: Sequence[str] = ("red", "blue"),
        edition: str = EDITION,
        options: Mapping[str, str | int] | None = None,
        board: Mapping[tuple[int, int], str] | None = None,
        tiles: Mapping[str, str] | None = None,
        hands: Mapping[str, str] | None = None,
        stock: int | None = None,
        title: str = "Game",
    ) -> Game:
        """A game before its first turn, which is that of the first of the `players` (colours, clockwise).

        `expansions` are words behind ``use``, `options` rule switches with their values, `board` the tiles on the table
        by square where it is not the start tile alone, `tiles` sentences of tiles of its own by name (``{"Q": "city N
        E S W"}``), `hands` what stands behind ``has`` by colour, else the tiles that the rules give everybody, `stock`
        the number of tiles to draw, else that of the boxes less what lies there; 0 for what is not counted. Raises
        Problems.
        """
        use = sorted(expansions)
        head = [said("game", string(title)), *([said("use", joined([text(one)] for one in use))] if use else [])]
        head += [said("edition", text(edition))] if edition != EDITION else []
        head += [said("rule", text(name), text(str(value))) for name, value in (options or {}).items()]
        head += [said("players", joined([text(one)] for one in players))]
        head += [about(said("tile", text(name)), [[text(sentence)]]) for name, sentence in (tiles or {}).items()]
        line = printer(fallback()).line
        lines = [*map(line, head)]
        plain = cls.from_text("\n".join(lines))._course
        for player, held in (hands if hands is not None else plain.tiles_held()).items():
            lines.append(line(said(text(player), "has", text(held))))
        if board is None:
            start = plain.game.start_tile
            if not start.tile:
                raise Problems((Problem("start-unsaid", NOWHERE, {}, (), (start.rule,)),))
            board = {(0, 0): start.tile}
        laid = (said(square(*cell), text(tile)) for cell, tile in board.items())
        lying = [line(said("board")), *(f"  {line(one)}" for one in laid)]
        turn = line(said("turn", text(players[0])))
        if stock is None:
            box = cls.from_text("\n".join([*lines, *lying, turn]))._at.box
            stock = sum(box.left().values()) if box is not None and box.number and not tiles else 0
        lines += [line(said("stock", things("tile", stock)))] if stock else []
        return cls.from_text("\n".join([*lines, *lying, turn]))

    @classmethod
    def from_text(cls, text: str, lang: str | None = None) -> Game:
        """The game or position of a text of the language, as far as it was played; its questions are passed over.

        `lang` is the language of a text that does not name one. Each of its lines can be undone. Raises Problems.
        """
        bound = bind(read_document(text, lang or ""))
        if bound.problems:
            raise Problems(bound.problems, bound.text, bound.language)
        if len(bound.scenarios) != 1:
            raise Problems(
                (Problem("one-game", bound.scenarios[1].span, {"number": len(bound.scenarios)}),), bound.text
            )
        if bound.language != fallback():
            text = formatted(bound.text, fallback())
            bound = bind(read_document(text))
        (scenario,) = bound.scenarios
        return _played(cls, scenario, bound.text)

    @classmethod
    def from_jcz(cls, source: str | PathLike[str]) -> Game:
        """The saved game of JCloisterZone in a file, or in a text that holds one. Raises Problems."""
        if isinstance(source, str) and source.lstrip().startswith("{"):
            return cls.from_text(read_jcz(source, ""))
        return cls.from_text(read_jcz(read_source(str(source)), str(source)))

    @classmethod
    def positions_after(cls, text: str, turn: int, lang: str | None = None) -> tuple[Game, ...]:
        """Every position that may stand at the end of turn `turn` of the record in `text`, each as a game that goes on
        from there; the text of each says what it supposes.

        More than one where the rules leave something open up to there, or the record which of several figures it means.
        `lang` is the language of a text that does not name one. Raises MissingFact where a position rests on what
        nobody said, and Problems where the record breaks off before.
        """
        document = read_document(text, lang or "")
        bound = bind(document)
        games = [one for one in bound.scenarios if any(step.kind == TURN for step in one.steps)]
        if bound.problems or len(games) != 1:
            several = Problem("one-game", games[1].span, {"number": len(games)}) if len(games) > 1 else None
            problems = bound.problems or ((several or Problem("no-record")),)
            raise Problems(problems, bound.text, bound.language)
        (scenario,) = games
        found = positions_after(scenario, bound.language, turn)
        if found.lacking:
            missing = tuple(one.values["missing"].parts[0] for one in found.lacking)
            raise MissingFact(found.lacking, bound.text, bound.language, missing)
        if not found.reached:
            wrong = replay(scenario, bound.language).problems
            unreached = Problem("no-turn-reached", scenario.span, {"number": turn})
            raise Problems((*wrong, unreached), bound.text, bound.language)
        texts = every(found, scenario, turn, document, speech(fallback()))
        return tuple(cls.from_text(one) for one in texts)

    def copy(self) -> Game:
        """The same game, which goes on by itself."""
        return Game(copy(self._course), self._head, self._at, self._past)

    # ---- what is so
    @property
    def text(self) -> str:
        """The whole game as a text of the language: what settles it, and what `from_text` takes back."""
        return self._told_at(self._at)

    def _told_at(self, last: Moment) -> str:
        lines: list[str] = []
        at: Moment | None = last
        while at is not None:
            lines.append(words_of(at))
            at = at.before
        return self._head + "".join(f"{line}\n" for line in reversed(lines) if line)

    @property
    def players(self) -> tuple[str, ...]:
        """The colours, clockwise."""
        return self._course.scenario.setup.players

    @property
    def expansions(self) -> frozenset[str]:
        """The ids of the expansions in play, those that always are among them."""
        return self._course.scenario.setup.expansions

    @property
    def turn(self) -> str:
        """The colour of whose turn it is; "" before the first turn and once the game is over."""
        return self._at.player

    @property
    def drawn(self) -> str:
        """The id of the tile that was drawn and is not placed yet; "" for none, or one that nobody named."""
        turn = self._at.state.turn
        return turn.face.id if turn is not None and turn.face is not None and not turn.placed else ""

    @property
    def over(self) -> bool:
        """Whether the final scoring has been made."""
        return self._at.state.finished

    @property
    def lacking(self) -> tuple[Missing, ...]:
        """What a scoring needed and nobody has said, so that no totals can be told from there on; () for nothing."""
        return self._at.state.unknown

    @property
    def remaining(self) -> dict[str, int]:
        """How many of each tile are left in the boxes, by id, as far as their sets are known."""
        box = self._at.box
        return box.left_by_id() if box is not None else {}

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's points, a turn that is going on taken as ended here. Raises MissingFact."""
        found = self._course.stands(self._at)
        if found.missing:
            self._lack(found.missing)
        return dict(found.points)

    @property
    def board(self) -> Board:
        """What lies on the table now."""
        return Board(self, self._at)

    # ---- what may be done
    def placements(self, tile: str) -> list[Move]:
        """Every legal placement of a tile, by its name, its letter or its edges, for who is next to place one.

        Raises InvalidMove for a name that is none, MissingFact where the position does not tell.
        """
        at = self._to_draw()
        ask = self._read(f"ask placements {tile}", at)[0].ask
        assert ask is not None
        return [Move._offered(offer, at) for offer in self._asked(lambda: self._course.offers(at, ask), tile, at)]

    def fits(self, square: tuple[int, int]) -> dict[str, int]:
        """How many tiles are left in the boxes that may be placed on a square by who is next, by id; {} for a square
        that none of them can fill. Raises InvalidMove where no tile can lie, taken or beside none; MissingFact.
        """
        if square not in self._at.state.empty_squares():
            taken = square in self.board.tiles
            code = "square-taken" if taken else "no-neighbour"
            raise InvalidMove((Problem(code, NOWHERE, {"square": Item.cell(square)}),))
        return {
            tile: number
            for tile, number in self.remaining.items()
            if any(move.square == square for move in self.placements(tile))
        }

    def options(self) -> list[Move]:
        """Every legal move now: those that ``ask options`` lists, what is hidden (a gift, a token, a die) with all that
        it may turn out to be, those of other players in this turn (who moves the dragon on), and where the turn may
        end, the next turn or the end.

        `draws` stands for any tile: play `draw V`. Empty once the game is over. Raises MissingFact, also where nothing
        is left to do and nobody can tell who is next.
        """
        if self.over:
            return []
        at = self._at
        offers: list[Offer] = []
        if at.player:
            ask = question("options", at.player)
            offers += self._asked(lambda: self._course.offers(at, ask))
            turn = at.state.turn
            if turn is not None and turn.placed and self.expansions.difference(vocabulary().always()):
                offers += self._asked(lambda: self._course.offers_of_others(at))
        found = [Move._offered(one, at) for offer in offers for one in self._turns_out(offer, at) or (offer,)]
        due = self._asked(lambda: self._course.due(at, offers))
        if not due and self._may_end(found):
            try:
                found += self._ends()
            except MissingFact:
                if not found:
                    raise
        return found

    def _turns_out(self, offer: Offer, at: Moment) -> list[Offer]:
        return self._asked(lambda: self._course.turns_out(at, offer))

    def _may_end(self, found: Sequence[Move]) -> bool:
        """Whether the turn may end: the tile lies, or there is none to place, and the player has put or passed."""
        turn = self._at.state.turn
        if turn is None or not found:
            return True
        placed = turn.placed or (turn.drawn is None and self._at.state.stock.get("tile") == 0)
        return placed and not any(one.idle for one in found)

    def _ends(self) -> list[Move]:
        """What comes behind this turn: the next one, or the end of the game."""
        coming = self._asked(lambda: self._course.topic(self._at, "next"))
        if coming.missing:
            self._lack(coming.missing)
        if coming.verdict != "options":
            return [Move(f"{TURN} {_word(one)}") for one in coming.options]
        if not coming.options:
            return [Move(FINAL)]
        return [Move(" ".join([TURN, *(_word(item) for item in coming.options)]))]

    # ---- what is done
    def play(self, move: Move | str, lang: str | None = None) -> Game:
        """Makes a move: one that was listed, or a line of a record in `lang` (English). Gives this game back.

        A draw or a placement behind the last thing of a turn begins the next player's turn. Raises InvalidMove,
        IllegalMove, MissingFact; then nothing has changed.
        """
        if isinstance(move, Move) and move._offer is not None and move._at is not None:
            at, offer = move._at, move._offer
            if offer.action is not None and (at is self._at or at.before is self._at):
                self._go(self._asked(lambda: self._course.after_offer(at, offer), move, at))
                return self
        line = move.text if isinstance(move, Move) else " ".join(move.split())
        at = self._at
        steps = self._read(line, at, lang)
        if self._begins_next(steps):
            at = self._to_draw()
            steps = self._read(line, at, lang)
        if lang not in (None, fallback()):
            line = self._in_fallback(line, at, lang)
        self._go(self._moment_after(at, steps, line))
        return self

    def draw(self, tile: str) -> Game:
        """Draws a tile, by its name, its letter or its edges. Raises as `play` does."""
        return self.play(f"draw {tile}")

    def parse(self, text: str, lang: str | None = None) -> Move:
        """A move from a line of a record in `lang` (English), worded as moves are listed. Raises InvalidMove where it
        cannot be read here.
        """
        at = self._at
        (step, *_) = self._read(text, at, lang)
        line = self._in_fallback(text, at, lang)
        words, verb = lexicon(fallback()), step.moves[0].verb if step.moves else ""
        does = words.say("verb", verb) if verb else ""
        return Move(
            words.infinitive("verb", verb) + line.removeprefix(does) if does and line.startswith(does) else line
        )

    def _in_fallback(self, line: str, at: Moment, lang: str | None) -> str:
        """A line of another language in the words in which this game is kept."""
        above = self._course.above(at, lang)
        try:
            return formatted(f"{_language(lang)}{above}{line}\n", fallback()).splitlines()[-1].strip()
        except Problems as error:
            raise InvalidMove(self._in_line(error.items, at), line, error.language) from None

    def undo(self) -> Move:
        """Takes the last move back and gives it. Raises IndexError where there is none."""
        if not self._past:
            raise IndexError("no move to take back")
        undone, self._at = self._at, self._past.pop()
        texts: list[str] = []
        at: Moment | None = undone
        while at is not None and at is not self._at:
            texts.append(words_of(at))
            at = at.before
        return Move("; ".join(text for text in reversed(texts) if text))

    # ---- what is asked
    def ask(self, question: str, lang: str | None = None, *, every: bool = True) -> Ruling:
        """The ruling on a question of the language (``score city N at (1,0)``, ``may red put meeple on M``), with its
        rules and findings. With `every` it is put for every way to read what the rules leave open, which plays the
        game again where anything is open; without, in the way that this game goes. Raises InvalidMove.
        """
        at = self._asked(lambda: self._course.reasoned(self._at), question)
        steps = self._read(_asked(question, lang), at, lang)
        ask = steps[-1].ask if steps else None
        if ask is None:
            raise InvalidMove((Problem("unknown-statement", NOWHERE, {"word": question}),), question)
        found, leaves_open = self._asked(lambda: self._course.answer(at, ask), question, at)
        leaves_open = leaves_open or any(one.ways for one in found.missing)
        if not (found.missing or (leaves_open and every)):
            return found
        asks = printer(fallback()).line(said("ask"))
        asked = question if lang in (None, fallback()) else self._in_own_words(question, lang)
        if leaves_open and every:
            found = settle(f"{self.text}{asks} {asked}\n", notes=Notes.MISSED).answers[-1].ruling
            missing = found.missing
        else:
            missing = self._questions(found.missing, at, f"{asks} {asked}")
        return found._replace(missing=self._without(f"{asks} ", missing))

    def _in_own_words(self, question: str, lang: str | None) -> str:
        """A question of another language in the words in which this game is kept."""
        asked = self._in_fallback(_asked(question, lang), self._at, lang)
        return asked.partition(" ")[2]

    def _without(self, asks: str, missing: tuple[Missing, ...]) -> tuple[Missing, ...]:
        """The same facts, with the changes of the question at their places in what was asked, `asks` left out."""
        last, by = self.text.count("\n") + 1, -len(asks)

        def moved(change: Change) -> Change:
            span = change.span
            if span.line != last:
                return change
            return change._replace(span=span._replace(column=span.column + by, end_column=span.end_column + by))

        return tuple(one._replace(instead=tuple(map(moved, one.instead))) for one in missing)

    # ---- what was left out
    def with_line(self, line: str) -> Game:
        """This game with a line more on what lies there or was done, such as one of those that answer a `Missing`
        (its `say`, with a number for ``{number}``). Raises Problems.
        """
        return Game.from_text(f"{self.text}{line}\n")

    def with_change(self, change: Change, line: str = "") -> tuple[Game, str]:
        """This game and a `line`, what was asked or to be played when a fact was missing, with one of the changes that
        answer it (its `instead`) in the one or the other. Raises Problems.
        """
        lines = changed(f"{self.text}{line}", change, fallback()).split("\n")
        return Game.from_text("".join(f"{one}\n" for one in lines[:-1])), lines[-1]

    def _points_of(self, topic: str, feature: Feature, at: Moment) -> dict[str, int]:
        """The points of a feature. Raises MissingFact."""
        there = self if at is self._at else Game(self._course, self._head, at)
        found = there.ask(f"{topic} {_typed(feature.id)}")
        if found.verdict == "undetermined":
            self._lack(found.missing)
        return dict(found.points)

    def final(self) -> Ruling:
        """The final scoring as if the game ended here: `points` by colour, its lines and rules. Raises MissingFact."""
        found = self.ask("final")
        if found.verdict == "undetermined":
            self._lack(found.missing)
        return found

    def why(self, what: Move | str | None = None) -> Reason:
        """The reasons: of a move whether it is legal, of a question of the language its answer, of nothing what the
        turn that is going on brings. `str` of it is what a text gets.
        """
        question = what if isinstance(what, str) else "points"
        if isinstance(what, Move):
            question = f"may {self._at.player} {what.text}"
        setup = self._course.scenario.setup
        values = {"edition": setup.edition, "options": dict(setup.options), "expansions": sorted(setup.expansions)}
        return Reason(self.ask(question), question, values)

    # ---- inside
    def _to_draw(self) -> Moment:
        """This moment, or where the tile of its turn lies, the beginning of the next turn."""
        turn = self._at.state.turn
        if self.over or (turn is not None and not turn.placed):
            return self._at
        try:
            ends = self._ends()
        except MissingFact:
            return self._at  # a position of which nobody said who plays
        if len(ends) != 1 or ends[0].text == FINAL:
            return self._at
        line = ends[0].text
        return self._moment_after(self._at, self._read(line, self._at), line)

    def _begins_next(self, steps: Sequence[Step]) -> bool:
        turn = self._at.state.turn
        moves = steps[0].moves if steps and steps[0].kind == "moves" else ()
        return bool(turn is not None and turn.placed and moves and moves[0].verb in (DRAWS, PLACES))

    def _go(self, at: Moment) -> None:
        self._past.append(self._at)
        self._at = at

    def _read(self, line: str, at: Moment, lang: str | None = None) -> tuple[Step, ...]:
        """What a line says to do at a moment. Raises InvalidMove."""
        try:
            return self._course.read(line, at, lang)
        except Problems as error:
            raise InvalidMove(self._in_line(error.items, at), line, error.language) from None

    def _moment_after(self, at: Moment, steps: Sequence[Step], line: str) -> Moment:
        """The moment after `steps`, which `line` says. Raises IllegalMove, InvalidMove, MissingFact."""
        return self._asked(lambda: self._course.after(at, steps, line), line, at, steps)

    def _asked(
        self, run: Callable[[], T], words: Move | str = "", at: Moment | None = None, steps: Sequence[Step] = ()
    ) -> T:
        """What `run` gives, its mistakes as errors of this library with the `words` that were read."""
        try:
            return run()
        except Undetermined as lack:
            self._lack(lack.missing, str(words), at)
        except Mistake as mistake:
            problem = mistake.problem
        line = str(words)
        items = self._in_line((problem,), at or self._at)
        if problem.code == "illegal-move" or problem.rules:
            raise IllegalMove(items, line, fallback(), self._like(at, steps)) from None
        raise InvalidMove(items, line, fallback()) from None

    def _in_line(self, items: Iterable[Problem], at: Moment) -> tuple[Problem, ...]:
        """Problems with their places in the line alone, of which no number is told."""
        above = self._course.above(at).count("\n")
        shifted = (one._replace(span=one.span._replace(line=max(0, one.span.line - above))) for one in items)
        return tuple(shifted)

    def _like(self, at: Moment | None, steps: Sequence[Step]) -> tuple[Move, ...]:
        """Legal moves like the first of `steps`."""
        move = next((move for step in steps for move in step.moves), None)
        if at is None or move is None:
            return ()
        return tuple(Move(line_for(item)) for item in self._course.like(at, move))

    def _lack(self, missing: tuple[Missing, ...], line: str = "", at: Moment | None = None) -> NoReturn:
        """Raises MissingFact."""
        questions = self._questions(missing, at or self._at, line)
        items = tuple(Problem("move-lacks", NOWHERE, {"missing": Item("missing", (one,))}) for one in questions)
        raise MissingFact(items, line, fallback(), questions) from None

    def _questions(self, missing: tuple[Missing, ...], at: Moment, line: str) -> tuple[Missing, ...]:
        """The same facts, each with the lines that answer it and the changes in the text of this game and `line`, which
        was read at a moment.
        """
        if not self._course.by_change(missing):
            return self._course.missing(missing, at)
        before = self._told_at(at)
        first, read_below = before.count("\n"), self._course.above(at).count("\n")
        in_text = (
            one._replace(meant=one.meant._replace(line=one.meant.line - read_below + first))
            if one.meant.line > read_below and not self._course.of_position(one)
            else one
            for one in missing
        )
        found = self._course.missing(tuple(in_text), at, f"{before}{line}\n")
        # The line that begins a turn which nobody has begun yet is no line of this game.
        unsaid = first - self.text.count("\n")

        def moved(change: Change) -> Change:
            span = change.span
            return change if span.line <= first else change._replace(span=span._replace(line=span.line - unsaid))

        return tuple(one._replace(instead=tuple(map(moved, one.instead))) for one in found)

    def __repr__(self) -> str:
        return f"Game.from_text({self.text!r})"

    def __str__(self) -> str:
        """The board, a row of tiles a line, and the score of each player."""
        return f"{self.board}\n{', '.join(f'{player} {points}' for player, points in self.scores.items())}"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows. Raises Problems where the game lacks what it takes to draw it."""
        drawn = scenes(self.text)
        picture = drawn_together(drawn.scenes[-1:], speech(drawn.language))
        return picture[picture.index("<svg") :]

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


def _played(cls: type[Game], scenario: Scenario, text: str) -> Game:
    """The game of a scenario, with a moment for each line of its text in which something happens."""
    course = Course(scenario)
    lines = text.splitlines()
    happens = course.scenario.steps
    begins = [step.span.line for step in happens]
    at = course.start()
    head = "".join(f"{line}\n" for line in lines[: begins[0] - 1 if begins else len(lines)])
    past: list[Moment] = []
    for number, first in enumerate(dict.fromkeys(begins)):
        behind = sorted(line for line in set(begins) if line > first)
        said_here = "\n".join(lines[first - 1 : behind[0] - 1 if behind else len(lines)])
        steps = [step for step in happens if step.span.line == first]
        try:
            after = course.after(at, steps, said_here)
        except Mistake as mistake:
            raise Problems((mistake.problem,), text, fallback()) from None
        except Undetermined as lack:
            missing = course.missing(lack.missing, at, "".join(f"{line}\n" for line in lines[:first]))
            items = (Problem("move-lacks", steps[0].span, {"missing": Item("missing", missing[:1])}),)
            raise MissingFact(items, text, fallback(), missing) from None
        if number:
            past.append(at)
        at = after
    return cls(course, head, at, past)


def _word(item: Item) -> str:
    """A player or a kind of turn as the line that begins one says it."""
    return speech(fallback()).item(item)


def _language(lang: str | None) -> str:
    """The line that names the language of a text."""
    code = lang or fallback()
    return f"{printer(fallback()).line(said('language', text(code)))}\n" if code != fallback() else ""


def _asked(question: str, lang: str | None) -> str:
    """The line of a question."""
    return printer(lang or fallback()).line(said("ask", text(question)))


def _typed(ident: str) -> str:
    """A feature as a question names it."""
    return line_for(Item.feature(ident))
