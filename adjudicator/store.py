"""What is worked out once from the package's own data files and kept beside them as JSON.

Nothing is analysed at each start that can be prepared once: parser tables, words, rules and tile
faces are stored in ``adjudicator/_prepared``. In a wheel they are built with the wheel. In a
checkout they are made at first use and again whenever one of their sources changes. The store is
plain JSON inside the package's own folder; no code and no pickle is ever read from it. What was
changed or cut short there since it was written is built anew.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from adjudicator import faults
from adjudicator.files import write_whole

PACKAGE = Path(__file__).parent
EXPANSIONS = PACKAGE / "expansions"
VARIABLE = "ADJUDICATOR_EXPANSIONS"
"""Lists folders of expansion folders besides the package's own, as PATH lists folders of programs."""
FOLDER = PACKAGE / "_prepared"
FROZEN = FOLDER / "BUILT"
"""Present in a wheel only: what lies in the folder was built from the sources shipped with it."""

VERSION = 3
"""Raised when the shape of any prepared data changes."""


def grammar_folder() -> Path:
    """The folder of grammar files: shipped inside a wheel, beside the package in a checkout."""
    shipped = PACKAGE / "_grammar"
    return shipped if shipped.is_dir() else PACKAGE.parent / "grammar"


def documents_folder() -> Path:
    """The folder of documents: shipped inside a wheel, beside the package in a checkout."""
    shipped = PACKAGE / "_docs"
    return shipped if shipped.is_dir() else PACKAGE.parent / "docs"


def homes() -> tuple[Path, ...]:
    """The folders in which expansion folders lie: the package's own first."""
    others = os.environ.get(VARIABLE, "").split(os.pathsep)
    return (EXPANSIONS, *(Path(path) for path in others if os.path.isdir(path)))


def expansion_folders() -> list[Path]:
    """Every expansion folder, in the order of their names."""
    found = [Path(entry.path) for home in homes() for entry in os.scandir(home) if entry.is_dir()]
    return sorted((path for path in found if path.name[0] not in "._"), key=lambda path: path.name)


def expansion_folder(ident: str) -> Path:
    """The folder of an expansion: "abbey-and-mayor" lies in abbey_and_mayor. It need not exist."""
    name = ident.replace("-", "_")
    return next((home / name for home in homes()[1:] if (home / name).is_dir()), EXPANSIONS / name)


def prepared(name: str, sources: Callable[[], Sequence[Path]], build: Callable[[], Any]) -> Any:
    """The JSON value stored under `name`, built from `sources` when there is none or it is stale.

    In a wheel nothing can be stale, and the sources are not looked for. What is prepared with expansions of other
    folders is kept beside the first of these. What was found wrong in the sources is kept with it, and noted again.
    """
    others = homes()[1:]
    path = os.path.join(others[0] / FOLDER.name if others else FOLDER, f"{name}.json")
    frozen = not others and os.path.exists(FROZEN)
    stamp: list[Any] = [VERSION] if frozen else [VERSION, *(_mark(source) for source in sources())]
    try:
        with open(path, "rb") as file:
            seal = file.readline(_LONGEST)
            data = file.read()
        if seal == _seal(stamp, data):
            found, wrong = json.loads(data)
            for fault in wrong:
                faults.note(faults.Fault(*fault))
            return found
    except (OSError, ValueError, RecursionError):
        pass
    with faults.gathered() as noted:
        found = build()
    # A round through JSON, so that what is built now equals what is read later.
    data = json.dumps([found, noted], ensure_ascii=False, separators=(",", ":")).encode()
    _keep(Path(path), (_seal(stamp, data) + data).decode())
    return json.loads(data)[0]


_LONGEST = 1_000_000
"""Bytes of a first line, at most; the longest there is names some hundred sources."""


def _seal(stamp: list[Any], data: bytes) -> bytes:
    """The first line of a stored file: what it was built from, and a sum of what follows."""
    return json.dumps([*stamp, zlib.crc32(data)]).encode() + b"\n"


def _mark(source: Path) -> list[Any]:
    try:
        status = os.stat(source)
    except OSError:
        return [source.name, 0, 0]
    return [source.name, status.st_size, status.st_mtime_ns]


def _keep(path: Path, text: str) -> None:
    """Write `text` whole or not at all; a folder that cannot be written is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError:
        pass
