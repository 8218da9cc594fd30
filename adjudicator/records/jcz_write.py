"""``.carc`` to ``.jcz``: a record played through, every move written as the event it is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from adjudicator.binding.bind import bind
from adjudicator.binding.clause import corner_in, ids_in
from adjudicator.binding.reader import Mistake
from adjudicator.engine.case import Undetermined
from adjudicator.engine.deed import Deed
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import HALVES
from adjudicator.model.position import Cell
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Move, Scenario, Step
from adjudicator.model.span import Span
from adjudicator.play.run import Run, joined
from adjudicator.play.setting import set_up
from adjudicator.records import captured
from adjudicator.records.abbeys import Abbeys
from adjudicator.records.figures import Standing, Stood, names_it, new_in, table
from adjudicator.records.names import location, names
from adjudicator.records.setup import setup_problems, unwritten, written_setup
from adjudicator.syntax.document import Document, read_document
from adjudicator.words.lexicon import lexicon
from adjudicator.words.visible import json_visible

VERSION = "6.2.0"
"""The layout that is written."""
CORNER = (HALVES.index("NL"), HALVES.index("WR"))
"""The half sides of a tile at its north-west corner."""
LYING = "as-abbot"
"""The mark of a figure that lies where others stand."""
DONE = ("DEPLOY_MEEPLE", "RETURN_MEEPLE", "MOVE_NEUTRAL_FIGURE", "PLACE_TOKEN", "CAPTURE_FOLLOWER", "EXCHANGE_FOLLOWER")
"""Events behind which another figure may be put."""
LAST = ("PRINCESS",)
"""Sources of a figure taken back behind which none may."""
MORE = ("captures",)
"""Moves that belong to the choice itself."""
BUILDS = "builds"
AXES = ("NS", "WE")
"""The ways a bridge lies: from a side N or S, E or W."""
SILENT = frozenset(("draws", "discards"))
"""Moves that leave no event."""


def write_jcz(text: str, file: str = "", lang: str | None = None) -> str:
    """The one game in `text` as the text of a saved game: JSON. Raises Problems, naming what cannot be written."""
    document = read_document(text, lang or "")
    bound = bind(document)
    problems = list(bound.problems)
    if not problems and len(bound.scenarios) != 1:
        problems.append(Problem("export-one", values={"number": len(bound.scenarios)}))
    if not problems:
        try:
            data = Export(bound.scenarios[0], bound.language).data()
            return json_visible(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"
        except Mistake as mistake:
            problems.append(mistake.problem)
        except Problems as error:
            problems += error.items
    found = [one._replace(file=one.file or file, span=one.span if one.span.line else _span_of(document, one))
             for one in joined(problems)]  # fmt: skip
    raise Problems(tuple(found), bound.text, bound.language)


def _span_of(document: Document, problem: Problem) -> Span:
    """Where the text says what a file cannot hold: a ``use``, ``edition`` or ``rule`` line; nowhere for words."""
    words = lexicon(document.language)
    for statement in document.statements:
        if statement.form == "use" and problem.code == "export-expansion":
            for clause in statement.parts[1]:
                if words.expansion(" ".join(word.text for word in clause)) == problem.values["expansion"]:
                    return Span(clause[0].line, clause[0].column, clause[-1].end_column)
        if statement.form in ("switch", "edition") and problem.code == "export-rule":
            if statement.parts[1][0].text.casefold() in str(problem.values["word"]).casefold().split():
                return statement.span
    return problem.span


class Export(Run):
    """One way through a record, noting its events.

    The other program offers what its own setup knows: figures that the file leaves out are nobody's choice there.
    """

    def __init__(self, scenario: Scenario, lang: str, without: frozenset[str] = frozenset()) -> None:
        super().__init__(scenario, lang)
        self._without = without | unwritten(scenario)
        """Figures that the file does not hold."""
        self.events: list[dict[str, Any]] = []
        self.figures: dict[str, Standing] = {}
        self.prisoners = captured.Prisoners()
        self._kinds = {figure: kind for kind, figure in names()["figures"].items()}
        self._player = ""
        self._open = False
        self._chosen = False
        self._travels: list[tuple[str, Move]] = []
        self._drawn: list[str] = []
        """The tiles of the pack, in the order in which they were drawn."""
        self._late: list[dict[str, Any]] = []
        """What figures that leave after the scoring point at."""
        self._may_go: list[str] | None = None
        """Whose figures may go on after the scoring of this turn; None before anybody looked."""
        self._stay: list[str] = []
        """Those of them who do not."""
        self._after: list[tuple[str, str, dict[str, Any]]] = []
        """Events after the scoring: player, type and payload."""
        self._named_ever: set[str] = set()
        """Every name that a figure had."""
        self._begun = False
        """Whether the turn's tile has been drawn or placed."""
        self._abbeys = Abbeys()
        self._built = False
        """Whether the turn's tile was added to a feature with a builder of its player."""

    def data(self) -> dict[str, Any]:
        """The whole file. Raises Mistake, Problems."""
        scenario = self.scenario
        self.state, problems = set_up(scenario, self.game, self.lang)
        if problems:
            raise Problems(tuple(problems))
        players = self.state.players
        if unsaid := setup_problems(scenario, self.state):
            raise Problems(unsaid)
        self._abbeys.given(scenario, players)
        totals: dict[str, int] = {}
        for step in scenario.steps:
            if step.kind == "claim" and not step.after:
                totals.update(step.claimed)
            elif step.ask is None and step.kind != "claim":
                self._happen(step)
        over = self.state.finished
        done = self._chosen or over or bool(totals) or (self._open and not self._choice(self._player))
        if done and not over:
            self._decline()
        self._close(done)
        if over:
            self._abbeys.begins("", self.state, len(self.events), len(self._drawn), self._built)
            self._abbeys.decline(self.events, players)
        setup = written_setup(scenario, self.state, any(".abbot." in name for name in self._named_ever))
        left_out = names()["optional"][0]
        if left_out not in setup["elements"] and left_out not in self._without:
            return Export(scenario, self.lang, frozenset((left_out,))).data()
        called = [scenario.setup.names.get(colour, colour) for colour in players]
        slots = _slots(players)
        return {
            "appVersion": VERSION,
            "name": scenario.title,
            "setup": setup,
            "players": [
                {"name": name, **({"slot": slots[colour]} if slots else {})}
                for name, colour in zip(called, players, strict=True)
            ],
            "replay": self.events,
            "gameAnnotations": {"drawOrder": self._drawn, **({"endTurn": len(self._drawn)} if over else {})},
            "test": {
                "description": scenario.title,
                "assertions": [f"{called[players.index(p)]} has {n} points" for p, n in totals.items() if p in players],
            },
        }

    # ---- what happens
    def _happen(self, step: Step) -> None:
        if step.kind in ("turn", "final", "later"):
            self._decline()
        super()._happen(step)
        if step.kind == "turn":
            self._close(True)
            self._player, self._open, self._chosen, self._begun = step.player, True, False, False
            self._abbeys.begins(step.player, self.state, len(self.events), len(self._drawn), self._built)
            self._built = False

    def _move(self, move: Move) -> None:
        if move.verb not in ("places", "puts", "moves", *names()["returned"], *captured.MOVES, BUILDS, *SILENT):
            raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
        before = table(self.state)
        if move.verb in names()["after_scoring"] and not self._chosen and self._choice(move.player):
            self._add("PASS", {})
            self._chosen = True
        if move.verb in ("moves", "takes-back") and any(names_it(move, figure) for figure in names()["going_on"]):
            self._see_who_goes_on()
        if move.verb != "ransoms":
            self._pass_over(move)
        declined = move.verb == "puts" and self._choice(move.player)
        self._draw(move)
        super()._move(move)
        if self.blocked:
            raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
        if move.verb == "puts" and table(self.state) == before and not captured.floor_on(move):
            self._chosen = True
            if declined:
                self._add("PASS", {})
        elif move.verb == "places":
            self._placed(move)
        elif captured.floor_on(move) or move.verb in captured.MOVES:
            self._of_tower(move, before)
        elif move.verb == "puts":
            self._put(move, before)
        elif move.verb == "moves" and any(names_it(move, figure) for figure in names()["neutral"]):
            self._neutral(move)
        elif move.verb == "moves":
            self._travels.append((move.player, move))
        elif move.verb == "takes-back" and any(names_it(move, figure) for figure in names()["going_on"]):
            pass  # at the end of the turn it has not gone on
        elif move.verb == BUILDS:
            self._build(move)
        elif move.verb not in SILENT:
            self._taken(move, before)

    def _placed(self, move: Move) -> None:
        turn = self.state.turn
        lay = self.state.lay(turn.cell) if turn is not None and turn.cell else None
        if turn is None or turn.cell is None or lay is None or lay.face.id in self.scenario.tiles:
            raise Mistake(Problem("export-sketch", move.span))
        if lay.face.id not in names()["own_faces"]:
            self._drawn.append(lay.face.id)
        if lay.face.id in names()["own_faces"]:
            self._abbeys.placed(move.player)
        builders = [part for part, one in self.state.figures_on_tiles()
                    if one.owner == move.player and one.figure in names()["builds"]]  # fmt: skip
        self._built = any(part.cell != turn.cell and part.feature in turn.touched for part in builders)
        self._add("PLACE_TILE", {"tileId": lay.face.id, "position": [*turn.cell], "rotation": f"R{90 * lay.turns}"})

    def _put(self, move: Move, before: list[Stood]) -> None:
        self._chosen = True
        stands = self._stands(new_in(before, table(self.state))[0])
        name = self._figure_name(stands, move)
        self._named_ever.add(name)
        self.figures[name] = stands
        last = self.events[-1]
        self._add("DEPLOY_MEEPLE", {"meepleId": name, "pointer": self._pointer(move, stands)})
        other = self.figures.get(last["payload"].get("meepleId", "")) if last["type"] == "DEPLOY_MEEPLE" else None
        if other is not None and other.figure in names()["second"] and stands.figure not in names()["second"]:
            self.events[-2:] = [self.events[-1], last]  # what may be put besides comes behind it there

    def _build(self, move: Move) -> None:
        """A castle on a city, a bridge over a tile; of one without which the placed tile would not lie there is no
        event, the tile tells it.
        """
        deed = next((one for one in reversed(self.state.recall(Deed)) if one.verb == BUILDS), None)
        token = names()["tokens"].get(deed.figure) if deed is not None else None
        if deed is None or token is None:
            raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
        if deed.cell is not None:
            turn = self.state.turn
            if turn is None or not turn.placed:
                return
            axis = AXES[deed.sides[0] % 2]
            pointer = {"position": [*deed.cell], "feature": "Road", "location": axis}
        else:
            cell, feature, where = self._located(self.state.segment_of(deed.place))
            pointer = {"position": [*cell], "feature": feature, "location": where}
        self._add("PLACE_TOKEN", {"token": token, "pointer": pointer}, move.player)

    def _taken(self, move: Move, before: list[Stood]) -> None:
        """A figure that goes home by the player's choice."""
        self._chosen = self._chosen or move.verb not in names()["after_scoring"]
        wanted = next(ids_in(move, "figure"), None)
        gone = [self._stands(o) for o in new_in(table(self.state), before)]
        fitting = [
            name for name, stands in self.figures.items()
            if stands.figure == wanted and (stands in gone if gone else stands.owner == move.player)
        ]  # fmt: skip
        if len(fitting) != 1:
            raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
        pointer = {"featurePointer": self.figures[fitting[0]].pointer(), "meepleId": fitting[0]}
        by = (names()["returned_by"].get(ident) for ident in ids_in(move, "name"))
        source = next((said for said in by if said), names()["returned"][move.verb])
        payload = {"source": source, "pointer": pointer}
        if move.verb in names()["after_scoring"]:
            self._late.append(payload)
        else:
            if [one["type"] for one in self.events[-2:]] == ["PLACE_TILE", "PASS"]:
                self.events.pop()  # who puts nothing and takes a figure back instead has not declined
            self._add("RETURN_MEEPLE", payload)

    def _of_tower(self, move: Move, before: list[Stood]) -> None:
        """A floor, a capture and what is exchanged for it, a ransom."""
        held = self.prisoners
        if move.verb == "ransoms":
            freed = held.freed(self.state)
            if not freed:
                raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
            self._add("PAY_RANSOM", {"meepleId": freed[-1]}, move.player)
            return
        self._chosen = True
        if move.verb == "puts":
            raised = next((deed.place for deed in reversed(self.state.recall(Deed))), "")
            cell, feature, where = self._located(self.state.segment_of(raised))
            pointer = {"position": [*cell], "feature": feature, "location": where}
            self._add("PLACE_TOKEN", {"token": "TOWER_PIECE", "pointer": pointer})
            return
        gone = [self._stands(stood) for stood in new_in(table(self.state), before)]
        name = next((name for name, one in self.figures.items() if one in gone), "")
        if not name:
            raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
        self._add("CAPTURE_FOLLOWER", captured.capture(name, self.figures[name].pointer()))
        back = held.captured(name, self.figures, self.state, move.player)
        if back and "for" in ids_in(move, "keyword"):
            self._add("EXCHANGE_FOLLOWER", {"meepleId": back})

    def _neutral(self, move: Move) -> None:
        """A figure of nobody that was moved, and where it stands now."""
        self._chosen = True
        figure = next(figure for figure in names()["neutral"] if names_it(move, figure))
        with_it = [self._stands(stood) for stood in table(self.state) if stood[1].mark(figure)]
        cell = self.state.neutral.get(figure)
        named = [name for name, stands in self.figures.items() if stands in with_it]
        if with_it and len(named) == 1:
            to: Any = {"featurePointer": with_it[0].pointer(), "meepleId": named[0]}
        elif cell is not None and not with_it:
            to = [*cell]
        else:
            raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
        self._add("MOVE_NEUTRAL_FIGURE", {"figureId": names()["neutral"][figure], "to": to}, move.player)

    def _close(self, done: bool) -> None:
        """Writes the end of a turn, and the wagons that went on after it; figures that are home get free."""
        if not self._open:
            return
        self._open = False
        if done or self._travels:
            self._add("COMMIT", {})
        standing = [self._stands(o) for o in table(self.state)]
        waiting = [player for player, _ in self._travels]
        order = [*self._may_go] if self._may_go else []
        going = [*self._travels, *((player, None) for player in self._stay if done)]
        for player, move in sorted(going, key=lambda one: order.index(one[0]) if one[0] in order else len(order)):
            if move is None:
                self._add("PASS", {}, player)
                continue
            name = next(
                (n for n, one in self.figures.items() if one.owner == player and names_it(move, one.figure)), ""
            )
            arrived = [one for one in standing if one.owner == player and names_it(move, one.figure)]
            if not name or not arrived:
                raise Mistake(Problem("export-move", move.span, {"word": move.verb}))
            self.figures[name] = arrived[0]
            self._add("DEPLOY_MEEPLE", {"meepleId": name, "pointer": arrived[0].pointer()}, player)
            waiting.remove(player)
            if player not in waiting:  # who has another wagon to move confirms both at once
                self._add("COMMIT", {}, player)
        for player, kind, payload in self._after if done else ():
            self._add(kind, payload, player)
        for payload in self._late:
            self._add("RETURN_MEEPLE", payload)
        self._travels, self._late, self._after, self._stay, self._may_go = [], [], [], [], None
        for name, one in list(self.figures.items()):
            if one in standing:
                standing.remove(one)
            else:
                del self.figures[name]

    # ---- what is declined
    def _draw(self, move: Move) -> None:
        """Notes the tile that leaves the pack, and an abbey that was not placed though it might have been."""
        turn = self.state.turn
        if move.verb not in ("draws", "places", "discards") or turn is None:
            return
        own = any(kind in names()["own_tiles"] for kind in ids_in(move, "kind"))
        if not self._begun and not own and self._abbeys.offered(move.player):
            self._add("PASS", {})
            self._add("COMMIT", {})
        self._begun = True
        if move.verb == "discards" and turn.face is not None:
            self._drawn.append(turn.face.id)

    def _decline(self) -> None:
        """At the end of a turn, before it is scored: what its players might have done and have not."""
        turn = self.state.turn
        if not self._open or turn is None or not turn.placed:
            return
        if not self._chosen and self._choice(self._player):
            self._add("PASS", {})
            self._chosen = True
        else:
            self._pass_over(None)
        if self._may(self._player, [BUILDS], names()["built_last"]):
            self._add("PASS", {})
        self._see_who_goes_on()
        moved = {player for player, _ in self._travels}
        self._stay = [player for player in self._may_go or () if player not in moved]
        if not self._late and any(self._may(self._player, [verb]) for verb in names()["after_scoring"]):
            self._after.append((self._player, "PASS", {}))

    def _pass_over(self, move: Move | None) -> None:
        """Before the next `move`, or the end of the turn: declines what the last event made possible, if that is not
        it, which is a capture by the tower that was raised, or another figure besides the one that was put.
        """
        last = self.events[-1] if self._open and self.events else {}
        kind, payload = last.get("type"), last.get("payload", {})
        if kind == "PLACE_TOKEN" and (move is None or move.verb not in names()["raised"]):
            if self._may(self._player, names()["raised"]):
                self._add("PASS", {})
        second = names()["second"]
        besides = move is not None and move.verb == "puts" and any(names_it(move, figure) for figure in second)
        done = kind in DONE and payload.get("source") not in LAST and not (move is not None and move.verb in MORE)
        if done and not besides and self._may(self._player, ["puts"], second):
            self._add("PASS", {})

    def _see_who_goes_on(self) -> None:
        """Notes once a turn, before the first one does, whose figures may go on after the scoring."""
        if self._may_go is None:
            players = self.state.players
            first = players.index(self._player)
            clockwise = (*players[first:], *players[:first])
            self._may_go = [player for player in clockwise if self._may(player, ["moves"], names()["going_on"])]

    def _choice(self, player: str) -> bool:
        """Whether a player has something to do with the placed tile, which can be declined."""
        led = self._may(player, ["moves"], names()["led"])
        return led or self._may(player, names()["choice"]) or self._may(player, [BUILDS], names()["built"])

    def _may(self, player: str, verbs: Sequence[str], naming: Sequence[str] = ()) -> bool:
        """Whether a player may make a move of one of the `verbs`; with `naming` one that names such a thing."""
        case = self._case()
        try:
            for verb in (verb for ident in verbs for verb in case.game.verbs_of(ident)):
                for action in verb.choices(case, player, None) if verb.choices is not None else ():
                    parts = _parts(action.item)
                    meant = (not naming or any(name in parts for name in naming)) and not parts & self._without
                    if meant and all(condition.holds for condition in verb.check(case, action)):
                        return True
        except (Mistake, Undetermined):
            pass  # what cannot be told is on nobody's list
        return False

    # ---- names
    def _add(self, kind: str, payload: dict[str, Any], player: str = "") -> None:
        index = self.state.players.index(player or self._player)
        self.events.append({"type": kind, "payload": payload, "player": index})

    def _figure_name(self, stands: Standing, move: Move) -> str:
        """The name of a figure that has just been put: the lowest that is free."""
        kind = self._kinds.get(stands.figure)
        if kind is None or not stands.feature:
            raise Mistake(Problem("export-move", move.span, {"word": stands.figure}))
        player = self.state.players.index(stands.owner)
        number = 1
        while f"{player}.{kind}.{number}" in (self.figures.keys() | self.prisoners.held.keys()):
            number += 1
        return f"{player}.{kind}.{number}"

    def _stands(self, stood: Stood) -> Standing:
        segment, occupant = stood
        cell, feature, where = self._located(segment)
        where = names()["lying"][0] if occupant.mark(LYING) else where
        return Standing(occupant.owner, occupant.figure, cell, feature, where)

    def _located(self, segment: int) -> tuple[Cell, str, str]:
        """The square of a piece, and the file's names of its feature and location."""
        part = self.state.part(segment)
        lay = part.tile.lay
        if part.cell is None:
            raise Problems((Problem("export-sketch"),))
        return (part.cell, *location(lay.face, lay.turns, part.piece)) if lay is not None else (part.cell, "", "")

    def _pointer(self, move: Move, stands: Standing) -> dict[str, Any]:
        """What a figure's event points at: for one on a corner the field north-west on the square south-east of it."""
        corner = corner_in(move)
        tile = self.state.tile(corner) if corner is not None else None
        for part in tile.parts if tile is not None else ():
            if part.segment is not None and set(CORNER) <= set(part.piece.halves):
                cell, feature, where = self._located(part.segment)
                return {"position": [*cell], "feature": feature, "location": where}
        return stands.pointer()


def _parts(item: Item) -> set[object]:
    """Everything that an item names."""
    found: set[object] = {item.kind}
    for part in item.parts:
        found |= _parts(part) if isinstance(part, Item) else {part}
    return found


def _slots(players: Sequence[str]) -> dict[str, int]:
    """The seat of each colour; a colour that has none gets the first that is free. Empty for too many players."""
    known: list[str] = names()["colours"]
    free = iter([at for at, colour in enumerate(known) if colour not in players])
    if len(players) > len(known):
        return {}
    return {colour: known.index(colour) if colour in known else next(free) for colour in players}
