"""The page of a game: its record as a page shows it, the turn that comes next, notes, claims, and files of it.

A game is its record in the language of scenarios, nothing else: what is shown is worked out from it each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from board import _reasons
from table import (
    Pictures,
    Watched,
    board_json,
    failed,
    language,
    line_in,
    piece_name,
    problem_json,
    telling,
    tile_name,
)

from adjudicator import adjudicate, formatted
from adjudicator.binding.bind import bind
from adjudicator.binding.groups import group
from adjudicator.binding.suggest import suggested
from adjudicator.binding.tile_files import catalogue
from adjudicator.draw import parts
from adjudicator.draw.scene import scene
from adjudicator.engine.game import game as game_of
from adjudicator.engine.sight import pieces
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.catalogue import Named, refusal
from adjudicator.geometry.face import Face
from adjudicator.geometry.squares import at_sides
from adjudicator.model.ruling import Item, Ruling
from adjudicator.model.scenario import Scenario
from adjudicator.play.after import Position, Positions, positions_after
from adjudicator.play.mending import mendings
from adjudicator.play.parting import parting
from adjudicator.play.replay import replay
from adjudicator.play.replayed import Replayed
from adjudicator.play.run import Run
from adjudicator.report import game_as_json
from adjudicator.report.position import every, supposed
from adjudicator.syntax.document import Document, Statement, read_document
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech, speech
from adjudicator.words.vocabulary import vocabulary

HAPPENING = frozenset(("game_turn", "turn", "move_list", "other_moves", "claim", "final", "later"))
TURNS = frozenset(("game_turn", "turn"))
LARGEST = 400_000
"""Signs of a file that is read."""


# ---- looking


@telling
def read(text: str, lang: str = "", have: Sequence[str] = (), turn: int | None = None) -> dict[str, Any]:
    """The game of `text`, as ``score --format json`` gives it, with the boards that may lie there at the end of `turn`
    (the last by default), who plays next, and what is wrong or has to be said.
    """
    code = language(lang)
    try:
        scenario, document = _game(text, code)
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)
    says = speech(document.language)
    played = replay(scenario, document.language)
    ways = mendings(played, document.language)
    told = game_as_json.game(played, parting(played, document.language), says, "", ways)
    pictures = Pictures(have, says)
    number = turn if turn is not None else (played.turns[-1].number if played.turns else 0)
    found = _tables(scenario, document.language, number)
    boards = [
        {**board_json(scene("", one.state), pictures), "supposed": supposed(one.supposed, says)}
        for one in found.possible
        if one.state.has_board
    ]
    problems = (*played.problems, *found.lacking)
    setup = scenario.setup
    return {
        **told,
        "language": document.language,
        "board": boards[0] if len(boards) == 1 else None,
        "boards": boards,
        "on_tiles": bool(boards)
        or any(one.state.has_board for one in _tables(scenario, document.language, 0).possible),
        "shown": number,
        "pictures": pictures.new,
        "players": [{"id": one, "name": setup.names.get(one, ""), "said": says.colour(one)} for one in setup.players],
        "use": sorted(setup.expansions - set(vocabulary().always())),
        "next": _next(scenario, played, document.language, says),
        "scores_only": _notes_only(scenario),
        "problems": [problem_json(one, says) for one in _suggested(problems, scenario, document.language)],
    }


def _suggested(problems: Sequence[Problem], scenario: Scenario, lang: str) -> Sequence[Problem]:
    if not problems:
        return ()
    return suggested(tuple(problems), lang, scenario.setup.names.values())


def _tables(scenario: Scenario, lang: str, number: int) -> Positions:
    """What may stand there at the end of a turn; where nothing is played yet, what the game begins with."""
    if number:
        return positions_after(scenario, lang, number, lenient=True)
    run = Run(scenario._replace(steps=()), lang)
    run.begin()
    return Positions() if run.problems else Positions((Position(run.state, ()),))


def _next(scenario: Scenario, played: Replayed, lang: str, says: Speech) -> dict[str, Any] | None:
    """The number of the turn that comes, and whose it is with its kind; None at the end of the game."""
    if played.ended or played.problems:
        return None
    number = played.turns[-1].number + 1 if played.turns else 1
    players = scenario.setup.players
    if not played.turns:
        return {"number": number, "player": players[0] if players else "", "kind": "", "said": ""}
    found = positions_after(scenario, lang, played.turns[-1].number)
    nobody = {"number": number, "player": "", "kind": "", "said": ""}
    if any(one.over for one in found.possible):
        return None
    coming = {one.coming for one in found.possible}
    if len(coming) != 1 or not found.possible[0].coming:
        return nobody
    return {"number": number, **_whose(found.possible[0].coming[0], says)}


def _whose(item: Item, says: Speech) -> dict[str, str]:
    """A player, and the kind of turn that it is behind his name."""
    inner = [one for one in (item.parts if item.kind in ("text", "move", "either") else (item,))]
    player = next((str(one.parts[0]) for one in inner if isinstance(one, Item) and one.kind == "player"), "")
    said = says.item(item)
    kind = said.removeprefix(says.colour(player)).strip() if player else ""
    return {"player": player, "kind": kind, "said": said}


def _notes_only(scenario: Scenario) -> bool:
    """Whether scores are written down and no tiles."""
    steps = [one for one in scenario.steps if one.kind in ("moves", "notes")]
    return bool(steps) and all(one.kind == "notes" for one in steps)


# ---- a new game, and what is added to one


@telling
def begin(title: str, players: Sequence[Mapping[str, str]], use: Sequence[str] = (), lang: str = "") -> dict[str, Any]:
    """The record of a new game: `players` each with a colour and perhaps a name, in the order of play."""
    code = language(lang)
    words = lexicon(code)
    lines = [] if code == fallback() else [f"{words.say('keyword', 'language')} {code}"]
    lines.append(f"{words.say('keyword', 'game')} {_quoted(title)}")
    if use:
        lines.append(f"  {words.say('keyword', 'use')} {', '.join(words.expansion_word(one) for one in use)}")
    told = [speech(code).colour(one["id"]) + (f" {_quoted(one['name'])}" if one.get("name") else "") for one in players]
    lines.append(f"  {words.say('keyword', 'players')} {', '.join(told)}")
    in_play = frozenset([*vocabulary().always(), *use])
    start = game_of(in_play).start_tile.tile
    if start:  # where nobody has published its face, the table has to say it
        name = tile_name(catalogue().faces(in_play)[start], 0)
        lines += [f"  {words.say('keyword', 'board')}", f"    (0,0) {name}"]
    return _checked("\n".join(lines) + "\n", code)


def _quoted(said: str) -> str:
    """A text that somebody typed as the language takes it: in quotes, of one line."""
    plain = re.sub(r"[\x00-\x1f\x7f\"“”„«»]+", " ", said).strip()
    return f'"{plain[:80]}"'


@telling
def placements(text: str, tile: str, lang: str = "") -> dict[str, Any]:
    """Where the player whose turn comes may lay `tile`, and the squares where it does not fit."""
    code = language(lang)
    try:
        scenario, document = _game(text, code)
        head = _head(text, code)
        face = _face(tile, scenario)
        lines = [f"{head}: draws {tile_name(face, 0)}", "ask placements"]
        if game_of(scenario.setup.expansions).own_tile(face.id) is not None:  # placed instead of a drawn one
            lines = [f"turn {_player(head)}", f"ask placements {face.id}"]
        ruling, run = _asked(text, document, lines)
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)
    found: dict[tuple[int, int], list[int]] = {}
    for item in ruling.options:
        if item.kind == "placement":
            found.setdefault((item.parts[2], item.parts[3]), []).append(item.parts[1])
        elif item.kind == "cell":
            found[item.parts[0], item.parts[1]] = [0]
    taken = {one.cell for one in run.state.all_tiles() if one.cell is not None}
    beside = {other for cell in taken for other in at_sides(cell) if other not in taken and other not in found}
    return {"fits": [{"x": x, "y": y, "turns": sorted(turns)} for (x, y), turns in found.items()],
            "others": [{"x": x, "y": y} for x, y in sorted(beside)], "problems": []}  # fmt: skip


@telling
def why_not(text: str, tile: str, x: int, y: int, turns: int, lang: str = "") -> dict[str, Any]:
    """Why `tile` may not be laid on a square as it lies: the sentences and the rules."""
    code = language(lang)
    scenario, document = _game(text, code)
    face = _face(tile, scenario)
    head = _head(text, code)
    player = _player(head)
    lines = [f"{head}: draws {tile_name(face, 0)}", f"ask may {player} place {tile_name(face, turns)} at ({x},{y})"]
    ruling, _ = _asked(text, document, lines)
    return {"allowed": ruling.verdict == "yes", "reasons": _reasons(ruling, speech(document.language))}


@telling
def moves(
    text: str, tile: str, x: int, y: int, turns: int, typed: Sequence[str] = (), lang: str = ""
) -> dict[str, Any]:
    """What the player may do when `tile` lies there and the moves `typed` are made: each as it is typed, with the piece
    of the tile it is about; and for those that may not, the reasons.
    """
    code = language(lang)
    try:
        scenario, document = _game(text, code)
        says = speech(document.language)
        face = _face(tile, scenario)
        head = _head(text, code)
        lines = [f"{head}: places {tile_name(face, turns)} at ({x},{y})", f"ask options {_player(head)}"]
        ruling, run = _asked(text, document, lines, typed)
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)
    lay = run.state.lay((x, y)) or face.turned(turns)
    told = []
    for area in parts.areas(lay):
        said = piece_name(lay, area.segment, (x, y), says)
        told.append({"segment": area.segment, "name": said, "path": area.path, "width": area.width,
                     "at": [*area.point], "kind": lay.segments[area.segment].kind})  # fmt: skip
    options = []
    for item in ruling.options:
        verb, figure, place = _move_parts(item)
        here = [index for cell, index in pieces(run.state, place) if cell == (x, y)] if place else []
        options.append({"typed": _typed(item, says), "said": says.item(item), "verb": verb, "figure": figure,
                        "segment": here[0] if here else None,
                        "nothing": _is_nothing(item)})  # fmt: skip
    pictures = Pictures((), says)
    return {"pieces": told, "options": options, "reasons": _reasons(ruling, says),
            "key": pictures.face(lay.face), "pictures": pictures.new, "turns": lay.turns, "problems": []}  # fmt: skip


def _move_parts(item: Item) -> tuple[str, str, str]:
    """The verb of a move, its figure and its place, as ids; "" for what it has not."""
    if item.kind != "move":
        return "", "", ""
    figure = next((str(one.parts[-1]) for one in item.parts[1:] if isinstance(one, Item) and one.kind == "count"), "")
    place = next((str(one.parts[0]) for one in item.parts[1:] if isinstance(one, Item) and one.kind == "feature"), "")
    return str(item.parts[0]), figure, place


def _is_nothing(item: Item) -> bool:
    return item.kind == "move" and any(
        isinstance(one, Item) and one.kind == "word" and one.parts[0] == "nothing" for one in item.parts[1:]
    )


def _typed(item: Item, says: Speech) -> str:
    """A move as a record has it."""
    return says.typed(item)


@telling
def add(text: str, what: str, lang: str = "", **how: Any) -> dict[str, Any]:
    """The record with one thing more: a ``turn``, a ``pass``, a ``note``, a ``claim`` or the ``final`` scoring; or what
    forbids it.
    """
    code = language(lang)
    makers = {"turn": _turn, "pass": _pass, "note": _note, "claim": _claim, "final": _final}
    try:
        _, document = _game(text, code)
        line = makers[what](text, document, code, **how)
        new = _with_lines(document, [line])
        return _checked(new, code, before=text)
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)


def _turn(text: str, document: Document, code: str, tile: str, x: int, y: int, turns: int, typed: Sequence[str]) -> str:
    """A turn with a tile, and with moves as they are typed in the language of the record."""
    scenario, _ = _game(text, code)
    name = tile_name(_face(tile, scenario), turns)
    head = line_in(f"{_head(text, code)}: places {name} at ({x},{y})", document.language)
    line = ", ".join([head, *typed])
    return formatted(_lone(line, document), document.language).rstrip("\n").split("\n")[-1].strip()


def _lone(line: str, document: Document) -> str:
    words = lexicon(document.language)
    return (
        line if document.language == fallback() else f"{words.say('keyword', 'language')} {document.language}\n{line}"
    )


def _pass(text: str, document: Document, code: str) -> str:
    return line_in(f"{_head(text, code).replace(':', '')} passes", document.language)


def _note(
    text: str, document: Document, code: str, points: int, player: str = "", numbered: bool = True, kind: str = "",
    tiles: int = 0, coats: int = 0, incomplete: bool = False,
) -> str:  # fmt: skip
    """What a score pad says: the points of a player, and what brought them as far as that is said; a new turn, or
    (not `numbered`) something more in the turn that goes on.
    """
    head = _head(text, code) if numbered else player
    if numbered and player:
        head = f"{head.split()[0]} {player}"
    said = f"{head} notes {int(points)}"
    words = lexicon(fallback())
    if kind:
        facts = [f"{int(tiles)} {words.say('unit', 'tile', int(tiles))}"] if tiles else []
        facts += [f"{int(coats)} {words.say('unit', 'coat', int(coats))}"] if coats else []
        said += f" for {'incomplete ' if incomplete else ''}{words.say('kind', kind)}"
        said += f" with {' and '.join(facts)}" if facts else ""
    return line_in(said, document.language)


def _claim(text: str, document: Document, code: str, points: Mapping[str, int], after: int | None = None) -> str:
    says = speech(document.language)
    listed = ", ".join(f"{says.colour(player)} {int(number)}" for player, number in points.items())
    word = says.keyword("claim")
    if after:
        return f"{word} {says.keyword('after')} {int(after)}{says.language.colon}{listed}"
    return f"{word} {listed}"


def _final(text: str, document: Document, code: str) -> str:
    return lexicon(document.language).say("keyword", "final")


@telling
def back(text: str, lang: str = "") -> dict[str, Any]:
    """The record without the last thing that happened in it: a whole turn, a claim, or the final scoring."""
    code = language(lang)
    document = read_document(text, code)
    own = _own(document)
    happened = [one for one in own if one.form in HAPPENING]
    if not happened:
        return {"text": text, "problems": [], "done": False}
    last = happened[-1]
    if last.form in ("move_list", "other_moves"):
        last = next((one for one in reversed(happened) if one.form in TURNS), last)
    lines = document.text.rstrip("\n").split("\n")
    first = last.words[0]
    kept = lines[: first.line - 1]
    same = lines[first.line - 1][: first.column - 1].rstrip(" ;\t")
    if same.strip():
        kept.append(same)
    after = [one for one in own if one.words[0].line > first.line and one.form not in HAPPENING | {"expect"}]
    end = min((one.words[0].line for one in after), default=len(lines) + 1)
    rest = lines[end - 1 :] if after else _other_games(document, lines, own)
    return {"text": "\n".join([*kept, *rest]) + "\n", "problems": [], "done": True}


def _other_games(document: Document, lines: list[str], own: list[Statement]) -> list[str]:
    """The lines of what stands behind the first game."""
    end = max(one.words[-1].line for one in own)
    behind = [one.words[0].line for one in document.statements if one.words[0].line > end]
    return lines[min(behind) - 1 :] if behind else []


@telling
def retold(text: str, number: int, line: str, lang: str = "") -> dict[str, Any]:
    """The record with the line of turn `number` written anew, as somebody typed it; "" takes the turn out."""
    code = language(lang)
    document = read_document(text, code)
    turn = next((one for one in _own(document) if one.form == "game_turn" and _number(one) == number), None)
    if turn is None:
        return failed([Problem("no-turn-reached", values={"number": number})], text, code)
    lines = document.text.rstrip("\n").split("\n")
    at = turn.words[0].line - 1
    raw = lines[at]
    indent = raw[: len(raw) - len(raw.lstrip())]
    plain = re.sub(r"[\x00-\x1f\x7f]+", " ", line).strip()
    lines[at : turn.words[-1].line] = [indent + plain] if plain else []
    return _checked("\n".join(lines) + "\n", code, before=text)


def _number(turn: Statement) -> int:
    found = re.match(r"\d+", turn.words[0].text)
    return int(found[0]) if found else 0


@telling
def position(text: str, turn: int, lang: str = "") -> dict[str, Any]:
    """Every position that may stand at the end of a turn as a text of its own, as ``score --turn`` gives it."""
    scenario, document = _game(text, language(lang))
    says = speech(document.language)
    found = positions_after(scenario, document.language, turn, lenient=True)
    if not found.possible:
        problems = found.lacking or (Problem("no-turn-reached", values={"number": turn}),)
        raise Problems(problems, document.text, document.language)
    texts = every(found, scenario, turn, document, says)
    positions = [
        {"text": f"{text}\n", "supposed": supposed(one.supposed, says)}
        for text, one in zip(texts, found.possible, strict=True)
    ]
    return {**(positions[0] if len(positions) == 1 else {}), "positions": positions, "problems": []}


# ---- files


@telling
def export(text: str, title: str = "", lang: str = "") -> dict[str, Any]:
    """The game as a saved game of another program, as JSON text."""
    from adjudicator.records.jcz_write import write_jcz  # few take a game elsewhere

    code = language(lang)
    try:
        return {"jcz": write_jcz(text), "problems": []}
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)


@telling
def take_in(text: str, name: str = "", lang: str = "") -> dict[str, Any]:
    """The games in a file called `name`: a record, or a saved game; each with its title and its text."""
    code = language(lang)
    if len(text) > LARGEST:
        return failed([Problem("limit-memory", values={"limit": LARGEST // 1000, "left": 0})], "", code)
    try:
        record = _record(text, name, code)
        document = read_document(record, code)
        bound = bind(document)
        if bound.problems:
            raise Problems(bound.problems, bound.text, bound.language)
        told = _split(document)
        found = []
        for one in told:
            scenario = _game(one, document.language)[0]
            played = replay(scenario, document.language)
            says = speech(document.language)
            found.append({"title": scenario.title, "text": one, "turns": len(played.turns),
                          "problems": [problem_json(wrong, says) for wrong in played.problems]})  # fmt: skip
        return {"games": found, "problems": []}
    except Problems as error:
        return failed(error.items, error.text or text[:2000], error.language or code, file=name)


def _record(text: str, name: str, code: str) -> str:
    """A file as a record in the language of scenarios. Raises Problems."""
    from adjudicator.records.form import form_of  # few bring one along

    form = form_of(text, name)
    if form == "jcz":
        from adjudicator.records.jcz_read import read_jcz  # likewise

        record = formatted(read_jcz(text, name), code)
        outcome = adjudicate(record)
        if outcome.problems:
            raise Problems(outcome.problems, record, outcome.language)
        return record
    if form not in (None, "jcz"):
        raise Problems((Problem("import-form", values={"forms": ("carc", "jcz")}),))
    return text


def _split(document: Document) -> list[str]:
    """The text of each game by itself, below the lines that stand above all of them."""
    lines = document.text.rstrip("\n").split("\n")
    starts = [one.words[0].line for one in document.statements if one.form in ("scenario", "game")]
    if len(starts) < 2:
        return [document.text]
    head = lines[: starts[0] - 1]
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    return [
        "\n".join([*head, *lines[start - 1 : end]]).rstrip() + "\n" for start, end in zip(starts, ends, strict=True)
    ]


# ---- inside


def _game(text: str, code: str) -> tuple[Scenario, Document]:
    """The first game of a text. Raises Problems."""
    document = read_document(text, code)
    bound = bind(document)
    if bound.problems or not bound.scenarios:
        raise Problems(bound.problems or (Problem("empty"),), bound.text, bound.language)
    return bound.scenarios[0], document


def _own(document: Document) -> list[Statement]:
    """The statements of the first game."""
    _, groups, _ = group(document)
    return groups[0].statements if groups else []


def _head(text: str, code: str) -> str:
    """The beginning of the next turn in English: ``3. red``, with its kind where it is no ordinary one. Raises
    Problems where no turn comes.
    """
    scenario, document = _game(text, code)
    played = replay(scenario, document.language)
    if played.problems:
        raise Problems(played.problems, document.text, document.language)
    found = _next(scenario, played, document.language, speech(fallback()))
    if found is None:
        raise Problems((Problem("after-final"),), document.text, document.language)
    return f"{found['number']}. {found['player'] or 'red'} {found['kind']}".strip()


def _player(head: str) -> str:
    """The colour in the beginning of a turn."""
    return head.split()[1]


def _with_lines(document: Document, told: Sequence[str]) -> str:
    """The text with lines at the end of its first game."""
    lines = document.text.rstrip("\n").split("\n")
    end = _end(document)
    lines[end:end] = [f"  {one}" for one in told]
    return "\n".join(lines) + "\n"


def _end(document: Document) -> int:
    """The number of the last line of the first game."""
    lines = document.text.rstrip("\n").split("\n")
    return max((one.words[-1].line for one in _own(document)), default=len(lines))


def _asked(text: str, document: Document, english: Sequence[str], typed: Sequence[str] = ()) -> tuple[Ruling, Run]:
    """The ruling on a question behind a line that a game goes on with, both in English; `typed` are moves in the words
    of the record that come behind the first. Raises Problems.
    """
    told = [line_in(one, document.language) for one in english]
    told[0] = ", ".join([told[0], *typed])
    new = _with_lines(document, told)
    bound = bind(read_document(new, document.language))
    if bound.problems:
        raise Problems(bound.problems, new, document.language)
    run = Watched(bound.scenarios[0], document.language)
    found = run.all()
    answer = run.given.get(_end(document) + len(told))
    if answer is None:
        raise Problems(found.problems, new, document.language)
    return answer.ruling, run


def _checked(text: str, code: str, before: str = "") -> dict[str, Any]:
    """A record that was changed, with what is wrong with it that was not wrong `before`."""
    says = speech(code)
    try:
        scenario, document = _game(text, code)
    except Problems as error:
        return {**failed(error.items, text, error.language or code), "refused": True}
    played = replay(scenario, document.language)
    wrong = [one.code for one in replay(*_game(before, code)[:1], document.language).problems] if before else []
    fresh = [one for one in played.problems if one.code not in wrong]
    if fresh:
        told = _suggested(fresh, scenario, document.language)
        return {"text": text, "problems": [problem_json(one, says) for one in told], "refused": True}
    return {"text": text, "problems": []}


def _face(tile: str, scenario: Scenario) -> Face:
    """A face by its name. Raises Problems."""
    found = catalogue().find(tile, scenario.setup.expansions, scenario.tiles)
    if not isinstance(found, Named):
        raise Problems((refusal(found),))
    return found.face
