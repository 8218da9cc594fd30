"""``adjudicator study GAMES --vary RULE=A,B``: recorded games under other rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli import common, many
from adjudicator.cli.common import Reader
from adjudicator.corpus import SUFFIX
from adjudicator.errors import EXIT_UNREADABLE, Problems
from adjudicator.records.study import Study, Tally, as_data, variants
from adjudicator.report.blocks import Group, Picture
from adjudicator.report.study import whole

if TYPE_CHECKING:
    from adjudicator.scale.rows import Row


@click.command("study", cls=common.Help)
@click.argument("files", nargs=-1, required=True, metavar="GAMES...")
@click.option("--vary", multiple=True, metavar="NAME=A,B")
@click.option("--chart", "changes", metavar="OUT")
@click.option("--out", "-o", "rows", metavar="OUT")
@click.option("--jobs", "-j", type=click.IntRange(0, 256), default=1, metavar="N")
@many.resumable
@common.limited
@common.reporting
def command(
    files: tuple[str, ...],
    vary: tuple[str, ...],
    changes: str | None,
    rows: str | None,
    jobs: int,
    resume: bool,
    cluster: str | None,
    lang: str | None,
    format_: str,
) -> int:
    """Shown from the phrases ``help.study``."""
    reader = common.reader_of(lang, format_)
    from adjudicator.cli.draw import FORMS, saved
    from adjudicator.scale.study import compared, study_rows

    try:
        if changes is not None and Path(changes).suffix.lower() not in FORMS:
            raise common.problem("picture-form", out=changes, forms=FORMS)
        varied = variants(vary)
        tally = Tally(varied)

        def take(found: Iterable[Row]) -> None:
            for game in compared(found, varied):
                tally.add(game)

        what = many.Run("study", files, (SUFFIX,), partial(study_rows, varied=varied), varied)
        code = many.run(what, rows, jobs, resume, reader, cluster, take)
        found = tally.study()
        if changes is not None:
            from adjudicator.draw.study import chart

            saved(chart(found, reader.speech()), changes)
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
    return code


def _print(found: Study, reader: Reader) -> None:
    """The report; where it may hold pictures, with the chart in the place of bars of signs."""
    speech = reader.speech()
    groups: list[Group] = whole(found, speech, bars=not reader.marked)
    if reader.marked:
        from adjudicator.draw.study import chart

        groups.insert(1, [Picture(chart(found, speech), "", "")])
    reader.report(groups, speech)
