"""The texts that fuzzing starts from, and what a hand, a cat or a broken disk makes of them.

Everything drawn comes from the `random.Random` that is passed in: the same seed gives the same input.
"""

from __future__ import annotations

import copy
import json
import os
import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary

ROOT = Path(__file__).parent.parent.parent
_BLOCK = re.compile(r"\n(?=[ \t]*(?:scenario|game|scénario|partie|SCENARIO) )")
_EXAMPLE = re.compile(r"^```carc *\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TOKEN = re.compile(r'"[^"\n]*"|\( *-?\d+ *, *-?\d+ *\)|@-?\d+|-?\d+\.?|[\w/+!-]+|\n[ \t]*|[ \t]+|#[^\n]*|.', re.DOTALL)


def _listed(*rows: str) -> list[str]:
    return " ".join(rows).split()


NUMBERS = _listed(
    "0 1 2 3 4 5 7 8 9 10 12 20 40 60 99 100 999 1000 1001 -1 -2 -9 100000 999999999999999999 1000000000000000000",
    "99999999999999999999999 007 1. 2. 3. 0. 99. @90 @180 @270 @0 @45 @-90 @360",
    "9" * 4400,
)
SQUARES = _listed("(0,0) (1,0) (0,1) (-1,0) (0,-1) (2,1) (4,4) (-3,5) (99,99) (1000000000,0) (1,-1)")
SIDES = _listed("N E S W NL NR EL ER SL SR WL WR NE SE SW NW O NO SO OG OD")
TILES = _listed(
    "D V U E L A B C F G H I J K M N O P Q R S T W X Y Z V@90 E@180 U@270 D@45 ffcf rfrf cfcf crfr ffff cccc BA/RCr",
    "BA/L R1 RI.1 AM.1 GCC.1 A20.1 ??? f fff ffcfc",
)
NAMES = _listed("T R1 R M F G H K A B Toulouse Albi X-1 é ẞ İ ı ǆ Anna", '"N" "red" "(0,0)" "\\" "Ben"', "a" * 300)
NAMES += ['"a b"', '"Old Town"', '""', '" "', '"a;b"', '"a#b"', '"' + "x" * 300 + '"']
OTHER = [*":,;=|.@#()'\"!?[]{}%$*<>~`^&/\\–—«»“”…§\t\u200b\u00a0\u202e\x07\x85\u2028\ufeff\U0001f3f0﷽𝟛٣²½"]
OTHER += ["\x1b[31m", "e\u0301"]
SWITCHES = _listed(
    "BASE-29 BASE-31 BASE-99 GCC-36 ANN-13 AM-1 C1 C2 C3 C9 tiny-city-scoring farmer-scoring first second 4"
)


class Input(NamedTuple):
    """One thing to try."""

    kind: str
    """``text`` (the scenario language), ``bytes`` (a file of it), ``jcz``, ``freels`` or ``tournament``."""
    data: str | bytes


# ---- what there is
@cache
def texts() -> tuple[str, ...]:
    """Every scenario of the corpus with the head of its file, the bad inputs of the tests, the examples of the docs."""
    found = []
    for path in sorted((ROOT / "scenarios").rglob("*.carc")):
        head, *blocks = _BLOCK.split("\n" + path.read_text(encoding="utf-8"))
        found += [f"{head}\n{block}\n".lstrip("\n") for block in blocks] if blocks else [head]
    found += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "bad").glob("*.carc"))]
    for page in sorted((ROOT / "docs").glob("*.md")):
        found += _EXAMPLE.findall(page.read_text(encoding="utf-8"))
    return tuple(text for text in found if len(text) < 6000)


@cache
def words() -> dict[str, tuple[str, ...]]:
    """Every spelling of every language by its role."""
    found: dict[str, set[str]] = {}
    for lang in codes():
        for spelling, meanings in lexicon(lang).phrases.items():
            for role, _ in meanings:
                found.setdefault(role, set()).add(spelling)
    expansions = {lexicon(lang).expansion_word(one) for lang in codes() for one in vocabulary().expansions()}
    return {**{role: tuple(sorted(said)) for role, said in found.items()}, "expansion": tuple(sorted(expansions))}


@cache
def meanings() -> dict[str, tuple[str, ...]]:
    """The roles of every spelling of one word."""
    found: dict[str, list[str]] = {}
    for role, spellings in words().items():
        for spelling in spellings:
            found.setdefault(spelling, []).append(role)
    return {spelling: tuple(roles) for spelling, roles in found.items()}


# ---- words
def word(chance: random.Random, role: str = "") -> str:
    """A word of `role`; of any where none is said."""
    if role == "number":
        return chance.choice(NUMBERS)
    if role == "square":
        return chance.choice(SQUARES)
    if role == "tile":
        return chance.choice(TILES)
    if role == "own":
        return chance.choice(NAMES)
    known = words()
    if role not in known:
        pool = chance.choice((None, None, None, NUMBERS, SQUARES, SIDES, TILES, NAMES, OTHER, SWITCHES))
        if pool is not None:
            return chance.choice(pool)
        role = chance.choice(tuple(known))
    if role == "side":
        return chance.choice(SIDES)
    return chance.choice(known[role])


SHAPES = """
ask may {colour} {verb} {figure} on {own} by {any}
ask may {colour} {verb} {figure} {any} {any}
ask may {colour} {verb} {name}
ask must {colour} {verb} {figure}
ask may {colour} {verb} {unit} on {own}
ask may {colour} {verb} {kind} {side} at {square}
ask may {colour} {verb} {any}
ask where {colour} may {verb} {figure}
ask which {colour} may {verb} on {own}
ask {topic} {own}
ask {topic} {colour}
ask {topic} {any}
ask {topic}
ask {topic} {kind} {side} at {square}
ask placements {tile}
{colour} has {number} {unit}
{colour} has {number} {figure}, {unit}
{colour} has {number} {any} aside
stock {number} {unit}
stock {unit}
{kind} {own}: {flag}, {number} {unit}, {any}
{kind} {own}: incomplete, 2 tiles, empty
{kind} {own}: {number} of {number} tiles, {any}
{kind} {own}: touches {own} and {number} complete cities
{kind} {own}: {any} {any}
{colour}: {number} {figure}
{colour}: {figure} with {number} {unit}
{colour}: {flag} {figure} on {kind} {side}
{colour}: {figure} called {own} at {square}
{square} {tile}
{square} {colour}: {figure} on {own}
board
board, part
grid from {square}
| {tile} {tile} . |
corner {square}
tiles at {square}, {square}
{own} = {kind} {side} at {square}
near {own}: {own}, {any}
around {own}: {number} tiles
same tile {own}: {own}, {figure} on {own}
turn {colour}
turn {colour} {topic}
{verb} {figure} on {own}
{verb} {unit} on {own}
{verb} {any}
{verb} {name}
draws {any}
places {tile} at {square}
places a tile that {effect} {own}
places a tile that {effect} {own} with {number} {unit}, {effect} {any}
places {kind} in {own}
puts {figure} on {own}
puts {figure} on {kind} {side}
{colour} {verb} {figure}
unwraps {unit} on {own}
later
final
claim {colour} {number}
claim after {number}: {colour} {number}
{number} {colour} {tile} {square} {figure} {kind} {side}
1. {colour} {tile} {square}
2. {colour}: {verb} {any}, places {tile} at {square}
expect {colour} {number}
expect {any}
expect exactly {any}, {any}
expect {number} {unit}
expect in order {colour}, {colour}
expect {colour} {number} because {any}
expect {flag} under {any}
expect asks "{any}"
use {expansion}
use {expansion}, {expansion}, {expansion}
edition {any}
rule {any} {any}
rule {any}
like {own}
players {colour}, {colour} {own}
tile {own}: {kind} {side} {side}, {symbol}, {any}
language fr
scenario {own}
game {own}
{keyword} {any} {any}
""".strip().splitlines()
"""Statements with gaps: what somebody may type who has seen the language once."""


def statement(chance: random.Random) -> str:
    """A line in a shape of the language, with words that may not belong there."""
    shape = chance.choice(SHAPES)
    return re.sub(r"\{(\w+)\}", lambda gap: word(chance, gap[1]), shape)


def soup(chance: random.Random) -> str:
    """Words of the language in no order."""
    many = range(chance.randint(1, 30))
    return " ".join(chance.choice((word(chance), word(chance), "\n", ";", ",", ":")) for _ in many)


def page(chance: random.Random) -> str:
    """Some lines in the shapes of the language."""
    lines = [statement(chance) for _ in range(chance.randint(1, 9))]
    if chance.random() < 0.6:
        lines.insert(0, f"use {', '.join(chance.sample(words()['expansion'], chance.randint(1, 4)))}")
    return "\n".join(lines)


# ---- mutations of a text that works
def slip(chance: random.Random, text: str) -> str:
    """Letters lost, doubled, or strewn in."""
    at, length = chance.randint(0, len(text)), chance.choice((0, 0, 1, 1, 2, 8))
    strewn = chance.choice(("", "", "\n", ";", ",", "|", "9", "# ", text[at : at + 1], *chance.sample(OTHER, 4)))
    return text[:at] + strewn + text[at + length :]


def other_word(chance: random.Random, text: str) -> str:
    """One word replaced: by one of its own role, a name of the text, or any; or left out, doubled, put elsewhere."""
    tokens = _TOKEN.findall(text)
    places = [at for at, token in enumerate(tokens) if not token.isspace()]
    if not places:
        return statement(chance)
    at = chance.choice(places)
    token, what = tokens[at], chance.random()
    if what < 0.5:
        tokens[at] = kin(chance, token)
    elif what < 0.62:
        tokens[at] = tokens[chance.choice(places)]
    elif what < 0.72:
        tokens[at] = word(chance)
    elif what < 0.8:
        tokens[at] = ""
    elif what < 0.9:
        tokens[at] = f"{token} {word(chance)}"
    else:
        there = chance.choice(places)
        tokens[at], tokens[there] = tokens[there], tokens[at]
    return "".join(tokens)


def kin(chance: random.Random, token: str) -> str:
    """A word of the same sort as `token`."""
    if re.fullmatch(r"-?\d+\.?|@-?\d+", token):
        return chance.choice(NUMBERS)
    if token.startswith("("):
        return chance.choice(SQUARES)
    if token in SIDES:
        return chance.choice(SIDES)
    roles = meanings().get(token.casefold())
    if roles:
        return word(chance, chance.choice(roles))
    if re.fullmatch(r"[cfrbm]{4}|[A-Z](@\d+)?|[A-Z]+/\w+", token):
        return chance.choice(TILES)
    return chance.choice(NAMES)


def other_lines(chance: random.Random, text: str) -> str:
    """Lines left out, doubled, in another order, of another text or in a shape of the language."""
    lines = text.split("\n")
    what, at = chance.random(), chance.randrange(len(lines))
    if what < 0.2:
        del lines[at]
    elif what < 0.35:
        lines.insert(chance.randint(0, len(lines)), lines[at])
    elif what < 0.5:
        lines.insert(chance.randint(0, len(lines) - 1), lines.pop(at))
    elif what < 0.75:
        lines.insert(at, statement(chance))
    else:
        there = chance.choice(texts()).split("\n")
        start = chance.randrange(len(there))
        lines[at:at] = there[start : start + chance.randint(1, 4)]
    return "\n".join(lines)


def other_clause(chance: random.Random, text: str) -> str:
    """An item of a list replaced by, or joined with, one of another text."""
    parts, others = re.split(r"([,:;\n])", text), re.split(r"[,:;\n]", chance.choice(texts()))
    at = chance.randrange(0, len(parts), 2)
    parts[at] = chance.choice((f"{parts[at]},", "")) + " " + chance.choice(others)
    return "".join(parts)


def more_in_play(chance: random.Random, text: str) -> str:
    """More expansions in play than the text knows of, or another edition."""
    if chance.random() < 0.2:
        return f"edition {chance.choice(('C1', 'C2'))}\n{text}"
    return f"use {', '.join(chance.sample(words()['expansion'], chance.randint(1, 6)))}\n{text}"


MUTATIONS = (slip, *(other_word,) * 4, *(other_lines,) * 2, *(other_clause,) * 2, more_in_play)


def mutated(chance: random.Random, text: str) -> str:
    """`text` after a few mutations."""
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        text = chance.choice(MUTATIONS)(chance, text)
    return text[:20_000]


# ---- files of other programs
EXTREMES = (
    0, 1, -1, 2, 3, 7, 90, 10**6, 10**30, -(10**30), 1.5, 1e308, float("inf"), float("nan"), True, False, None,
    "", "x", "N", "é", "0", "R90", "R45", "BA/L", "9" * 5000, '"', "\n", "a\nb", "\x1b[31m",
    [], {}, ["x", None], [0], [0, 0], [1, 0], {"a": 1}, [[]],
)  # fmt: skip


def in_json(chance: random.Random, value: Any) -> Any:
    """`value` with one thing in it changed, left out, doubled or put elsewhere."""
    places = list(_inside(value))
    if not places:
        return chance.choice(EXTREMES)
    holder, key = chance.choice(places)
    what = chance.random()
    if what < 0.55:
        holder[key] = copy.deepcopy(chance.choice(EXTREMES))
    elif what < 0.7:
        holder.pop(key)
    elif what < 0.85:
        there, other = chance.choice(places)
        if (isinstance(there, dict) and other in there) or (isinstance(there, list) and other < len(there)):
            holder[key] = copy.deepcopy(there[other])
    elif isinstance(holder, list):
        holder.insert(chance.randint(0, len(holder)), copy.deepcopy(holder[key]))
    else:
        holder[chance.choice(("x", "", "player", "position", *map(str, holder)))] = copy.deepcopy(holder[key])
    return value


def _inside(value: Any) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in list(items):
        yield value, key
        yield from _inside(held)


def notation(chance: random.Random, text: str) -> str:
    """A table or a list of turns with cells changed."""
    parts = re.split(r"([\s,;:\[\]=+>]+)", text)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(parts))
        other = parts[chance.randrange(len(parts))]
        parts[at] = chance.choice(("", other, parts[at] * 2, word(chance, chance.choice(("number", "tile", "side")))))
    return "".join(parts)


FREELS = (
    "1 D 2 4 1 0 P1=4T 7+7\n2 Q 1 6 2 0\n3 V 0 5 1 1\n4 K 3 4 2 -1\n",
    "1\tU\t0\t\t0\t1\n2\tW\t1\t5\t0\t2\tP2=3R\n3,L,2,8,-1,0,,\n",
)
TOURNAMENT = ("A:[0;1]N:cfff\nB:[0;-1]N:crrf>N:K=+4B\n", "A:[1;0]N:rfrf\nB:[2;0]E:ffrr>S:F\nA:[0;1]N:cfff>C:K=+2A+3B\n")


@cache
def saved_games() -> tuple[str, ...]:
    """Saved games: those of the corpus that another program can open, and the files of ``FUZZ_TEXTS``."""
    from adjudicator.errors import Problems
    from adjudicator.records.jcz_write import write_jcz

    found = [path.read_text(encoding="utf-8") for path in more() if path.suffix == ".jcz"]
    for text in texts():
        if len(found) >= 40:
            break
        if re.search(r"^\s*(?:game|partie) ", text, re.MULTILINE):
            try:
                found.append(write_jcz(text))
            except Problems:
                continue
    return tuple(found)


def more() -> list[Path]:
    """Files to start from besides those of the project: everything in the folder ``FUZZ_TEXTS``."""
    folder = os.environ.get("FUZZ_TEXTS")
    return sorted(path for path in Path(folder).rglob("*") if path.is_file()) if folder else []


# ---- one input
def made(chance: random.Random, pool: Sequence[str] = ()) -> Input:
    """One input; `pool` holds texts that said something new when they were tried, to go on from."""
    what = chance.random()
    if what < 0.72:
        start = chance.choice(pool) if pool and chance.random() < 0.3 else chance.choice(texts())
        return Input("text", mutated(chance, start))
    if what < 0.82:
        return Input("text", page(chance))
    if what < 0.88:
        return Input("text", soup(chance))
    if what < 0.91:
        return Input("bytes", in_bytes(chance))
    if what < 0.95:
        value = json.loads(chance.choice(saved_games()))
        for _ in range(chance.choice((1, 1, 2, 4))):
            value = in_json(chance, value)
        text = json.dumps(value)
        return Input("jcz", slip(chance, text) if chance.random() < 0.1 else text)
    if what < 0.975:
        return Input("freels", notation(chance, chance.choice(FREELS)))
    return Input("tournament", notation(chance, chance.choice(TOURNAMENT)))


def in_bytes(chance: random.Random) -> bytes:
    """A file that may be no text at all."""
    if chance.random() < 0.3:
        return chance.randbytes(chance.randint(0, 200))
    data = bytearray(chance.choice(texts()).encode(chance.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16"))))
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(data))
        strewn = chance.choice((b"", chance.randbytes(2), b"\0", b"\xc3", b"\r", b"\x1b[2J"))
        data[at : at + chance.choice((0, 1, 1, 3))] = strewn
    return bytes(data)
