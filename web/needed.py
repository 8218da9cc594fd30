"""Which modules of the standard library the page's engine needs; runs in that engine while the page is built.

What the engine has loaded, what the program imports anywhere, and what those import where they begin, and so on: an
import inside a function of the library is for what the page does not do.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ENCODINGS = ("aliases", "ascii", "cp437", "latin_1", "utf_8", "utf_8_sig", "utf_16", "cp1252")
UNUSED = (
    *("argparse", "bdb", "calendar", "cmd", "csv", "doctest", "ftplib", "getopt", "gettext", "imaplib"),
    *("logging.config", "logging.handlers", "mimetypes", "optparse", "pdb", "plistlib", "pprint", "profile", "pydoc"),
    *("rlcompleter", "smtplib", "socketserver", "sqlite3", "unittest", "webbrowser", "wsgiref", "xmlrpc", "_pyrepl"),
)
"""What is imported only to debug, to test, or by a command line."""
BY_NAME = ("_strptime", "__future__")
"""Imported by the interpreter itself."""


def needed(library: Path, program: Path) -> list[str]:
    """Names of modules of `library`, dotted, sorted, for the modules of `program` to run."""
    wanted = {name for name in sys.modules if _file(library, name)}
    for path in program.rglob("*.py"):
        wanted |= set(_imports(path, "", everywhere=True))
    waiting = wanted | {f"encodings.{name}" for name in ENCODINGS} | set(BY_NAME)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in found or (_unused(name) and name not in wanted) or not (path := _file(library, name)):
            continue
        found.add(name)
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        waiting |= set(_imports(path, package)) | {name.rpartition(".")[0]}
    return sorted(found)


def _unused(name: str) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:end]) in UNUSED for end in range(1, len(parts) + 1))


def _file(library: Path, name: str) -> Path | None:
    at = library.joinpath(*name.split("."))
    return next((path for path in (at / "__init__.py", at.with_suffix(".py")) if name and path.is_file()), None)


def _imports(path: Path, package: str, everywhere: bool = False) -> Iterator[str]:
    """What a file imports, on its own level alone or `everywhere` in it."""
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:
        return
    nodes = list(ast.walk(tree)) if everywhere else list(_level(tree.body))
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            home = ".".join([*filter(None, parts), *filter(None, [node.module])])
            yield home
            yield from (f"{home}.{one.name}" for one in node.names)


def _level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for one in body:
        yield one
        if isinstance(one, ast.If | ast.Try | ast.With | ast.ClassDef):
            inner = [*one.body, *getattr(one, "orelse", []), *getattr(one, "finalbody", [])]
            inner += [line for handler in getattr(one, "handlers", []) for line in handler.body]
            yield from _level(inner)
