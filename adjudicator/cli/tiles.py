"""``adjudicator tiles [NAME...]``: the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.binding.tile_files import catalogue
from adjudicator.cli import common
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problems
from adjudicator.report import rules
from adjudicator.report import tiles as report
from adjudicator.report.style import wrap
from adjudicator.rulebook import lookup

if TYPE_CHECKING:
    from adjudicator.rulebook.rule import Rule


@click.command("tiles", cls=common.Help)
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--set", "set_", metavar="NAME")
@common.reading
def command(names: tuple[str, ...], set_: str | None, lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.tiles``."""
    reader = common.reader_of(lang, format_)
    try:
        known = lookup.counts(lookup.expansion(set_)) if set_ and not names else []
        if set_ and known and not reader.json and not _faces(lookup.expansion(set_)):
            _say_counts(known, lookup.expansion(set_), reader)
            return EXIT_FINE
        found = report.found(names, set_ or "", reader.speech())
    except Problems as error:
        if reader.json:
            common.say_json({"format": 1, "tiles": [], "problems": common.as_json(error, reader)})
        else:
            common.show(error, reader)
        return EXIT_UNREADABLE
    speech, style = reader.speech(), reader.style()
    if reader.json:
        common.say_json({"format": 1, "tiles": [report.as_json(entry) for entry in found], "problems": []})
    elif names:
        reader.say("\n\n".join(report.whole(entry, speech, style) for entry in found))
    else:
        reader.say(report.listed(found, speech, style))
    return EXIT_FINE


def _faces(expansion: str) -> bool:
    """Whether the faces of an expansion are known."""
    return bool(catalogue().faces(frozenset([expansion])))


def _say_counts(known: list[Rule], expansion: str, reader: common.Reader) -> None:
    speech, style = reader.speech(), reader.style()
    title = speech.lexicon.expansion_title(expansion)
    reader.say(wrap(speech.label("faces-unknown", expansion=title), style.width) + "\n")
    reader.say("\n\n".join(rules.whole(rule, speech, style, []) for rule in known))
