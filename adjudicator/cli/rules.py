"""``adjudicator rules [ID...]``: the rulebook, and how much of it is applied and shown."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import common
from adjudicator.corpus import Shown, scenarios_by_rule
from adjudicator.errors import EXIT_FINE, EXIT_UNMET, EXIT_UNREADABLE, Problems
from adjudicator.faults import Broken
from adjudicator.report import rules as report
from adjudicator.rulebook import lookup
from adjudicator.rulebook.applied import applied
from adjudicator.rulebook.coverage import Coverage, coverage
from adjudicator.words.visible import one_line

if TYPE_CHECKING:
    from adjudicator.rulebook.rule import Rule


@click.command("rules", cls=common.Help)
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option("--search", metavar="TEXT")
@click.option("--expansion", metavar="NAME")
@click.option("--coverage", is_flag=True)
@click.option("--scenarios", metavar="PATH")
@common.reading
def command(
    ids: tuple[str, ...],
    search: str | None,
    expansion: str | None,
    coverage: bool,
    scenarios: str | None,
    lang: str | None,
    format_: str,
) -> int:
    """Shown from the phrases ``help.rules``."""
    reader = common.reader_of(lang, format_)
    try:
        folder = lookup.expansion(expansion) if expansion else ""
        if coverage:
            return _coverage(folder, scenarios, reader)
        if search and not ids:
            from adjudicator.finder import search as looked_for

            rules = looked_for(search, folder, [lang] if lang else ())
        else:
            rules = lookup.rules(ids, folder)
        found = scenarios_by_rule(scenarios, [rule.id for rule in rules] if ids or search or folder else ())
    except Problems as error:
        if reader.json:
            common.say_json({"format": 1, "rules": [], "problems": common.as_json(error, reader)})
        else:
            common.show(error, reader)
        return EXIT_UNREADABLE
    _say(rules, found, bool(ids), reader)
    return EXIT_FINE


def _say(rules: list[Rule], found: dict[str, list[Shown]], whole: bool, reader: common.Reader) -> None:
    speech, style = reader.speech(), reader.style()
    if reader.json:
        records = [report.as_json(rule, speech, [_place(one) for one in found.get(rule.id, [])]) for rule in rules]
        common.say_json({"format": 1, "rules": records, "problems": []})
    elif whole:
        shown_by = {
            ident: [f"{one.title} ({one_line(one.file)}:{one.line})" for one in some] for ident, some in found.items()
        }
        reader.say("\n\n".join(report.whole(rule, speech, style, shown_by.get(rule.id, [])) for rule in rules))
    else:
        reader.say(report.listed(rules, {ident: len(some) for ident, some in found.items()}, speech, style))


def _place(one: Shown) -> dict[str, Any]:
    return {"title": one.title, "file": one.file, "line": one.line}


def _coverage(folder: str, scenarios: str | None, reader: common.Reader) -> int:
    from adjudicator.data import mistakes  # it sees the whole house

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Broken)  # they are printed below
        wrong = mistakes()
    titles = {ident: tuple(one.title for one in some) for ident, some in scenarios_by_rule(scenarios).items()}
    result = coverage(applied(), titles)
    if folder:
        result = Coverage(tuple(share for share in result.shares if share.expansion == folder))
    if reader.json:
        told = [{"file": one.file, "line": one.line, "text": one.text, "stray": one.stray} for one in wrong]
        says: dict[str, Any] = {"format": 1, **result.as_json(), "mistakes": told}
        common.say_json(says)
    else:
        reader.say(report.covered(result, reader.speech(), reader.style()))
        if wrong:
            reader.say("\n" + "\n".join((reader.speech().label("mistakes"), *(one_line(str(one)) for one in wrong))))
    return EXIT_UNMET if any(not one.stray for one in wrong) else EXIT_FINE
