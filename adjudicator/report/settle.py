"""A whole answer on a terminal: verdict, points, the sum, facts, other editions, rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.model.ruling import Answer, Expected, Item, Possible, Ruling
from adjudicator.report import prose
from adjudicator.report.cite import cited, every_rule, written
from adjudicator.report.style import Style, wrap
from adjudicator.report.table import table
from adjudicator.words.say import Speech, sentence


def rendered(answer: Answer, speech: Speech, style: Style, heading: str = "", quoted: Collection[str] = ()) -> str:
    """Everything there is to say about one answer, the verdict first; `heading` is a title to stand above.

    The texts of the rules `quoted` stand further up already.
    """
    ruling = answer.ruling
    rules = cited(every_rule(ruling), speech)
    numbers = {rule.id: rule.number for rule in rules}
    parts = [_verdict(answer, speech, style, heading)]
    if ruling.lines:
        parts.append(_sum(ruling, numbers, speech, style))
    for heading, found in prose.grouped(ruling):
        if found:
            parts.append(_heading(heading, speech, style))
            parts[-1] += "".join(
                "\n" + wrap(prose.finding(one, speech) + _mark(one.rule, numbers), style.width, "- ") for one in found
            )
    for one in ruling.possible:
        if one.findings or one.lines != ruling.lines:
            parts.append(_outcome(one, ruling, numbers, speech, style))
    for trap in ruling.warnings:
        said = speech.label("warning", text=prose.warning(trap, speech) + _mark(trap.rule, numbers))
        parts.append(style.paint(wrap(said, style.width), "warning"))
    if ruling.otherwise:
        parts.append(
            "\n".join(wrap(prose.otherwise(one, ruling, speech), style.width, "~ ") for one in ruling.otherwise)
        )
    if ruling.over:
        parts.append(
            "\n".join(wrap(speech.label("over", rule=one, over=other), style.width) for one, other in ruling.over)
        )
    if answer.expected:
        parts.append("\n".join(_expected(one, speech, style) for one in answer.expected))
    if rules:
        parts.append(f"{_heading('rules', speech, style)}\n{written(rules, speech, style, quoted)}")
    return "\n\n".join(parts)


def brief(answer: Answer, speech: Speech, style: Style, heading: str = "") -> str:
    """The question, the verdict, the points, and the expectations that are not met; `heading` is a title above."""
    missed = "\n".join(_expected(one, speech, style) for one in answer.expected if not one.met)
    return "\n\n".join(filter(None, (_verdict(answer, speech, style, heading), missed)))


def _verdict(answer: Answer, speech: Speech, style: Style, heading: str) -> str:
    ruling = answer.ruling
    title = style.paint(wrap(heading, style.width), "title") + "\n\n" if heading else ""
    asked = style.paint(wrap(answer.ask, style.width, "> "), "faint")
    said = style.paint(wrap(prose.verdict(ruling, speech), style.width), "verdict")
    if lines := prose.answers(ruling.missing, speech):
        said += "\n" + wrap(lines, style.width)
    points = f"\n\n{points_table(ruling.points, speech, style)}" if ruling.points and not ruling.possible else ""
    if any(one.points for one in ruling.possible):
        points = f"\n\n{outcomes_table(ruling, speech, style)}"
    return f"{title}{asked}\n{said}{points}"


def points_table(points: Mapping[str, int], speech: Speech, style: Style) -> str:
    """Player and points."""
    rows = [[speech.item(Item.player(player)), str(amount)] for player, amount in points.items()]
    return table([speech.label("player"), speech.label("points")], rows, style, right=(1,))


def outcomes_table(ruling: Ruling, speech: Speech, style: Style) -> str:
    """The points of every player in each outcome of an open question, with the rules that lead to it."""
    players = tuple(dict.fromkeys(player for one in ruling.possible for player in one.points))
    rows = [[*(str(one.points.get(player, 0)) for player in players), ", ".join(one.rules)] for one in ruling.possible]
    heads = [*(speech.item(Item.player(player)) for player in players), speech.label("rule")]
    return table(heads, rows, style, right=tuple(range(len(players))))


def _outcome(one: Possible, ruling: Ruling, numbers: Mapping[str, int], speech: Speech, style: Style) -> str:
    """What one outcome of an open question rests on besides what all share: its lines and facts."""
    told = sentence(
        speech.phrase("verdict", "outcome", answer=prose.outcome(one, ruling, speech), rules=", ".join(one.rules))
    )
    parts = [style.paint(wrap(told, style.width), "title")]
    shared = list(ruling.lines)
    own = [line for line in one.lines if line not in shared]
    if own:
        parts.append(_sum(ruling._replace(lines=tuple(own)), numbers, speech, style))
    parts += [
        wrap(prose.finding(found, speech) + _mark(found.rule, numbers), style.width, "- ") for found in one.findings
    ]
    return "\n".join(parts)


def _sum(ruling: Ruling, numbers: Mapping[str, int], speech: Speech, style: Style) -> str:
    headers = [speech.label("player"), speech.label("where"), speech.label("sum"), speech.label("rule")]
    rows = [
        [
            speech.colour(one.player),
            speech.feature(one.feature),
            prose.sum_line(one, speech),
            f"{one.rule} [{numbers[one.rule]}]",
        ]
        for one in ruling.lines
    ]
    if not any(row[1] for row in rows):
        headers.pop(1)
        rows = [[row[0], *row[2:]] for row in rows]
    return table(headers, rows, style)


def _expected(expected: Expected, speech: Speech, style: Style) -> str:
    said = speech.label("met" if expected.met else "unmet", text=expected.text, given=expected.given)
    if expected.uncited:
        said += " " + speech.label("uncited", rules=", ".join(expected.uncited))
    return style.paint(wrap(said, style.width), "good" if expected.met else "bad")


def _heading(ident: str, speech: Speech, style: Style) -> str:
    return style.paint(speech.label(ident), "title")


def _mark(rule: str, numbers: Mapping[str, int]) -> str:
    return f" [{numbers[rule]}]" if rule in numbers else ""
