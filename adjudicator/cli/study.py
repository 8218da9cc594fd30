"""``adjudicator study GAMES --vary RULE=A,B``: recorded games under other rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from adjudicator.cli import common
from adjudicator.cli.common import Reader
from adjudicator.corpus import SUFFIX
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems

if TYPE_CHECKING:
    from adjudicator.records.study import Study


@click.command("study", cls=common.Help)
@click.argument("files", nargs=-1, required=True, metavar="GAMES...")
@click.option("--vary", multiple=True, metavar="NAME=A,B")
@common.reporting
def command(files: tuple[str, ...], vary: tuple[str, ...], lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.study``."""
    reader = common.reader_of(lang, format_)
    from adjudicator.records.study import Recorded, as_data, study, variants
    from adjudicator.scale.sources import units

    def games() -> Iterator[Recorded]:
        for unit in units(files, (SUFFIX,)):
            yield Recorded(unit.name, unit.read())

    try:
        found = study(games(), variants(vary))
    except Problems as error:
        if reader.json:
            common.say_json({"problems": common.as_json(error, reader)})
        else:
            common.show(error, reader)
        return EXIT_UNREADABLE
    if reader.json:
        common.say_json(as_data(found))
    else:
        _print(found, reader)
    return EXIT_FINE


def _print(found: Study, reader: Reader) -> None:
    from adjudicator.report.study import whole

    speech = reader.speech()
    reader.report(whole(found, speech), speech)
