"""What the pages for the board and for games share: a text as a table to be looked at and changed, and words for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from typing import Any
from zlib import crc32

from adjudicator import formatted
from adjudicator.binding.bind import bind
from adjudicator.binding.groups import ATTACHED, HEADER, POSITION, group
from adjudicator.binding.reader import Mistake
from adjudicator.binding.suggest import suggested
from adjudicator.binding.tile_files import catalogue
from adjudicator.draw import parts
from adjudicator.draw.scene import Mark, Scene, scene_at
from adjudicator.engine.case import Undetermined
from adjudicator.engine.game import game
from adjudicator.engine.sight import Laid, Over, Standing
from adjudicator.engine.state import State
from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import Face, Lay, pack
from adjudicator.model.position import Cell, Occupant
from adjudicator.model.ruling import Answer, Item
from adjudicator.model.scenario import Scenario
from adjudicator.play.run import Notes, Run
from adjudicator.report import as_json
from adjudicator.report.cite import cited
from adjudicator.syntax.document import Document, Statement, read_document
from adjudicator.words.languages import codes, fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech, speech
from adjudicator.words.vocabulary import vocabulary

SPANNED = "spans-road"
"""The trait of units that lie over a tile as a road from side to side."""


class Table:
    """One text, read: the first scenario of it, as it is set up."""

    def __init__(self, text: str, lang: str) -> None:
        self.document: Document = read_document(text, lang)
        self.text = self.document.text
        self.lang = self.document.language
        bound = bind(self.document)
        self.problems: list[Problem] = list(bound.problems)
        self.scenario: Scenario | None = bound.scenarios[0] if bound.scenarios and not bound.problems else None
        self.run: Run | None = None
        if self.scenario is not None:
            self.run = Run(self.scenario._replace(steps=()), self.lang, "")
            self.run.begin()
            self.problems += self.run.problems

    @property
    def state(self) -> State:
        """The position before anything happens. Raises Problems."""
        if self.problems or self.run is None:
            raise Problems(tuple(self.problems) or (Problem("empty"),), self.text, self.lang)
        return self.run.state

    @property
    def expansions(self) -> frozenset[str]:
        """The expansions in play, as far as the text can be read."""
        return self.scenario.setup.expansions if self.scenario is not None else frozenset(vocabulary().always())

    def statements(self) -> list[Statement]:
        """Those of the first scenario."""
        header, groups, _ = group(self.document)
        return [*header, *(groups[0].statements if groups else ())]

    def source(self, statement: Statement) -> str:
        """A statement as it is written, in one line and without comments."""
        lines = self.text.split("\n")
        first, last = statement.words[0], statement.words[-1]
        ends = {word.line: word.end_column - 1 for word in statement.row.words} | {last.line: last.end_column - 1}
        said = (lines[at - 1][: ends[at]] for at in range(first.line, last.line + 1) if at in ends)
        return " ".join(line[first.column - 1 :] if at == 0 else line.strip() for at, line in enumerate(said))


@lru_cache(maxsize=3)
def table_of(text: str, lang: str) -> Table:
    """The table of a text in the language `lang`, where it names none: the page asks about the same one again and
    again, and it is only looked at. Raises Problems."""
    return Table(text, lang)


def is_setting(form: str) -> bool:
    """Whether a statement says what lies there, and not what happens or is asked."""
    return form in HEADER or form in POSITION or form in ATTACHED


def blank(code: str) -> str:
    """The text of an empty board."""
    says = lexicon(code)
    first = "" if code == fallback() else f"{says.say('keyword', 'language')} {code}\n"
    return f"{first}{says.say('keyword', 'board')}\n"


# ---- words


def line_in(english: str, lang: str, above: Sequence[str] = ()) -> str:
    """A line of the language of scenarios in the words of `lang`; `above` are the English lines it belongs to."""
    if lang == fallback():
        return english
    lines = formatted("\n".join([*above, english]), lang).rstrip("\n").split("\n")
    first = len(lines) - 1
    while first and lines[first - 1].endswith(","):  # a long list goes on in the next line
        first -= 1
    return " ".join(line.strip() for line in lines[first:])


def place_in(name: str, cell: Cell) -> str:
    """A piece of a tile as a question names it, in English: ``city N at (0,0)``."""
    return f"{name} at ({cell[0]},{cell[1]})"


def problem_json(one: Problem, says: Speech) -> dict[str, Any]:
    """A problem with the rules it breaks in words."""
    return {**as_json.problem(one, says), "broken": rules_json(one.rules, says)}


def rules_json(ids: Iterable[str], says: Speech) -> list[dict[str, str]]:
    """Rules in words."""
    return [{"id": one.id, "text": one.text, "source": one.source, "url": one.url} for one in cited([*ids], says)]


def failed(problems: Iterable[Problem], text: str, lang: str, file: str = "") -> dict[str, Any]:
    """What is sent back instead of an answer: what is wrong with a text."""
    says = speech(lang)
    told = [one._replace(file=one.file or file) for one in suggested(tuple(problems), lang)]
    return {"problems": [problem_json(one, says) for one in told], "text": text, "language": lang}


def telling(method: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """A method of a page that sends back what is wrong with a text instead of raising it."""

    @wraps(method)
    def told(*given: Any, **named_: Any) -> dict[str, Any]:
        code = language(str(named_.get("lang") or ""))
        try:
            return method(*given, **named_)
        except Problems as error:
            return failed(error.items, error.text, error.language or code)
        except Mistake as mistake:
            return failed([mistake.problem], "", code)
        except Undetermined as lack:
            item = Item("missing", (lack.missing[0],))
            return failed([Problem("move-lacks", values={"missing": item})], "", code)

    return told


def language(code: str) -> str:
    """`code` where it is a language that is spoken here, else the fallback."""
    return code if code in codes() else fallback()


# ---- pictures


class Pictures:
    """Pictures by key, each sent once: a page says which it `has`."""

    def __init__(self, has: Iterable[str], says: Speech) -> None:
        self.has = set(has)
        self.says = says
        self.new: dict[str, str] = {}

    def face(self, face: Face) -> str:
        """The key of a face; what was built over it is part of the key."""
        key = "t " + face.id + "".join(f" {kind}{sides}" for kind, sides in built(face))
        if face.id.rpartition("/")[0] not in _codes():  # a tile of a text's own may look otherwise in another text
            key += f" {crc32(repr(pack(face)).encode()):x}"
        if self._wanted(key):
            self.new[key] = parts.face_picture(face, face.id)
        return key

    def figure(self, one: Occupant) -> str:
        """The key of a figure with what it carries."""
        key = f"f {one.owner} {one.figure} {self.says.lang}" + "".join(f" {mark}{n}" for mark, n in one.marks)
        if self._wanted(key):
            self.new[key] = parts.figure_picture(one, self.says)
        return key

    def sign(self, ident: str, number: int, name: str) -> str:
        """The key of something that lies on a tile."""
        key = f"s {ident} {number}"
        if self._wanted(key):
            self.new[key] = parts.sign_picture(ident, number, name)
        return key

    def _wanted(self, key: str) -> bool:
        return key not in self.has and key not in self.new


@cache
def _codes() -> frozenset[str]:
    """What the ids of the catalogue's tiles begin with."""
    words = vocabulary()
    return frozenset(code for expansion in words.expansions() for code in words.codes(expansion))


def face_json(
    face: Face, box: str, names: Sequence[str], copies: int, says: Speech, pictures: Pictures
) -> dict[str, Any]:
    """A face to be chosen by its picture, its names, its sides and what it shows."""
    return {
        "id": face.id, "box": box, "letter": face.letter, "names": [*names], "edges": face.edges,
        "key": pictures.face(face), "kinds": sorted({says.noun(segment.kind) for segment in face.segments}),
        "marks": sorted({says.noun(mark) for segment in face.segments for mark in segment.marks}),
        "count": copies, "turns": [*face.distinct_turns],
    }  # fmt: skip


def built(face: Face) -> list[tuple[str, tuple[int, ...]]]:
    """What was built over a face from side to side, with the sides of the upright face."""
    words = vocabulary()
    return [
        (mark, segment.sides)
        for segment in face.segments
        for mark in segment.marks
        if words.has("unit", mark) and SPANNED in words.traits("unit", mark)
    ]


# ---- what is to be seen


def board_json(shown: Scene, pictures: Pictures) -> dict[str, Any]:
    """The tiles of a scene and what is on them, in units of a tile of 100 from its north-west."""
    says = pictures.says
    own = {tile.cell: tile.lay for tile in shown.tiles}
    tiles = []
    for tile in shown.tiles:
        x, y = tile.cell
        if tile.lay is None:
            tiles.append({"x": x, "y": y, "key": "", "turns": 0, "name": "?"})
            continue
        face, turns = tile.lay.face, tile.lay.turns
        tiles.append({"x": x, "y": y, "key": pictures.face(face), "turns": turns, "name": tile_name(face, turns),
                      "built": [mark for mark, _ in built(face)]})  # fmt: skip
    things = [_thing_json(one, own, pictures) for one in parts.placed(shown, says)]
    return {"tiles": tiles, "things": things}


def tile_name(face: Face, turns: int) -> str:
    """What a tile is called in a text, whichever boxes come into play later: its letter, else its id."""
    return (face.letter or face.id) + (f"@{90 * (turns & 3)}" if turns & 3 else "")


def plain_face(face: Face) -> Face | None:
    """The face of the catalogue without what was built over it; None for a tile of a scenario's own."""
    found = catalogue().find(face.id, frozenset(vocabulary().expansions()))
    plain: Face | None = getattr(found, "face", None)
    return plain if plain is not None and face.segments[: len(plain.segments)] == plain.segments else None


def _thing_json(one: parts.Placed, own: Mapping[Cell, Lay | None], pictures: Pictures) -> dict[str, Any]:
    says, what = pictures.says, one.what
    x, y = round(one.point[0], 1), round(one.point[1], 1)
    if isinstance(what, Standing):
        lay = own.get(what.cell)
        name = says.figure(what.occupant.owner, what.occupant.figure, what.occupant.marks)
        place = ""
        if lay is not None and what.segment is not None and not what.corner:
            place = piece_name(lay, what.segment, what.cell, says)
        return {"kind": "corner" if what.corner else "figure", "cell": [*what.cell], "at": [x, y],
                "key": pictures.figure(what.occupant), "player": what.occupant.owner,
                "figure": what.occupant.figure, "name": name, "label": what.occupant.label,
                "segment": what.segment, "place": place}  # fmt: skip
    if isinstance(what, Laid):
        name = says.count(what.number, "", what.mark)
        return {"kind": "mark", "cell": [*what.cell], "at": [x, y], "key": pictures.sign(what.mark, what.number, name),
                "name": name}  # fmt: skip
    over: Over = what
    name = says.noun(over.kind)
    return {"kind": "over", "cell": [*over.cells[0]], "at": [x, y], "key": pictures.sign(over.kind, 1, name),
            "name": f"{name} {over.name}", "place": over.name}  # fmt: skip


def piece_name(lay: Lay, segment: int, cell: Cell, says: Speech) -> str:
    """What a piece of a tile is called in a sentence, without its square."""
    whole = says.feature(place_in(lay.names[segment], cell))
    return whole.rpartition(f" {says.keyword('at')} ")[0] or whole


def marks_json(shown: Scene) -> list[dict[str, Any]]:
    """What a ruling points at, as areas of tiles and as squares; `good` is yes, no, or null for what is asked about."""
    lays = {tile.cell: tile.lay for tile in shown.tiles}
    found: list[dict[str, Any]] = []
    for mark in shown.marks:
        if mark.aside:
            continue
        square = _square_of(mark)
        if square is not None:
            found.append({"cell": [*square], "path": "", "width": 0, "good": mark.good})
        for cell, index in shown.pieces.get(str(mark.item.parts[0]), ()) if mark.item.kind == "feature" else ():
            lay = lays.get(cell)
            if lay is None:
                continue
            for area in parts.areas(lay):
                if area.segment == index:
                    found.append({"cell": [*cell], "path": area.path, "width": area.width, "good": mark.good})
    return found


def _square_of(mark: Mark) -> Cell | None:
    if mark.item.kind == "cell":
        return mark.item.parts[0], mark.item.parts[1]
    return (mark.item.parts[2], mark.item.parts[3]) if mark.item.kind == "placement" else None


class Watched(Run):
    """A way through a scenario that keeps what is to be seen at a question, by its line."""

    def __init__(self, scenario: Scenario, lang: str) -> None:
        super().__init__(scenario, lang, "")
        self.notes = Notes.ALL
        self.seen: dict[int, Scene] = {}
        self.given: dict[int, Answer] = {}

    def answered(self, answer: Answer, at: int) -> None:
        self.given[answer.line] = answer
        self.seen[answer.line] = scene_at(self, at, answer)


@cache
def figures_in(expansions: frozenset[str]) -> tuple[str, ...]:
    """The figures that players may put on the table, the meeple first."""
    words, played = vocabulary(), game(expansions)
    found = []
    for ident in words.ids("figure"):
        owner = words.owner("figure", ident)
        if owner in played.ids and "neutral" not in words.figure_traits(ident) and words.supply(ident):
            found.append(ident)
    return tuple(sorted(found, key=lambda ident: ident != "meeple"))


def named(ident: str, code: str) -> str:
    """The title of an expansion."""
    return lexicon(code).expansion_title(ident)
