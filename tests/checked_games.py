"""Random games held against a plain reckoning at every step, and games made from them: turned, renamed, spoiled."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from plain_options import OWNERS, PlainOptions
from plain_record import PlainRecord
from random_games import EXPANSIONS, LAKES, SPRING, Game, Player, Table, bound, subset

from adjudicator.binding.tile_files import catalogue
from adjudicator.engine.readings import Met, Taken, ways
from adjudicator.expansions.anniversary_20.arrows import Activates
from adjudicator.geometry.catalogue import Named
from adjudicator.geometry.face import Face, looks, turn_side
from adjudicator.model.scenario import Scenario
from adjudicator.play.after import positions_after
from adjudicator.play.meant import Meant
from adjudicator.play.replay import Replay, Replayed, TurnRecord, replay
from adjudicator.report.position import every
from adjudicator.syntax.document import read_document
from adjudicator.words.say import speech

_PLACING = re.compile(r"place (\S+?)(?:@(\d+))? at \((-?\d+),(-?\d+)\)")
_NAMED = re.compile(r"((?:put|haunt|protect|take back|escape) .*?) on (.*)")
_GHOSTS = re.compile(r" with \d+ ghosts?")
_MARKS = re.compile(r"( not protected)( with \d+ ghosts?)")
BOXES = ("abbey-and-mayor", "gifts", "peasant-revolts", "ghosts-castles-cemeteries", "anniversary-20")
EDITIONS = ("", "C2", "C1")
"""The third needs no line."""
_VERBS = {"peasant-revolts": "protect", "besiegers": "escape"}
_FIGURES = ("meeple", "large meeple", "abbot", "mayor", "wagon", "builder", "pig", "phantom", "guard", "shepherd")


def faces_of(scenario: Scenario) -> Callable[[str], Face]:
    """What a tile name of a record means."""

    def face(name: str) -> Face:
        own = scenario.tiles.get(name)
        if isinstance(own, Face):
            return own
        found = catalogue().find(name, scenario.setup.expansions, {})
        assert isinstance(found, Named), name
        return found.face

    return face


def start_of(
    game_tiles: Mapping[str, str], face: Callable[[str], Face], use: Sequence[str]
) -> list[tuple[int, int, Face]]:
    """What lies on the table at the start."""
    if "NW" in game_tiles:
        return [(0, 0, face("NW")), (1, 0, face("NE")), (1, 1, face("SE")), (0, 1, face("SW"))]
    return [(0, 0, face(SPRING if {*LAKES} & {*use} else "D"))]


class Watched(Table):
    """A table whose every line is reckoned the plain way as well."""

    plain: PlainOptions
    trial = False

    def turn(self, player: str, kind: str = "") -> None:
        super().turn(player, kind)
        self.plain.begins(player, kind)

    def does(self, line: str) -> None:
        super().does(line)
        if not self.trial and line != "final":
            self.plain.does(line)


class Checked(Player):
    """Plays a game and compares what is offered, who stands where and who is next with the plain reckoning."""

    table: Watched

    def __init__(self, chance: random.Random, use: Sequence[str], players: int, tiles: int, edition: str = "") -> None:
        super().__init__(chance, use, players, tiles, table=Watched, edition=edition)
        self.first = edition == "C1"
        scenario = self.table.run.scenario
        face = faces_of(scenario)
        self.plain = PlainOptions(self.colours, use, start_of(self.tiles, face, use), face, self.scores, edition)
        self.plain.stock = len(self.stack)
        self.table.plain = self.plain

    def with_arrow(self, move: str) -> str:
        self.table.trial = True
        found = super().with_arrow(move)
        self.table.trial = False
        return found

    # ---- what may be done
    def offered(self, found: list[str]) -> None:
        """Everything that may be done is offered, and nothing else."""
        self.stands()
        plain, turn = self.plain, self.table.run.state.turn
        assert turn is not None
        activated = any(one.kinds for one in self.table.run.state.recall(Activates))
        unlike = ("move wagon", "take back wagon")  # told by `ask wagon`
        if plain.cell is None and plain.hand_drawn:
            unlike += ("place ",)
            if not any(one.startswith(("draws", "discards")) for one in found):
                self.places(found)
        if plain.cell is not None and not activated and not plain.owed:
            self.refused(found)
        if "pulls" in found:
            self.tokens()
        mine = {self.canonical(one) for one in plain.options() if not one.startswith(unlike)}
        given = {self.canonical(one) for one in found if not one.startswith(unlike)}
        given -= {self.canonical(one) for one in plain.elsewhere(second=True)} - mine  # open (ANN-25)
        assert given == mine, (sorted(given - mine), sorted(mine - given), self.told())
        self.lists()
        self.duties()

    def lists(self) -> None:
        """`where` names every place of a figure, and `which` every figure of a place."""
        plain, mine = self.plain, self.table.player
        if plain.cell is None or plain.scored or plain.owed or plain.options() == {"pulls"}:
            return
        kinds = [kind for kind in _FIGURES if kind not in OWNERS or OWNERS[kind] in self.use]
        verbs = ["put", "take back"] + [verb for use, verb in _VERBS.items() if use in self.use]
        verb, figure = self.chance.choice(verbs), self.chance.choice(kinds)
        if verb == "take back":
            figure = "abbot"
        question = f"where {mine} may {verb} {figure}"
        listed = [one for one in self.table.listed(question) if not one.endswith("-quarter")]
        given = {plain.table.feature(plain.place(one)) for one in listed}
        second = {plain.table.feature(plain.place(one.partition(" on ")[2])) for one in plain.elsewhere(second=True)}
        wanted = plain.where(verb, figure)
        assert wanted <= given <= wanted | second, (question, given ^ wanted, self.told())
        free = [one.partition(" on ")[2] for one in plain.puts()]
        if free and plain.activated in ("", "extra"):
            place = self.chance.choice(sorted(free))
            wanted_figures = {f"1 {one.split(' on ')[0][4:]}" for one in plain.puts() if one.endswith(f" on {place}")}
            question = f"which {mine} may put on {place}"
            figures = set(self.table.listed(question))
            assert figures == wanted_figures, (question, figures ^ wanted_figures, self.told())

    def duties(self) -> None:
        """`must` is yes where the rules leave no choice."""
        for move, due in self.plain.duties().items():
            found = self.table.asks(f"must {self.table.player} {move}")
            assert found.verdict == ("yes" if due else "no"), (move, found.verdict, self.told())

    def tokens(self) -> None:
        """The tokens that may be drawn are those that lie beside no shepherd."""
        for token, number in self.plain.bag().items():
            may = self.table.asks(f"may {self.table.player} pull {f'{token} sheep' if token else 'wolf'}")
            assert may.verdict == ("yes" if number else "no"), (token, number, self.told())

    def canonical(self, move: str) -> str:
        """A move with the feature under one name, whichever of its places it was called by."""
        match = None if " on corner " in move else _NAMED.fullmatch(move)
        if match:
            feature = self.plain.table.feature(self.plain.place(match[2]))
            what = match[1]
            what = _MARKS.sub(r"\2\1", what)
            if what.startswith("protect "):  # of those that are not protected one may be alone, and named or not
                what = _GHOSTS.sub("", what)
            return f"{what} on {self.plain.name(feature)}"
        return "discards" if move.startswith("discards") else move

    def places(self, found: list[str]) -> None:
        """The drawn tile, or either of two, goes wherever its sides match."""
        given, wanted = set(), set()
        for match in filter(None, map(_PLACING.fullmatch, found)):
            if match[1] != "abbey":
                face = self.plain.face(match[1])
                given.add((face.id, int(match[3]), int(match[4]), str(looks(face, int(match[2] or 0) // 90))))
        for face in self.plain.hand_drawn:
            wanted |= {(face.id, x, y, str(looks(face, turns))) for x, y, turns in self.plain.placements(face)}
        assert given == wanted, (given ^ wanted, self.told())

    def refused(self, found: list[str]) -> None:
        """A move that is not offered is refused, with a rule."""
        cell = self.chance.choice(list(self.plain.table.lying))
        at = self.chance.randrange(len(self.plain.table.lying[cell]))
        figures = [kind for kind in _FIGURES if kind not in OWNERS or OWNERS[kind] in self.use]
        moves = [f"put {self.chance.choice(figures)} on {self.plain.label((*cell, at))}"]
        twins = False
        if self.plain.men:
            man = self.chance.choice([man for man in self.plain.men if man.kind != "barn"] or self.plain.men)
            there = f"{man.kind} on {self.plain.label(man.piece)}"
            feature = self.plain.table.feature(man.piece)
            alike = Counter(one.owner for one in self.plain.on(feature) if one.kind == man.kind)
            twins = max(alike[man.owner], alike[self.table.player]) > 1  # asked which before anything else
            moves += [f"{verb} {there}" for use, verb in _VERBS.items() if use in self.use]
            owed = any(one.startswith("haunt ") for one in found)  # which of several gets it is told by its ghosts
            moves += [f"haunt {man.owner} {there}"] if "ghosts-castles-cemeteries" in self.use and not owed else []
            moves += [f"take back {there}"] if man.kind != "wagon" else []
        offered = {self.canonical(one) for one in found}
        for move in moves:
            turn = self.table.run.state.turn
            if turn is None or (move.startswith("put") and cell == turn.cell) or "barn" in move:
                continue
            if move in found or self.canonical(move) in offered:
                continue
            ruling = self.table.asks(f"may {self.table.player} {move}")
            failed = [finding.rule for finding in ruling.findings if not finding.holds]
            if twins and not move.startswith("put") and ruling.verdict == "undetermined":
                continue
            assert (ruling.verdict, bool(failed)) == ("no", True), (move, ruling.verdict, self.told())

    # ---- who stands where, who is next
    def stands(self) -> None:
        """The figures stand on the same pieces, with the same ghosts, protected or not."""
        state, given = self.table.run.state, Counter[object]()
        for feature in state.occupied():
            for one in feature.occupants:
                part = state.under(one)
                if part is None or part.cell is None:
                    continue
                piece = (*part.cell, part.index)
                cell = part.cell if one.figure == "barn" else one.cell
                figure = one.figure.replace("-", " ")
                sheep = one.mark("sheep")
                given[one.owner, figure, piece, cell, one.mark("ghost"), sheep, bool(one.mark("protected"))] += 1
        mine = Counter[object](
            (m.owner, m.kind, m.piece, m.cell, m.ghosts, sum(m.tokens), m.protected) for m in self.plain.men
        )
        assert given == mine, (given - mine, mine - given, self.told())

    def chosen_next(self) -> tuple[str, str]:
        """Who is next is who should be; where nobody said who holds an abbey it is asked for."""
        coming = self.table.asks("next")
        said = [speech("en").item(item) for item in coming.options]
        given = {(*said, "")[:2]} if said else set()
        met = [point for point, _ in self.table.run.state.readings.met.values() if point.id.startswith("after-last ")]
        if len(self.plain.following()) > 1 and met:  # asked in one way only to read in which order they play
            readings = {(one.id, "") for one in met[-1].readings}
            given = readings if given <= readings else given
        if coming.verdict != "undetermined":
            assert given == self.plain.following(), (given, self.plain.following(), self.told())
        self.hands()
        return super().chosen_next()

    def move_wagons(self) -> None:
        """A wagon goes where it may."""
        for player in self.colours if "abbey-and-mayor" in self.use and not self.first else ():  # they went otherwise
            ways = self.table.asks(f"wagon {player}")
            listed = self.table.listed(f"wagon {player}") if ways.verdict == "options" else []
            given = {self.plain.table.feature(self.plain.place(one)) for one in listed}
            mine = self.plain.wagon_ways(player)
            assert given == mine, (player, given ^ mine, self.told())
        super().move_wagons()

    def hands(self) -> None:
        """No figure is lost and none comes from nowhere: what is in hand is what is not on the table."""
        for player in self.colours:
            items = self.table.run.state.hand(player).items or {}
            held = {kind: items[kind.replace(" ", "-")] for kind in _FIGURES if kind.replace(" ", "-") in items}
            mine = self.plain.hand(player)
            assert held == {kind: mine[kind] for kind in held}, (player, held, mine, self.told())

    def told(self) -> str:
        return "\n".join((*self.header, *self.table.lines))


def judged_game(seed: int, tiles: int = 0) -> Game:
    """The game of a seed, of so many tiles or 12 to 30, every step of it compared while it is played and the points of
    every turn when its text is replayed. A third each by every edition; three in ten with all of `BOXES`.
    """
    chance, edition = random.Random(seed), EDITIONS[seed % len(EDITIONS)]
    boxes = BOXES if seed % 10 < 3 else ()
    use = subset(chance, EXPANSIONS, len(EXPANSIONS))
    use = [one for one in EXPANSIONS if one in use or one in boxes]
    game = Checked(chance, use, chance.randint(2, 6), tiles or chance.randint(12, 30), edition).play()
    played = replayed(game.text)
    assert not played.problems, (played.problems, game.text)
    assert played.final is not None, game.text
    for turn, plain in reckoned(game, (*played.turns, played.final), edition=edition):
        sure = [player for player in game.players if player not in plain.shaky and not turn.missing]
        mine = {player: plain.totals[player] for player in sure}
        assert {player: turn.totals[player] for player in sure} == mine, (turn.number, mine, turn.totals, game.text)
        if turn.missing or plain.shaky:
            break  # what follows rests on an order of points that no rule tells
    return game


# ---- the points of a record
def reckoned(
    game: Game, played: Sequence[TurnRecord], reckoning: type[PlainRecord] = PlainRecord, edition: str = ""
) -> Iterator[tuple[TurnRecord, PlainRecord]]:
    """Every turn of a replayed game, the final scoring too, with the plain reckoning at that moment."""
    scenario = bound(game.text)
    face = faces_of(scenario)
    scores = {player: hand.score or 0 for player, hand in scenario.hands.items()}
    plain = reckoning(game.players, game.use, start_of(game.tiles, face, game.use), face, scores, edition)
    turns = iter(played)
    begun = False
    for line in game.lines:
        if line.startswith("turn") or line.strip() == "final":
            plain.ends()
            if begun:
                yield next(turns), plain
            begun = True
        if line.startswith("turn"):
            plain.begins(line.split()[1], " ".join(line.split()[2:]))
        else:
            plain.does(line.strip())
    yield next(turns), plain


def replayed(text: str) -> Replayed:
    """A record gone through to its end."""
    return replay(bound(text), speech_of(text))


def speech_of(text: str) -> str:
    """The language that a text is written in."""
    return "fr" if text.startswith("langue fr") else "en"


# ---- the same game otherwise
def rows_played_on(game: Game, number: int) -> set[tuple[object, ...]]:
    """What the turns behind the first so many bring, played on from every position that may stand there.

    A position from which they cannot be played never stood there. A way that reads anew what the position supposes
    otherwise is none of the game's.
    """
    scenario = bound(game.text)
    positions = positions_after(scenario, "en", number)
    texts = every(positions, scenario, number, read_document(game.text, "en"), speech("en"))
    rows: set[tuple[object, ...]] = set()
    for position, text in zip(positions.possible, texts, strict=True):
        followed = "\n".join([text, *lines_from(game, number)])
        alike = [
            row
            for row, met in _ways_of_totals(followed)
            if not position.supposed or any(_agree(met, taken) for one in position.supposed for taken in one.readings)
        ]
        assert alike or len(texts) > 1, (number, followed)
        rows.update(alike)
    return rows


def _ways_of_totals(text: str) -> Iterator[tuple[tuple[object, ...], Met]]:
    """The rows of a record by every way to read what is open that lets it be played to its end."""
    scenario, meant = bound(text), Meant()

    def play(fixed: Taken) -> tuple[Replayed, Replay]:
        one = Replay(scenario, speech_of(text), fixed=fixed)
        return one.whole(), one

    for played, met in ways(lambda fixed: meant.follow(fixed, play)):
        if not played.problems:
            yield _row(played, 0), met


def _agree(met: Met, taken: Taken) -> bool:
    """Whether no point is read otherwise than it was before."""
    before = dict(taken)
    return all(
        reading.id == before.get(ident, reading.id) or before[ident] not in [one.id for one in point.readings]
        for ident, (point, reading) in met.items()
    )


def rows_of_totals(game: Replayed, after: int = 0) -> set[tuple[object, ...]]:
    """What stood behind the first so many turns and at the end, by every way to read what is open."""
    return {_row(one, after) for one in game.every()}


def _row(played: Replayed, after: int) -> tuple[object, ...]:
    return (*(_plain(turn.totals) for turn in played.turns[after:]), _plain(played.totals()))


def _plain(totals: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((player, points) for player, points in totals.items() if points))


def lines_from(game: Game, number: int) -> tuple[str, ...]:
    """The turns behind the first so many."""
    begun = [at for at, line in enumerate(game.lines) if line.startswith("turn")]
    return game.lines[begun[number] :]


def numbered(game: Game) -> str:
    """The record with every turn in one line that is no more than a tile and a figure."""
    turns: list[list[str]] = []
    for line in game.lines:
        if line.startswith("turn"):
            turns.append([line])
        else:
            turns[-1].append(line.strip())
    lines = [*game.header]
    for number, (first, *moves) in enumerate(turns, 1):
        _, player, *kind = first.split()
        last = moves[-1:] == ["final"]
        moves = moves[:-1] if last else moves
        placing = _PLACING.fullmatch(moves[1]) if len(moves) in (2, 3) and moves[0].startswith("draws") else None
        put = (
            re.fullmatch(r"put ((?!protected|barn|nothing).*?) on (.*?) at (.*)", moves[-1])
            if len(moves) == 3
            else None
        )
        if placing and not kind and (len(moves) == 2 or put):
            tile = placing[1] + (f"@{placing[2]}" if placing[2] else "")
            square = f"({placing[3]},{placing[4]})"
            figure = (
                f" {put[1]} {put[2]}" + ("" if put[3] == square and put[2][-1] != "I" else f" at {put[3]}")
                if put
                else ""
            )
            lines.append(f"{number}. {player} {tile} {square}{figure}")
        else:
            lines += [first, *(f"  {move}" for move in moves)]
        lines += ["final"] if last else []
    return "\n".join(lines) + "\n"


def recoloured(game: Game, colours: Mapping[str, str]) -> str:
    """The record with other players' colours."""
    return re.sub(r"\b(" + "|".join(colours) + r")\b", lambda match: colours[match[1]], game.text)


def turned(game: Game) -> str:
    """The record on a table that has been turned by a quarter clockwise."""
    lines, board = [], False
    for line in (*game.header, *game.lines):
        board = line == "board" or (board and line.startswith("  ("))
        if line.startswith(("tile ", "use ", "players ", "game ", "stock ")) or " has " in line:
            lines.append(line)
        elif board and line != "board":
            cell, name = line.split()
            lines.append(f"  {_cell(cell)} {name}@90")
        else:
            lines.append(_line_turned(line))
    return "\n".join(lines) + "\n"


def _line_turned(line: str) -> str:
    """A move; the corner at the north-west of a square lies at its north-east then."""
    line = re.sub(r"corner \((-?\d+),(-?\d+)\)", lambda m: f"corner <{1 - int(m[2])},{m[1]}>", line)
    line = re.sub(r"\((-?\d+),(-?\d+)\)", lambda m: f"({-int(m[2])},{m[1]})", line)
    line = line.replace("<", "(").replace(">", ")")
    placing = re.match(r"  place (\S+?)(?:@(\d+))? at", line)
    if placing is None or placing[1] == "abbey":
        return re.sub(r" ([NESW][LR]?) at ", lambda m: f" {turn_side(m[1], 1)} at ", line)
    degrees = (int(placing[2] or 0) + 90) % 360
    return f"  place {placing[1]}@{degrees} at{line[placing.end() :]}"


def _cell(text: str) -> str:
    x, y = map(int, text.strip("()").split(","))
    return f"({-y},{x})"


def spoiled(chance: random.Random, text: str) -> str:
    """A text with a slip or two: lines or words that are lost, doubled or swapped."""
    for _ in range(chance.randint(1, 2)):
        lines = text.split("\n")
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        if chance.random() < 0.5:
            lines[at : at + 1] = [] if chance.random() < 0.5 else [lines[at], lines[other]]
        else:
            words, others = lines[at].split(" "), lines[other].split(" ")
            i, j = chance.randrange(len(words)), chance.randrange(len(others))
            how = chance.choice(("lose", "double", "swap"))
            words[i : i + 1] = [] if how == "lose" else [words[i]] * 2 if how == "double" else [others[j]]
            lines[at] = " ".join(words)
        text = "\n".join(lines)
    return text
