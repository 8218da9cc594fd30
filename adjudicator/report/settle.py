"""A whole answer: the verdict, what settles it, points, the sum, facts, other editions, rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adjudicator.model.ruling import Answer, Expected, Item, Line, Possible, Ruling
from adjudicator.report import prose, terminal
from adjudicator.report.blocks import Block, Grid, Group, Heading, Items, Picture, Rules, Text
from adjudicator.report.cite import cited, every_rule
from adjudicator.report.style import Style
from adjudicator.words.say import Speech, sentence


def rendered(answer: Answer, speech: Speech, style: Style, heading: str = "", quoted: Collection[str] = ()) -> str:
    """Everything there is to say about one answer, as text; `heading` is a title to stand above.

    The texts of the rules `quoted` stand further up already.
    """
    return terminal.written(whole(answer, speech, heading, quoted), speech, style)


def brief(answer: Answer, speech: Speech, style: Style, heading: str = "") -> str:
    """The question, the verdict, the points, and the expectations that are not met; `heading` is a title above."""
    return terminal.written(short(answer, speech, heading), speech, style)


def whole(
    answer: Answer,
    speech: Speech,
    heading: str = "",
    quoted: Collection[str] = (),
    question: Block | None = None,
    picture: Picture | None = None,
) -> list[Group]:
    """What there is to say about an answer, the verdict first; `question` stands for it as it was typed."""
    ruling = answer.ruling
    rules = cited(every_rule(ruling), speech)
    numbers = {rule.id: rule.number for rule in rules}
    groups: list[Group] = [*_verdict(answer, speech, heading, question)]
    if picture is not None:
        groups.append([picture])
    if ruling.lines:
        groups.append([_sum(ruling.lines, numbers, speech)])
    for name, found in prose.grouped(ruling):
        if found:
            said = tuple(prose.finding(one, speech) + _mark(one.rule, numbers) for one in found)
            groups.append([Heading(speech.label(name)), Items(said)])
    for one in ruling.possible:
        if one.findings or one.lines != ruling.lines:
            groups.append([*_outcome(one, ruling, numbers, speech)])
    for trap in ruling.warnings:
        told = speech.label("warning", text=prose.warning(trap, speech) + _mark(trap.rule, numbers))
        groups.append([Text(told, "warning")])
    if ruling.otherwise:
        groups.append([Text(prose.otherwise(one, ruling, speech), "", "~ ") for one in ruling.otherwise])
    if ruling.over:
        groups.append([Text(speech.label("over", rule=one, over=other)) for one, other in ruling.over])
    # Who reads a page or a forum was not there when it was checked: what was expected is told where it is not so.
    expected = [one for one in answer.expected if question is None or not one.met]
    if expected:
        groups.append([_expected(one, speech) for one in expected])
    if rules:
        groups.append([Heading(speech.label("rules")), Rules(rules, frozenset(quoted))])
    return groups


def short(answer: Answer, speech: Speech, heading: str = "", question: Block | None = None) -> list[Group]:
    """The question, the verdict, the points, and the expectations that are not met."""
    missed = [_expected(one, speech) for one in answer.expected if not one.met]
    return [*_verdict(answer, speech, heading, question), *([missed] if missed else [])]


def _verdict(answer: Answer, speech: Speech, heading: str, question: Block | None) -> Iterator[Group]:
    ruling = answer.ruling
    if heading:
        yield [Heading(heading, 1)]
    lines = prose.answers(ruling.missing, speech)
    said = Text(prose.verdict(ruling, speech), "verdict")
    yield [question or Text(answer.ask, "faint", "> "), said, *([Text(lines)] if lines else [])]
    if any(one.points for one in ruling.possible):
        yield [_outcomes(ruling, speech)]
    elif ruling.points and not ruling.possible:
        rows = tuple((speech.item(Item.player(player)), str(amount)) for player, amount in ruling.points.items())
        yield [Grid((speech.label("player"), speech.label("points")), rows, (1,))]


def _outcomes(ruling: Ruling, speech: Speech) -> Grid:
    """The points of every player in each outcome of an open question, with the rules that lead to it."""
    players = tuple(dict.fromkeys(player for one in ruling.possible for player in one.points))
    rows = tuple(
        (*(str(one.points.get(player, 0)) for player in players), ", ".join(one.rules)) for one in ruling.possible
    )
    heads = (*(speech.item(Item.player(player)) for player in players), speech.label("rule"))
    return Grid(heads, rows, tuple(range(len(players))))


def _outcome(one: Possible, ruling: Ruling, numbers: Mapping[str, int], speech: Speech) -> Iterator[Block]:
    """What one outcome of an open question rests on besides what all share: its lines and facts."""
    said = speech.phrase("verdict", "outcome", answer=prose.outcome(one, ruling, speech), rules=", ".join(one.rules))
    yield Heading(sentence(said))
    own = tuple(line for line in one.lines if line not in ruling.lines)
    if own:
        yield _sum(own, numbers, speech)
    if one.findings:
        yield Items(tuple(prose.finding(found, speech) + _mark(found.rule, numbers) for found in one.findings))


def _sum(lines: tuple[Line, ...], numbers: Mapping[str, int], speech: Speech) -> Grid:
    headers = [speech.label("player"), speech.label("where"), speech.label("sum"), speech.label("rule")]
    rows = [
        (
            speech.colour(one.player),
            speech.feature(one.feature),
            prose.sum_line(one, speech),
            f"{one.rule} [{numbers[one.rule]}]",
        )
        for one in lines
    ]
    if any(row[1] for row in rows):
        return Grid(tuple(headers), tuple(rows))
    return Grid((headers[0], *headers[2:]), tuple((row[0], *row[2:]) for row in rows))


def _expected(expected: Expected, speech: Speech) -> Text:
    said = speech.label("met" if expected.met else "unmet", text=expected.text, given=expected.given)
    if expected.uncited:
        said += " " + speech.label("uncited", rules=", ".join(expected.uncited))
    return Text(said, "good" if expected.met else "bad")


def _mark(rule: str, numbers: Mapping[str, int]) -> str:
    return f" [{numbers[rule]}]" if rule in numbers else ""
