"""The catalogue's files: every expansion's ``tiles.carc``, read with the words of the language and kept prepared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import faults, store
from adjudicator.binding import tile_sentences as sentences
from adjudicator.binding.tile_sentences import Clause, read_face, read_set
from adjudicator.errors import Problem
from adjudicator.geometry import face
from adjudicator.geometry.catalogue import Catalogue
from adjudicator.geometry.face import pack
from adjudicator.model.span import NOWHERE, Span
from adjudicator.syntax.lexer import Word, scan, understand
from adjudicator.syntax.source import clean
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech

FILE = "tiles.carc"


def read_tiles(rows: Iterable[Sequence[Word]]) -> tuple[dict[str, Any], list[Problem], list[Problem]]:
    """The prepared form of a file of ``tile`` and ``set`` statements, without those that are wrong, and what is wrong;
    and the words that nobody knows on tiles which are whole without them: those of an expansion that is not here.

    Each row holds the words of one statement, colon and commas included.
    """
    problems: list[Problem] = []
    strange: list[Problem] = []
    faces: list[Any] = []
    sets: dict[str, dict[str, int]] = {}
    for row in rows:
        if len(row) < 4 or row[2].text != ":":
            problems.append(Problem("tile-statement", row[0].span if row else NOWHERE))
            continue
        first, name, clauses, wrong = row[0].text.lower(), row[1], _clauses(row[3:]), list[Problem]()
        if first == "set":
            sets[name.text] = read_set(clauses, wrong)
        elif read := read_face(name.text, clauses, wrong, name.span):
            faces.append(pack(read))
        elif all(problem.code == "tile-unknown-word" for problem in wrong):
            known = [*_known(clauses, {problem.span for problem in wrong})]
            if read := read_face(name.text, known, [], name.span):
                faces.append(pack(read))
                strange += wrong
                continue
        problems += wrong
    return {"faces": faces, "sets": sets}, problems, strange


def _known(clauses: Iterable[Clause], unknown: Collection[Span]) -> Iterator[Clause]:
    """The clauses without what stands at `unknown`: the clause that begins with it or joins it, else that word with its
    number."""
    for clause in clauses:
        first, *rest = clause
        if first.span in unknown or (("effect", "joins") in first.roles and any(one.span in unknown for one in rest)):
            continue
        behind = [*clause[1:], None]
        yield [
            word
            for word, after in zip(clause, behind, strict=True)
            if word.span not in unknown and (word.number is None or after is None or after.span not in unknown)
        ]


def _clauses(words: Sequence[Word]) -> list[Clause]:
    clauses: list[list[Word]] = [[]]
    for word in words:
        if word.text == ",":
            clauses.append([])
        else:
            clauses[-1].append(word)
    return list(clauses)


def _build(folder: Path) -> dict[str, Any]:
    """Reads one ``tiles.carc``; statements that are wrong are faults."""
    file = folder / FILE
    try:
        text = clean(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        faults.tell(file, f"cannot be read: {error}")
        text = ""
    rows, problems = scan(text)
    data, wrong, strange = read_tiles(understand(row, lexicon(fallback()), {}) for row in rows if row.words)
    for problem in (*problems, *wrong, *strange):
        said = Speech(fallback()).filled("problem", problem.code, problem.values)
        faults.note(faults.Fault(str(file), problem.span.line, said, stray=problem in strange))
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
    """Reads every file of tiles, so that what is prepared can be shipped."""
    for expansion in catalogue().expansions:
        _load(expansion)
