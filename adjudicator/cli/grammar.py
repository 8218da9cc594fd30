"""``adjudicator grammar``: a TextMate grammar of the language, for editors."""

from __future__ import annotations

import click

from adjudicator.cli import common
from adjudicator.editor.textmate import textmate
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems
from adjudicator.words.languages import codes


@click.command("grammar", cls=common.Help)
@click.option("--out", "-o", metavar="OUT")
@click.option("--lang", type=click.Choice(codes()))
def command(out: str | None, lang: str | None) -> int:
    """Shown from the phrases ``help.grammar``."""
    reader = common.reader_of(lang, "simple")
    try:
        if out is None:
            common.say(textmate(), end="")
        else:
            common.write(out, textmate())
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE
    return EXIT_FINE
