"""Every sentence the code asks for is there in both languages, and none is there that nothing asks for.

The ids are read from the source: each call that ends in a sentence names the table by what it is, and the id by a
string. An id that the code works out stands in WORKED_OUT.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator import store
from adjudicator.errors import Problem
from adjudicator.expansions.base.turn_questions import TOLD
from adjudicator.model.ruling import Finding, Item, Missing
from adjudicator.syntax.diagnose import _expected
from adjudicator.syntax.parser import grammar
from adjudicator.words.languages import codes, language
from adjudicator.words.phrases import phrases
from adjudicator.words.say import FAILED, Speech, speech
from adjudicator.words.vocabulary import vocabulary

pytestmark = pytest.mark.source

PACKAGE = store.PACKAGE
COMPLETE = [code for code in codes() if language(code).complete]
CORE = PACKAGE / "words" / "phrases"
OWN = sorted(
    [CORE / "engine.toml", CORE / "problems.toml", *(PACKAGE / "expansions").glob("*/phrases.toml")],
    key=lambda path: path.parts,
)
"""The files in which every sentence must be in use."""

ENDINGS = re.compile(f"({FAILED}|-one)$")
"""Of the sentences for a condition that failed and for one of what is counted."""

CALLS: dict[str, tuple[tuple[str, int], ...]] = {
    # What is called: the tables and where among the arguments the id stands.
    "find": (("fact", 1),),
    "conclude": (("fact", 1),),
    "against": (("fact", 2),),
    "frame": (("fact", 1),),
    "suppose": (("fact", 1),),
    "remark": (("fact", 1),),
    "Finding": (("fact", 2),),
    "doubt": (("fact", 2),),
    "lack": (("missing", 0),),
    "which": (("missing", 0),),
    "Missing": (("missing", 0),),
    "warn": (("trap", 0),),
    "Warning": (("trap", 0),),
    "Worth": (("item", 0),),
    "Line": (("item", 2),),
    "Problem": (("problem", 0),),
    "problem": (("problem", 0),),
    "wrong": (("problem", 0),),
    "Misfit": (("problem", 0), ("fact", 0)),
    "Unclear": (("problem", 0),),
    "fail": (("expected", 0),),
    "end": (("expected", 0),),
    "ref": (("expected", 0),),
    "refuse": (("expected", 1),),
    "expected": (("expected", 1),),
}
KEYWORDS = {
    "phrase": {
        "find",
        "conclude",
        "against",
        "remark",
        "suppose",
        "Finding",
        "doubt",
        "lack",
        "Missing",
        "warn",
        "Warning",
    },
    "item": {"Worth", "Line"},
    "code": {"Problem"},
}
"""The same by the name of the argument."""

PASSED_ON = {
    ("play/turns.py", "phase.first"): "what a phase with `settle` says of a move that it comes before",
    ("engine/case.py", "phrase"): "what a caller of find, warn and lack says",
    ("engine/scoring.py", "w.item"): "a Line made from a Worth",
    ("binding/reader.py", "expected"): "what a caller of end and ref says",
    ("binding/arguments.py", "expected"): "what a caller of refuse and expected says",
    ("binding/forms.py", "*_EXPECTED[lack]"): "what is expected in a slot, from a table",
    ("binding/tile_sentences.py", "code"): "what a caller of wrong says",
    ("cli/common.py", "code"): "what a caller of problem says",
    ("engine/layout.py", "misfit.code"): "the code of a Misfit",
    ("expansions/abbey_and_mayor/land_tiles.py", "said[1]"): "the sentence of a face, from a table",
    ("engine/majority.py", "EXPANSION"): "the id is a constant of the module: missing.expansion below",
    ("scale/archive.py", "code"): "what a caller of _problem says",
    ("scale/results.py", "code"): "what a caller of _problem says",
    ("cli/common.py", "one"): "a problem made by others, put in the machine form",
    ("report/tiles.py", "in_play"): "finds tiles, not facts",
    ("editor/look.py", "every"): "finds tiles, not facts",
    ("expansions/base/placing.py", "misfit.code"): "the code of a Misfit",
    ("expansions/german_castles/placing.py", "misfit.code"): "the code of a Misfit",
    ("expansions/base/turn_questions.py", "TOLD[moment]"): "the sentence of a moment, from a table",
}
"""Calls that hand on an id that another call names: (module, the argument) and why."""

QUESTIONS = tuple(
    f"question.{ident}"
    for file in (CORE / "questions.toml", *(PACKAGE / "expansions").glob("*/phrases.toml"))
    for ident in tomllib.loads(file.read_text(encoding="utf-8")).get("question", {})
    if vocabulary().has("topic", ident.removesuffix("-bare")) or ident in ("may", "must", "where", "which")
)
GUIDE = tuple(f"guide.{ident}" for file in OWN for ident in tomllib.loads(file.read_text("utf-8")).get("guide", {}))
WORKED_OUT: dict[str, str] = {
    **dict.fromkeys(GUIDE, "a path of the guided table; tests/test_guide.py holds them against the paths"),
    **dict.fromkeys(QUESTIONS, "the sentence of a topic, in report/question.py"),
    **dict.fromkeys(
        [f"fact.abbey-tile-{which}" for which in ("01", "02", "03", "04", "05", "06", "garden")],
        "the sentences of the faces in expansions/abbey_and_mayor/land_tiles.py",
    ),
    **dict.fromkeys([f"fact.{phrase}" for phrase in TOLD.values()], "the sentences of the moments of a turn"),
    "expected.and": "said of a comma, in syntax/diagnose.py",
    "expected.symbol": "in the table of slots in binding/forms.py",
    "missing.expansion": "named by the constant EXPANSION, which other modules compare with",
    **dict.fromkeys(
        [
            f"label.category-{ident}"
            for ident in (
                "unopened-gifts",
                "cash-out",
                "goods",
                "two-points",
                "protection",
                "protected-meeples",
            )
        ],
        "found by what is counted, or by the topic of the rule",
    ),
}
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
        return joined(texts(choice, scope) for choice in (node.body, node.orelse))
    if isinstance(node, ast.Name):
        return assigned(node.id, scope)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        if isinstance(node.func.value, ast.Dict) and len(node.args) == 2:  # {"road": "one"}.get(kind, "another")
            return joined(texts(choice, scope) for choice in (*node.func.value.values, node.args[1]))
    return None


def joined(parts: Iterable[list[str] | None]) -> list[str] | None:
    """All strings of `parts`; None where one of them is."""
    found: list[str] = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found


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
        if name not in CALLS or (name in ("end", "find", "conclude") and not isinstance(node.func, ast.Attribute)):
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
    if name in ("find", "conclude"):
        return len(node.args) >= 2 and not module.name.startswith(("geometry/", "binding/"))
    if name in ("problem", "fail"):
        return module.name.startswith("cli/") == (name == "problem")
    return True


@cache
def named() -> dict[str, str]:
    """Every sentence the code asks for, and where first."""
    found: dict[str, str] = dict(WORKED_OUT)
    for module in modules():
        for use in uses(module):
            if isinstance(use, Use):
                found.setdefault(use.key, use.where)
    for ident in expected_terminals():
        found.setdefault(f"expected.{ident}", "grammar/scenario.lark")
    return found


def expected_terminals() -> set[str]:
    """Names of the terminals that a row may be said to lack, in any state of the parser but the first."""
    tables = grammar().parser.parser._parse_table
    names: set[str] = set()
    for state, actions in tables.states.items():
        if state != tables.start_states["start"]:
            names |= {str(item.parts[0]) for item in _expected({t for t in actions if t.isupper()})}
    return names


def keys(file: Path) -> list[str]:
    """``table.id`` of every sentence in a file."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return [f"{table}.{ident}" for table, told in tables.items() for ident in told]


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
    assert not [key for key in keys(file) if key not in wanted and ENDINGS.sub("", key) not in wanted]


# ---- what is there can be said


def places(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))


def given() -> dict[str, list[set[str]]]:
    """For each sentence the places that each call fills, where the call shows them."""
    found: dict[str, list[set[str]]] = {}
    for module in modules():
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in CALLS or not told(name, module, node) or any(k.arg is None for k in node.keywords):
                continue
            for table, at in CALLS[name]:
                ident = node.args[at] if len(node.args) > at else None
                if not (isinstance(ident, ast.Constant) and isinstance(ident.value, str)):
                    continue
                filled = filling(name, node)
                if filled is not None:
                    found.setdefault(f"{table}.{ident.value}", []).append(filled)
    return found


def filling(name: str, node: ast.Call) -> set[str] | None:
    """The names of the values that a call gives, None where it cannot be seen."""
    if name in ("find", "conclude", "against", "frame", "suppose", "remark", "doubt", "lack", "warn"):
        named = {str(k.arg) for k in node.keywords} - {"holds", "rule"}
        # lack(phrase, feature) names the feature itself.
        whole = name == "lack" and len(node.args) > 1 and not isinstance(node.args[1], ast.Constant)
        return named | ({"feature"} if whole else set())
    at = {"Problem": 2, "Finding": 3, "Missing": 1}.get(name)
    if at is None:
        return None
    values = node.args[at] if len(node.args) > at else next((k.value for k in node.keywords if k.arg == "values"), None)
    if values is None:
        return set()
    if isinstance(values, ast.Dict) and all(isinstance(key, ast.Constant) for key in values.keys):
        return {str(key.value) for key in values.keys if isinstance(key, ast.Constant)}
    return None


def test_every_place_of_a_sentence_is_filled() -> None:
    there = phrases("en")
    calls = given()
    assert len(calls) > 100
    empty = [
        f"{key}: {sorted(places(there[key]) - filled)}"
        for key, every in sorted(calls.items())
        for filled in every
        if not places(there[key]) <= filled
    ]
    assert not empty


@pytest.mark.parametrize("lang", COMPLETE)
def test_typography(lang: str) -> None:
    own = {key for file in OWN for key in keys(file)}
    for key, sentence in phrases(lang).items():
        if key not in own:
            continue
        assert sentence == " ".join(sentence.split()), key
        assert sentence.count("`") % 2 == 0, key
        assert sentence[-1] not in ".!,;:", f"{key}: whoever prints it ends the sentence"
        assert key.startswith(("missing.", "question.", "guide.")) or not sentence.endswith("?"), key
        if lang == "fr":
            assert "`" not in sentence and sentence.count("«") == sentence.count("»"), key
            assert not re.search(r"[^\s][;:?!](?!\w)|«\S|\S»", re.sub(r"« [^»]* »", "x", sentence)), key
            assert not re.search(r"\b(?:de|que|le|la|du|au) \{(?:feature|player|figure|name|city)\}", sentence), (
                f"{key}: the word may begin with a vowel, or be feminine"
            )
        else:
            assert not re.search(r"\s[;:?!]", re.sub(r"`[^`]*`", "x", sentence)), key


@pytest.mark.parametrize("lang", COMPLETE)
def test_a_failed_condition_has_words_of_its_own(lang: str) -> None:
    said = speech(lang)
    shown = {"feature": Item.feature("R1")}
    whole, broken = (Finding("BASE-25", holds, "road-complete", shown) for holds in (True, False))
    assert said.fact(whole) == "road-complete"
    assert said.fact(broken) == "road-complete-not"
    assert said.fact(Finding("BASE-35", False, "farmer-there", shown)) == "farmer-there"
    assert said.item(Item("finding", (whole,))) != said.item(Item("finding", (broken,)))


@pytest.mark.parametrize(("lang", "singles"), (("en", (1,)), ("fr", (0, 1))))
def test_one_is_no_plural(lang: str, singles: tuple[int, ...]) -> None:
    said = speech(lang)
    for count in range(4):
        assert said.counted("item", "tiles", count) == f"{count} {said.noun('tile', 1 if count in singles else 2)}"


def inner(said: Speech) -> dict[str, str]:
    lacking = Missing("tiles", {"feature": "Albi"})
    return {
        "noun": said.item(Item.noun("figure", "abbot")),
        "expansion": said.item(Item.expansion("abbot")),
        "expected": said.item(Item("expected", ("number",))),
        "missing": said.item(Item("missing", (lacking,))),
        "finding": said.item(Item("finding", (Finding("BASE-37", False, "field-never-complete", {"feature": "F"}),))),
        "number": said.item(Item.number(7)),
        "text": said.item(Item.text("BA/RCr")),
    }


def test_what_only_stands_inside_sentences_is_said() -> None:
    assert inner(speech("en")) == {
        "noun": "abbot",
        "expansion": "The Abbot",
        "expected": "a number",
        "missing": "how many tiles has Albi?",
        "finding": "F is a field, and a field is never complete",
        "number": "7",
        "text": "BA/RCr",
    }
    assert inner(speech("fr")) == {
        "noun": "abbé",
        "expansion": "L'Abbé",
        "expected": "un nombre",
        "missing": "combien de tuiles compte Albi ?",
        "finding": "F : un pré n'est jamais complet",
        "number": "7",
        "text": "BA/RCr",
    }


@pytest.mark.parametrize("lang", COMPLETE)
def test_every_problem_can_be_said_without_values(lang: str) -> None:
    from adjudicator.report.problems import message

    for key in phrases(lang):
        table, _, ident = key.partition(".")
        if table == "problem":
            assert message(Problem(ident), speech(lang))
