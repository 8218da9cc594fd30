"""How many small mistakes in the code of the rules the texts notice.

    python benchmarks/mutation.py [--each 30] [--seed 0] [--only engine] [--module course] [--readers] [--tests]
                                  [--again LOG] [--kept FILE] [--trace FILE]

Each mutant changes one place of one module: a comparison, `and` and `or`, a number, True and False, `any` and `all`, a
sum, or it leaves out a call; as many are sampled from every area. It is noticed when an expectation fails, a text is
refused or something crashes or hangs, in the scenarios, the examples of the reference and of the library, the bad
inputs, what `score` says of records, or the rows of ``tests/referee.toml`` and ``tests/played.toml``. Only those texts
are looked at that run the line, the quick ones first; which they are is traced once and kept in the file of `--trace`,
so that a run behind which no code changed begins at once, and one behind which a text was added traces that.

With `--readers` those that no text notices are given to the second readers of the tests, which judge facts, options and
points of random boards and games; with ``--tests`` to some of the other tests as well. What no answer depends on
(annotations, texts for programmers, the count of work) is left out, and so are those that ``benchmarks/mutants.toml``
judges to change no answer, each with the reason. `--again` tries those that an earlier run printed as survivors. What
became of each is written into the file of `--kept` at once, and read from there by a later run, so one that was broken
off goes on where it was. Each runs in a fork of its own, so this needs a POSIX system.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import hashlib
import importlib
import importlib.machinery
import json
import os
import random
import re
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "adjudicator"
SCENARIOS = sorted((ROOT / "scenarios").rglob("*.carc"))
AREAS = {
    "engine": ("engine",),
    "play": ("play",),
    "base": ("expansions/base", "expansions/abbot"),
    "gifts": ("expansions/gifts",),
    "abbey-and-mayor": ("expansions/abbey_and_mayor",),
    "peasant-revolts": ("expansions/peasant_revolts",),
    "ghosts": ("expansions/ghosts_castles_cemeteries",),
    "anniversary": ("expansions/anniversary_20",),
}
TESTS = [
    "test_phases.py",
    "test_score.py",
    "test_playing.py",
    "test_report.py",
    "test_answers_typed.py",
    "test_board_command.py",
    "test_said_twice.py",
    "test_jcz.py",
    "test_which_figure.py",
    "test_said_at_the_table.py",
    "test_asked.py",
    "test_expected.py",
    "test_memory.py",
    "test_referee.py",
    "test_every_outcome.py",
    "test_open_questions.py",
    "test_unchecked.py",
    "test_api_answers.py",
    "test_precedence.py",
    "test_properties.py",
    "test_two_ways_to_ask.py",
    "test_table_command.py",
    "test_human_slips.py",
    "test_positions_after.py",
    "test_records.py",
    "test_api.py",
]
"""The quick ones first."""
LATE = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""What has been imported in front of the tests cannot be rewritten by them, and need not."""
RULES = tuple(f"adjudicator.{name}" for name in ("engine", "play", "expansions", "settling", "records"))
COURSE = ("engine", "play")
"""The areas for which the course of a game counts, too: records with slips, typed boards, games of the library, the
tour of the README. A rule is to be noticed in a scenario of its own."""
PATIENCE, PATIENCE_FOR_ALL = 4, 900
"""Seconds of processor time for one text with a mistake, besides five times what it takes, and for the trace of all."""
BOARDS, GAMES = 12, 4
"""Random boards and games that the second readers go through for a mistake that no text has noticed."""


class Mutant(NamedTuple):
    """One small mistake."""

    area: str
    module: str
    path: Path
    index: int
    """Which place of the module."""
    line: int
    said: str
    at: str
    """The line as it is written, with ``»`` before what is changed."""


# ---- what is changed
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
}  # fmt: skip


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    """Every change that can be made in a module: the node, what changes, and what makes the change."""
    for parent in ast.walk(tree):
        if isinstance(parent, (ast.FunctionDef, ast.ClassDef, ast.Module, ast.If, ast.For, ast.While, ast.With)):
            yield from _calls(parent)
        if isinstance(parent, ast.Compare) and len(parent.ops) == 1 and type(parent.ops[0]) in SWAPS:
            yield parent, "compare", _swap(parent.ops, 0)
        elif isinstance(parent, (ast.BoolOp, ast.BinOp)) and type(parent.op) in SWAPS and not _texts(parent):
            yield parent, type(parent.op).__name__, _operator(parent)
        elif isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in ("any", "all"):
            yield parent, parent.func.id, _other_name(parent.func)
        elif isinstance(parent, ast.Constant) and type(parent.value) in (int, bool):
            yield parent, repr(parent.value), _other_value(parent)


def _texts(node: ast.AST) -> bool:
    return any(isinstance(one, (ast.JoinedStr, ast.Tuple)) for one in ast.iter_child_nodes(node))


def _calls(parent: Any) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    for body in (parent.body, getattr(parent, "orelse", [])):
        for at, node in enumerate(body):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                yield node, "left out", _leave_out(body, at, node)


def _leave_out(body: list[ast.stmt], at: int, node: ast.stmt) -> Callable[[], None]:
    return lambda: body.__setitem__(at, ast.copy_location(ast.Pass(), node))


def _swap(ops: list[ast.cmpop], at: int) -> Callable[[], None]:
    return lambda: ops.__setitem__(at, SWAPS[type(ops[at])]())  # type: ignore[call-overload]


def _operator(node: Any) -> Callable[[], None]:
    return lambda: setattr(node, "op", SWAPS[type(node.op)]())


def _other_name(node: ast.Name) -> Callable[[], None]:
    return lambda: setattr(node, "id", "all" if node.id == "any" else "any")


def _other_value(node: ast.Constant) -> Callable[[], None]:
    value: Any = node.value
    return lambda: setattr(node, "value", not value if isinstance(value, bool) else value + 1)


def candidates(area: str) -> Iterator[Mutant]:
    """Every mutant of an area; module level code, which declares and does not decide, is left out."""
    for folder in AREAS[area]:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            tree, lines = ast.parse(source), source.encode().split(b"\n")
            inside = {
                line
                for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef)
                for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
            }
            silent = set(_without_effect(tree))
            for index, (node, said, _) in enumerate(places(tree)):
                if getattr(node, "lineno", 0) in inside and node not in silent:
                    line = lines[node.lineno - 1]
                    at = f"{line[: node.col_offset].decode().lstrip()}»{line[node.col_offset :].decode()}"
                    yield Mutant(area, _module(path), path, index, node.lineno, f"{said}: {ast.unparse(node)[:70]}", at)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def equivalent() -> dict[tuple[str, str, str], str]:
    """Why a mutant changes no answer, by path, change and place, for those that somebody judged."""
    page = tomllib.loads((Path(__file__).parent / "mutants.toml").read_text(encoding="utf-8"))
    return {(one["module"], one["change"], one["at"]): one["why"] for one in page["mutant"]}


def place(mutant: Mutant) -> str:
    """The path of a mutant's module in the package."""
    return mutant.path.relative_to(PACKAGE).as_posix()


def survivors(log: Path) -> set[tuple[str, str, str]]:
    """The mutants, by path, change and place, that an earlier run printed."""
    text = log.read_text(encoding="utf-8")
    found = re.findall(r"^SURVIVES (\S+):\d+ (.*)\n    (.*)  \(\d+ texts\)$", text, re.MULTILINE)
    return {(path, said.rstrip(), at) for path, said, at in found}


def key(mutant: Mutant) -> tuple[str, str, str]:
    """What a mutant is called in a file of those that were tried."""
    return place(mutant), mutant.said, mutant.at


def remembered(path: Path | None) -> dict[tuple[str, str, str], tuple[str, str | None]]:
    """What the texts and what all together noticed of each mutant that an earlier run tried; "" for nothing, None where
    it was given to the texts only.
    """
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return {(one["module"], one["change"], one["at"]): (one["texts"], one["all"]) for one in map(json.loads, lines)}


def keep(path: Path | None, mutant: Mutant, by_texts: str, found: str | None) -> None:
    """Adds what became of a mutant to the file of those that were tried."""
    if path is not None:
        names = ("module", "change", "at", "texts", "all")
        with path.open("a", encoding="utf-8") as file:
            print(json.dumps(dict(zip(names, (*key(mutant), by_texts, found), strict=True))), file=file)


def _without_effect(tree: ast.Module) -> Iterator[ast.AST]:
    """What cannot change an answer whatever stands there: counts of work, texts for programmers, annotations."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "spend":
            yield node  # the limit of work: only texts of megabytes meet it
        elif isinstance(node, ast.FunctionDef) and node.name in ("__repr__", "__hash__"):
            yield from ast.walk(node)
        elif isinstance(node, ast.keyword) and node.arg == "strict":
            yield from ast.walk(node)  # of a `zip` whose lists are as long as each other
        elif isinstance(node, ast.AnnAssign):
            yield from ast.walk(node.annotation)
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith(".quiet"):
            yield from ast.walk(node.value)  # saves looking for reasons that nobody reads
        elif isinstance(node, ast.Assert):
            yield from (one for one in ast.walk(node.test) if isinstance(one, ast.BoolOp))  # all of it holds
            if node.msg is not None:
                yield from ast.walk(node.msg)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func)
            if name in (
                "AssertionError",
                "TypeError",
                "NotImplementedError",
            ):  # a fault of the program, never of a text
                yield from ast.walk(node)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from ast.walk(node)


def mutated(mutant: Mutant) -> ast.Module:
    """The module with its mistake."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    for index, (_, _, change) in enumerate(places(copy.copy(tree))):
        if index == mutant.index:
            change()
            return tree
    raise LookupError(mutant)


# ---- the texts
class Text(NamedTuple):
    """Something written down that guards the rules, and what comes of it."""

    name: str
    folder: str
    """The expansion that it is about, for a scenario."""
    content: str
    """All that decides what it says, beside the code."""
    course: bool
    """Whether only a change of the course of a game is to be noticed there, and no rule."""
    says: Callable[[], Any]
    """What comes of it, the same as long as the code does; for what the tests expect whether they find it so."""


def texts() -> list[Text]:
    """Every text that may notice a mistake: what is cheap to look at before what is dear."""
    found = []
    for path in SCENARIOS:
        found.append(_text(path, "", path.parent.name, False, partial(as_expected, path)))
    for path in sorted((ROOT / "tests" / "bad").glob("*.carc")):
        wanted = path.with_suffix(".expected").read_text(encoding="utf-8")
        found.append(_text(path, "", "", False, partial(read_through, path.read_text(encoding="utf-8"))))
        found.append(_text(path, " as it is said", "", False, partial(words_of, path, wanted))._replace(content=wanted))
    for page in sorted((ROOT / "docs").glob("*.md")):
        blocks = re.findall(r"^```carc *\w*\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        for number, block in enumerate(blocks, 1):
            name = f"{page.name} {number}"
            found.append(Text(name, "", block, False, partial(read_through, block)))
    for module, pairs in TABLES.items():
        page = tomllib.loads((ROOT / "tests" / f"{module}.toml").read_text(encoding="utf-8"))
        shared = {key: value for key, value in page.items() if key not in pairs}
        code = (ROOT / "tests" / f"{module}.py").read_text(encoding="utf-8")
        for kind, (given, wanted, course) in pairs.items():
            for case in page[kind]:
                content = code + json.dumps([case, shared])
                found.append(
                    Text(f"{module} {case['name']}", "", content, course, partial(row, module, given, wanted, case))
                )
    games = [*sorted((ROOT / "docs" / "games").glob("*.carc")), *(path for path in SCENARIOS if _is_game(path))]
    found += [_text(path, " as it is scored", "", False, partial(scored, path)) for path in games]
    found.append(_text(ROOT / "docs" / "api.md", "", "", True, library))
    return [*found, *tour()]


TABLES = {
    "referee": {
        "case": ("told", "expected", True),
        "board": ("typed", "board", True),
        "answer": ("answered", "answer", False),
        "sight": ("seen", "sight", False),
    },
    "played": {"game": ("found", "wanted", True)},
}
"""The tables of the tests: of each kind of row the function for what is found and for what is wanted, and whether it is
about the course of a game."""


def _text(path: Path, what: str, folder: str, course: bool, says: Callable[[], Any]) -> Text:
    return Text(f"{path.relative_to(ROOT)}{what}", folder, path.read_text(encoding="utf-8"), course, says)


def as_expected(path: Path) -> str:
    """What is not as a scenario expects; "" for nothing."""
    from adjudicator.errors import Problems
    from adjudicator.settling import settle

    try:
        outcome = settle(path.read_text(encoding="utf-8"))
    except Problems:
        return "refused"
    return "unmet" if outcome.problems or any(answer.met is False for answer in outcome.answers) else ""


def read_through(text: str) -> list[str]:
    """What the tests look at in a bad input or an example: where what is wrong, and whether expectations are met."""
    from adjudicator.errors import Problems
    from adjudicator.settling import settle

    try:
        outcome = settle(text)
        problems, answers = outcome.problems, outcome.answers
    except Problems as error:
        problems, answers = error.items, ()
    said = [f"{one.code} {one.span.line}:{one.span.column} {one.rules}" for one in problems]
    return [*said, *(str([expected.met for expected in one.expected]) for one in answers)]


def words_of(path: Path, wanted: str) -> list[str]:
    """The words that the message of a bad input holds, of those that the tests want there."""
    from click.testing import CliRunner

    from adjudicator.cli import main

    shown = " ".join(CliRunner().invoke(main, ["settle", str(path)]).output.split())
    return [word for word in wanted.splitlines() if word in shown]


def row(module: str, given: str, wanted: str, case: Any) -> bool:
    """Whether a row of a table of the tests is found as it was worked out by hand."""
    sys.path.insert(0, str(ROOT / "tests"))
    page = importlib.import_module(module)
    try:
        return bool(getattr(page, given)(case) == getattr(page, wanted)(case))
    except Exception:  # not even an answer
        return False


def scored(path: Path) -> list[str]:
    """What `score` says of a record of a game: the tests hold it against theirs."""
    from click.testing import CliRunner

    from adjudicator.cli import main

    result = CliRunner().invoke(main, ["score", str(path), "--format", "json"])
    return [str(result.exit_code), result.output]


def library() -> list[str]:
    """The examples of the page on the library that do not hold."""
    import doctest

    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "api.md", "api.md", 0)
    said: list[str] = []
    loose = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return said if doctest.DocTestRunner(optionflags=loose, verbose=False).run(test, out=said.append).failed else []


def tour() -> Iterator[Text]:
    """The commands of the README and of other pages, with what stands below them there."""
    code = (ROOT / "tests" / "test_readme.py").read_text(encoding="utf-8")
    pages = re.findall(r'^    "(\S+\.md)",$', code, re.MULTILINE)
    for page in pages:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield Text(f"{page} {command}", "", part, True, partial(printed, command, output))


def printed(command: str, output: str) -> bool:
    """Whether a command prints what stands below it; a line ``[...]`` stands for any number of lines."""
    import shlex

    from click.testing import CliRunner

    from adjudicator.cli import main

    os.chdir(ROOT)
    os.environ.update(COLUMNS="80", LC_ALL="C.UTF-8")
    shown = CliRunner().invoke(main, shlex.split(command)[1:]).output.replace(os.sep, "/")
    lines = "\n".join(line.rstrip() for line in shown.splitlines()).strip("\n")
    parts = [re.escape(part.strip("\n")) for part in output.split("[...]")]
    return re.fullmatch(r"\n*.*?\n*".join(parts), lines, re.DOTALL) is not None


def _is_game(path: Path) -> bool:
    return re.search(r"^(game|partie) ", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


# ---- which lines they run
class Trace(NamedTuple):
    """What a text does without any mistake."""

    says: Any
    seconds: float
    lines: dict[str, list[int]]
    """The numbers of the lines that it runs, by the module's path in the package."""


LOADING = "what is loaded"
"""What runs before any text."""


def traces(found: list[Text], path: Path) -> dict[str, Trace]:
    """What each text does without any mistake, by its name, as the file at `path` holds it; traced and written there
    where the text is new, or a module changed that it runs.
    """
    code = {
        one.relative_to(PACKAGE).as_posix(): _digest(one.read_bytes())
        for one in sorted(PACKAGE.rglob("*"))
        if _code(one)
    }
    held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"code": {}, "texts": {}}
    changed = {name for name in code.keys() | held["code"].keys() if code.get(name) != held["code"].get(name)}
    folders = tuple(f"{folder}/" for folders in AREAS.values() for folder in folders)
    whole = not all(name.startswith(folders) and name.endswith(".py") for name in changed)
    known = {} if whole else {name: one for name, one in held["texts"].items() if not changed & one[3].keys()}
    keys = {one.name: _digest(one.content.encode()) for one in found}
    new = [one for one in found if known.get(one.name, [""])[0] != keys[one.name]]
    if new or LOADING not in known:
        fresh = forked(partial(traced, new, LOADING not in known), PATIENCE_FOR_ALL)
        if not isinstance(fresh, dict):
            raise SystemExit(f"a text cannot be traced: {fresh}")
        known |= {name: [keys.get(name, ""), *trace] for name, trace in fresh.items()}
        known = {name: known[name] for name in (LOADING, *keys)}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"code": code, "texts": known}), encoding="utf-8")
    for name in (one.name for one in found if known[one.name][1] is False):
        print(f"without any mistake not as expected: {name}")
    return {name: Trace(*trace) for name, (_, *trace) in known.items()}


def _code(path: Path) -> bool:
    return path.suffix in (".py", ".toml", ".lark", ".carc")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


def traced(found: list[Text], loading: bool) -> dict[str, Trace]:
    """What each text does, and which lines of the rules it runs when nothing is remembered from another one."""
    wanted = tuple(str(PACKAGE / folder) for folders in AREAS.values() for folder in folders)
    seen: dict[str, set[int]] = {}
    left: dict[CodeType, set[int]] = {}

    def trace(frame: Any, event: str, _: Any) -> Any:
        code = frame.f_code
        unseen = left.get(code)
        if unseen is None:
            if not code.co_filename.startswith(wanted):
                left[code] = set()
                return None
            unseen = left[code] = {line for _, _, line in code.co_lines() if line is not None}
        if not unseen:
            return None
        lines = seen.setdefault(code.co_filename, set())
        lines.add(frame.f_lineno)
        unseen.discard(frame.f_lineno)

        def line(frame: Any, event: str, _: Any) -> Any:
            if event == "line":
                lines.add(frame.f_lineno)
                unseen.discard(frame.f_lineno)
            return line

        return line

    def run(does: Callable[[], Any]) -> Trace:
        seen.clear()
        left.clear()
        began = time.process_time()
        sys.settrace(trace)
        try:
            said = does()
        finally:
            sys.settrace(None)
        lines = {Path(name).relative_to(PACKAGE).as_posix(): sorted(numbers) for name, numbers in seen.items()}
        return Trace(said, time.process_time() - began, lines)

    def load() -> None:
        import adjudicator.cli.play
        import adjudicator.settling

        assert adjudicator.cli.play and adjudicator.settling
        for folders in AREAS.values():
            for path in (path for folder in folders for path in (PACKAGE / folder).rglob("*.py")):
                importlib.import_module(_module(path))

    result = {LOADING: run(load)} if loading else {}
    if not loading:
        load()
    every = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    caches = [one for one in every if str(one.__module__).startswith(RULES)]
    for text in found:
        for one in caches:
            one.cache_clear()
        result[text.name] = run(text.says)
    return result


# ---- running
def warm() -> None:
    """Loads what no mutant changes: words, grammar, tiles. What rests on the rules each mutant loads itself."""
    from adjudicator.binding.bind import bind
    from adjudicator.binding.tile_files import catalogue
    from adjudicator.syntax.document import read_document

    for path in SCENARIOS:
        bind(read_document(path.read_text(encoding="utf-8")))
    catalogue()
    assert not [name for name in sys.modules if name.startswith(RULES)]


def forked(work: Callable[[], Any], patience: float) -> Any:
    """What `work` gives in a fork of this process; "hangs" where it takes longer, "dies" where it ends otherwise."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.setitimer(signal.ITIMER_PROF, patience)  # of its own time: others work on the machine, too
        try:
            result = work()
        except BaseException as error:
            result = f"crash {type(error).__name__}"
        with os.fdopen(write, "w") as pipe:
            json.dump(result, pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    if not data:
        return "hangs" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF else "dies"
    return json.loads(data)


def infected(mutant: Mutant) -> None:
    """From now on the module is imported with its mistake."""
    code = compile(mutated(mutant), str(mutant.path), "exec")
    load = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> Any:
        return code if fullname == mutant.module else load(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def running(mutant: Mutant, found: list[Text], known: dict[str, Trace]) -> list[Text]:
    """The texts that run the line of a mutant, those of its expansion first, of each half the quick ones; all of a line
    that is run while the rules are loaded.
    """
    line = max((one for one in _lines(mutant.path) if one <= mutant.line), default=mutant.line)

    def runs(name: str) -> bool:
        return line in known[name].lines.get(place(mutant), ())

    every, course = runs(LOADING), mutant.area in COURSE
    own = {mutant.area, mutant.path.parent.name.replace("_", "-")}
    there = [one for one in found if (course or not one.course) and (every or runs(one.name))]
    return sorted(there, key=lambda one: (one.folder not in own, known[one.name].seconds))


@functools.cache
def _lines(path: Path) -> frozenset[int]:
    """The lines of a module that a trace can see: some of a long expression belong to the one before."""
    codes, lines = [compile(path.read_text(encoding="utf-8"), str(path), "exec")], set[int]()
    while codes:
        code = codes.pop()
        lines |= {line for _, _, line in code.co_lines() if line is not None}
        codes += [one for one in code.co_consts if isinstance(one, type(code))]
    return frozenset(lines)


def judged(mutant: Mutant, found: list[Text], known: dict[str, Trace]) -> str:
    """What notices a mistake, "" for nothing."""
    there = running(mutant, found, known)

    def first() -> str:
        infected(mutant)
        for text in there:
            sound = known[text.name]
            signal.setitimer(signal.ITIMER_PROF, PATIENCE + 5 * sound.seconds)
            if json.loads(json.dumps(text.says())) != sound.says:
                return text.name
        return ""

    return str(forked(first, PATIENCE)) if there else ""


def tests_notice() -> str:
    """Whether the tests notice what is wrong; "" where they do not."""
    import pytest

    os.chdir(ROOT)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    files = [str(ROOT / "tests" / name) for name in TESTS]
    code = pytest.main(["-n0", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *LATE, *files])
    return f"tests {code}" if code else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--only", action="append", choices=[*AREAS])
    parser.add_argument("--readers", action="store_true", help="show those that survive to the second readers, too")
    parser.add_argument("--tests", action="store_true", help="and then to some of the other tests")
    parser.add_argument("--module", default="", help="only modules whose name holds this")
    parser.add_argument("--again", type=Path, help="only those that this output of an earlier run calls survivors")
    parser.add_argument("--kept", type=Path, help="a file of what became of each mutant: read first, then added to")
    parser.add_argument("--trace", type=Path, default=ROOT / "build" / "mutation.json", help="where the trace is kept")
    given = parser.parse_args()
    kept = remembered(given.kept)
    again = survivors(given.again) if given.again else None
    spared = equivalent()
    warm()
    started = time.monotonic()
    found = texts()
    known = traces(found, given.trace)
    print(f"{len(found)} texts are traced, {time.monotonic() - started:.0f} s", flush=True)
    readers = [*([read_anew] if given.readers or given.tests else []), *([tests_notice] if given.tests else [])]
    for reader in readers:
        if failing := forked(reader, PATIENCE_FOR_ALL):
            raise SystemExit(f"{reader.__name__} fails without any mistake made: {failing}")
    by_texts: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    samples = {}
    for area in given.only or AREAS:
        every = [one for one in candidates(area) if given.module in one.module]
        every = [one for one in every if (place(one), one.said.rstrip(), one.at) not in spared]
        if again is not None:
            every = [one for one in every if (place(one), one.said.rstrip(), one.at) in again]
        samples[area] = random.Random(f"{given.seed}-{area}").sample(every, min(given.each, len(every)))
    started = time.monotonic()
    for number in range(given.each):  # every area in turn: who stops it early has an even sample
        for mutant in (sample[number] for sample in samples.values() if number < len(sample)):
            first, last = kept.get(key(mutant), (None, None))
            if first is None or (not first and last is None and readers):
                first = judged(mutant, found, known) if first is None else first
                last = first or None
                for reader in readers:
                    last = last or str(forked(partial(infected_reader, mutant, reader), PATIENCE_FOR_ALL))
                keep(given.kept, mutant, first, last)
            by_texts[mutant.area] += bool(first)
            tried[mutant.area] += 1
            noticed[mutant.area] += bool(last)
            if (last or "") in ("", "hangs", "dies"):
                print(f"{last or 'SURVIVES'} {place(mutant)}:{mutant.line} {mutant.said}")
                print(f"    {mutant.at}  ({len(running(mutant, found, known))} texts)", flush=True)
        if number % 4 == 3 or number == given.each - 1:
            total, spent = sum(tried.values()), time.monotonic() - started
            for area, of in tried.items():
                print(
                    f"  {area}: {by_texts[area]} of {of} by the texts{f', {noticed[area]} in all' if readers else ''}"
                )
            share = f"{100 * sum(by_texts.values()) / max(total, 1):.0f} %"
            print(f"{share} of {total} by the texts, {spent:.0f} s, {spent / max(total, 1):.1f} s each", flush=True)


def read_anew() -> str:
    """What the second readers of the tests, which share no code with the rules, find wrong: facts of random boards, the
    options and the points of random games; "" for nothing.
    """
    sys.path.insert(0, str(ROOT / "tests"))
    import test_facts  # type: ignore[import-not-found]
    import test_random_games  # type: ignore[import-not-found]

    for seed in range(BOARDS):
        test_facts.test_the_facts_of_a_board_are_true(seed)
    for seed in range(GAMES):
        test_random_games.test_the_points_of_every_turn_are_those_reckoned_anew(seed)
        test_random_games.test_what_is_offered_is_what_the_rules_allow(seed)
    return ""


def infected_reader(mutant: Mutant, reader: Callable[[], str]) -> str:
    """What a reader notices of a mistake: what it asserts fails, or something crashes."""
    infected(mutant)
    return reader()


if __name__ == "__main__":
    main()
