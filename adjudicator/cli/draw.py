"""``adjudicator draw FILE``: a position, or tiles, as a picture."""

from __future__ import annotations

import os
from pathlib import Path

import click

from adjudicator.cli import common, door
from adjudicator.draw.facts import caption
from adjudicator.draw.picture import contact_sheet, drawn, drawn_together, png
from adjudicator.draw.scenes import after_turn, scenes
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems
from adjudicator.report.blocks import Picture
from adjudicator.report.tiles import Entry
from adjudicator.report.tiles import found as looked_up
from adjudicator.rulebook import lookup
from adjudicator.words.languages import codes

FORMS = (".svg", ".png")


@click.command("draw", cls=common.Help)
@click.argument("file", required=False, metavar="FILE")
@click.option("--out", "-o", metavar="OUT")
@click.option("--question", type=click.IntRange(1), metavar="N")
@click.option("--turn", type=click.IntRange(1), metavar="N")
@click.option("--tile", "tiles", multiple=True, metavar="NAME")
@click.option("--set", "set_", metavar="NAME")
@common.limited
@click.option("--lang", type=click.Choice(codes()))
def command(
    file: str | None,
    out: str | None,
    question: int | None,
    turn: int | None,
    tiles: tuple[str, ...],
    set_: str | None,
    lang: str | None,
) -> int:
    """Shown from the phrases ``help.draw``."""
    reader = common.reader_of(lang, "simple")
    try:
        if out is not None and Path(out).suffix.lower() not in FORMS:
            raise common.problem("picture-form", out=out, forms=FORMS)
        if (file is not None) == bool(tiles or set_):
            raise common.problem("draw-what")
        if file is not None and turn is not None:
            picture, passed = _after_turn(file, question, turn, reader)
        elif file is not None:
            picture, passed = _position(file, question, reader)
        else:
            picture, passed = _tiles(tiles, set_, reader), Problems(())
        code = saved(picture, out)
        if passed.items:
            common.show(passed, reader)
        return EXIT_UNREADABLE if passed.items else code
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE


def _after_turn(file: str, game: int | None, turn: int, reader: common.Reader) -> tuple[str, Problems]:
    """The picture of every position that may stand after a turn, of the first game or another; and what is wrong up to
    there. Raises Problems.
    """
    name = "" if file == "-" else file
    text = door.source(file)
    with common.within_limit(name, text):
        found = after_turn(text, turn, reader.speech, name)
        number = game or 1
        if number > len(found.games):
            raise common.problem("no-such-question", name, number=number, count=len(found.games))
        picture = drawn_together(found.games[number - 1], reader.speech(found.language))
        return picture, Problems(found.problems, found.text, found.language)


def _position(file: str, question: int | None, reader: common.Reader) -> tuple[str, Problems]:
    """The picture of every position that may stand at a question, by default the first; and that there may be more.
    Raises Problems, also where what stands there rests on what nobody said.
    """
    name = "" if file == "-" else file
    text = door.source(file)
    with common.within_limit(name, text):
        found = scenes(text, name)
        number = question or 1
        if number > len(found.scenes):
            raise common.problem("no-such-question", name, number=number, count=len(found.scenes))
        one = found.scenes[number - 1]
        problems = Problems(tuple(wrong._replace(file=name) for wrong in one.problems), found.text, found.language)
        if one.empty and problems.items:
            raise problems
        return drawn(one, reader.speech(found.language)), problems


def _tiles(names: tuple[str, ...], set_: str | None, reader: common.Reader) -> str:
    """Tiles by name, or all of an expansion, side by side. Raises Problems."""
    speech = reader.speech()
    found = looked_up(names, set_ or "", speech)
    faces = [(entry.face, entry.turns, _face_name(entry)) for entry in found]
    title = (
        speech.lexicon.expansion_title(lookup.expansion(set_)) if set_ else ", ".join(_face_name(one) for one in found)
    )
    return contact_sheet(faces, title, speech)


def _face_name(entry: Entry) -> str:
    return f"{entry.face.id}@{90 * entry.turns}" if entry.turns else entry.face.id


def saved(picture: str, out: str | None) -> int:
    """Writes a picture in the form that the name of `out` asks for; prints it as SVG where there is none. Raises
    Problems where the library for PNG is missing.
    """
    if out is None:
        common.say(picture)
        return EXIT_FINE
    if Path(out).suffix.lower() != ".png":
        common.write(out, picture)
        return EXIT_FINE
    common.write(out, png(picture))
    return EXIT_FINE


def folder_at(path: str) -> Path:
    """The folder `path`, made where there is none. Raises Problems where that cannot be done."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise common.problem("not-written", path, reason=error.strerror or str(error)) from None
    return Path(path)


class Album:
    """Where the pictures of several questions go: named by the file on the command line and counted through."""

    def __init__(self, folder: str, reader: common.Reader) -> None:
        self.folder, self.reader = folder, reader
        self.names: dict[str, int] = {}

    def add(self, text: str, path: str) -> dict[tuple[int, int], Picture]:
        """Draws every question of `text`; where each lies, by the line and column of its question. Raises Problems."""
        stem = "question" if path == "-" else Path(path).stem
        found = scenes(text, "" if path == "-" else path)
        speech = self.reader.speech(found.language)
        made = {}
        for one in found.scenes:
            name = self._save(stem, drawn(one, speech))
            if one.answer is not None:
                made[one.answer.line, one.answer.column] = Picture("", name, caption(one, speech))
        return made

    def _save(self, stem: str, picture: str) -> str:
        number = self.names[stem] = self.names.get(stem, 0) + 1
        name = (folder_at(self.folder) / f"{stem}-{number}.svg").as_posix()
        common.write(name, picture)
        return name
