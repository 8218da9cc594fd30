"""``adjudicator site PATH... -o DIR``: a whole static site of scenarios, rules, tiles and documents."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from adjudicator.cli import common, door
from adjudicator.cli.draw import folder_at
from adjudicator.cli.page import UNMET
from adjudicator.corpus import gathered
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.pages.questions import Source
from adjudicator.pages.site import STAMP, Named, site
from adjudicator.words.languages import codes


@click.command("site", cls=common.Help)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--folder", "-o", "folder", required=True, metavar="DIR")
@click.option("--site-lang", "langs", type=click.Choice(codes()), multiple=True)
@common.limited
@click.option("--lang", type=click.Choice(codes()))
def command(paths: tuple[str, ...], folder: str, langs: tuple[str, ...], lang: str | None) -> int:
    """Shown from the phrases ``help.site``."""
    reader = common.reader_of(lang, "simple")

    def progress(named: Iterable[Named], number: int) -> Iterable[Named]:
        if not sys.stderr.isatty():
            yield from named
            return
        with click.progressbar(named, number, reader.speech().label("building"), file=sys.stderr) as lines:
            yield from lines

    def lies_there(path: str) -> bool:
        return os.path.isfile(os.path.join(folder, path))

    files, faults = gathered(paths)
    try:
        if faults:
            raise Problems(tuple(one for fault in faults for one in fault.items))
        sources = [Source(path, door.source(path)) for path in files]
        before = _before(os.path.join(folder, STAMP))
        written = 0
        for name, text in site(sources, langs, before, lies_there, progress, common.limit()):
            within, _, file = name.rpartition("/")
            target = folder_at(os.path.join(folder, within)) / file
            if not _same(target, text):
                common.write(str(target), text)
                written += 1
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNMET if all(one.code == UNMET for one in error.items) else EXIT_UNREADABLE
    common.say(reader.speech().label("site-built", files=written, folder=os.path.join(folder, "index.html")))
    return EXIT_FINE


def _before(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _same(path: Path, text: str) -> bool:
    """Whether a file holds `text` already: what did not change need not be uploaded again."""
    try:
        return path.read_text(encoding="utf-8") == text
    except (OSError, ValueError):
        return False
