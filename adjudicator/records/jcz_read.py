"""``.jcz`` to ``.carc``: the events of a saved game as turns, its test assertions as claims and expectations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engine.game import game
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import Face
from adjudicator.geometry.fit import placements
from adjudicator.geometry.ground import Ground
from adjudicator.model.position import Cell
from adjudicator.records import header
from adjudicator.records import jcz_built as built
from adjudicator.records.asserted import Assertions
from adjudicator.records.jcz_file import Event, Saved, parse, refused
from adjudicator.records.jcz_flocks import DRAW, PUT, SCORE, UNTOLD, Flocks
from adjudicator.records.jcz_options import FESTIVAL, Options, by_festival
from adjudicator.records.jcz_places import Table
from adjudicator.records.lines import Lines, line
from adjudicator.records.names import names
from adjudicator.records.pack import Drawing, over
from adjudicator.records.played import DISCARDS
from adjudicator.settling import Notes, settle
from adjudicator.words.saying import joined, kind, player, said, square, text, things, tile, verb, word
from adjudicator.words.tokens import Said, Token
from adjudicator.words.vocabulary import vocabulary

TURNS = {"R0": 0, "R90": 1, "R180": 2, "R270": 3}
CIRCLE = "CORN_CIRCLE"
QUARTERS = "Quarter"
SPECIAL = "german-monastery"
MACHINE = "FlyingMachine"
BUILT = ("CASTLE", "BRIDGE")
AXES = ("NS", "WE")
"""Locations of what goes straight over a tile."""
SHEPHERD = "shepherd"
"""The kind of figure that draws tokens."""
ABBEY = "AM/A"
"""The tile that is not drawn from the pack."""


def read_jcz(text: str, file: str = "") -> str:
    """The saved game `text` as a record in the English words of the language.

    Raises Problems: for a damaged file with its line or event, for what is not known with its name and event.
    """
    try:
        return _Import(parse(text)).text()
    except Problems as error:
        raise Problems(tuple(one._replace(file=one.file or file) for one in error.items), error.text) from None


class _Import:
    """One reading of the events."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.players = header.colours(saved)
        problems: list[Problem] = []
        self.expansions = header.in_play(saved, problems)
        self.rules = header.switches(saved, self.expansions, problems)
        if problems:
            raise Problems(tuple(problems))
        self.lines = Lines()
        self.table = Table(self.expansions, len(self.players))
        self.turn: int | None = None
        """Index of the player who has the turn; None between turns."""
        self.last = -1
        self.cell: Cell | None = None
        self.chosen = False
        """Whether the turn's figure or pass has been said."""
        self.rolled = False
        """Whether the turn's die was rolled for a flying machine."""
        self.flown = 0
        """How often the dragon has moved in the turn."""
        self.drawn = 0
        self.drawing = Drawing(saved)
        self.early: list[list[Said]] = []
        """Moves of the coming turn that were made before its tile was placed."""
        self.payer = 0
        """Who made them."""
        self.before = ""
        """What kind the event before was."""
        self.circle = False
        """Whether a crop circle acts, until the next tile is placed."""
        self.quartered: dict[str, str] = {}
        """The figures that stand in a quarter of Carcassonne, by their names, with the quarter."""
        self.flocks = Flocks()
        self.asserted = Assertions(saved, self.players, self.lines)

    def text(self) -> str:
        self._start()
        for at, event in enumerate(self.saved.events):
            self._event(event, self.saved.events[at + 1 :])
        self._say_tokens()
        if self.early:  # a ransom, and then no tile any more
            self.lines.add(1, "turn", player(self.players[self.payer]))
            for move in self.early:
                self.lines.add(2, move)
        out = self.drawing.behind(self._fits_nowhere) if self.turn is None and not self.early else []
        if out:
            self.lines.add(1, "turn", player(self.players[(self.last + 1) % len(self.players)]))
            self._put_out(out)
            self.drawn += len(out)
        ended = self.turn is None and not self.early and over(self.saved, self.drawn)
        options = Options(self.table, self.players[max(self.last, 0)], len(self.saved.events), self.turn is not None)
        return self.asserted.complete(ended, options.asked)

    def _start(self) -> None:
        lines = self.lines
        lines.add(0, "game", header.whole_title(self.saved.title))
        if self.expansions:
            lines.add(1, "use", joined([Token("expansion", ident)] for ident in self.expansions))
        for rule in self.rules:
            lines.add(1, rule)
        lines.add(1, "players", header.whose(self.saved, self.players))
        boxes = header.boxes(self.saved)
        if boxes > 1:
            lines.add(1, "stock", things("box", boxes))
        for held in header.supplies(self.saved, self.players, self.expansions):
            lines.add(1, held)
        lines.add(1, "board")
        start = self.saved.setup.get("start")
        for one in start if isinstance(start, list) else ():
            about = one if isinstance(one, dict) else {}
            x, y, degrees, name = about.get("x"), about.get("y"), about.get("rotation", 0), about.get("tile")
            if not (type(x) is type(y) is type(degrees) is int) or not isinstance(name, str):
                raise refused(Problem("jcz-lacks", values={"word": "start"}))
            cell, turns = (x, y), degrees // 90 % 4
            self.table.board[cell] = (self.table.face(name, 0), turns)
            lines.add(2, square(*cell), tile(name, turns))
        for quarter in header.quarters(self.saved):
            lines.add(1, quarter)

    def _event(self, event: Event, following: tuple[Event, ...]) -> None:
        kind = event.type
        if kind == "PLACE_TILE":
            self._place(event, following)
        elif kind == "DEPLOY_MEEPLE":
            self._deploy(event, following)
        elif kind == "PASS":
            # A second pass declines a further figure, and one between turns an abbey or a wagon's move: who says
            # nothing does neither.
            if self.turn is not None and not self.chosen and not self.rolled:
                self.lines.add(2, verb("puts"), "nothing")
                self.chosen = True
        elif kind == "COMMIT":
            if self.turn is not None:
                self.asserted.moment()
            self.turn = None
        elif kind == "RETURN_MEEPLE":
            self._take_back(event)
        elif kind == "MOVE_NEUTRAL_FIGURE":
            self._neutral(event)
        elif kind == "PLACE_TOKEN" and event.payload.get("token") in BUILT:
            self._build(event)
        elif kind == "CIRCLE_REMOVE_OR_DEPLOY":
            self.circle = True
        elif kind == "FLOCK_EXPAND_OR_SCORE" and self.turn is not None:
            self._flock(event)
        elif kind == "SCORE_ACROBATS" and self.turn is not None:
            self._acrobats(event)
        elif kind in ("PLACE_TOKEN", "CAPTURE_FOLLOWER", "PAY_RANSOM"):
            self._of_tower(event, following)
        elif kind == "EXCHANGE_FOLLOWER" and self.before == "CAPTURE_FOLLOWER":
            pass  # the capture has said which figure comes back
        elif kind not in ("TILE_CONFIRM", "SHEPHERD_CONFIRM"):  # the fork's: no choice is made there
            raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": kind}))
        self.before = kind

    # ---- the moves
    def _place(self, event: Event, following: tuple[Event, ...]) -> None:
        name, degrees = event.payload.get("tileId"), str(event.payload.get("rotation"))
        if not isinstance(name, str):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "tileId"}))
        cell = self.table.cell(event, event.payload.get("position"))
        if degrees not in TURNS:
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "rotation"}))
        if cell in self.table.board:
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "position"}))
        face, turns = self.table.face(name, event.number), TURNS[degrees]
        if idle := header.scenery(self.saved, self.expansions, face):
            raise refused(Problem("jcz-scenery", values={"event": event.number, "word": idle}))
        whose = self._player(event, following)
        again = whose == self.last and len(self.players) > 1
        self.turn = self.last = whose
        self.cell, self.chosen, self.flown, self.circle, self.rolled = cell, False, 0, False, False
        out = self.drawing.before(name, self._fits_nowhere)
        self.drawn += len(out) + (name != ABBEY)
        self.asserted.begun()
        self.lines.add(1, "turn", player(self.players[whose]), [word("second-part", "topic")] if again else [])
        for move in self.early:
            self.lines.add(2, move)
        self.early.clear()
        self._put_out(out)
        self._bridged(cell, (face, turns))
        laid = [things("abbey")] if name == ABBEY else tile(name, turns)
        self.lines.add(2, verb("places"), laid, "at", square(*cell))

    def _put_out(self, out: list[str]) -> None:
        """Tiles that were drawn and fit nowhere."""
        for name in out:
            self.lines.add(2, verb("draws"), text(name))
            self.lines.add(2, DISCARDS)

    def _fits_nowhere(self, name: str, out: Sequence[str]) -> bool:
        """Whether nothing takes a tile that is drawn behind those which are `out` of the game: no side of it fits
        (BASE-10), or no square is left to it by the rules of the boxes in play, such as the bends of the river.
        """
        try:
            drawn = self.table.face(name, 0)
        except Problems:
            return False  # an order of tiles that nobody knows tells nothing
        ground = Ground()
        for (x, y), (face, turns) in self.table.board.items():
            ground.place(x, y, face, turns)
        if not placements(ground, drawn):
            return True
        if not game(frozenset([*vocabulary().always(), *self.expansions])).may.place:
            return False
        whose = (self.last + 1) % len(self.players) if self.turn is None else self.turn
        moves = [line(2, one) for gone in out for one in (said(verb("draws"), text(gone)), DISCARDS)]
        question = line(2, "ask", word("placements", "topic"), text(name))
        more = [line(1, "turn", player(self.players[whose])), *moves, question]
        try:
            asked = settle(self.lines.text({len(self.lines): more}), notes=Notes.MISSED)
        except Problems:
            return False
        found = asked.answers[-1].ruling if asked.answers and not asked.problems else None
        return found is not None and found.verdict == "options" and not found.options

    def _bridged(self, cell: Cell, lying: tuple[Face, int]) -> None:
        """Puts the tile on the board, and first says the bridge without which it would not fit."""
        bridges = names()["elements"].get("bridge") in self.expansions
        need = built.wanted(self.table.board, cell, lying) if bridges else None
        if need is not None:
            beside, side = need
            below = lying if beside == cell else self.table.board[beside]
            above = built.over(below, side)
            if above is not None:
                self.lines.add(2, built.bridge_move(beside, side))
                lying = above if beside == cell else lying
                self.table.board[beside] = above
        self.table.board[cell] = lying

    def _build(self, event: Event) -> None:
        """A castle on a city, a bridge over a tile."""
        token, pointer = str(event.payload.get("token")), event.payload.get("pointer")
        if self.turn is None:
            raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": f"PLACE_TOKEN {token}"}))
        if not isinstance(pointer, dict):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "pointer"}))
        if token == "CASTLE":
            place = self.table.place_of(event, pointer, None)
            whose = self.turn if event.player is None else event.player
            made = said(verb("builds"), things("castle"), "on", place)
            if whose == self.turn:
                self.lines.add(2, made)
            else:
                self.lines.add(1, player(self.players[whose]), made)
            self.asserted.stood(whose, "Castle", said(kind("castle"), place[1:]))
            return
        cell, location = self.table.cell(event, pointer.get("position")), str(pointer.get("location", ""))
        below = self.table.board.get(cell)
        above = built.over(below, location[:1]) if below is not None and location in AXES else None
        if above is None:
            raise refused(Problem("jcz-no-place", values={"event": event.number, "word": f"{token} {location}"}))
        self.table.board[cell] = above
        self.lines.add(2, built.bridge_move(cell, location[0]))

    def _player(self, event: Event, following: tuple[Event, ...]) -> int:
        """Whose turn begins: said, told by the figure that is put in it, or the next player."""
        if event.player is not None:
            return event.player
        for later in following:
            if later.type in ("COMMIT", "PLACE_TILE"):
                break
            if later.type == "DEPLOY_MEEPLE":
                return self.table.owner(later)[0]
        return (self.last + 1) % len(self.players)

    def _deploy(self, event: Event, following: tuple[Event, ...]) -> None:
        owner, sort = self.table.owner(event)
        colour = player(self.players[owner])
        pointer = event.payload.get("pointer")
        if not isinstance(pointer, dict):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "pointer"}))
        figure, name = names()["figures"][sort], str(event.payload.get("meepleId"))
        puts = said(verb("puts"), things(figure))
        cell = self.table.cell(event, pointer.get("position"))
        if pointer.get("feature") == MACHINE or set(names()["chance"]) & event.payload.keys():
            self._fly(event, figure, cell, following)
            return
        quarter = names()["quarters"].get(str(pointer.get("location")))
        if quarter is not None:
            self.quartered[name] = quarter
            if self.turn is None:
                self.lines.add(1, colour, puts, "on", word(quarter, "name"))
            else:
                self.chosen = True
                self.lines.add(2, puts, "on", word(quarter, "name"))
            return
        if name in self.quartered:
            place = self.table.place_of(event, pointer, None)
            left = word(self.quartered.pop(name), "name")
            self.lines.add(1, colour, verb("moves"), things(figure), "from", left, "to", place)
            self.asserted.stood(owner, self.table.feature(event, pointer), place)
            return
        if self.circle:
            self.lines.add(1, colour, verb("adds"), things(figure), "on", self.table.place_of(event, pointer, None))
            return
        if self.turn is None:
            place = self.table.place_of(event, pointer, None)
            self.lines.add(1, colour, verb("moves"), things(figure), "to", place)
            self.asserted.stood(owner, self.table.feature(event, pointer), place)
            return
        self.chosen = True
        if sort == "barn":
            # A barn's corner is the north-west one of the square that is pointed at, as the language counts corners.
            self.lines.add(2, puts, "on", "corner", square(*cell))
            return
        place = self.table.place_of(event, pointer, self.cell)
        lying = pointer.get("location") in names()["lying"] and place[0] == kind(SPECIAL)
        self.lines.add(2, puts, said("as", things(names()["lying_as"][0])) if lying else [], "on", place)
        self.asserted.stood(owner, self.table.feature(event, pointer), self.table.place_of(event, pointer, None))
        if sort == SHEPHERD:
            self.flocks.add(PUT, owner, len(self.lines) - 1)
            self._drawn(owner)

    def _flock(self, event: Event) -> None:
        """A shepherd whose field was extended: its flock is scored, or it draws a token that no event names."""
        said, player = event.payload.get("value"), self.turn
        if player is None or said not in ("EXPAND", "SCORE"):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "value"}))
        if said == "EXPAND":
            self._drawn(player)
            return
        self.flocks.add(SCORE, player, len(self.lines))
        self.asserted.scored()  # at once, as an abbot
        self.lines.add(2, verb("gathers"), things("flock"))

    def _drawn(self, player: int) -> None:
        """A shepherd draws a token; what it shows is said once all events are read."""
        self.flocks.add(DRAW, player, len(self.lines))
        self.lines.note(2, UNTOLD)

    def _say_tokens(self) -> None:
        """Says what the shepherds drew, as far as the file tells it."""

        def refused_below(moves: Mapping[int, list[Said]], below: int) -> bool:
            try:
                found = settle(self.lines.saying(moves).text(), notes=Notes.MISSED).problems
            except Problems as error:
                found = error.items
            return any(one.span.line == below + 1 for one in found)

        self.lines.say(self.flocks.moves(self.asserted.of_flocks(), refused_below))

    def _fly(self, event: Event, figure: str, cell: Cell, following: tuple[Event, ...]) -> None:
        """A figure that flies: how far is in no event, the square where it lands tells it."""
        name = event.payload.get("meepleId")
        after = following[0] if following else None
        if self.turn is None or (after is not None and after.type not in ("DEPLOY_MEEPLE", "PASS", "COMMIT")):
            raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": MACHINE}))
        self.rolled = True
        lands = after.payload.get("pointer") if after is not None and after.type == "DEPLOY_MEEPLE" else None
        if not isinstance(lands, dict) or after is None or after.payload.get("meepleId") != name:
            if after is not None:  # it landed nowhere, and how far that was nobody has written down
                raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": f"{MACHINE} random"}))
            self.lines.note(2, f"{name} {MACHINE}")
            return
        x, y = self.table.cell(after, lands.get("position"))
        rolls = max(abs(x - cell[0]), abs(y - cell[1]))
        self.lines.add(2, verb("rolls"), rolls, said("for", things(figure)) if figure != "meeple" else [])

    def _acrobats(self, event: Event) -> None:
        pointer = event.payload.get("pointer")
        if not isinstance(pointer, dict):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "pointer"}))
        self.chosen = True
        self.lines.add(2, verb("scores"), self.table.place_of(event, pointer, None))

    def _take_back(self, event: Event) -> None:
        source = str(event.payload.get("source", ""))
        if source not in ("ABBOT_RETURN", "SIEGE_ESCAPE", "PRINCESS", FESTIVAL, CIRCLE):
            raise refused(
                Problem("jcz-unknown-event", values={"event": event.number, "word": f"RETURN_MEEPLE {source}"})
            )
        pointer = event.payload.get("pointer")
        if not isinstance(pointer, dict) or not isinstance(pointer.get("featurePointer"), dict):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "pointer"}))
        owner, sort = self.table.figure(event, pointer.get("meepleId"))
        figure, whose = things(names()["figures"][sort]), player(self.players[owner])
        place = self.table.place_of(event, pointer["featurePointer"], None)
        if source == CIRCLE:
            self.lines.add(1, whose, verb("removes"), figure, "from", place)
            return
        if source == "SIEGE_ESCAPE":
            self.lines.add(2, verb("escapes"), figure, "from", place)
            return
        self.chosen = True
        self.asserted.scored()  # an abbot is scored at once
        if source == "PRINCESS":
            self.lines.add(2, verb("seduces"), whose, figure, "on", place)
        else:
            by = by_festival() if source == FESTIVAL else []
            self.lines.add(2, verb("takes-back"), figure, "from", place, by)

    def _neutral(self, event: Event) -> None:
        """A figure of nobody is moved: the fairy to a figure; the dragon to a square, by one player after another."""
        named, to = str(event.payload.get("figureId", "")), event.payload.get("to")
        figure = next((figure for figure, name in names()["neutral"].items() if name == named), "")
        if self.turn is not None and figure == "dragon" and isinstance(to, list):
            cell = self.table.cell(event, to)
            mover = event.player if event.player is not None else (self.turn + self.flown) % len(self.players)
            self.flown += 1
            self.chosen = True
            self.lines.add(1, player(self.players[mover]), verb("moves"), things(figure), "to", square(*cell))
        elif self.turn is not None and figure == "fairy" and isinstance(to, dict):
            pointer = to.get("featurePointer")
            if not isinstance(pointer, dict):
                raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "to"}))
            owner, sort = self.table.figure(event, to.get("meepleId"))
            beside = said(player(self.players[owner]), things(names()["figures"][sort]))
            place = self.table.place_of(event, pointer, None)
            self.chosen = True
            self.lines.add(2, verb("moves"), things(figure), "to", beside, "on", place)
        elif figure == "count" and isinstance(to, dict) and to.get("location") in names()["quarters"]:
            mover = max(self.last if event.player is None else event.player, 0)
            quarter = word(names()["quarters"][to["location"]], "name")
            self.lines.add(1, player(self.players[mover]), verb("moves"), things(figure), "to", quarter)
        else:
            unknown = f"MOVE_NEUTRAL_FIGURE {named}"
            raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": unknown}))

    def _of_tower(self, event: Event, following: tuple[Event, ...]) -> None:
        """A floor, a capture with the figure that comes back in exchange, a ransom."""
        kind, token = event.type, str(event.payload.get("token", ""))
        if kind == "PAY_RANSOM" and self.turn is None:  # before the tile is placed
            owner, kind_ = self.table.owner(event)
            self.payer = owner if event.player is None else event.player
            self.early.append(said(verb("ransoms"), things(names()["figures"][kind_])))
            return
        if self.turn is None or (kind == "PLACE_TOKEN" and token != "TOWER_PIECE"):
            unknown = f"{kind} {token}".strip()
            raise refused(Problem("jcz-unknown-event", values={"event": event.number, "word": unknown}))
        if kind == "PAY_RANSOM":
            self.lines.add(2, verb("ransoms"), things(names()["figures"][self.table.owner(event)[1]]))
            return
        pointer = event.payload.get("pointer")
        place = pointer.get("featurePointer") if kind == "CAPTURE_FOLLOWER" and isinstance(pointer, dict) else pointer
        if not isinstance(pointer, dict) or not isinstance(place, dict):
            raise refused(Problem("jcz-event-damaged", values={"event": event.number, "word": "pointer"}))
        self.chosen = True
        where = self.table.place_of(event, place, None)
        if kind == "PLACE_TOKEN":
            self.lines.add(2, verb("puts"), word("floor", "name"), "on", where)
            return
        owner, figure = self.table.figure(event, pointer.get("meepleId"))
        after = following[0] if following and following[0].type == "EXCHANGE_FOLLOWER" else None
        back = said("for", things(names()["figures"][self.table.owner(after)[1]])) if after is not None else []
        whose = said(player(self.players[owner]), things(names()["figures"][figure]))
        self.lines.add(2, verb("captures"), whose, "from", where, back)
