"""``adjudicator import FILE``: a game that another program saved, or that is written in a notation, as a record."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli import common, door
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems
from adjudicator.words.languages import codes

FORMS = ("jcz", "freels", "tournament", "csv")
OPTIONS = {"y": ("freels", "tournament"), "players": ("freels", "tournament"), "sheet": ("freels",),
           "start": ("tournament",)}  # fmt: skip
"""What is asked for by which notations: elsewhere the option would say nothing."""


@click.command("import", cls=common.Help)
@click.argument("file", metavar="FILE")
@click.option("--from", "from_", type=click.Choice(FORMS))
@click.option("--y", type=click.Choice(("up", "down")))
@click.option("--sheet", multiple=True, metavar="K=90")
@click.option("--start", type=click.Choice(("N", "E", "S", "W")))
@click.option("--players", metavar='"ANNA, BEN"')
@click.option("--out", "-o", metavar="OUT")
@common.limited
@click.option("--lang", type=click.Choice(codes()))
def command(
    file: str,
    from_: str | None,
    y: str | None,
    sheet: tuple[str, ...],
    start: str | None,
    players: str | None,
    out: str | None,
    lang: str | None,
) -> int:
    """Shown from the phrases ``help.import``."""
    reader = common.reader_of(lang, "simple")
    name = "" if file == "-" else file
    try:
        text = door.source(file)
        form = from_ or _form(text, name)
        given = {"y": y, "players": players, "sheet": sheet, "start": start}
        for option, value in given.items():
            if value and form not in OPTIONS[option]:
                raise common.problem("import-option", name, word=f"--{option}", form=form)
        try:
            with common.within_limit(name, text):
                record = _read(form, text, name, y, sheet, start, _names(players))
        except Problems as error:
            named = tuple(one._replace(file=one.file or name) for one in error.items)
            raise Problems(named, error.text, error.language) from None
        with common.within_limit(name, text):
            laid_out = door.imported(record, name, reader.lang, claims=form == "csv")
        return handed_over(laid_out, out)
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE


def _form(text: str, name: str) -> str:
    """The notation of `text`. Raises Problems where it has to be said."""
    from adjudicator.records.form import form_of

    if not text.strip("\ufeff \t\r\n"):
        raise common.problem("import-empty", name)
    form = form_of(text, name)
    if form is None:
        raise common.problem("import-form", name, forms=FORMS)
    return form


def _names(players: str | None) -> tuple[str, ...]:
    """The names in ``--players "Anna, Ben"``."""
    return tuple(name.strip() for name in players.split(",")) if players else ()


def _read(
    form: str, text: str, name: str, y: str | None, sheet: tuple[str, ...], start: str | None, called: tuple[str, ...]
) -> str:
    """The record, in English words. Raises Problems."""
    if form == "jcz":
        from adjudicator.records.jcz_read import read_jcz

        return read_jcz(text, name)
    title, down = Path(name).stem or "Game", None if y is None else y == "down"
    if form == "freels":
        from adjudicator.records.freels_read import read_freels

        return read_freels(text, title, down, sheet, called)
    if form == "csv":
        from adjudicator.records.pad import read_pad

        return read_pad(text, title)
    from adjudicator.records.tournament_read import read_tournament

    return read_tournament(text, title, down, start, called)


def handed_over(text: str, out: str | None) -> int:
    """Prints `text`, or writes it to the file `out`. Raises Problems when that cannot be written."""
    if out is None or out == "-":
        common.say(text, end="")
        return EXIT_FINE
    common.write(out, text)
    return EXIT_FINE
