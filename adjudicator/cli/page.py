"""``adjudicator page FILE... -o DIR``: rulings with their pictures as HTML pages."""

from __future__ import annotations

import os

import click

from adjudicator.cli import common, door
from adjudicator.cli.draw import folder_at
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.pages.questions import Source
from adjudicator.pages.questions import folder as pages
from adjudicator.words.languages import codes

UNMET = "page-unmet"


@click.command("page", cls=common.Help)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--folder", "-o", "folder", required=True, metavar="DIR")
@common.limited
@click.option("--lang", type=click.Choice(codes()))
def command(files: tuple[str, ...], folder: str, lang: str | None) -> int:
    """Shown from the phrases ``help.page``."""
    reader = common.reader_of(lang, "simple")
    try:
        sources = [Source(path, door.source(path)) for path in files]
        with common.within_limit():
            made = pages(sources, reader.lang)
        for name, text in made.items():
            within, _, file = name.rpartition("/")
            common.write(str(folder_at(os.path.join(folder, within)) / file), text)
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNMET if all(one.code == UNMET for one in error.items) else EXIT_UNREADABLE
    return EXIT_FINE
