"""Features told without tiles: their facts, the figures on them, what lies near them."""

from __future__ import annotations

from adjudicator.binding.reader import FigurePhrase, Mistake, Reader, is_name
from adjudicator.binding.repeats import Said
from adjudicator.binding.standing import which_figure
from adjudicator.errors import Problem
from adjudicator.model.position import Feature, Occupant, Touch
from adjudicator.model.ruling import Item
from adjudicator.model.scenario import Ref
from adjudicator.model.span import Span
from adjudicator.rulebook.loader import rules
from adjudicator.syntax.lexer import Word
from adjudicator.words.lexicon import fold, lexicon
from adjudicator.words.vocabulary import vocabulary

SURROUNDED = 9
"""Tiles of what is measured by its surroundings when it is complete: its own and 8 around (BASE-32)."""
STATES = {"complete": True, "incomplete": False}
"""The states of a feature that say whether it is complete."""


def feature_name(kind: str, clause: list[Word] | None, lang: str) -> str:
    """The name of a declared feature; places off the tiles may go by their kind alone."""
    if not clause:
        return lexicon(lang).say("kind", kind)
    reader = Reader(clause, lang)
    word = reader.next
    if word is None:
        reader.fail("name")
    if word.type == "NUMBER":
        reader.fail("name")
    if reader.role("name") is None and reader.name() is None:
        raise Mistake(Problem("keyword-as-name", word.span, {"word": word.text}))
    reader.end("colon")
    return word.text


def _fits(fact: str, kind: str, clause: list[Word]) -> None:
    """Refuses a fact that no feature of the kind can have: it would say nothing. Raises Mistake."""
    traits = {*vocabulary().kind_traits(kind)}
    measured = not traits.isdisjoint(("monastic", "surrounded"))
    completed = not traits or not traits <= {"area", "field", "surrounded"}
    completed = completed and not traits >= {"one-tile", "unscored-incomplete"}
    field = "field" in traits
    fits = {
        "complete": completed or field, "incomplete": completed or field,  # a field is refused with its rule
        "scored": completed,
        "enclosed": field or (measured and not completed),
        "not-enclosed": measured and not completed,
        "open-only-to": completed and not measured,
        "neighbour": measured,
        "tile": "area" not in traits,
    }  # fmt: skip
    if not fits.get(fact, True):
        first, last = clause[0], clause[-1]
        span = first.span._replace(end_column=(last if last.line == first.line else first).end_column)
        raise Mistake(Problem("fact-of-others", span, {"kind": Item.noun("kind", kind)}))


def read_facts(
    name: str, kind: str, clauses: list[list[Word]], lang: str, span: Span, refs: list[Ref] | None = None
) -> Feature:
    """The feature that ``city Toulouse: complete, 5 tiles, 1 coat`` describes, nobody on it yet; `refs` are given the
    places, besides touched cities, that it names.
    """
    monastic = "monastic" in vocabulary().kind_traits(kind)
    complete: bool | None = None
    tiles: int | None = None
    marks: dict[str, int] = {}
    flags: set[str] = set()
    touches: tuple[Touch, ...] | None = None
    said = Said()
    for clause in clauses:
        reader = Reader(clause, lang)
        flag = reader.role("flag")
        if flag is not None:
            _fits(flag, kind, clause)
            if flag in STATES:
                if complete is not None and complete != STATES[flag]:
                    raise Mistake(Problem("contradiction", clause[0].span, {"feature": name, "word": clause[0].text}))
                complete = STATES[flag]
            else:
                flags.add(flag)
            said.once(flag, clause)
        elif reader.peek("effect") == "touches":
            reader.role("effect")
            touches = (touches or ()) + read_touches(reader)
            said.once(tuple(word.text for word in clause), clause)
        elif touches and _goes_on(reader):
            touches += read_touches(reader)
            said.once(tuple(word.text for word in clause), clause)
        elif reader.keyword("open_only_to"):
            hole = reader.ref()
            _fits("open-only-to", kind, clause)
            flags.add(f"open-only-to {hole.name}")
            if refs is not None:
                refs.append(hole)
            said.once("open-only-to", clause)
        elif reader.keyword("on"):
            unit = reader.role("unit")
            side = reader.role("side")
            if unit is None:
                reader.fail("fact", ("unit",))
            flags.add(f"{unit}-{side}" if side else unit)
            said.once(("on", unit), clause)
        else:
            reader.keyword("with")
            count = reader.number()
            total = None
            if reader.keyword("of"):
                total = reader.number()
                if total is None:
                    reader.fail("number")
            unit = reader.role("unit") or reader.role("symbol") or reader.role("name")
            if unit is None and reader.keyword("tile"):
                unit = "tile"
            if unit is None:
                reader.fail("fact", ("flag", "unit", "effect"))
            if total is None and count is not None and reader.keyword("of"):
                total = reader.number()
            _fits(unit, kind, clause)
            if unit in ("tile", "neighbour") and count is not None and tiles is not None:
                if tiles != count + (unit == "neighbour"):
                    raise Mistake(Problem("contradiction", clause[0].span, {"feature": name, "word": clause[0].text}))
            said.once(unit, clause)
            if unit == "tile" and count is not None:
                tiles = count
                if total is not None and not monastic:
                    raise Mistake(Problem("of-how-many", clause[0].span, {"feature": name}))
                if total is not None:
                    complete = _whole(name, complete, count, total, clause[0].span)
            elif unit == "neighbour" and count is not None:
                tiles = count + 1
            else:
                marks[unit] = marks.get(unit, 0) + (1 if count is None else count)
        reader.end("comma")
    if monastic:
        if tiles is not None and tiles > SURROUNDED:
            values = {"feature": name, "count": tiles}
            raise Mistake(Problem("too-many-around", span, values, (), (_surrounded_by(kind, lang),)))
        if complete is None and tiles is not None:
            complete = tiles == SURROUNDED
        elif complete and tiles is None:
            tiles = SURROUNDED
        elif complete is not None and tiles is not None and complete != (tiles == SURROUNDED):
            raise Mistake(Problem("contradiction", span, {"feature": name, "word": f"{tiles}/{SURROUNDED}"}))
    if "not-enclosed" in flags and ("enclosed" in flags or tiles == SURROUNDED):
        raise Mistake(
            Problem("contradiction", span, {"feature": name, "word": lexicon(lang).say("flag", "not-enclosed")})
        )
    if tiles == 0:
        raise Mistake(Problem("tile-needed", span, {"feature": name}))
    return Feature(name, kind, complete, tiles, marks, frozenset(flags), touches, (), (), 0, None, span)


def _surrounded_by(kind: str, lang: str) -> str:
    """The rule that says how many tiles lie around a kind of feature: that of its own expansion, else BASE-32."""
    own = rules(vocabulary().owner("kind", kind))
    return next((r.id for r in own if r.topic == kind and "surrounding_tiles" in r.values), "BASE-32")


def _whole(name: str, said: bool | None, count: int, total: int, span: Span) -> bool:
    if count > total or (said is not None and said != (count == total)):
        raise Mistake(Problem("contradiction", span, {"feature": name, "word": f"{count}/{total}"}))
    return count == total


def _goes_on(reader: Reader) -> bool:
    """Whether a list of cities behind ``touches`` goes on behind a comma: ``touches A, B, 2 complete cities``."""
    ahead = 0
    if isinstance(reader.next, Word) and reader.next.type == "NUMBER":
        ahead = 1
        while reader.peek("flag", ahead):
            ahead += 1
        return reader.peek("kind", ahead) is not None
    return reader.peek("kind") is not None or (reader.next is not None and is_name(reader.next))


def read_touches(reader: Reader) -> tuple[Touch, ...]:
    """``Toulouse and 2 complete cities``, ``nothing``. City names stand as written; they are looked up later."""
    if reader.keyword("nothing"):
        return ()
    found: list[Touch] = []
    while True:
        count = reader.number()
        if count is None:
            if reader.peek("flag"):
                raise Mistake(Problem("touched-how-many", reader.where()))
            word = reader.next
            if word is not None and not word.roles and (reader.peek("flag", 1) or reader.peek("kind", 1)):
                reader.fail("number")  # "two complete cities"
            ref = reader.ref("city-name")
            if not ref.name:
                placed_there = ref.side or ref.cell is not None
                raise Mistake(Problem("touched-by-name" if placed_there else "touched-how-many", ref.span))
            found.append(Touch(ref.name, span=ref.span, kind=ref.kind))
        else:
            complete = _state(reader)
            kind = reader.role("kind")
            if kind is None:
                reader.fail("counted-cities", ("kind",))
            complete = _state(reader) if complete is None else complete
            found.append(Touch("", count, complete))
        if not reader.keyword("and"):
            return tuple(found)


def _state(reader: Reader) -> bool | None:
    """Whether counted cities are complete, where that comes next. Raises Mistake for another state of theirs."""
    state = reader.peek("flag")
    if state is None:
        return None
    if state not in STATES:
        reader.fail("counted-cities")
    reader.role("flag")
    return STATES[state]


def occupants(phrase: FigurePhrase, owner: str, place: str) -> tuple[Occupant, ...]:
    """The figures of one phrase, one record each."""
    if phrase.colour and owner and phrase.colour != owner:
        raise Mistake(Problem("two-colours", phrase.span))
    one = Occupant(phrase.colour or owner, phrase.figure, place, phrase.marks, phrase.label, phrase.cell, phrase.span)
    return (one,) * phrase.number


_WITH = frozenset(("carried", "below"))
"""Traits of what a figure may be said to stand with."""


def _goes_with(phrase: FigurePhrase) -> None:
    """Refuses what no figure goes with: it would say nothing. Raises Mistake."""
    words = vocabulary()
    for mark, _ in phrase.marks:
        roles = [role for role in ("unit", "figure", "name") if words.has(role, mark)]
        if roles and not words.has("flag", mark) and not any(_WITH & {*words.traits(role, mark)} for role in roles):
            raise Mistake(Problem("goes-with-nobody", phrase.span, {"thing": Item.noun(roles[0], mark)}))


def read_figures(clauses: list[list[Word]], lang: str) -> list[FigurePhrase]:
    """The figures of ``red: 2 meeples, wagon on road``."""
    phrases = []
    for clause in clauses:
        reader = Reader(clause, lang)
        which_figure(clause, lang)
        phrase = reader.figure()
        if phrase is None:
            reader.number()
            while reader.role("colour") or reader.role("flag"):
                pass
            reader.fail("figure", ("figure",))
        unit = reader.peek("unit", 1) if reader.peek("keyword") in ("on", "in") else None
        if unit is not None and len(reader.words) == reader.at + 2:  # what is no feature is said of the figure
            words, behind = lexicon(lang), reader.words[reader.at + 1]
            meant = (f"{words.say('keyword', 'with')} {behind.text}",)
            said = {"word": reader.words[reader.at].text, "expected": (Item("expected", ("comma",)),)}
            raise Mistake(Problem("unexpected-word", reader.words[reader.at].span, said, meant))
        reader.end("comma")
        _goes_with(phrase)
        phrases.append(phrase)
    return phrases


def read_linked(clauses: list[list[Word]], lang: str, alike: bool) -> tuple[object, ...]:
    """What lies near something: Refs, FigurePhrases, and counts as (number, unit id); `alike`: a place may be named
    twice, such as a road that leaves a tile by two sides.
    """
    found: list[object] = []
    said = Said()
    for clause in clauses:
        reader = Reader(clause, lang)
        if not alike and not any(word.id("figure") for word in clause):  # two figures may be told alike
            said.once(tuple(fold(word.text) for word in clause), clause)
        if reader.keyword("nothing"):
            reader.end("comma")
            continue
        figure = reader.figure()
        if figure is not None:
            found.append(figure)
            reader.end("comma")
            continue
        count = reader.number()
        if count is not None:
            unit = reader.role("unit") or reader.role("kind") or reader.role("symbol")
            if unit is None and reader.keyword("tile"):
                unit = "tile"
            if unit is None:
                reader.fail("unit", ("unit",))
            found.append((count, unit))
        else:
            found.append(_linked_place(reader))
        reader.end("comma")
    return tuple(found)


def _linked_place(reader: Reader) -> Ref:
    word = reader.next
    if word is not None and not is_name(word) and reader.peek("name"):
        reader.role("name")
        return Ref(name=word.text, span=word.span)
    return reader.ref()
