"""What is wrong in a data file of a box or a language: it costs what it is about, and is told once.

A reader takes a file through `read`, with the shape that its tables have: what does not fit is left out and noted. What
only the reader can know (an id that nobody brings, a spelling that is taken) it notes itself. The store keeps the notes
beside what it prepares, so that they are told in every process that uses it: as a warning `Broken` with file and line.
"""

from __future__ import annotations

import os
import re
import tomllib
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

CODE = re.compile("[a-z]{2,3}")
"""A key that is the code of a language, which need not be there."""
ANY = re.compile(".*", re.DOTALL)
"""Any key."""


class Fault(NamedTuple):
    """One thing that is wrong in a data file."""

    file: str
    line: int
    """0 where the whole file is meant."""
    text: str
    """What is wrong, in English."""
    harms: bool = True
    """Whether something is lacking now that the rules may need; a spelling or a sentence in one language is not."""
    stray: bool = False
    """Whether it speaks of what is not there, as it has to where a box is gone: told by `rules --coverage` only."""
    whole: bool = False
    """Whether nothing can be read of the file."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class Broken(UserWarning):
    """A data file of a box or a language has a mistake."""


_gathered: list[list[Fault]] = []
_noted: dict[Fault, None] = {}


def note(fault: Fault) -> None:
    """Adds to what whoever prepares something now has found, and tells it once in a process."""
    for found in _gathered:
        if fault not in found:
            found.append(fault)
    if fault not in _noted:
        _noted[fault] = None
        if not fault.stray:
            warnings.warn_explicit(fault.text, Broken, fault.file, fault.line or 1)


def noted() -> tuple[Fault, ...]:
    """All that this process has come to."""
    return tuple(_noted)


def lost(name: str) -> bool:
    """Whether this process has come to a file called `name` of which nothing can be read."""
    return any(fault.whole and os.path.basename(fault.file) == name for fault in _noted)


@contextmanager
def gathered() -> Iterator[list[Fault]]:
    """A list to which all is added that is noted meanwhile."""
    found: list[Fault] = []
    _gathered.append(found)
    try:
        yield found
    finally:
        _gathered[:] = [one for one in _gathered if one is not found]


def tell(file: Path, text: str, *keys: str | int, harms: bool = True, stray: bool = False) -> None:
    """Notes that something is wrong in `file` where `keys` lead, a table's name or a place in a list each."""
    note(Fault(os.fspath(file), line_of(file, keys) if keys else 0, text, harms, stray))


def read(file: Path, shape: Any) -> dict[str, Any]:
    """What a TOML file says, without what does not fit; nothing for a file that is not there or cannot be read.

    A shape is a type, a list with the shape of its members, a tuple of shapes of which one fits, or a table: keys with
    their shapes, where "id!" has to be there and a regular expression stands for all keys that it matches. A table goes
    as a whole where a key does not fit or there is no such key; what stands directly in the file, in a list of tables,
    under a regular expression or under a key such as "title?" goes alone.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        note(Fault(os.fspath(file), 0, f"cannot be read: {error}", whole=True))
        return {}
    try:
        found: dict[str, Any] = tomllib.loads(text)
        return _table(found, shape, file, ())
    except tomllib.TOMLDecodeError as error:
        said = re.fullmatch(r"(.*) \(at line (\d+).*\)", str(error))
        last = text.count("\n") + 1
        note(
            Fault(
                os.fspath(file), int(said[2]) if said else last, f"is no TOML: {said[1] if said else error}", whole=True
            )
        )
    return {}


class _Misfit(Exception):
    def __init__(self, text: str, keys: tuple[str | int, ...]) -> None:
        super().__init__(text)
        self.text = text
        self.keys = keys


_SAID = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def _fitting(value: Any, shape: Any, file: Path, keys: tuple[str | int, ...]) -> Any:
    """`value` without what does not fit; raises _Misfit where nothing is left."""
    if isinstance(shape, tuple):
        return _fitting(value, next((one for one in shape if _is(value, one)), shape[0]), file, keys)
    if shape is object:
        return value
    if not _is(value, shape):
        name = ".".join(key for key in keys if isinstance(key, str))
        raise _Misfit(f"{name}: {_SAID[_kind(shape)]} is expected, not {_SAID.get(type(value), 'this')}", keys)
    if isinstance(shape, list):
        members: list[Any] = value
        return [*_members(members, shape[0], file, keys)]
    table: dict[str, Any] = value
    return _table(table, shape, file, keys) if isinstance(shape, Mapping) else value


def _is(value: object, shape: Any) -> bool:
    return type(value) is _kind(shape) or (shape is float and type(value) is int)


def _kind(shape: Any) -> type:
    return shape if isinstance(shape, type) else dict if isinstance(shape, Mapping) else list


def _members(values: list[Any], shape: Any, file: Path, keys: tuple[str | int, ...]) -> Iterator[Any]:
    for at, value in enumerate(values):
        try:
            yield _fitting(value, shape, file, (*keys, at))
        except _Misfit as error:
            if _kind(shape) is not dict:
                raise
            tell(file, error.text, *error.keys)


def _table(table: dict[str, Any], shape: Mapping[Any, Any], file: Path, keys: tuple[str | int, ...]) -> dict[str, Any]:
    known = {key.rstrip("!?"): one for key, one in shape.items() if isinstance(key, str)}
    patterns = [(key, one) for key, one in shape.items() if not isinstance(key, str)]
    loose = not keys or any(f"{key}?" in shape for key in known)
    found: dict[str, Any] = {}
    for key, value in table.items():
        at = (*keys, key)
        wanted = known.get(key) or next((one for pattern, one in patterns if pattern.fullmatch(key)), None)
        try:
            if wanted is None:
                raise _Misfit(f"there is no key {key}", at)
            found[key] = _fitting(value, wanted, file, at)
        except _Misfit as error:
            if not loose and (key in known or wanted is None):
                raise
            tell(file, error.text, *error.keys, harms=key in known or CODE not in shape)
    lacking = [key[:-1] for key in shape if isinstance(key, str) and key[-1] == "!" and key[:-1] not in found]
    if lacking:
        raise _Misfit(f"{lacking[0]} is missing", keys)
    return found


def line_of(file: Path, keys: tuple[str | int, ...]) -> int:
    """The line of a file to which `keys` lead, as near as can be told."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return 0
    at, before = 0, ""
    for key in keys:
        if isinstance(key, int):
            heads = [number for number, line in enumerate(lines) if line.startswith(f"[[{before}]]")]
            at = heads[key] if key < len(heads) else at
        else:
            name = rf"""["']?{re.escape(key)}["']?"""
            said = re.compile(rf"\s*id\s*=\s*{name}\s*(#|$)|[\s\[]*(.*\.)?{name}\s*[\].=]")
            at = next((number for number in range(at, len(lines)) if said.match(lines[number])), at)
            before = f"{before}.{key}".lstrip(".")
    return at + 1
