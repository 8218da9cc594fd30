"""``adjudicator import FILE``: a game that another program saved, as a record."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli import common, door
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems


@click.command("import", cls=common.Help)
@click.argument("file", metavar="FILE")
@click.option("--out", "-o", metavar="OUT")
@click.option("--lang", type=click.Choice(common.LANGUAGES))
def command(file: str, out: str | None, lang: str | None) -> int:
    """Shown from the phrases ``help.import``."""
    from adjudicator.records.jcz_read import read_jcz

    reader = common.reader_of(lang, "simple")
    try:
        record = door.laid_out(read_jcz(door.source(file), "" if file == "-" else file), file, reader.lang)
        return handed_over(record, out)
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE


def handed_over(text: str, out: str | None) -> int:
    """Prints `text`, or writes it to the file `out`. Raises Problems when that cannot be written."""
    if out is None or out == "-":
        click.echo(text, nl=False)
        return EXIT_FINE
    try:
        Path(out).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise common.problem("not-written", out, reason=error.strerror or str(error)) from None
    return EXIT_FINE
