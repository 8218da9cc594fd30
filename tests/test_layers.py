"""Imports go one way, the libraries stay in their layer, and the core names no expansion: read from the source."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from adjudicator.engine.expansion import RECORDS, Expansion, Way
from adjudicator.rulebook import loader

pytestmark = pytest.mark.source

PACKAGE = Path(__file__).parent.parent / "adjudicator"

# The order of docs/architecture.md: each layer sees only those before it.
LAYERS = [
    *("model", "errors", "limits", "files", "faults", "store", "words", "rulebook", "syntax", "geometry"),
    *(
        "binding",
        "engine",
        "play",
        "expansions",
        "settling",
        "corpus",
        "finder",
        "talk",
        "answering",
        "fixes",
        "records",
        "report",
        "guide",
        "draw",
        "pages",
        "api",
        "__init__",
        "data",
        "assistants",
        "editor",
        "scale",
        "cli",
    ),
]
# __init__ is what the package offers to programs: it stands on all layers but the command line, which uses it too.
DOORS = ["prepare", "pytest_plugin", "__main__"]
"""Modules that others come in by: they see every layer, and no layer sees them."""

REGISTRY = "adjudicator.engine.game"
"""The one module before the expansions that reaches them: it finds the code of an expansion by the folder's name."""

LIBRARIES = {
    "lark": {"syntax", "editor", "prepare"},
    "tabulate": {"report"},
    "click": {"cli"},
    "questionary": {"cli"},
    "prompt_toolkit": {"cli"},
    "drawsvg": {"draw"},
    "resvg_py": {"draw"},
    "jinja2": {"pages"},
    "markdown_it": {"pages"},
    "weasyprint": {"pages"},
    "markupsafe": {"pages"},
    "mcp": {"assistants"},
    "uvicorn": {"assistants"},
    "starlette": {"assistants"},
    "pebble": {"scale"},
    "distributed": {"scale"},
    "pygls": {"editor"},
    "lsprotocol": {"editor"},
    "anyio": {"assistants"},
    "typing_extensions": {"assistants"},
    "pydantic": {"assistants"},
    "pytest": {"pytest_plugin"},
    "_pytest": {"pytest_plugin"},
}


LATE = [
    *("adjudicator.draw", "adjudicator.cli.draw", "adjudicator.pages", "adjudicator.scale", "adjudicator.talk"),
    "adjudicator.finder",
    *("adjudicator.assistants", "adjudicator.editor", "adjudicator.report.marked"),
    *("multiprocessing", "concurrent", *LIBRARIES),
]
"""What takes more than 2 ms to import, and what few runs need: it may be imported inside functions."""
LIGHT = {"adjudicator", "adjudicator.pytest_plugin", "adjudicator.__main__", "adjudicator.cli.common"}
"""Modules that load before anybody knows what will be asked of them: they import inside functions."""


@dataclass(eq=False)
class Module:
    """One source file."""

    name: str
    """Dotted, with the package: ``adjudicator.syntax.lexer``; ``adjudicator.syntax`` for its ``__init__``."""
    is_package: bool
    lines: list[str]

    @cached_property
    def tree(self) -> ast.Module:
        """The source, parsed when somebody looks at it."""
        return ast.parse("\n".join(self.lines))

    @property
    def layer(self) -> str:
        """The second part of the name; ``__init__`` for the package's own."""
        return layer_of(self.name)


def layer_of(name: str) -> str:
    """``syntax`` for ``adjudicator.syntax.lexer``, ``__init__`` for ``adjudicator``."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def expansion_of(name: str) -> str:
    """``base`` for ``adjudicator.expansions.base.fields``, "" for what belongs to no single expansion."""
    parts = name.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "expansions" else ""


def module(name: str, source: str, is_package: bool = False) -> Module:
    return Module(name, is_package, source.splitlines())


def sources() -> list[Module]:
    """Every module of the package."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found.append(module(name, path.read_text(encoding="utf-8"), is_package))
    return found


def expansion_ids() -> set[str]:
    """Ids of the expansion folders, as folders write them and as data do."""
    folders = {p.name for p in (PACKAGE / "expansions").iterdir() if p.is_dir() and not p.name.startswith(("_", "."))}
    return folders | {name.replace("_", "-") for name in folders}


def imports(source: Module, within: ast.AST | None = None) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything imported, inside functions too, and of modules named in strings."""
    package = source.name.split(".") if source.is_package else source.name.split(".")[:-1]
    for node in ast.walk(within or source.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else []
            origin = ".".join([*start, *([node.module] if node.module else [])])
            for alias in node.names:
                # What is imported from the package itself, or from the folder of expansions, may be a module.
                yield node.lineno, f"{origin}.{alias.name}" if is_folder(origin) else origin
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # import_module("adjudicator.cli") is an import as well.
            if match := re.match(r"adjudicator(\.\w+)+", node.value):
                yield node.lineno, match.group()


def inside_functions(source: Module) -> Iterator[tuple[int, str]]:
    """Line and dotted name of what a module imports inside its functions."""
    functions = [node for node in ast.walk(source.tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    found = {line: name for function in functions for line, name in imports(source, function)}
    lines = {node.lineno for node in ast.walk(source.tree) if isinstance(node, (ast.Import, ast.ImportFrom))}
    return ((line, name) for line, name in sorted(found.items()) if line in lines)


def unreasoned(source: Module) -> list[str]:
    """Imports inside the functions of `source` that cost little and do not say why they stand there, a line each."""
    if source.name in LIGHT:
        return []
    return [
        f"{source.name}:{line} imports {name}: to the top with it, or a comment that says why not"
        for line, name in inside_functions(source)
        if "  # " not in source.lines[line - 1] and not any(f"{name}.".startswith(f"{one}.") for one in LATE)
    ]


def in_circles(modules: list[Module]) -> set[str]:
    """Names of the modules that import, at the top, what imports them in the end."""
    names = {source.name for source in modules}
    needs: dict[str, set[str]] = {}
    for source in modules:
        found = set()
        for node in source.tree.body:
            if isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                inside = {f"{node.module}.{one.name}" for one in node.names}
                found |= inside & names or {str(node.module)}
        needs[source.name] = (found & names) - {source.name}
    while free := {name for name, others in needs.items() if not others & needs.keys()}:
        needs = {name: others for name, others in needs.items() if name not in free}
    return set(needs)


def is_folder(origin: str) -> bool:
    return origin in ("adjudicator", "adjudicator.expansions")


def wrong_imports(source: Module) -> list[str]:
    """What `source` may not import, a line each."""
    wrong = []
    layer = source.layer
    if layer not in LAYERS + DOORS:
        return [f"{source.name}: no layer is called {layer}"]
    for line, name in imports(source):
        where = f"{source.name}:{line} imports {name}"
        top = name.split(".")[0]
        if top == "adjudicator":
            target = layer_of(name)
            if target not in LAYERS + DOORS:
                # A name of the package itself; one such as __version__ stands in no layer's way.
                target = layer if target.startswith("__") else "__init__"
            if layer in LAYERS and target in DOORS:
                wrong.append(f"{where}: no layer imports a door of the package")
            elif source.name == REGISTRY and name == "adjudicator.expansions":
                pass
            elif layer in LAYERS and LAYERS.index(target) > LAYERS.index(layer):
                wrong.append(f"{where}: {layer} stands before {target}")
            other = expansion_of(name)
            if other and other in expansion_ids() and other != expansion_of(source.name):
                wrong.append(f"{where}: an expansion is found by its folder, never imported by name")
        elif top not in sys.stdlib_module_names and layer not in LIBRARIES.get(top, set()):
            wrong.append(f"{where}: not in {layer}")
    return wrong


def named_expansions(source: Module, ids: set[str]) -> list[str]:
    """Where the core's `source` names an expansion, in a string or as an identifier."""
    if expansion_of(source.name):
        return []
    return [f"{source.name}:{line} names {name!r}" for line, name in words(source.tree) if name in ids]


def words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of every string literal and identifier."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield line, node.value
        for field in ("id", "attr", "arg", "name", "asname"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield line, value


SOURCES = sources()
each_layer = pytest.mark.parametrize("layer", sorted({source.layer for source in SOURCES}))


def of_layer(layer: str) -> list[Module]:
    return [source for source in SOURCES if source.layer == layer]


PRIVATE = {"_ground", "_links", "_stands", "_marked"}
"""What the position keeps of tiles, of the lines of a sketch, and of who stands where."""
KEEPERS = {f"adjudicator.engine.{name}" for name in ("board", "features", "position", "tiles", "state")}


def reaches(source: Module) -> bool:
    """Whether a module looks at the ground or the lines of a sketch itself."""
    found = (node for node in ast.walk(source.tree) if isinstance(node, ast.Attribute) and node.attr in PRIVATE)
    return any(not (isinstance(node.value, ast.Name) and node.value.id == "self") for node in found)


def test_only_the_position_knows_how_things_were_told() -> None:
    """Nobody else can see whether something came from tiles or from lines (`adjudicator.engine.position`)."""
    assert {source.name for source in SOURCES if reaches(source)} <= KEEPERS


FOREIGN = {
    "adjudicator.expansions.flying_machines.rolling": {"NB-23"},  # the phantom's rule on flying machines
    "adjudicator.expansions.german_monasteries": {"BASE-32"},  # a special monastery is complete when any is
}
"""Rules of one expansion that the code of another spells out, and why; nothing is recognised by them."""


def test_an_expansion_knows_its_own_rules_only() -> None:
    for source in of_layer("expansions"):
        own = expansion_of(source.name).replace("_", "-")
        spelt = {text for _, text in words(source.tree) if loader.is_rule(text) and loader.rule(text).folder != own}
        assert spelt == FOREIGN.get(source.name, set()), "ask for it by a principle: case.game.rule(...)"


KEYWORDS = {record.__name__ for record in (*RECORDS, Way) if record is not Expansion}
"""Records of which every field is named where they are filled."""


def test_what_an_expansion_brings_is_named() -> None:
    for source in of_layer("expansions"):
        calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call) and node.args]
        assert [node.lineno for node in calls if getattr(node.func, "id", "") in KEYWORDS] == [], source.name


def reads_words(tree: ast.Module) -> bool:
    """Whether a module knows the words of a clause, not just its arguments."""
    return any(
        (isinstance(node, ast.ImportFrom) and any(alias.name in ("Reader", "Word") for alias in node.names))
        or (isinstance(node, ast.Attribute) and node.attr == "words")
        for node in ast.walk(tree)
    )


READING = {"adjudicator.syntax.lexer", "adjudicator.words.lexicon"}
"""Where words are looked up: `binding` does, so that those behind it get typed values."""
STILL_PRINTING = {"adjudicator.play.answering"}
"""The module of `play` that prints words: those of the lines that answer."""


def looks_words_up(source: Module) -> bool:
    """Whether a module imports where words are looked up."""
    return any(name in READING for _, name in imports(source))


def test_engine_play_and_expansions_get_typed_values() -> None:
    behind = [source for source in SOURCES if source.layer in ("engine", "play", "expansions")]
    assert {source.name for source in behind if looks_words_up(source)} == STILL_PRINTING
    behind += [source for source in SOURCES if source.layer == "records"]
    assert [source.name for source in behind if reads_words(source.tree)] == []


@pytest.mark.parametrize(
    "text", ["from adjudicator.words.lexicon import lexicon", "def f():\n    from adjudicator.syntax.lexer import HUGE"]
)
def test_who_looks_words_up_is_seen(text: str) -> None:
    assert looks_words_up(module("adjudicator.engine.x", text))
    assert not looks_words_up(module("adjudicator.engine.x", "from adjudicator.words.fold import fold"))


@pytest.mark.parametrize("text", ["from a.b import Reader", "from a import c, Word", "move.words[0]"])
def test_who_reads_words_is_seen(text: str) -> None:
    assert reads_words(ast.parse(text))
    assert not reads_words(ast.parse("phrase = case.args(move).figure()"))


def test_the_package_is_found() -> None:
    assert {"adjudicator", "adjudicator.store", "adjudicator.model.ruling"} <= {s.name for s in SOURCES}


@each_layer
def test_imports_go_one_way(layer: str) -> None:
    assert [wrong for source in of_layer(layer) for wrong in wrong_imports(source)] == []


@each_layer
def test_imports_stand_at_the_top(layer: str) -> None:
    assert [wrong for source in of_layer(layer) for wrong in unreasoned(source)] == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("import json\ndef f():\n    import os", 1),
        ("class A:\n    async def f(self):\n        if self:\n            from ..words import lexicon", 1),
        ("def f():\n    from adjudicator.drawing import x", 1),
        ("def f():\n    import os  # which rests on this module", 0),
        ("def f():\n    from adjudicator.draw.picture import drawn\n    import jinja2", 0),
    ],
)
def test_an_import_inside_a_function_is_seen(text: str, wrong: int) -> None:
    assert len(unreasoned(module("adjudicator.engine.x", text))) == wrong
    assert unreasoned(module("adjudicator.pytest_plugin", text)) == []


def test_no_module_imports_itself_in_the_end() -> None:
    assert in_circles(SOURCES) == set()


def test_imports_in_a_circle_are_seen() -> None:
    a = module("adjudicator.words.a", "from adjudicator.words.b import x")
    b = module("adjudicator.words.b", "import adjudicator.words.c")
    c = module("adjudicator.words.c", "from adjudicator.words import a")
    last = module("adjudicator.words.d", "def f():\n    from adjudicator.words import a")
    assert in_circles([a, b, c, last]) == {a.name, b.name, c.name}
    assert in_circles([a, b, last]) == set()


@each_layer
def test_the_core_names_no_expansion(layer: str) -> None:
    assert [wrong for source in of_layer(layer) for wrong in named_expansions(source, expansion_ids())] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("adjudicator.model.x", "import adjudicator.words"),
        ("adjudicator.syntax.x", "from adjudicator import binding"),
        ("adjudicator.syntax.x", "from ..binding import bound"),
        ("adjudicator.engine.x", "def f():\n    from adjudicator.cli import main"),
        ("adjudicator.engine.x", "import_module(f'adjudicator.expansions.{name}')"),
        (REGISTRY, "import_module('adjudicator.expansions.base')"),
        (REGISTRY, "from adjudicator.play import run"),
        ("adjudicator.words.x", "from adjudicator.prepare import prepare"),
        ("adjudicator.report.x", "from adjudicator import adjudicate"),
        ("adjudicator.report.x", "import click"),
        ("adjudicator.cli.x", "import lark"),
        ("adjudicator.play.x", "from tabulate import tabulate"),
        ("adjudicator.cli.x", "import requests"),
        ("adjudicator.fresh.x", ""),
    ],
)
def test_a_wrong_import_is_seen(name: str, text: str) -> None:
    assert wrong_imports(module(name, text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("adjudicator.syntax.x", "import lark, json\nfrom . import y\nfrom ..words import z"),
        ("adjudicator.cli.x", "import click\nfrom adjudicator import __version__, adjudicate, store"),
        ("adjudicator.expansions", "import_module(f'adjudicator.expansions.{name}')"),
        (REGISTRY, "import_module(f'adjudicator.expansions.{name}')"),
        ("adjudicator.prepare", "from adjudicator.report import phrases\nimport lark"),
        ("adjudicator.pytest_plugin", "import pytest\nfrom adjudicator.play import settle"),
    ],
)
def test_a_right_import_passes(name: str, text: str) -> None:
    assert wrong_imports(module(name, text, is_package=name == "adjudicator.expansions")) == []


@pytest.mark.parametrize("text", ["x = 'far-away'", "far_away = 1", "def f(far_away): ...", "y.far_away"])
def test_a_named_expansion_is_seen(text: str) -> None:
    ids = {"far_away", "far-away"}
    assert named_expansions(module("adjudicator.engine.x", text), ids)
    assert named_expansions(module("adjudicator.expansions.far_away", text), ids) == []
