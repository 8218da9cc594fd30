"""``adjudicator lsp``: answers editors."""

from __future__ import annotations

import click

from adjudicator.cli import common
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems
from adjudicator.words.languages import codes


@click.command("lsp", cls=common.Help)
@click.option("--lang", type=click.Choice(codes()))
def command(lang: str | None) -> int:
    """Shown from the phrases ``help.lsp``."""
    from adjudicator.editor import serve

    reader = common.reader_of(lang, "simple")
    try:
        serve(reader.lang or "")
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE
    return EXIT_FINE
