"""The sum behind an answer as a table: a row a thing counted, or a row a category."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.ruling import Line, Ruling
from adjudicator.report import prose
from adjudicator.report.blocks import Grid
from adjudicator.rulebook import loader
from adjudicator.words.say import Speech
from adjudicator.words.vocabulary import vocabulary

ROLES = ("figure", "unit")


def rows(lines: tuple[Line, ...], speech: Speech) -> Grid | None:
    """The sum, a row for each thing counted."""
    if not lines:
        return None
    headers = [speech.label("player"), speech.label("where"), speech.label("sum"), speech.label("rule")]
    found = [
        (speech.colour(one.player), speech.feature(one.feature), prose.sum_line(one, speech), one.rule) for one in lines
    ]
    if any(row[1] for row in found):
        return Grid(tuple(headers), tuple(found))
    return Grid((headers[0], *headers[2:]), tuple((row[0], *row[2:]) for row in found))


def by_category(ruling: Ruling, kinds: Mapping[str, str], speech: Speech) -> Grid:
    """The points of the end of a game by player and category, with what each had before and the totals."""
    players = sorted(ruling.points, key=lambda player: -ruling.points[player])
    laid = {line.feature: line.feature.partition(" ")[0] for line in ruling.lines if " at (" in line.feature}
    before = dict(ruling.points)
    found: dict[str, dict[str, int]] = {speech.label("at-start"): before}
    for line in ruling.lines:
        by = found.setdefault(category(line, {**kinds, **laid}, speech), {})
        by[line.player] = by.get(line.player, 0) + line.points
        before[line.player] = before.get(line.player, 0) - line.points
    cells = [(name, *(str(by.get(one) or "") for one in players)) for name, by in found.items() if any(by.values())]
    cells.append((speech.label("total"), *(str(ruling.points[one]) for one in players)))
    return Grid(
        (speech.label("category"), *map(speech.colour, players)), tuple(cells), tuple(range(1, len(players) + 1))
    )


def category(line: Line, kinds: Mapping[str, str], speech: Speech) -> str:
    """What a line of a sum counts towards, in words: cities, fields, barns, ghosts ...

    A figure or token that pays by a rule of its own is a category; points of no feature belong to their expansion.
    """
    lexicon, words = speech.lexicon, vocabulary()
    rule = loader.rule(line.rule)
    for ident in (line.item, rule.topic):
        try:
            return speech.label(f"category-{ident}")
        except LookupError:
            pass  # no name of its own
    for word in (rule.topic.partition("-")[0], line.item.partition("-")[0], line.item.removesuffix("s")):
        for role in ROLES:
            if rule.expansion in words.always() or not words.has(role, word):
                continue
            if words.owner(role, word) == rule.expansion and "helper" not in words.traits(role, word):
                return lexicon.say(role, word, 2)
    kind = kinds.get(line.feature, "")
    if kind:
        return lexicon.say("kind", kind, 2)
    if rule.expansion in words.always():
        return speech.label("other-category")
    return lexicon.expansion_title(rule.expansion)
