"""``adjudicator export --to jcz FILE``: a record as a game that another program opens."""

from __future__ import annotations

import click

from adjudicator.cli import common, door
from adjudicator.cli.import_ import handed_over
from adjudicator.errors import EXIT_UNREADABLE, Problems
from adjudicator.records.jcz_write import write_jcz
from adjudicator.records.pad import write_pad
from adjudicator.words.languages import codes, fallback

FORMATS = ("jcz", "csv")


@click.command("export", cls=common.Help)
@click.argument("file", metavar="FILE")
@click.option("--to", type=click.Choice(FORMATS), default=FORMATS[0])
@click.option("--out", "-o", metavar="OUT")
@common.limited
@click.option("--lang", type=click.Choice(codes()))
def command(file: str, to: str, out: str | None, lang: str | None) -> int:
    """Shown from the phrases ``help.export``."""
    reader = common.reader_of(lang, "simple")
    try:
        text, name = door.source(file), "" if file == "-" else file
        with common.within_limit(name, text):
            if to == "csv":
                return handed_over(write_pad(text, reader.lang or fallback(), name), out)
            record = write_jcz(text, name)
        return handed_over(record, out)
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE
