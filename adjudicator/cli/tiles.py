"""``adjudicator tiles [NAME...]``: the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli import common
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problem, Problems

if TYPE_CHECKING:
    from adjudicator.geometry.catalogue import Catalogue
    from adjudicator.report.tiles import Entry
    from adjudicator.rulebook.rule import Rule


@click.command("tiles", cls=common.Help)
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--set", "set_", metavar="NAME")
@common.reading
def command(names: tuple[str, ...], set_: str | None, lang: str | None, format_: str) -> int:
    """Shown from the phrases ``help.tiles``."""
    reader = common.reader_of(lang, format_)
    try:
        known = _counts(common.expansion(set_)) if set_ and not names else []
        if set_ and known and not reader.json and not _faces(common.expansion(set_)):
            _say_counts(known, common.expansion(set_), reader)
            return EXIT_FINE
        found = entries(names, set_, reader)
    except Problems as error:
        if reader.json:
            common.say_json({"format": 1, "tiles": [], "problems": common.as_json(error, reader)})
        else:
            common.show(error, reader)
        return EXIT_UNREADABLE
    from adjudicator.report import tiles as report

    speech, style = reader.speech(), reader.style()
    if reader.json:
        common.say_json({"format": 1, "tiles": [report.as_json(entry) for entry in found], "problems": []})
    elif names:
        reader.say("\n\n".join(report.whole(entry, speech, style) for entry in found))
    else:
        reader.say(report.listed(found, speech, style))
    return EXIT_FINE


def entries(names: tuple[str, ...], set_: str | None, reader: common.Reader) -> list[Entry]:
    """The tiles called `names`, or all of the expansion called `set_`, or all there are. Raises Problems."""
    from adjudicator.binding.tile_files import catalogue

    tiles = catalogue()
    wanted = [common.expansion(set_)] if set_ else list(tiles.expansions)
    if names:
        return _named(tiles, names, wanted if set_ else [])
    from adjudicator.report.tiles import every

    found = [entry for expansion in wanted for entry in every(tiles, expansion)]
    if not found:
        raise common.problem("set-without-tiles", expansion=reader.speech().lexicon.expansion_title(wanted[0]))
    return found


def _faces(expansion: str) -> bool:
    """Whether the faces of an expansion are known."""
    from adjudicator.binding.tile_files import catalogue

    return bool(catalogue().faces(frozenset([expansion])))


def _counts(expansion: str) -> list[Rule]:
    """The rules that tell how many tiles of which kind an expansion has, where its faces are not public."""
    from adjudicator.rulebook.loader import rules, text
    from adjudicator.words.languages import fallback
    from adjudicator.words.lexicon import lexicon

    tile = lexicon(fallback()).say("unit", "tile")
    counts = (rule for rule in rules(expansion) if rule.kind == "components" and rule.values)
    return [rule for rule in counts if tile in text(rule.id, fallback())]


def _say_counts(known: list[Rule], expansion: str, reader: common.Reader) -> None:
    from adjudicator.report import rules as report
    from adjudicator.report.style import wrap

    speech, style = reader.speech(), reader.style()
    title = speech.lexicon.expansion_title(expansion)
    reader.say(wrap(speech.label("faces-unknown", expansion=title), style.width) + "\n")
    reader.say("\n\n".join(report.whole(rule, speech, style, []) for rule in known))


def _named(tiles: Catalogue, names: tuple[str, ...], wanted: list[str]) -> list[Entry]:
    """The faces that `names` tell, a ``@90`` turning them. Raises Problems with every name that tells none."""
    from adjudicator.geometry.catalogue import Named, Unknown, refusal
    from adjudicator.report.tiles import boxes, entry

    entries: list[Entry] = []
    problems: list[Problem] = []
    for written in names:
        name, _, degrees = written.partition("@")
        in_play = boxes(wanted)
        found = tiles.find(name, in_play)
        if isinstance(found, Unknown) and found.expansion:
            # Nobody has to say which expansion a tile comes from to look it up.
            in_play = boxes([found.expansion])
            found = tiles.find(name, in_play)
        if not isinstance(found, Named):
            problems.append(refusal(found))
            continue
        if degrees and degrees not in ("0", "90", "180", "270"):
            problems.append(Problem("turn-degrees", values={"word": f"@{degrees}"}))
            continue
        turns = (int(degrees or 0) // 90 + (found.turns or 0)) % 4
        entries.append(entry(tiles, found.face, turns, in_play))
    if problems:
        raise Problems(tuple(problems))
    return entries
