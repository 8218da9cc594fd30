"""What a rule decides by is typed and remembered; what is printed is written only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from corpus import invariant, settled, written

from adjudicator.engine.case import Case
from adjudicator.engine.memory import Memory, Scope, remembered
from adjudicator.model.ruling import Finding, Outcome
from adjudicator.settling import settle

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "adjudicator"

PRINTED = {
    "phrase": ("engine/case.py", "engine/rulings.py", "play/expecting.py"),
    "warnings": ("engine/case.py", "engine/rulings.py", "play/expecting.py", "play/possible.py", "play/run.py"),
    "explained": ("engine/case.py", "play/progress.py", "play/run.py", "play/replay.py", "play/turns.py"),
}
"""What is printed, with the modules that store it, hand it on, order it or hold it against an expectation; no other
module of the rules may look at it."""


def rules() -> Iterator[tuple[str, ast.Module]]:
    """The modules that decide, by their path in the package."""
    for folder in ("engine", "play", "expansions"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


# ---- read from the source
def looks(tree: ast.Module) -> Iterator[ast.Attribute]:
    """Where a module looks at what is printed; the phrase of a figure, which is no sentence, has parts of its own."""
    inner = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and not hasattr(str, node.attr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr in PRINTED
            and (node.attr != "phrase" or id(node) not in inner)
        ):
            yield node


@pytest.mark.source
def test_no_rule_reads_what_is_printed() -> None:
    found = [
        f"{name}:{node.lineno}: .{node.attr}"
        for name, tree in rules()
        for node in looks(tree)
        if name not in PRINTED[node.attr]
    ]
    assert not found


def test_a_rule_that_reads_a_sentence_is_found() -> None:
    source = 'any(f.phrase == "barn-put" for f in facts)\nf.phrase.startswith("arrow")\nmention.phrase.marks'
    assert sorted(node.lineno for node in looks(ast.parse(source))) == [1, 2]


@pytest.mark.source
def test_no_expansion_guesses_at_what_another_has_read() -> None:
    found = [
        f"{name}:{node.lineno}: getattr"
        for name, tree in rules()
        if name.startswith("expansions/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr")
    ]
    assert not found


# ---- tried on every scenario
class Decided(NamedTuple):
    """What is left of an answer without its explanation."""

    verdict: str
    points: dict[str, int]
    options: tuple[object, ...]
    missing: tuple[object, ...]


def decided(outcome: Outcome) -> list[Decided]:
    """Every answer of a text."""
    rulings = (answer.ruling for answer in outcome.answers)
    return [Decided(r.verdict, dict(r.points), r.options, r.missing) for r in rulings]


@invariant(7)
def no_answer_depends_on_what_is_printed(path: Path) -> None:
    """With every sentence dropped as soon as it is found the same is decided."""
    expected = decided(settled(path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Case, "findings", ())
        patch.setattr(Case, "heard", _nothing)
        patch.setattr(Case, "warn", _silent)
        assert decided(settle(written(path), str(path))) == expected


def _nothing(case: Case) -> tuple[Finding, ...]:
    return ()


def _silent(case: Case, phrase: str, rule: str = "", **values: object) -> None:
    """Warns of nothing."""


# ---- how long a record is remembered
@remembered(Scope.PART)
class OfPart(NamedTuple):
    number: int


@remembered(Scope.TURN)
class OfTurn(NamedTuple):
    number: int


@remembered(Scope.GAME)
class OfGame(NamedTuple):
    number: int


KINDS = (OfPart, OfTurn, OfGame)


def kept(memory: Memory) -> list[type]:
    return [kind for kind in KINDS if memory.of(kind)]


def filled() -> Memory:
    memory = Memory()
    for kind in KINDS:
        memory.add(kind(1))
    return memory


def test_a_record_is_remembered_for_as_long_as_its_class_says() -> None:
    memory = filled()
    assert kept(memory) == [OfPart, OfTurn, OfGame]
    memory.end()
    memory.begin(goes_on=True)
    assert kept(memory) == [OfTurn, OfGame]
    memory.end()
    memory.begin(goes_on=False)
    assert kept(memory) == [OfGame]


def test_what_the_last_part_remembered_can_be_looked_up() -> None:
    memory = filled()
    memory.end()
    memory.begin(goes_on=False)
    assert memory.before(OfPart) == (OfPart(1),)


def test_records_come_oldest_first_and_a_copy_goes_its_own_way() -> None:
    memory = filled()
    other = memory.copy()
    other.add(OfPart(2))
    assert other.of(OfPart) == (OfPart(1), OfPart(2))
    assert memory.of(OfPart) == (OfPart(1),)


def test_a_record_without_a_scope_is_a_mistake() -> None:
    with pytest.raises(LookupError):
        Memory().add(("no", "record"))
