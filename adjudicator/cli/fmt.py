"""``adjudicator fmt FILE...``: canonical layout, and keywords in the other language."""

from __future__ import annotations

from typing import Any

import click

from adjudicator.cli import common, door
from adjudicator.corpus import gathered
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.words.visible import one_line


@click.command("fmt", cls=common.Help)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True)
@click.option("--write", "-w", is_flag=True)
@common.limited
@common.reading
def command(files: tuple[str, ...], check: bool, write: bool, lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.fmt``."""
    reader = common.reader_of(lang, format_)
    code = EXIT_FINE
    records: list[dict[str, Any]] = []
    problems: list[dict[str, Any]] = []
    paths, faults = gathered(files)
    for fault in faults:
        code = EXIT_UNREADABLE
        if reader.json:
            problems += common.as_json(fault, reader)
        else:
            common.show(fault, reader)
    for path in paths:
        try:
            text = door.source(path)
            name = "" if path == "-" else path
            with common.within_limit(name, text):
                laid_out = door.laid_out(text, name, reader.lang)
            changed = laid_out != text
            if changed and check:
                code = max(code, EXIT_UNMET)
            if changed and write and not check and path != "-":
                common.write(path, laid_out)
        except Problems as error:
            code = EXIT_UNREADABLE
            if reader.json:
                problems += common.as_json(error, reader)
            else:
                common.show(error, reader)
            continue
        if reader.json:
            records.append({"file": path, "changed": changed, "text": laid_out})
        elif check or (write and path != "-"):
            if changed:
                reader.say(reader.speech().label("would-change" if check else "changed", file=one_line(path)))
        else:
            reader.say(laid_out, end="")
    if reader.json:
        common.say_json({"format": 1, "files": records, "problems": problems})
    return code
