"""``adjudicator import FILE``: a game that another program saved, or that is written in a notation, as a record."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from adjudicator.cli import common, door, many
from adjudicator.cli.progress import watched
from adjudicator.corpus import SUFFIX, files_of
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems, crash
from adjudicator.records.bga_read import read_bga
from adjudicator.records.form import FORMS
from adjudicator.records.form import form_of as record_form
from adjudicator.records.freels_read import read_freels
from adjudicator.records.jcz_read import read_jcz
from adjudicator.records.pad import read_pad
from adjudicator.records.pad_wide import CELLS
from adjudicator.records.sheet_read import read_sheet
from adjudicator.records.tournament_read import read_tournament
from adjudicator.report.table import table
from adjudicator.scale.archive import Member, form_of, members
from adjudicator.words.languages import codes

if TYPE_CHECKING:
    from adjudicator.limits import Limit
    from adjudicator.scale.rows import Row
    from adjudicator.scale.sources import Unit
    from adjudicator.words.say import Speech

OPTIONS = {
    "y": ("freels", "tournament"),
    "players": ("bga", "sheet", "freels", "tournament"),
    "sheet": ("freels", "sheet"),
    "part": ("sheet",),
    "cells": ("csv",),
    "start": ("tournament",),
}
"""What is asked for by which notations: elsewhere the option would say nothing."""
PLACES = {"event", "turn", "packet", "line"}
"""What problems say of their place."""


@click.command("import", cls=common.Help)
@click.argument("file", metavar="FILE")
@click.option("--from", "from_", type=click.Choice(FORMS))
@click.option("--y", type=click.Choice(("up", "down")))
@click.option("--sheet", multiple=True, metavar="K=90")
@click.option("--part", multiple=True, metavar='"L road 0=E"')
@click.option("--cells", type=click.Choice(CELLS))
@click.option("--start", type=click.Choice(("N", "E", "S", "W")))
@click.option("--players", metavar='"ANNA, BEN"')
@click.option("--out", "-o", metavar="OUT")
@click.option("--jobs", "-j", type=click.IntRange(0, 256), default=1, metavar="N")
@many.resumable
@common.limited
@click.option("--lang", type=click.Choice(codes()))
def command(
    file: str,
    from_: str | None,
    y: str | None,
    sheet: tuple[str, ...],
    part: tuple[str, ...],
    cells: str | None,
    start: str | None,
    players: str | None,
    out: str | None,
    jobs: int,
    resume: bool,
    cluster: str | None,
    lang: str | None,
) -> int:
    """Shown from the phrases ``help.import``."""
    reader = common.reader_of(lang, "simple")
    said = Said(from_, y, sheet, start, players, part, cells)
    try:
        if cluster is not None or (many.manifold(file) and many.tabular(out)):
            work = partial(import_rows, said=said, words=reader.lang)
            return many.run(many.Run("import", (file,), (), work, said), out, jobs, resume, reader, cluster)
        if jobs != 1 or resume:
            raise common.problem("run-without-table", forms=many.FORMS)
        if many.manifold(file):
            return _several(file, said, out, reader)
        name = "" if file == "-" else file
        return handed_over(_record(door.source(file), name, said, reader.lang), out)
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE


class Said(NamedTuple):
    """What the command line says about the files."""

    form: str | None
    y: str | None
    sheet: tuple[str, ...]
    start: str | None
    players: str | None
    part: tuple[str, ...] = ()
    cells: str | None = None


def import_rows(unit: Unit, lang: str, allowed: Limit, said: Said, words: str | None) -> list[Row]:
    """The row of a game, with its record in the `words` of a language as text. Raises Problems."""
    from adjudicator.scale.rows import FINE, GAME

    record = _record(unit.read(), unit.name, said, words, False, allowed)
    return [{"row": GAME, "file": unit.name, "game": 1, "status": FINE, "problems": 0, "text": record}]


def _record(text: str, name: str, said: Said, lang: str | None, one: bool = True, allowed: Limit | None = None) -> str:
    """The record of a file, laid out; an option that says nothing about `one` file is refused, of several passed over.

    Raises Problems.
    """
    form = said.form or _form(text, name)
    given = {"y": said.y, "players": said.players, "sheet": said.sheet, "start": said.start, "part": said.part,
             "cells": said.cells}  # fmt: skip
    for option, value in given.items():
        if one and value and form not in OPTIONS[option]:
            raise common.problem("import-option", name, word=f"--{option}", form=form)
    try:
        with common.within_limit(name, text, allowed):
            record = _read(form, text, name, said)
    except Problems as error:
        named = tuple(one._replace(file=one.file or name) for one in error.items)
        raise Problems(named, error.text, error.language) from None
    with common.within_limit(name, text, allowed):
        return door.imported(record, name, lang, claims=form == "csv")


def _several(path: str, said: Said, out: str | None, reader: common.Reader) -> int:
    """Reads all games of a folder or of an archive into the folder `out`; what is wrong with one costs only that one.

    The files written are called like those read: nothing that is said inside a file names one. Raises Problems.
    """
    from adjudicator.cli.draw import folder_at

    if out is None or out == "-":
        raise common.problem("import-folder", path)
    speech, taken = reader.speech(), set[str]()
    held: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    later: list[Problems | str] = []

    def tell(what: Problems | str) -> None:
        if isinstance(what, str):
            common.say(what)
        else:
            common.show(what, reader)

    # On a terminal the lines would stand in the middle of the bar.
    now = later.append if sys.stderr.isatty() else tell
    for member in watched(_members(path), _number(path), speech.label("import-doing")):
        try:
            if member.problem is not None:
                raise member.problem
            record = _record(member.text, member.name, said, reader.lang, one=False)
            inside, name = _target(member.name, path, taken)
            target = str(folder_at(os.path.join(out, inside)) / name)
            common.write(target, record)
            held["missed" if _missed(record, member.name) else "held"] += 1
        except Problems as error:
            refused[_why(error, speech)] += 1
            now(error)
        except Exception as error:  # a fault of the program costs one file, too
            crashed = Problems((crash(error)._replace(file=member.name),))
            refused[_why(crashed, speech)] += 1
            now(crashed)
        else:
            now(speech.label("imported", file=member.name, out=target))
    for one in later:
        tell(one)
    found, wrong = held.total(), refused.total()
    if not found and not wrong:
        raise common.problem("import-none", path)
    common.say(speech.label("import-sum", number=found, wrong=wrong))
    rows = [[speech.label(f"import-{what}"), str(held[what]), ""] for what in ("held", "missed")]
    rows += [[speech.label("import-refused"), str(number), why] for why, number in refused.most_common()]
    heads = [speech.label(f"import-{head}") for head in ("outcome", "games", "why")]
    common.say(table(heads, rows, reader.style(), right=(1,)))
    return EXIT_UNREADABLE if wrong else EXIT_FINE


def _missed(record: str, name: str) -> bool:
    """Whether a claim or an expectation of the record is not met. Raises Problems."""
    return any(answer.met is False for answer in door.checked(record, name).answers)


def _why(error: Problems, speech: Speech) -> str:
    """The first thing that is wrong with a file, without its place: alike for all files that are refused for it."""
    first = error.items[0]
    return speech.sentence(
        "problem", first.code, {**first.values, **dict.fromkeys(PLACES & first.values.keys(), "...")}
    )


def _members(path: str) -> Iterator[Member]:
    """The texts of a folder, those of archives in it too, or of an archive."""
    if not os.path.isdir(path):
        yield from members(path)
        return
    for file in files_of(path):
        if any(form_of(file)):
            yield from members(file)
            continue
        try:
            yield Member(file, door.source(file))
        except Problems as error:
            yield Member(file, "", error)


def _number(path: str) -> int | None:
    """How many files there are to read, None where only reading tells."""
    if not os.path.isdir(path):
        return None
    files = files_of(path)
    return None if any(any(form_of(file)) for file in files) else len(files)


def _target(name: str, root: str, taken: set[str]) -> tuple[str, str]:
    """The folder and the name of the record for a file below `root`, another one for each."""
    inside = os.path.relpath(name, root if os.path.isdir(root) else os.path.dirname(root) or ".")
    parts = [one for one in inside.replace("\\", "/").split("/") if one not in ("", ".", "..")]
    *folders, file = (re.sub(r"[^\w .+()-]", "-", one) for one in parts)
    file, _, line = parts[-1].rpartition(":") if parts[-1].rpartition(":")[2].isdigit() else (file, "", "")
    stem = re.sub(r"[^\w .+()-]", "-", os.path.splitext(file)[0] or file) + (f"-{line}" if line else "")
    number, found = 1, stem
    while os.path.join(*folders, found).casefold() in taken:
        number += 1
        found = f"{stem}-{number}"
    taken.add(os.path.join(*folders, found).casefold())
    return os.path.join(*folders) if folders else "", f"{found}{SUFFIX}"


def _form(text: str, name: str) -> str:
    """The notation of `text`. Raises Problems where it has to be said."""
    if not text.strip("\ufeff \t\r\n"):
        raise common.problem("import-empty", name)
    form = record_form(text, name)
    if form is None:
        raise common.problem("import-form", name, forms=FORMS)
    return form


def _names(players: str | None) -> tuple[str, ...]:
    """The names in ``--players "Anna, Ben"``."""
    return tuple(name.strip() for name in players.split(",")) if players else ()


def _read(form: str, text: str, name: str, said: Said) -> str:
    """The record, in English words. Raises Problems."""
    if form == "jcz":
        return read_jcz(text, name)
    title, down, called = Path(name).stem or "Game", None if said.y is None else said.y == "down", _names(said.players)
    if form == "bga":
        return read_bga(text, title, called)
    if form == "sheet":
        return read_sheet(text, title, called, said.sheet, said.part)
    if form == "freels":
        return read_freels(text, title, down, said.sheet, called)
    if form == "csv":
        return read_pad(text, title, said.cells or "")
    return read_tournament(text, title, down, said.start, called)


def handed_over(text: str, out: str | None) -> int:
    """Prints `text`, or writes it to the file `out`. Raises Problems when that cannot be written."""
    if out is None or out == "-":
        common.say(text, end="")
        return EXIT_FINE
    common.write(out, text)
    return EXIT_FINE
