"""The page of the board: a position on tiles as pictures and as text, what may be changed in it, and its answers.

Every function takes and gives what JSON can hold. What is legal is asked of the engine, with its own reasons: nothing
is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lines import Lines, told_on_tiles
from neutral import neutral_json, stand, standing_json
from own import defined, free_name, own_json
from table import (
    Pictures,
    Table,
    Watched,
    blank,
    board_json,
    built,
    face_json,
    failed,
    figures_in,
    is_setting,
    language,
    line_in,
    marks_json,
    named,
    piece_name,
    place_in,
    plain_face,
    problem_json,
    rules_json,
    table_of,
    telling,
    tile_name,
)

from adjudicator.binding.bind import bind
from adjudicator.binding.board import SPANS
from adjudicator.binding.reader import Mistake
from adjudicator.binding.tile_files import catalogue
from adjudicator.draw import figures as drawn_figures
from adjudicator.draw import parts
from adjudicator.draw.scene import scene, scene_at
from adjudicator.engine.game import game
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.catalogue import Named, refusal
from adjudicator.geometry.face import SIDES, Face, Lay
from adjudicator.geometry.squares import at_sides
from adjudicator.model.position import Cell, Occupant
from adjudicator.report import as_json, prose
from adjudicator.report.position import figures_line, spans, supposed
from adjudicator.report.tiles import entry, every
from adjudicator.syntax.document import read_document
from adjudicator.words.fold import fold
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech, speech
from adjudicator.words.saying import said, square, text
from adjudicator.words.tokens import Said
from adjudicator.words.vocabulary import vocabulary

COLOURS = tuple(drawn_figures.FILLS)


# ---- looking


@telling
def read(text: str, lang: str = "", have: Sequence[str] = ()) -> dict[str, Any]:
    """What a page shows of `text`: the tiles and figures where it is first asked about, or at its end, with what is
    supposed and the other boards that may lie there; pictures but those it `has`; what is wrong with it.
    """
    code = language(lang)
    if not text.strip():
        return _empty(code)
    try:
        table = table_of(text, code)
        state = table.state
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)
    says = speech(table.lang)
    pictures = Pictures(have, says)
    shown, problems = scene("", state), []
    if table.scenario is not None and table.scenario.steps:
        run = Watched(table.scenario, table.lang)
        found = run.all()
        problems = [problem_json(one, says) for one in found.problems]
        first = min(run.seen, default=None)
        if first is not None:
            shown = run.seen[first]._replace(marks=())
        elif not problems:
            shown = scene_at(run, len(table.scenario.steps))
        problems += [problem_json(one, says) for one in shown.problems]
        if shown.empty and shown.problems:
            shown = scene("", state)  # what comes of the moves is not known
    setup = {tile.cell for tile in state.all_tiles() if tile.cell is not None}
    told = board_json(shown, pictures)
    for tile in told["tiles"]:
        tile["moved"] = (tile["x"], tile["y"]) not in setup
    given = state.setup
    return {
        **told,
        "supposed": supposed(shown.supposed, says),
        "others": [{**board_json(one, pictures), "supposed": supposed(one.supposed, says)} for one in shown.others],
        "pictures": pictures.new,
        "problems": problems,
        "language": table.lang,
        "use": sorted(table.expansions - set(vocabulary().always())),
        "players": [{"id": one, "name": given.names.get(one, "")} for one in given.players] if given.ordered else [],
        "features": [f"{says.noun(one.kind)} {one.id}" for one in shown.features],
        "neutral": standing_json(table.state, says),
        "own": own_json(table, says, pictures),
        "moves": bool(table.scenario and any(step.kind != "ask" for step in table.scenario.steps)),
        "questions": [step.ask.written for step in table.scenario.steps if step.ask] if table.scenario else [],
    }


def _empty(code: str) -> dict[str, Any]:
    return {
        "tiles": [], "things": [], "supposed": "", "others": [], "pictures": {}, "problems": [], "language": code,
        "use": [], "players": [], "features": [], "neutral": [], "own": [], "moves": False, "questions": [],
    }  # fmt: skip


@telling
def boxes(lang: str = "") -> dict[str, Any]:
    """The expansions: id, title, and whether the faces of their tiles are known."""
    code = language(lang)
    always = vocabulary().always()
    faced = set(catalogue().expansions)
    return {
        "boxes": [
            {"id": ident, "title": named(ident, code), "always": ident in always, "tiles": ident in faced}
            for ident in vocabulary().expansions()
        ]
    }


@telling
def tiles(use: Sequence[str] = (), lang: str = "", have: Sequence[str] = (), box: str = "") -> dict[str, Any]:
    """The faces of the box `box`, or of all in `use` and of the base game, each with names and its picture."""
    says = speech(language(lang))
    names = catalogue()
    in_play = frozenset([*vocabulary().always(), *use])
    pictures = Pictures(have, says)
    found = []
    for expansion in [box] if box else [one for one in names.expansions if one in in_play]:
        if expansion not in names.expansions:
            continue
        for one in every(names, expansion):
            if one.expansion != expansion:
                continue
            told = entry(names, one.face, 0, in_play | {expansion})
            copies = max(one.counts.values(), default=0)
            found.append(face_json(one.face, expansion, told.names, copies, says, pictures))
    return {"tiles": found, "pictures": pictures.new}


@telling
def pieces(use: Sequence[str] = (), lang: str = "", have: Sequence[str] = (), colour: str = "red") -> dict[str, Any]:
    """The figures that may be put on the table, in one colour, and what is built over tiles."""
    says = speech(language(lang))
    in_play = frozenset([*vocabulary().always(), *use])
    pictures = Pictures(have, says)
    played = game(in_play)
    told = []
    for ident in figures_in(in_play):
        one = Occupant(colour, ident, "")
        told.append({"id": ident, "name": says.noun(ident), "whose": says.figure(colour, ident),
                     "key": pictures.figure(one), "corner": played.figure(ident).corner is not None})  # fmt: skip
    words = vocabulary()
    over = [unit for unit in words.ids("unit") if SPANS in words.traits("unit", unit)]
    spans = [{"id": one, "name": says.noun(one)} for one in over if words.owner("unit", one) in played.ids]
    laid = _laid_kinds(in_play)
    return {"figures": told, "spans": spans, "over": [{"id": one, "name": says.noun(one)} for one in laid],
            "neutral": neutral_json(in_play, says, pictures), "pictures": pictures.new}  # fmt: skip


def _laid_kinds(in_play: frozenset[str]) -> list[str]:
    """The kinds of features that lie over a small city of the board."""
    words = vocabulary()
    return [kind for kind in words.ids("kind") if "over-city" in words.kind_traits(kind)
            and words.owner("kind", kind) in in_play]  # fmt: skip


@telling
def colours(lang: str = "") -> dict[str, Any]:
    """The colours of players with their names, values and letters."""
    says = speech(language(lang))
    letters = drawn_figures.letters(says)
    return {
        "colours": [
            {"id": one, "name": says.colour(one), "value": drawn_figures.FILLS[one], "letter": letters[one]}
            for one in COLOURS
        ]
    }


# ---- what is legal, with the reasons


@telling
def placements(text: str, tile: str, lang: str = "") -> dict[str, Any]:
    """Where `tile` (a name of the catalogue) may be laid: squares with the turns that fit, and the squares beside the
    table where it does not.
    """
    code = language(lang)
    table = _table(text, code)
    face = _face(tile, table)
    if not any(table.state.all_tiles()):
        return {"fits": [{"x": 0, "y": 0, "turns": [*face.distinct_turns]}], "others": [], "problems": []}
    found: dict[Cell, list[int]] = {}
    ruling = _asked(table, f"ask placements {tile_name(face, 0)}")
    for item in ruling.options:
        if item.kind == "placement":
            found.setdefault((item.parts[2], item.parts[3]), []).append(item.parts[1])
    others = [cell for cell in _edge(table) if cell not in found]
    return {
        "fits": [{"x": x, "y": y, "turns": sorted(turns)} for (x, y), turns in found.items()],
        "others": [{"x": x, "y": y} for x, y in others],
        "problems": [],
    }


@telling
def why_not(text: str, tile: str, x: int, y: int, turns: int, lang: str = "") -> dict[str, Any]:
    """Why `tile` may not be laid on a square as it lies: the sentences and the rules."""
    table = _table(text, language(lang))
    says = speech(table.lang)
    face = _face(tile, table)
    ruling = _asked(table, f"ask may red place {tile_name(face, turns)} at ({x},{y})")
    return {"allowed": ruling.verdict == "yes", "reasons": _reasons(ruling, says)}


@telling
def places(text: str, x: int, y: int, player: str = "", figure: str = "", lang: str = "") -> dict[str, Any]:
    """The pieces of the tile on a square, as areas of it as it lies; with a figure, which of them take it and why the
    others do not.
    """
    table = _table(text, language(lang))
    says = speech(table.lang)
    lay = _lay(table, (x, y))
    told = []
    for area in parts.areas(lay):
        name = piece_name(lay, area.segment, (x, y), says)
        one = {"segment": area.segment, "kind": lay.segments[area.segment].kind, "name": name, "path": area.path,
               "width": area.width, "at": [*area.point], "ok": True, "reasons": []}  # fmt: skip
        if figure:
            wrong = Table(_with_figure(table, (x, y), area.segment, player, figure), table.lang).problems
            one.update(ok=not wrong, reasons=[_reason(problem, says) for problem in wrong])
        told.append(one)
    return {"pieces": told, "key": Pictures((), says).face(lay.face), "turns": lay.turns, "problems": []}


@telling
def corners(text: str, player: str, figure: str, lang: str = "") -> dict[str, Any]:
    """The corners of the table and whether they take a figure that stands on corners."""
    table = _table(text, language(lang))
    says = speech(table.lang)
    hook = game(table.expansions).figure(figure).corner
    found = []
    for cell in sorted(table.state.corners()):
        answer = hook(table.state, cell) if hook is not None else 0
        reasons = []
        if not isinstance(answer, int):
            reasons = [{"text": prose.finding(answer, says), "rules": rules_json([answer.rule], says)}]
        found.append({"x": cell[0], "y": cell[1], "ok": isinstance(answer, int), "reasons": reasons})
    return {"corners": found, "problems": []}


# ---- changing


@telling
def change(text: str, what: str, lang: str = "", **how: Any) -> dict[str, Any]:
    """The text after a change of the board, or what forbids it: `what` names one of the changes below."""
    code = language(lang)
    changes = {
        "lay": _lay_tile, "turn": _turn_tile, "lift": _lift_tile, "put": _put, "take": _take, "corner": _put_corner,
        "span": _span, "castle": _castle, "stand": _stand, "define": _define, "use": _use,
    }  # fmt: skip
    try:
        table = _table(text, code, whole=True)
        new = changes[what](table, **how)
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)
    except Mistake as mistake:
        return failed([mistake.problem], text, code)
    wrong = _wrong(new, table.lang)
    if wrong:
        return {**failed(wrong, new, table.lang), "refused": True}
    return {"text": new, "problems": []}


def _lay_tile(table: Table, tile: str, x: int, y: int, turns: int) -> str:
    face = _face(tile, table)
    lines = Lines(table)
    lines.add_to_board(f"  ({x},{y}) {tile_name(face, turns)}")
    return lines.text()


def _turn_tile(table: Table, x: int, y: int, turns: int) -> str:
    lines = Lines(table)
    lay = _lay(table, (x, y))
    turned = lay.face.turned(turns)
    stands = _stands(table, (x, y))
    lines.retell(x, y, _tile_line(table, (x, y), turned), _figure_lines(table, turned, (x, y), stands))
    return lines.text()


def _lift_tile(table: Table, x: int, y: int) -> str:
    lines = Lines(table)
    lines.retell(x, y, None, [])
    return lines.text()


def _with_figure(table: Table, cell: Cell, segment: int, player: str, figure: str) -> str:
    lines = Lines(table)
    stands = [*_stands(table, cell), (segment, Occupant(player, figure, ""))]
    lay = _lay(table, cell)
    lines.retell(*cell, _tile_line(table, cell, lay), _figure_lines(table, lay, cell, stands))
    return lines.text()


def _put(table: Table, x: int, y: int, segment: int, player: str, figure: str) -> str:
    return _with_figure(table, (x, y), segment, player, figure)


def _take(table: Table, x: int, y: int, segment: int | None, player: str, figure: str, corner: bool = False) -> str:
    lines = Lines(table)
    if corner:
        lines.retell_corner(x, y, [])
        return lines.text()
    stands = _stands(table, (x, y))
    at = next((at for at, (piece, one) in enumerate(stands)
               if piece == segment and one.owner == player and one.figure == figure), None)  # fmt: skip
    if at is None or not lines.tells(x, y):
        raise _nowhere(table, player)
    del stands[at]
    lay = _lay(table, (x, y))
    lines.retell(x, y, _tile_line(table, (x, y), lay), _figure_lines(table, lay, (x, y), stands))
    return lines.text()


def _nowhere(table: Table, player: str) -> Problems:
    """What is raised where no line below a tile tells a figure."""
    colour = speech(table.lang).colour(player or COLOURS[0])
    return Problems((Problem("figures-nowhere", values={"word": colour}),), table.text, table.lang)


def _put_corner(table: Table, x: int, y: int, player: str, figure: str) -> str:
    lines = Lines(table)
    says = speech(table.lang)
    said = f"{says.colour(player)}{says.language.colon}{says.noun(figure)}"
    lines.retell_corner(x, y, [f"  {says.keyword('corner')} ({x},{y})", f"    {said}"])
    return lines.text()


def _span(table: Table, x: int, y: int, unit: str, side: str) -> str:
    """Builds something straight over a tile from `side`; builds it down where it is there already."""
    lines = Lines(table)
    lay = _lay(table, (x, y))
    there = [sides for mark, sides in built(lay.face) if mark == unit]
    stands = _stands(table, (x, y))
    plain = plain_face(lay.face) or lay.face
    bare = plain.turned(lay.turns)
    wanted = sorted({SIDES.index(side), (SIDES.index(side) + 2) % 4})
    has = any(sorted((one + lay.turns) & 3 for one in sides) == wanted for sides in there)
    line = _tile_line(table, (x, y), bare)
    if not has:
        says = speech(table.lang)
        line += f" {says.keyword('with')} {says.noun(unit)} {says.lexicon.say('side', side)}"
    lines.retell(x, y, line, _figure_lines(table, lay, (x, y), stands))
    return lines.text()


def _castle(table: Table, x: int, y: int, segment: int, kind: str, player: str = "") -> str:
    """Lays a kind of feature over the one that a piece belongs to, with a figure where there is a player."""
    lines = Lines(table)
    says = speech(table.lang)
    lay = _lay(table, (x, y))
    taken = {fold(name) for name, _ in (table.scenario.board.names if table.scenario and table.scenario.board else ())}
    noun = says.noun(kind).replace(" ", "-")
    name = next(f"{noun}-{n}" for n in range(1, 100) if fold(f"{noun}-{n}") not in taken)
    stands = [(piece, one) for piece, one in _stands(table, (x, y)) if piece != segment]
    lines.retell(x, y, _tile_line(table, (x, y), lay), _figure_lines(table, lay, (x, y), stands))
    told = [line_in(f"name {name} = {place_in(lay.names[segment], (x, y))}", table.lang)]
    told.append(f"{says.noun(kind)} {name}")
    if player:
        told.append(f"  {says.colour(player)}{says.language.colon}{says.noun('meeple')}")
    lines.add_below_board(told)
    return lines.text()


def _stand(
    table: Table, figure: str, x: int | None = None, y: int | None = None, place: str = "",
    segment: int | None = None, player: str = "", beside: str = "",
) -> str:  # fmt: skip
    """Stands a figure of nobody on a square, `beside` a figure of a player on it, or on a feature that has the name
    `place`; without any of them it stands nowhere.
    """
    lines = Lines(table)
    cell = (x, y) if x is not None and y is not None else None
    stand(lines, figure, None if beside else cell, place)
    with_it = [part.cell for part, one in table.state.figures_on_tiles() if one.mark(figure)]
    for at in dict.fromkeys([*with_it, *([cell] if beside else [])]):
        if at is None or not lines.tells(*at):
            raise _nowhere(table, player)
        stands = []
        meant = beside if at == cell else ""
        for piece, one in _stands(table, at):
            marks = tuple((mark, number) for mark, number in one.marks if mark != figure)
            if meant and (piece, one.owner, one.figure) == (segment, player, meant):
                marks, meant = (*marks, (figure, 1)), ""
            stands.append((piece, one._replace(marks=marks)))
        if meant:
            raise _nowhere(table, player)
        lay = _lay(table, at)
        lines.retell(*at, _tile_line(table, at, lay), _figure_lines(table, lay, at, stands))
    return lines.text()


def _define(table: Table, name: str, sides: Sequence[str], **how: Any) -> str:
    """Tells a tile of one's own, as `own.draw` shows it."""
    return defined(table, free_name(table, name), sides, how)[0]


def _use(table: Table, boxes: Sequence[str]) -> str:
    words = lexicon(table.lang)
    said = ", ".join(words.expansion_word(one) for one in boxes)
    lines = Lines(table)
    if not table.problems and table.state.has_board:  # four sides may tell another tile with more boxes
        for tile in table.state.all_tiles():
            if tile.cell is not None and tile.lay is not None and lines.tells(*tile.cell):
                lines.rename(tile.cell, _tile_line(table, tile.cell, tile.lay))
    lines.header("use", f"{words.say('keyword', 'use')} {said}" if said else "")
    return lines.text()


# ---- asking


@telling
def ask(text: str, question: str, lang: str = "", keep: bool = False, **about: Any) -> dict[str, Any]:
    """The answer to a question about what was tapped, and what it points at in the picture.

    `question` is ``score``, ``final``, ``majority``, ``complete``, ``tiles``, ``may``, ``where`` or ``winner``; `about`
    names the square, the piece of its tile, and for moves the player and the figure.
    """
    code = language(lang)
    try:
        table = table_of(text, code)
        says = speech(table.lang)
        line = line_in(_question(table, question, **about), table.lang)
        new, number = _with_question(table, line)
        bound = bind(read_document(new, table.lang))
        if bound.problems:
            return failed(bound.problems, new, table.lang)
        run = Watched(bound.scenarios[0], table.lang)
        found = run.all()
    except Problems as error:
        return failed(error.items, error.text or text, error.language or code)
    answer = run.given.get(number)
    if answer is None:
        return failed(found.problems, new, table.lang)
    return {
        "question": line,
        "ruling": as_json.ruling(answer, says),
        "marks": marks_json(run.seen[number]),
        "text": new if keep else table.text,
        "problems": [],
    }


def _question(
    table: Table, question: str, x: int | None = None, y: int | None = None, segment: int | None = None,
    player: str = "red", figure: str = "meeple",
) -> str:  # fmt: skip
    """The question in English."""
    place = ""
    if x is not None and y is not None and segment is not None:
        lay = _lay_now(table, (x, y))
        place = place_in(lay.names[segment], (x, y))
    noun = speech(fallback()).noun(figure)
    if question == "may":
        return f"ask may {player} put {noun} on {place}"
    if question == "where":
        return f"ask where {player} may put {noun}"
    return f"ask {question} {place}".strip()


def _with_question(table: Table, line: str) -> tuple[str, int]:
    """The text with a question at the end of its first scenario, and the number of its line."""
    lines = table.text.rstrip("\n").split("\n")
    own = table.statements()
    end = max((one.words[-1].line for one in own), default=len(lines))
    lines.insert(end, line)
    return "\n".join(lines) + "\n", end + 1


# ---- inside


def _table(text: str, code: str, whole: bool = False) -> Table:
    """The table of a text without what happens on it; with `whole` the text stays as it is. Raises Problems."""
    table = table_of(text if text.strip() else blank(code), code)
    if not whole:
        table.state  # noqa: B018  # raises what is wrong
    return table


def _set_up(table: Table) -> str:
    """The text with what lies there only: no moves, no questions."""
    first = [one for one in table.document.statements if one.form == "language"]
    kept = [table.source(one) for one in [*first, *table.statements()] if one in first or is_setting(one.form)]
    return "\n".join(kept)


def _asked(table: Table, question: str) -> Any:
    """The ruling on an English question about what lies there. Raises Problems."""
    text = f"{_set_up(table)}\n{line_in(question, table.lang)}\n"
    bound = bind(read_document(text, table.lang))
    if bound.problems:
        raise Problems(bound.problems, text, table.lang)
    run = Watched(bound.scenarios[0], table.lang)
    found = run.all()
    if not found.answers:
        raise Problems(found.problems, text, table.lang)
    return found.answers[-1].ruling


def _reasons(ruling: Any, says: Speech) -> list[dict[str, Any]]:
    """The conditions that a ruling found not to be met."""
    return [
        {"text": prose.finding(one, says), "rules": rules_json([one.rule], says)}
        for one in ruling.findings
        if not one.holds
    ]


def _reason(problem: Problem, says: Speech) -> dict[str, Any]:
    told = problem_json(problem, says)
    return {"text": told["message"], "rules": told["broken"]}


def _wrong(text: str, lang: str) -> list[Problem]:
    """What is wrong with what a text sets up."""
    return table_of(text, lang).problems


def _face(tile: str, table: Table) -> Face:
    """A face by its name. Raises Problems."""
    own = table.scenario.tiles if table.scenario is not None else {}
    found = catalogue().find(tile, table.expansions, own)
    if not isinstance(found, Named):
        raise Problems((refusal(found),), table.text, table.lang)
    return found.face


def _edge(table: Table) -> list[Cell]:
    """The empty squares beside the tiles."""
    taken = {tile.cell for tile in table.state.all_tiles() if tile.cell is not None}
    found = {beside: None for cell in taken for beside in at_sides(cell) if beside not in taken}
    return sorted(found)


def _lay(table: Table, cell: Cell) -> Lay:
    lay = table.state.lay(cell)
    if lay is None:
        square = f"({cell[0]},{cell[1]})"
        raise Problems((Problem("no-tile-there", values={"square": square}),), table.text, table.lang)
    return lay


def _lay_now(table: Table, cell: Cell) -> Lay:
    """How a tile lies, also one that comes with a move."""
    try:
        return _lay(table, cell)
    except Problems:
        if table.scenario is None:
            raise
    run = Watched(table.scenario, table.lang)
    run.all()
    lay = run.state.lay(cell)
    if lay is None:
        return _lay(table, cell)
    return lay


def _stands(table: Table, cell: Cell) -> list[tuple[int, Occupant]]:
    """The figures on a tile, with the pieces that they stand on; those at corners are told below their corner, and
    those of a feature with a name may be told below that.
    """
    played = game(table.expansions)
    told = [
        ((one.words[0].line, one.words[0].column), (one.words[-1].line, one.words[-1].column))
        for one in told_on_tiles(table)
    ]
    return [
        (part.index, one._replace(cell=None))
        for part, one in table.state.figures_on_tiles()
        if part.cell == cell and played.figure(one.figure).corner is None
        and any(first <= (one.span.line, one.span.column) <= last for first, last in told)
    ]  # fmt: skip


def _tile_line(table: Table, cell: Cell, lay: Lay) -> str:
    """A tile as the board says it."""
    return _printed(table, said(square(*cell), text(tile_name(lay.face, lay.turns)), *spans(lay)))


def _figure_lines(table: Table, lay: Lay, cell: Cell, stands: Sequence[tuple[int, Occupant]]) -> list[str]:
    """The figures of a tile as the board says them."""
    says = speech(table.lang)
    return [
        _printed(table, said(figures_line(one.owner, [one]), "on", text(piece_name(lay, piece, cell, says))))
        for piece, one in stands
    ]


def _printed(table: Table, pieces: list[Said]) -> str:
    return speech(table.lang).printer.line(pieces)
