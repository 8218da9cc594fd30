"""The catalogue's files: every expansion's ``tiles.carc``, read with the words of the language and kept prepared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import store
from adjudicator.binding import tile_sentences as sentences
from adjudicator.binding.tile_sentences import Clause, read_face, read_set
from adjudicator.errors import Problem, Problems
from adjudicator.geometry import face
from adjudicator.geometry.catalogue import Catalogue
from adjudicator.geometry.face import pack
from adjudicator.model.span import NOWHERE
from adjudicator.syntax.lexer import Word, scan, understand
from adjudicator.syntax.source import clean
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon

FILE = "tiles.carc"


def read_tiles(rows: Iterable[Sequence[Word]]) -> tuple[dict[str, Any], list[Problem]]:
    """The prepared form of a file of ``tile`` and ``set`` statements, and what is wrong with it.

    Each row holds the words of one statement, colon and commas included.
    """
    problems: list[Problem] = []
    faces: list[Any] = []
    sets: dict[str, dict[str, int]] = {}
    for row in rows:
        if len(row) < 4 or row[2].text != ":":
            problems.append(Problem("tile-statement", row[0].span if row else NOWHERE))
            continue
        first, name, clauses = row[0].text.lower(), row[1], _clauses(row[3:])
        if first == "set":
            sets[name.text] = read_set(clauses, problems)
        elif read := read_face(name.text, clauses, problems, name.span):
            faces.append(pack(read))
    return {"faces": faces, "sets": sets}, problems


def _clauses(words: Sequence[Word]) -> list[Clause]:
    clauses: list[list[Word]] = [[]]
    for word in words:
        if word.text == ",":
            clauses.append([])
        else:
            clauses[-1].append(word)
    return list(clauses)


def _build(folder: Path) -> dict[str, Any]:
    """Reads one ``tiles.carc``. Raises Problems if the file is wrong: it is the package's own."""
    text = clean((folder / FILE).read_text(encoding="utf-8"))
    rows, problems = scan(text)
    data, wrong = read_tiles(understand(row, lexicon(fallback()), {}) for row in rows if row.words)
    if problems or wrong:
        raise Problems(tuple(problem._replace(file=f"{folder.name}/{FILE}") for problem in (*problems, *wrong)), text)
    return data


def _load(expansion: str) -> dict[str, Any]:
    folder = store.expansion_folder(expansion)
    data: dict[str, Any] = store.prepared(
        f"tiles-{expansion}",
        lambda: [folder / FILE, Path(sentences.__file__), Path(face.__file__), Path(__file__)],
        lambda: _build(folder),
    )
    return data


@cache
def catalogue() -> Catalogue:
    """Every tile face there is; an expansion's file is opened when a name of it is first looked for."""
    folders = [folder.name for folder in store.expansion_folders() if (folder / FILE).is_file()]
    return Catalogue(tuple(name.replace("_", "-") for name in folders), _load)


def prepare() -> None:
    """Reads every file of tiles, so that what is prepared can be shipped. Raises Problems for a wrong one."""
    for expansion in catalogue().expansions:
        _load(expansion)
