"""Every sentence the code asks for is there in both languages, and none is there that nothing asks for.

The ids are read from the source: each call that ends in a sentence names the table by what it is, and the id by a
string. An id that the code works out stands in WORKED_OUT.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator import store
from adjudicator.errors import Problem
from adjudicator.geometry import fit
from adjudicator.model.ruling import Finding, Item, Missing
from adjudicator.syntax.diagnose import _expected
from adjudicator.syntax.parser import grammar
from adjudicator.words.phrases import LANGUAGES, phrases
from adjudicator.words.say import Speech, speech

PACKAGE = store.PACKAGE
CORE = PACKAGE / "words" / "phrases"
OWN = sorted(
    [CORE / "engine.toml", CORE / "problems.toml", *(PACKAGE / "expansions").glob("*/phrases.toml")],
    key=lambda path: path.parts,
)
"""The files in which every sentence must be in use."""

NEGATIVE = "-not"
"""Ending of the sentence for a condition that failed."""

CALLS: dict[str, tuple[tuple[str, int], ...]] = {
    # What is called: the tables and where among the arguments the id stands.
    "find": (("fact", 1),),
    "Finding": (("fact", 2),),
    "lack": (("missing", 0),),
    "Missing": (("missing", 0),),
    "warn": (("trap", 0),),
    "Warning": (("trap", 0),),
    "Worth": (("item", 0),),
    "Line": (("item", 2),),
    "Problem": (("problem", 0),),
    "problem": (("problem", 0),),
    "wrong": (("problem", 0),),
    "Misfit": (("problem", 0), ("fact", 0)),
    "fail": (("expected", 0),),
    "end": (("expected", 0),),
    "ref": (("expected", 0),),
}
KEYWORDS = {"phrase": {"find", "Finding", "lack", "Missing", "warn", "Warning"}, "item": {"Worth", "Line"}, "code": {"Problem"}}
"""The same by the name of the argument."""

PASSED_ON = {
    ("engine/case.py", "phrase"): "what a caller of find, warn and lack says",
    ("engine/scoring.py", "w.item"): "a Line made from a Worth",
    ("binding/reader.py", "expected"): "what a caller of end and ref says",
    ("binding/tile_sentences.py", "code"): "what a caller of wrong says",
    ("cli/common.py", "code"): "what a caller of problem says",
    ("play/setting.py", "misfit.code"): "the code of a Misfit",
    ("expansions/base/verbs.py", "misfit.code"): "the code of a Misfit",
}
"""Calls that hand on an id that another call names: (module, the argument) and why."""

WORKED_OUT: dict[str, str] = {}
"""Ids no source line spells, as ``table.id``, and why they are needed."""


class Use(NamedTuple):
    """One place that asks for a sentence."""

    key: str
    """``table.id``."""
    where: str


class Module(NamedTuple):
    """One source file, parsed."""

    name: str
    tree: ast.Module


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package."""
    return tuple(
        Module(path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    )


def texts(node: ast.AST, scope: ast.AST) -> list[str] | None:
    """Every string that `node` may be, looked up among the assignments of `scope`; None where that cannot be seen."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else None
    if isinstance(node, ast.IfExp):
        one, other = texts(node.body, scope), texts(node.orelse, scope)
        return None if one is None or other is None else one + other
    if isinstance(node, ast.Name):
        return assigned(node.id, scope)
    return None


def assigned(name: str, scope: ast.AST) -> list[str] | None:
    """Every string that `name` is given in `scope`, alone or as part of tuples."""
    found: list[str] = []
    for node in ast.walk(scope):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == name:
                given = texts(node.value, ast.Module([], []))
                if given is None:
                    return None
                found += given
            elif isinstance(target, ast.Tuple):
                at = next((i for i, t in enumerate(target.elts) if isinstance(t, ast.Name) and t.id == name), None)
                if at is None:
                    continue
                width = len(target.elts)
                tuples = [n for n in ast.walk(node.value) if isinstance(n, ast.Tuple) and len(n.elts) == width]
                strings = [t.elts[at].value for t in tuples if isinstance(t.elts[at], ast.Constant)]
                if not strings or len(strings) != len(tuples):
                    return None
                found += strings
    return found or None


def uses(module: Module) -> Iterator[Use | tuple[str, str]]:
    """Every sentence a module asks for; (module, source) of an id that cannot be read."""
    functions = [n for n in ast.walk(module.tree) if isinstance(n, ast.FunctionDef)]
    inside = {id(call): one for one in functions for call in ast.walk(one) if isinstance(call, ast.Call)}
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in CALLS or (name in ("end", "find") and not isinstance(node.func, ast.Attribute)):
            continue
        for table, at in CALLS[name]:
            named = [k.value for k in node.keywords if name in KEYWORDS.get(k.arg or "", ())]
            argument = node.args[at] if len(node.args) > at else next(iter(named), None)
            if argument is None or not told(name, module, node):
                continue
            found = texts(argument, inside.get(id(node), module.tree))
            if found is None:
                yield module.name, ast.unparse(argument)
            for ident in found or ():
                yield Use(f"{table}.{ident}", f"{module.name}:{node.lineno}")


def told(name: str, module: Module, node: ast.Call) -> bool:
    """Whether a call of this name is one that tells something: others have a `find` and a `fail` of their own."""
    if name == "find":
        return len(node.args) >= 2 and not module.name.startswith(("geometry/", "binding/"))
    if name in ("problem", "fail"):
        return module.name.startswith("cli/") == (name == "problem")
    return True


def named() -> dict[str, str]:
    """Every sentence the code asks for, and where first."""
    found: dict[str, str] = dict(WORKED_OUT)
    for module in modules():
        for use in uses(module):
            if isinstance(use, Use):
                found.setdefault(use.key, use.where)
    for ident in expected_terminals():
        found.setdefault(f"expected.{ident}", "grammar/scenario.lark")
    for match in re.finditer(r"^    ``([a-z-]+)``[:;]|; ``([a-z-]+)``[:;] ", fit.Misfit.__doc__ or "", re.MULTILINE):
        for table in ("problem", "fact"):
            found.setdefault(f"{table}.{match[1] or match[2]}", "geometry/fit.py")
    return found


def expected_terminals() -> set[str]:
    """Names of the terminals that a row may be said to lack, in any state of the parser but the first."""
    tables = grammar().parser.parser._parse_table
    names: set[str] = set()
    for state, actions in tables.states.items():
        if state != tables.start_states["start"]:
            names |= {str(item.parts[0]) for item in _expected({t for t in actions if t.isupper()})}
    return names


# ---- what is asked for is there


def test_every_sentence_the_code_asks_for_is_there() -> None:
    wanted, there = named(), phrases("en")
    assert len(wanted) > 150
    missing = [f"{key} ({where})" for key, where in sorted(wanted.items()) if key not in there]
    assert not missing, "no such sentence:\n" + "\n".join(missing)


def test_every_id_can_be_read_from_the_source() -> None:
    unread = {use for module in modules() for use in uses(module) if not isinstance(use, Use)}
    assert unread - PASSED_ON.keys() == set(), "name the id by a string, or say why not in PASSED_ON"
    assert PASSED_ON.keys() - unread == set(), "nobody passes these on any more"


@pytest.mark.parametrize("file", OWN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_nothing_is_there_that_nobody_asks_for(file: Path) -> None:
    wanted = named()
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    idle = [
        f"{table}.{ident}"
        for table, entries in told.items()
        for ident in entries
        if f"{table}.{ident}" not in wanted and f"{table}.{ident.removesuffix(NEGATIVE)}" not in wanted
    ]
    assert not idle
