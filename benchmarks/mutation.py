"""How many small mistakes in the code of the rules the scenarios, and then the tests, notice.

    python benchmarks/mutation.py [--each 30] [--seed 0] [--tests] [--only engine] [--again LOG] [--kept FILE]

Each mutant changes one place of one module: a comparison, `and` and `or`, a number, True and False, `any` and `all`, a
sum, or it leaves out a call; as many are sampled from every area. It is noticed when an expectation fails, a text is
refused or something crashes or hangs, in the scenarios, the examples of the reference and of the library, the bad
inputs, or in what `score` says of records (``tests/referee.toml`` has some, and answers with what they ask back). Those
that none notices are given to the second readers of the tests, which judge facts, options and points of random boards
and games; with ``--tests`` to some of the other tests as well. What no answer depends on (annotations, texts for
programmers, the count of work) is left out, and so are those that ``benchmarks/mutants.toml`` judges to change no
answer, each with the reason. `--again` tries those that an earlier run printed as survivors. What became of each is
written into the file of `--kept` at once, and read from there by a later run, so one that was broken off goes on where
it was. Each runs in a fork of its own, so this needs a POSIX system.
"""

from __future__ import annotations

import argparse
import ast
import copy
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
    "test_score.py",
    "test_records.py",
    "test_playing.py",
    "test_memory.py",
    "test_report.py",
    "test_properties.py",
    "test_which_figure.py",
    "test_two_ways_to_ask.py",
    "test_precedence.py",
    "test_random_games.py",
]
RULES = tuple(f"adjudicator.{name}" for name in ("engine", "play", "expansions", "settling", "records"))
PATIENCE = 60
"""Seconds of processor time for one mutant with the scenarios."""
BOARDS, GAMES = 12, 4
"""Random boards and games that the second readers go through for a mistake that no text has noticed."""
FEW = 5
"""Files that run a line; where they are fewer, all others are tried, too."""


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
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            silent = set(_without_effect(tree))
            for index, (node, said, _) in enumerate(places(tree)):
                if getattr(node, "lineno", 0) in inside and node not in silent:
                    line = lines[node.lineno - 1]
                    at = f"{line[: node.col_offset].decode().lstrip()}»{line[node.col_offset :].decode()}"
                    yield Mutant(area, module, path, index, node.lineno, f"{said}: {ast.unparse(node)[:70]}", at)


def equivalent() -> dict[tuple[str, str, str], str]:
    """Why a mutant changes no answer, by path, change and place, for those that somebody judged."""
    page = tomllib.loads((Path(__file__).parent / "mutants.toml").read_text(encoding="utf-8"))
    return {(one["module"], one["change"], one["at"]): one["why"] for one in page["mutant"]}


def place(mutant: Mutant) -> str:
    """The path of a mutant's module in the package."""
    return mutant.path.relative_to(PACKAGE).as_posix()


def survivors(log: Path) -> set[tuple[str, str]]:
    """The mutants, by path and change, that an earlier run printed."""
    told = re.findall(r"^SURVIVES (\S+):\d+ (.*)$", log.read_text(encoding="utf-8"), re.MULTILINE)
    return {(path, said.rstrip()) for path, said in told}


def key(mutant: Mutant) -> tuple[str, str, str]:
    """What a mutant is called in a file of those that were tried."""
    return place(mutant), mutant.said, mutant.at


def remembered(path: Path | None) -> dict[tuple[str, str, str], tuple[str, str | None]]:
    """What the texts and what all together noticed of each mutant that an earlier run tried; "" for nothing."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return {(one["module"], one["change"], one["at"]): (one["texts"], one["all"]) for one in map(json.loads, lines)}


def keep(path: Path | None, mutant: Mutant, by_texts: str, found: str) -> None:
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
        elif isinstance(node, ast.Assert) and node.msg is not None:
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


def near_first(mutant: Mutant, files: list[Path]) -> list[Path]:
    """The files with those of the mutated expansion first, the short ones of each half before the long ones."""
    own = mutant.area if mutant.path.is_relative_to(PACKAGE / "expansions") else ""
    folder = mutant.path.parent.name.replace("_", "-")
    return sorted(files, key=lambda path: (path.parent.name not in (own, folder), path.stat().st_size))


def mutated(mutant: Mutant) -> ast.Module:
    """The module with its mistake."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    for index, (_, _, change) in enumerate(places(copy.copy(tree))):
        if index == mutant.index:
            change()
            return tree
    raise LookupError(mutant)


# ---- running
def warm() -> None:
    """Loads what no mutant changes: words, grammar, tiles, rules."""
    import adjudicator.report.settle
    from adjudicator.binding.bind import bind
    from adjudicator.binding.tile_files import catalogue
    from adjudicator.syntax.document import read_document

    for path in SCENARIOS:
        bind(read_document(path.read_text(encoding="utf-8")))
    catalogue()
    assert adjudicator.report.settle
    for name in [name for name in sys.modules if name.startswith(RULES)]:
        del sys.modules[name]  # a mutant loads them itself


def forked(work: Callable[[], Any], patience: int) -> Any:
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


def first_miss(paths: list[Path]) -> str:
    """The first file in which something is not as expected, "" for none."""
    from adjudicator.errors import Problems
    from adjudicator.settling import settle

    for path in paths:
        try:
            outcome = settle(path.read_text(encoding="utf-8"))
        except Problems:
            return path.stem
        if outcome.problems or any(answer.met is False for answer in outcome.answers):
            return path.stem
    return ""


def told_of() -> list[str]:
    """The words that the messages of the bad inputs hold, of those that the tests want there."""
    from click.testing import CliRunner

    from adjudicator.cli import main

    found = []
    for path in sorted((ROOT / "tests" / "bad").glob("*.carc")):
        shown = " ".join(CliRunner().invoke(main, ["settle", str(path)]).output.split())
        wanted = path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
        found.append(f"{path.stem} {[word for word in wanted if word in shown]}")
    return found


def others() -> list[str]:
    """The texts that the tests settle besides: bad inputs, and the examples of the reference."""
    found = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "bad").glob("*.carc"))]
    for page in sorted((ROOT / "docs").glob("*.md")):
        found += re.findall(r"^```carc *\w*\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return found


def checked(area: str) -> list[list[str]]:
    """What the tests look at in those texts: where what is wrong, and whether expectations are met. Records with slips,
    typed boards, the library and the tour of the README only where the course of a game is changed: no rule is to be
    noticed there first.
    """
    from adjudicator.errors import Problems
    from adjudicator.settling import settle

    found = []
    for text in others():
        try:
            outcome = settle(text)
            problems, answers = outcome.problems, outcome.answers
        except Problems as error:
            problems, answers = error.items, ()
        said = [f"{one.code} {one.span.line}:{one.span.column} {one.rules}" for one in problems]
        found.append([*said, *(str([expected.met for expected in one.expected]) for one in answers)])
    played = [refereed(), library(), tour()] if area == "play" else []
    return [*found, told_of(), answered(), *played, *scored()]


def scored() -> list[list[str]]:
    """What `score` says of every record of a game: the tests hold it against theirs."""
    from click.testing import CliRunner

    from adjudicator.cli import main

    games = [*sorted((ROOT / "docs" / "games").glob("*.carc")), *(path for path in SCENARIOS if _is_game(path))]
    found = []
    for path in games:
        result = CliRunner().invoke(main, ["score", str(path), "--format", "json"])
        found.append([path.stem, str(result.exit_code), result.output])
    return found


def library() -> list[str]:
    """The examples of the page on the library that do not hold."""
    import doctest

    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "api.md", "api.md", 0)
    said: list[str] = []
    loose = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return said if doctest.DocTestRunner(optionflags=loose, verbose=False).run(test, out=said.append).failed else []


def tour() -> list[str]:
    """The commands of the README and of other pages that print something else than what stands below them there."""
    sys.path.insert(0, str(ROOT / "tests"))
    import shlex

    import test_readme  # type: ignore[import-not-found]
    from click.testing import CliRunner

    from adjudicator.cli import main

    os.chdir(ROOT)
    os.environ.update(COLUMNS="80", LC_ALL="C.UTF-8")
    found = []
    for command, output in test_readme.examples():
        shown = CliRunner().invoke(main, shlex.split(command)[1:]).output.replace(os.sep, "/")
        printed = "\n".join(line.rstrip() for line in shown.splitlines()).strip("\n")
        parts = [re.escape(part.strip("\n")) for part in output.split(test_readme.SKIPPED)]
        if not re.fullmatch(r"\n*.*?\n*".join(parts), printed, re.DOTALL):
            found.append(command)
    return found


def refereed() -> list[str]:
    """The records of ``tests/referee.toml`` in which `score` does not find what was worked out by hand."""
    sys.path.insert(0, str(ROOT / "tests"))
    import referee  # type: ignore[import-not-found]

    found = []
    for cases, given, wanted in (
        (referee.CASES, referee.told, referee.expected),
        (referee.BOARDS, referee.typed, referee.board),
    ):
        found += [case["name"] for case in cases if not _met(case, given, wanted)]
    return found


def answered() -> list[str]:
    """The answers of ``tests/referee.toml`` that ask back or tell besides what was not worked out by hand, and the
    tables there on which something else is to be seen.
    """
    sys.path.insert(0, str(ROOT / "tests"))
    import referee

    found = [case["name"] for case in referee.ANSWERS if not _met(case, referee.answered, referee.answer)]
    return found + [case["name"] for case in referee.SIGHTS if not _met(case, referee.seen, referee.sight)]


def _met(case: Any, given: Callable[[Any], Any], wanted: Callable[[Any], Any]) -> bool:
    try:
        return bool(given(case) == wanted(case))
    except Exception:  # not even an answer
        return False


def _is_game(path: Path) -> bool:
    return re.search(r"^(game|partie) ", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


def covered() -> list[tuple[str, int, list[int]]]:
    """Each line of the rules that is run, by path and number, with the files that run it, by place in the list."""
    from adjudicator.settling import settle

    wanted = tuple(str(PACKAGE / folder) for folders in AREAS.values() for folder in folders)
    found: dict[tuple[str, int], list[int]] = {}
    seen: set[tuple[str, int]] = set()

    def trace(frame: Any, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(wanted):
            return None
        if event == "line":
            seen.add((name, frame.f_lineno))
        return trace

    for at, path in enumerate(SCENARIOS):
        seen.clear()
        sys.settrace(trace)
        try:
            settle(path.read_text(encoding="utf-8"))
        finally:
            sys.settrace(None)
        for line in seen:
            found.setdefault(line, []).append(at)
    return [(name, number, files) for (name, number), files in found.items()]


def tests_notice() -> str:
    """Whether the tests notice what is wrong; "" where they do not."""
    import pytest

    os.chdir(ROOT)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    files = [str(ROOT / "tests" / name) for name in TESTS]
    code = pytest.main(["-n0", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *files])
    return f"tests {code}" if code else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--only", action="append", choices=[*AREAS])
    parser.add_argument("--tests", action="store_true")
    parser.add_argument("--module", default="", help="only modules whose name holds this")
    parser.add_argument("--again", type=Path, help="only those that this output of an earlier run calls survivors")
    parser.add_argument("--kept", type=Path, help="a file of what became of each mutant: read first, then added to")
    given = parser.parse_args()
    kept = remembered(given.kept)
    again = survivors(given.again) if given.again else None
    spared = equivalent()
    warm()
    started = time.monotonic()
    lines = {(name, number): files for name, number, files in forked(covered, 600)}
    print(f"{len(lines)} lines are run, {time.monotonic() - started:.0f} s", flush=True)
    sound = {area: forked(partial(checked, area), 600) for area in ("play", "")}
    if given.tests and (failing := forked(tests_notice, 900)):
        raise SystemExit(f"the tests fail without any mistake made: {failing}")
    if failing := forked(read_anew, 600):
        raise SystemExit(f"the second readers fail without any mistake made: {failing}")
    texts: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    samples = {}
    for area in given.only or AREAS:
        every = [one for one in candidates(area) if given.module in one.module]
        every = [one for one in every if (place(one), one.said.rstrip(), one.at) not in spared]
        if again is not None:
            every = [one for one in every if (place(one), one.said.rstrip()) in again]
        samples[area] = random.Random(f"{given.seed}-{area}").sample(every, min(given.each, len(every)))
    for number in range(given.each):  # every area in turn: who stops it early has an even sample
        for mutant in (sample[number] for sample in samples.values() if number < len(sample)):
            by_texts, found = kept.get(key(mutant), ("", None))
            if found is None:
                by_texts = found = judged(mutant, lines.get((str(mutant.path), mutant.line), []), sound)
                if not found:
                    found = str(forked(partial(infected_readers, mutant), PATIENCE))
                if not found and given.tests:
                    found = str(forked(partial(infected_tests, mutant), 600))
                keep(given.kept, mutant, by_texts, found)
            texts[mutant.area] += bool(by_texts)
            tried[mutant.area] += 1
            noticed[mutant.area] += bool(found)
            if found in ("", "hangs", "dies"):
                print(f"{found or 'SURVIVES'} {place(mutant)}:{mutant.line} {mutant.said}", flush=True)
        if number % 4 == 3 or number == given.each - 1:
            total, spent = sum(tried.values()), time.monotonic() - started
            for area, of in tried.items():
                print(f"  {area}: {texts[area]} of {of} by the texts, {noticed[area]} in all")
            share, in_all = (f"{100 * sum(one.values()) / max(total, 1):.0f} %" for one in (texts, noticed))
            print(f"{share} of {total} by the texts, {in_all} in all, {spent:.0f} s", flush=True)


def judged(mutant: Mutant, run: list[int], sound: dict[str, Any]) -> str:
    """What notices a mistake, "" for nothing; `run` are the places of the files that run its line."""
    files = near_first(mutant, [SCENARIOS[at] for at in run])
    if len(files) < FEW:  # what was kept from an earlier file was run there only
        files += [path for path in SCENARIOS if path not in files]
    kind = mutant.area if mutant.area in sound else ""

    def scenarios() -> str:
        infected(mutant)
        return first_miss(files) or ("" if checked(kind) == sound[kind] else "reference or bad inputs")

    return str(forked(scenarios, PATIENCE))


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


def infected_readers(mutant: Mutant) -> str:
    """Whether the second readers notice a mistake: what they assert fails, or something crashes."""
    infected(mutant)
    return read_anew()


def infected_tests(mutant: Mutant) -> str:
    """Whether the tests notice a mistake."""
    infected(mutant)
    return tests_notice()


if __name__ == "__main__":
    main()
