"""What changes nothing in a text changes nothing in its answers: another order, other names, the table in a mirror.

Every run tries some texts of the corpus with a fixed seed; ``FUZZ=100000`` tries all of them, and more boards.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest
from fuzz_targets import borrows
from fuzz_texts import texts
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Board, Place, asks, boards

from adjudicator import adjudicate, formatted
from adjudicator.binding.cell import Code, codes_of
from adjudicator.errors import Problems
from adjudicator.geometry.face import HALVES, SIDES, Face
from adjudicator.model.ruling import Item, Outcome
from adjudicator.syntax.document import Statement, read_document
from adjudicator.syntax.lexer import Word
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import Lexicon, fold, lexicon
from adjudicator.words.tokens import Token
from adjudicator.words.wording import printer

MANY = int(os.environ.get("FUZZ", "0"))
SOME = MANY or 40
HEADER = ("language", "scenario", "game", "source", "like", "use", "edition", "switch", "players", "tile")
SKETCHED = ("feature", "figures", "has", "stock", "near", "around", "same_tile")
BOARD = ("board", "tile_at", "tiles_at", "corner", "grid", "row", "named", "figures_at")
Gist = list[tuple[object, ...]]


def gist(outcome: Outcome) -> Gist:
    """What was answered, without names, in no order but that of the questions."""
    found: Gist = []
    for one in outcome.answers:
        given = one.ruling
        why = Counter((finding.rule, finding.holds, finding.phrase) for finding in given.findings)
        points = sorted(number for number in given.points.values() if number)
        # A question back lists what may be meant in the order in which it was written.
        met = [] if given.missing else [expected.met for expected in one.expected]
        found.append((given.topic, given.verdict, points, len(given.options), set(why), set(given.rules), met))
    return found


def settled(text: str) -> Outcome | None:
    """What came of a text; None where something is wrong with it."""
    try:
        outcome = adjudicate(text)
    except Problems:
        return None
    return None if outcome.problems else outcome


def sound(wanted: Callable[[Sequence[Statement]], bool], seed: str) -> Iterator[tuple[str, list[Statement], Gist]]:
    """Texts of the corpus without a problem whose statements are of the sort `wanted`, with their answers."""
    chance = random.Random(seed)
    found = 0
    for text in chance.sample(texts(), len(texts())):
        if found >= SOME:
            return
        document = read_document(text)
        if (
            document.problems
            or not wanted(document.statements)
            or re.search(r"^\s*(?:like|comme) ", text, re.MULTILINE)
        ):
            continue
        outcome = settled(document.text)
        if outcome is not None:
            found += 1
            yield document.text, document.statements, gist(outcome)


def every(_: Sequence[Statement]) -> bool:
    return True


def sketched(statements: Sequence[Statement]) -> bool:
    return any(one.form == "feature" for one in statements) and not any(one.form in BOARD for one in statements)


def on_board(statements: Sequence[Statement]) -> bool:
    return any(one.form in ("tile_at", "row") for one in statements)


def rewritten(text: str, statements: Sequence[Statement], change: Callable[[Word], str | None]) -> str:
    """`text` with other words where `change` gives some."""
    lines = text.split("\n")
    edits = {
        (word.line, word.column): (word.end_column, said)
        for one in statements
        for word in one.words
        if (said := change(word)) is not None
    }
    for (line, column), (end, said) in sorted(edits.items(), reverse=True):
        row = lines[line - 1]
        lines[line - 1] = row[: column - 1] + said + row[end - 1 :]
    return "\n".join(lines)


def same(text: str, changed: str, before: Gist) -> None:
    after = settled(changed)
    assert after is not None, f"refused:\n{changed}\n---- was\n{text}"
    assert gist(after) == before, f"{changed}\n---- was\n{text}"


# ---- names
def test_other_names_of_features() -> None:
    for text, statements, before in sound(every, "names"):
        # What a place is called may be what it is: a bathhouse.
        named = [one for one in statements if one.form == "feature" and one.words[0].id("kind") != "area"]
        own = [one.parts[1] for one in named if len(one.parts) > 1]
        words = [clause[0] for clause in own if clause and isinstance(clause[0], Word) and not clause[0].roles]
        players = {fold(word.text) for one in statements if one.form == "players" for word in one.words}
        if any(fold(word.text) in players for word in words):
            continue
        names = {fold(word.text): f"Zq{at}" for at, word in enumerate(words)}
        if not names or any(word.id("keyword") == "asks" for one in statements for word in one.words):
            continue

        def change(word: Word, names: dict[str, str] = names) -> str | None:
            return names.get(fold(word.text)) if word.type in ("ATOM", "STRING") and not word.roles else None

        same(text, rewritten(text, statements, change), before)


def in_cells(statements: Sequence[Statement], words: Lexicon) -> dict[tuple[int, int], list[Code]]:
    """The figures in the cells of grids, by line and column."""
    return {
        (word.line, word.column): codes_of(word.text, words) or []
        for one in statements
        if one.form == "row"
        for before, word in pairwise(one.words)
        if before.type == "_COLON"
    }


def test_other_colours_of_players() -> None:
    for text, statements, before in sound(every, "colours"):
        lang = read_document(text).language
        words = lexicon(lang)
        cells = in_cells(statements, words)
        told = [c for one in statements for word in one.words if (c := word.id("colour"))]
        used = list(dict.fromkeys([*told, *(code.colour for codes in cells.values() for code in codes)]))
        if len(used) < 2 or any(word.id("keyword") == "asks" for one in statements for word in one.words):
            continue
        other = dict(zip(used, [*used[1:], used[0]], strict=True))

        letters = {
            place: printer(lang).text(
                Token("cell", "", codes=tuple(code._replace(colour=other[code.colour]) for code in codes))
            )
            for place, codes in cells.items()
        }

        def change(
            word: Word, other: dict[str, str] = other, lang: str = lang, letters: dict[tuple[int, int], str] = letters
        ) -> str | None:
            if (word.line, word.column) in letters:
                return letters[word.line, word.column]
            colour = word.id("colour")
            plain = colour is not None and word.type != "STRING" and fold(word.text) in lexicon(lang).phrases
            return lexicon(lang).say("colour", other[colour]) if plain and colour is not None else None

        same(text, rewritten(text, statements, change), before)


# ---- order
def test_another_order_of_a_sketch() -> None:
    chance = random.Random("order")
    for text, statements, before in sound(sketched, "order"):
        if sum(one.form in ("scenario", "game") for one in statements) > 1 or ";" in text:
            continue
        at = next((i for i, one in enumerate(statements) if one.form not in (*HEADER, *SKETCHED)), len(statements))
        first = next(i for i, one in enumerate(statements) if one.form in SKETCHED)
        if any(one.form in HEADER for one in statements[first:at]):
            continue
        # What stands on a feature goes with it.
        groups: list[list[str]] = []
        lines = text.split("\n")
        starts = [one.span.line for one in statements[first:at]]
        ends = [*starts[1:], statements[at].span.line if at < len(statements) else len(lines) + 1]
        for one, start, end in zip(statements[first:at], starts, ends, strict=True):
            if one.form == "figures" and groups:
                groups[-1] += lines[start - 1 : end - 1]
            else:
                groups.append(lines[start - 1 : end - 1])
        chance.shuffle(groups)
        shuffled = [line for group in groups for line in group]
        same(text, "\n".join([*lines[: starts[0] - 1], *shuffled, *lines[ends[-1] - 1 :]]), before)


LISTS = ("figures", "near", "around", "same_tile", "has")


def listed(row: str, statement: Statement) -> tuple[str, list[str]] | None:
    """A line up to where its list begins, and the items of that; None for a line that is not a list alone."""
    words = statement.words
    if statement.form not in LISTS or ";" in row or words[-1].type == "_COMMA" or words[-1].line != words[0].line:
        return None
    ends = [at for at, word in enumerate(words) if word.type == "_COLON" or word.id("keyword") == "has"]
    if not ends:
        return None
    groups: list[list[Word]] = [[]]
    for word in words[ends[0] + 1 :]:
        if word.type == "_COMMA":
            groups.append([])
        else:
            groups[-1].append(word)
    if not all(groups):
        return None
    start = groups[0][0].column - 1
    return row[:start], [row[group[0].column - 1 : group[-1].end_column - 1] for group in groups]


def test_another_order_within_a_line() -> None:
    chance = random.Random("items")
    for text, statements, before in sound(lambda all_: any(one.form in LISTS for one in all_), "items"):
        lines = text.split("\n")
        for one in statements:
            row = lines[one.span.line - 1]
            found = listed(row, one)
            if found is not None and len(found[1]) > 1 and "#" not in row:
                lines[one.span.line - 1] = found[0] + ", ".join(chance.sample(found[1], len(found[1])))
        same(text, "\n".join(lines), before)


@pytest.mark.long
def test_figures_that_differ_stand_in_no_order() -> None:
    """One more figure like another, but haunted or protected, before it or behind it: the same ruling or question."""
    chance = random.Random("unlike")
    for text, statements, _ in sound(lambda all_: any(one.form == "figures" for one in all_), "unlike"):
        lines, lang = text.split("\n"), read_document(text).language
        said = lexicon(lang)
        rows = [(one, found) for one in statements if (found := listed(lines[one.span.line - 1], one)) is not None]
        rows = [pair for pair in rows if pair[0].form == "figures" and "#" not in lines[pair[0].span.line - 1]]
        if not rows:
            continue
        one, (start, items) = chance.choice(rows)
        noun = chance.choice([said.say("figure", ident) for ident in ("meeple", "large-meeple", "wagon")])
        item = chance.choice([noun, *(word for word in items if re.fullmatch(r"[^\W\d]+", word))])
        carried = f"{said.say('keyword', 'with')} {chance.randint(1, 2)} {said.say('unit', 'ghost')}"
        other = f"{item} {chance.choice([carried, said.say('flag', 'protected')])}"
        gists = []
        for order in ([*items, item, other], [other, *items, item], [item, other, *items]):
            lines[one.span.line - 1] = start + ", ".join(order)
            gists.append(answered("\n".join(lines)))
        assert gists[0] == gists[1] == gists[2], "\n".join(lines)


def in_any_order(value: object) -> object:
    """A list of what may be meant is in the order in which it was written."""
    if isinstance(value, Item):
        parts = [in_any_order(part) for part in value.parts]
        return value.kind, sorted(parts, key=repr) if value.kind == "either" else parts
    return tuple(sorted(value, key=repr)) if type(value) is tuple else value


def answered(text: str) -> object:
    """What comes of a text: its answers in full, or the sorts of its problems."""
    try:
        outcome = adjudicate(text)
    except Problems as error:
        return sorted({one.code for one in error.items})
    asked = [
        sorted({repr((n, in_any_order(v))) for one in a.ruling.missing for n, v in one.values.items()})
        for a in outcome.answers
    ]
    points = [dict(answer.ruling.points) for answer in outcome.answers]
    options = [sorted(repr(in_any_order(one)) for one in answer.ruling.options) for answer in outcome.answers]
    return gist(outcome), asked, points, options, sorted({one.code for one in outcome.problems})


# ---- what has nothing to do with it
def test_a_feature_that_has_nothing_to_do_with_it() -> None:
    listing = {"where", "which", "options", "final", "setup", "placements", "wagon", "abbey", "barn"}
    kinds = ("road", "city", "garden", "monastery")
    for text, statements, before in sound(sketched, "feature"):
        if read_document(text).language != "en" or any(answer[0] in listing for answer in before):
            continue
        kind = next((one for one in kinds if not re.search(rf"\b{one}", text)), None)
        if kind is None:
            continue
        added = f"{kind} Zq9: complete, scored, empty"
        line = next(one.span.line for one in statements if one.form == "feature")
        lines = text.split("\n")
        same(text, "\n".join([*lines[: line - 1], added, *lines[line - 1 :]]), before)


def test_a_word_that_is_none_is_never_passed_over() -> None:
    chance = random.Random("word")
    for text, statements, _ in sound(every, "word"):
        spots = [one for one in statements if one.form not in (*HEADER, "named", "same_tile", "tiles_at")]
        one = chance.choice(spots or list(statements))
        if one.form in ("scenario", "game", "players", "tile", "source"):
            continue
        word = chance.choice(one.words)
        if word.type in ("_COMMA", "_COLON", "_BAR") or word.id("keyword") == "called":
            continue
        lines = text.split("\n")
        row = lines[word.line - 1]
        lines[word.line - 1] = f"{row[: word.end_column - 1]} qwrtz {row[word.end_column - 1 :]}"
        changed = "\n".join(lines)
        assert settled(changed) is None, f"passed over in line {word.line}:\n{changed}"


# ---- languages
@pytest.mark.parametrize("lang", codes())
@pytest.mark.long
def test_every_language_and_back(lang: str) -> None:
    for text, statements, before in sound(every, lang):
        if borrows(lang) and any(word.id("keyword") == "asks" for one in statements for word in one.words):
            continue
        try:
            there = formatted(text, lang)
        except Problems as error:
            pytest.fail(f"{error}\n{text}")
        same(text, there, before)
        same(there, formatted(there, read_document(text).language), before)


# ---- the table
def test_a_table_pushed_aside() -> None:
    for text, statements, before in sound(on_board, "table"):
        if re.search(r'"[^"]*\(', text):
            continue  # a square in a question in quotes

        def change(word: Word) -> str | None:
            return f"({word.value[0] + 3},{word.value[1] - 7})" if word.type == "COORD" else None

        same(text, rewritten(text, statements, change), before)


def across(side: int) -> int:
    """The side that a side is in a mirror that stands east."""
    return -side % 4


def half_across(half: int) -> int:
    """So for a half side: left and right change places."""
    return 2 * across(half // 2) + 1 - half % 2


def mirrored(face: Face, name: str) -> str:
    """A tile that shows what `face` shows in a mirror."""
    said = []
    for piece in face.segments:
        words = [piece.kind, *(SIDES[across(side)] for side in piece.sides)]
        words += [HALVES[half_across(half)] for half in piece.halves]
        words += [f"{number} {mark}" for mark, number in piece.marks.items()]
        cities = [f"city {SIDES[across(face.segments[at].sides[0])]}" for at in piece.touches]
        said.append(" ".join([*words, *(["touches", " and ".join(cities)] if cities else [])]))
    return f"tile {name}: {', '.join(said)}"


def side_across(side: str) -> str:
    if side in SIDES:
        return SIDES[across(SIDES.index(side))]
    return HALVES[half_across(HALVES.index(side))] if side in HALVES else side


@given(boards(tiles=10), st.booleans())
@settings(max_examples=25 if not MANY else 1000)
@pytest.mark.long
def test_a_table_in_a_mirror(board: Board, all_at_once: bool) -> None:
    tiles = {tile.face.id: f"MIRROR{at}" for at, tile in enumerate(board.tiles)}
    defined = [mirrored(tile.face, tiles[tile.face.id]) for tile in {t.face.id: t for t in board.tiles}.values()]
    lines = [*defined, "board"]
    for tile in board.tiles:
        lines.append(f"({-tile.x},{tile.y}) {tiles[tile.face.id]}@{90 * (-tile.turns % 4)}")
        for one in board.figures:
            if (one.x, one.y) == (tile.x, tile.y):
                lines.append(f"{one.colour}: {one._replace(side=side_across(one.side)).text}")
    places = board.places
    there = [Place(place.kind, side_across(place.side), -place.x, place.y).text for place in places]
    questions = ("ask final", "ask final") if all_at_once else (asks([p.text for p in places]), asks(there))
    first = settled(f"{board.lines()}\n{questions[0]}")
    second = settled("\n".join([*lines, questions[1]]))
    assert first is not None and second is not None, "\n".join(lines)
    assert gist(first) == gist(second), "\n".join(lines)
