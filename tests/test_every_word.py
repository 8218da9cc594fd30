"""Every word is accounted for: what is put into a text is refused or changes what it says, never neither.

Into examples of the reference and scenarios of the corpus, at every place of every line, a word that means nothing, one
that the language knows, a number, a side, a square and the word before it once more are put. An ordinary run tries a
sample; ``EVERY_WORD=1 pytest tests/test_every_word.py`` tries them all, ``EVERY_WORD=0.1`` a tenth.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import corpus
import pytest
from corpus import FILES
from everyday import LONG, some

from adjudicator.binding.bind import bind
from adjudicator.binding.forms import compiled, forms, match, written
from adjudicator.binding.reader import Mistake
from adjudicator.engine.lines import Line
from adjudicator.engine.state import State
from adjudicator.errors import Problems
from adjudicator.model.position import Link
from adjudicator.model.scenario import Clause, Scenario
from adjudicator.model.span import Span
from adjudicator.play.run import Run
from adjudicator.syntax.document import read_document
from adjudicator.syntax.lexer import Word, scan
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import fold, lexicon
from adjudicator.words.vocabulary import vocabulary

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"\n(?=[ \t]*(?:scenario|game|scénario|partie) )")
_PLAYERS = ("players", "joueurs")
_EXAMPLE = re.compile(r"^```carc\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PLACES = ("span", "line", "column", "end_column", "text", "written", "file", "ask", "given")
KINDS = ("foreign", "known", "number", "side", "square", "double")
"""What is put in; `double` is the word before the place, said again."""
FOREIGN = "zzyzx"
KNOWN = (
    "inn", "complete", "wagon", "princess", "road", "portal", "tile", "empty", "meeple", "with", "on", "mist",
    "nothing", "gift", "city", "blue", "abbey", "by", "final", "any",
)  # fmt: skip
LARGEST = 2500
SIBLINGS = {
    "number": ("3", "20"),
    "side": ("N", "E", "S"),
    "square": ("(0,0)", "(5,5)"),
    "keyword": ("on", "with", "by", "any", "nothing", "from"),
    "kind": ("city", "road", "garden", "hole"),
    "colour": ("red", "blue", "black"),
    "figure": ("meeple", "wagon", "abbot", "pig"),
    "topic": ("final", "gift", "complete", "score"),
}  # fmt: skip
"""What is put in the same place instead: if that is refused or says something else, the word says what was true."""
SAMPLE = 0.006


class Put(NamedTuple):
    """A word put into a text."""

    text: str
    """The text with it."""
    kind: str
    word: str
    line: int
    row: str
    """The line it stands in."""


def texts(pages: tuple[str, ...] = ("language.md",), corpus: bool = True) -> list[str]:
    """Every example of the reference that runs, and every scenario of the corpus with the head of its file."""
    found = []
    for page in pages:
        found += _EXAMPLE.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
    for path in FILES if corpus else ():
        found += one_by_one(path)
    return [text for text in found if len(text) < LARGEST]


def one_by_one(path: Path) -> list[str]:
    """Every scenario of a file with the head of the file."""
    head, *blocks = _BLOCK.split("\n" + corpus.written(path))
    return [f"{_before(head, block)}\n{block}\n".lstrip("\n") for block in blocks] if blocks else [head]


def _before(head: str, block: str) -> str:
    """The head of a file without the line on the players where the scenario says it again, which replaces it."""
    again = any(line.strip().startswith(_PLAYERS) for line in block.splitlines())
    return "".join(line for line in head.splitlines(True) if not (again and line.startswith(_PLAYERS)))


def puts(text: str, chance: random.Random) -> Iterator[Put]:
    """`text` with one word more, of each kind at every place."""
    lines = text.splitlines()
    for row in scan(text)[0]:
        places = [(word.line, word.column) for word in row.words]
        if row.words and row.words[0].text not in ("scenario", "game", "source", "scénario", "partie"):
            places.append((row.words[-1].line, row.words[-1].end_column))
        else:
            continue
        for line, column in places:
            old = lines[line - 1]
            before = next((w for w in reversed(row.words) if (w.line, w.end_column) <= (line, column)), None)
            for kind in KINDS:
                word = {"foreign": FOREIGN, "number": "7", "side": "W", "square": "(9,9)"}.get(kind)
                if kind == "double":
                    if before is None or before.line != line or before.type.startswith("_"):
                        continue
                    word = old[before.column - 1 : before.end_column - 1]
                word = chance.choice(KNOWN) if word is None else word
                new = f"{old[: column - 1]} {word} {old[column - 1 :]}"
                yield Put("\n".join([*lines[: line - 1], new, *lines[line:]]) + "\n", kind, word, line, new)


def said(text: str) -> object:
    """All that a text says and all that is answered to it, without its words; None where it is refused."""
    try:
        bound = bind(read_document(text))
        if bound.problems:
            return None
        found: list[object] = [_position(scenario) for scenario in bound.scenarios]
        for scenario in bound.scenarios:
            run = Run(scenario, bound.language)
            played = run.all()
            if played.problems:
                return None
            found.append([_bare(answer) for answer in played.answers])
            found.append(_end(run.state))
        return found
    except Problems:
        return None


def passed_over(text: str, put: Put, before: object) -> bool:
    """Whether the word put into `text` is neither refused nor says anything; `before`: what is said without it."""
    if said(put.text) != before:
        return False
    line = put.text.splitlines()[put.line - 1]
    if f" 0  {put.word} " in line:
        return False  # there are 0 of whatever is not there
    roles = [role for role, _ in lexicon("en").phrases.get(fold(put.word), ())]
    others = SIBLINGS.get(put.kind) or next((SIBLINGS[role] for role in roles if role in SIBLINGS), ())
    for other in others:
        if other != put.word:
            lines = put.text.splitlines()
            lines[put.line - 1] = line.replace(f" {put.word} ", f" {other} ", 1)
            if said("\n".join(lines) + "\n") != before:
                return False
    return True


def _position(scenario: Scenario) -> object:
    fields = scenario._asdict()
    fields.pop("steps")
    fields["links"] = [_link(link) for link in scenario.links]
    fields["turns"] = [(step.kind, step.player, step.after) for step in scenario.steps]
    return _bare(fields)


def _link(link: Link) -> object:
    """A line on what lies together, as rules read it."""
    line = Line(link)
    return [_bare(getattr(line, name)) for name in Line.__slots__ if name not in ("link", "span", "nearby")]


def _end(state: State) -> object:
    turn = state.turn._replace(effects=()) if state.turn is not None else None
    return _bare((dict(state.features), state.hands, state.stock, turn, state.lines, state.unknown))


def _bare(value: Any) -> Any:
    """A value without its places in the text."""
    if isinstance(value, Word):
        return value.text
    if isinstance(value, Clause):
        return _bare(value.words)
    if isinstance(value, Span):
        return None
    if hasattr(value, "_fields"):
        fields = zip(value._fields, value, strict=True)
        return (type(value).__name__, *(_bare(part) for name, part in fields if name not in _PLACES))
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): _bare(part) for key, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(repr(_bare(part)) for part in value)
    if isinstance(value, (tuple, list)):
        return [_bare(part) for part in value]
    return (
        value if isinstance(value, (str, int, float, type(None))) else repr(type(value)) + str(getattr(value, "id", ""))
    )


def share() -> float:
    return float(os.environ.get("EVERY_WORD", SAMPLE))


@pytest.mark.long
def test_every_word_is_accounted_for() -> None:
    seed = os.environ.get("EVERY_WORD_SEED", "1")
    pages = ("language.md", "langage.md") if share() > SAMPLE else ("language.md",)
    tried, found = 0, []
    for text in some(texts(pages), 21):
        chance = random.Random(f"{seed} {text}")  # so that a new text changes nothing of what is tried in the others
        before: object = None
        for put in puts(text, chance):
            if chance.random() > share():
                continue
            before = said(text) if before is None else before
            if not before:
                break
            tried += 1
            if passed_over(text, put, before):
                found.append(f"{put.kind} {put.word}: {put.row.strip()}")
    assert tried > (300 if LONG else 15)
    assert not found, f"{len(found)} of {tried}\n" + "\n".join(found)


def test_a_word_that_is_passed_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no forms there are such words: the test can fail."""
    text = (
        "road R: incomplete, 3 tiles, empty\nturn red\n  places a tile that extends R\nask where red may put meeple\n"
    )
    wrong = Put(text.replace("put meeple", "put  7 meeple"), "number", "7", 4, "")
    assert not passed_over(text, wrong, said(text))
    monkeypatch.setattr("adjudicator.binding.forms.forms", lambda role, ident: ())
    assert passed_over(text, wrong, said(text))


# ---- the forms themselves
WORDS = [(role, ident) for role in ("verb", "effect", "topic", "keyword", "symbol") for ident in vocabulary().ids(role)]
WITHOUT = frozenset(
    (
        "topic extra-turn", "topic second-part",  # kinds of turn, which nobody asks for
    )
)  # fmt: skip
"""Words that no form is said of."""


@pytest.mark.parametrize(("role", "ident"), [(r, i) for r, i in WORDS if r in ("verb", "effect", "topic")])
def test_every_verb_effect_and_topic_has_forms(role: str, ident: str) -> None:
    assert bool(vocabulary().forms(role, ident)) is (f"{role} {ident}" not in WITHOUT)


@pytest.mark.parametrize(("role", "ident"), [(r, i) for r, i in WORDS if vocabulary().forms(r, i)])
def test_forms_can_be_read_and_written(role: str, ident: str) -> None:
    for form in forms(role, ident):
        for lang in codes():
            assert written(form, role, ident, lang)


@pytest.mark.parametrize("text", ["[", "{banana}", "on )", "{figure: hat}", "<a", "?"])
def test_a_form_that_is_written_wrongly_is_told(text: str) -> None:
    with pytest.raises(ValueError):
        compiled(text)


def words(text: str) -> list[Word]:
    """The words behind ``puts``."""
    (statement,) = read_document(f"puts {text}\n").statements
    return statement.words[1:]


def test_a_match_gives_every_word_its_place() -> None:
    found = match("verb", "puts", words("protected meeple on corner (2,1) by portal"), "en")
    assert found is not None and (found.get("square"), found.get("means")) == ((2, 1), "portal")
    figure = found.get("figure")
    assert getattr(figure, "figure", "") == "meeple" and dict(getattr(figure, "marks", ())) == {"protected": 1}


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("meeple on R banana", "banana"),
        ("meeple on R by portal 7", "7"),
        ("1 meeple on R", "1"),
        ("blue meeple on R", "blue"),
    ],
)
def test_a_word_without_a_place_is_pointed_at(text: str, at: str) -> None:
    with pytest.raises(Mistake) as wrong:
        match("verb", "puts", words(text), "en", player="red")
    problem = wrong.value.problem
    assert problem.code == "says-nothing" and problem.values["word"] == at
    assert problem.span.column == len("puts ") + text.index(at) + 1
