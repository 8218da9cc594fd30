"""A whole answer: the verdict, what settles it, points, the sum, facts, other editions, rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adjudicator.model.ruling import Answer, Expected, Finding, Item, Line, Possible, Ruling, renamed
from adjudicator.report import prose, terminal
from adjudicator.report.blocks import Block, Grid, Group, Heading, Items, Picture, Rules, Text
from adjudicator.report.cite import Cited, cited, every_rule
from adjudicator.report.style import Style
from adjudicator.words.phrases import usual
from adjudicator.words.say import Speech, sentence

PAIR = 2
"""The points of so many players are said by the verdict; a table of them says nothing more where their sum follows."""
MOST = 4
"""So many facts that hold are told beside an answer; the others in full."""
WHY = "why"
"""The topic of the question that asks for everything."""


def rendered(answer: Answer, speech: Speech, style: Style, heading: str = "", quoted: Collection[str] = ()) -> str:
    """Everything there is to say about one answer, as text; `heading` is a title to stand above.

    The texts of the rules `quoted` stand further up already.
    """
    return terminal.written(whole(answer, speech, heading, quoted, full=True), speech, style)


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
    full: bool = False,
) -> list[Group]:
    """What there is to say about an answer: the verdict, the rule that settles it, what that stands over, other
    editions, then the rest. `question` stands for it as it was typed; without `full`, what settles nothing is counted
    and not said.
    """
    ruling = renamed(answer.ruling, answer.called)
    answer = answer._replace(ruling=ruling)
    found = ruling.findings if full or ruling.topic == WHY else _settling(ruling)
    rules = _numbered(ruling, found, speech)
    numbers = {rule.id: rule.number for rule in rules.values()}
    first = [rules[one] for one in ruling.settled_by[:1] if one in rules]
    ids = {rule.id for rule in first}
    over = [(standing, fallen) for standing, fallen in ruling.over if standing in numbers]
    groups: list[Group] = [*_verdict(answer, speech, heading, question, summed=not full)]
    if first:
        groups.append([Rules(tuple(first), frozenset(quoted))])
    for standing, fallen in over:
        groups.append([Text(speech.label("over", rule=standing, over=fallen))])
        if fallen not in ids:
            groups[-1] = [*groups[-1], Rules((rules[fallen],), frozenset(quoted))]
            ids.add(fallen)
    if ruling.otherwise:
        groups.append([Text(prose.otherwise(one, ruling, speech), "", "~ ") for one in ruling.otherwise])
    if picture is not None:
        groups.append([picture])
    if ruling.lines:
        groups.append([_sum(ruling.lines, numbers, speech)])
    for name, some in prose.grouped(ruling._replace(findings=tuple(found))):
        if some:
            said = tuple(prose.finding(one, speech) + _mark(one.rule, numbers) for one in some)
            groups.append([Heading(speech.label(name)), Items(said)])
    for one in ruling.possible:
        if one.findings or one.lines != ruling.lines:
            groups.append([*_outcome(one, ruling, numbers, speech)])
    for trap in ruling.warnings:
        warned = speech.label("warning", text=prose.warning(trap, speech) + _mark(trap.rule, numbers))
        groups.append([Text(warned, "warning")])
    # Who reads a page or a forum was not there when it was checked: what was expected is told where it is not so.
    expected = [one for one in answer.expected if question is None or not one.met]
    if expected:
        groups.append([_expected(one, speech) for one in expected])
    rest = tuple(rule for ident, rule in rules.items() if ident not in ids)
    if rest:
        groups.append([Heading(speech.label("rules")), Rules(rest, frozenset(quoted))])
    if len(found) < len(ruling.findings) and question is None:
        left = len(ruling.findings) - len(found)
        groups.append([Text(speech.label("more-in-full", number=left), "faint")])
    return groups


def leaves_out(ruling: Ruling) -> bool:
    """Whether something was found that `whole` says only in full."""
    return len(_settling(ruling)) < len(ruling.findings)


def _settling(ruling: Ruling) -> tuple[Finding, ...]:
    """What was found that bears on the answer: the conditions that failed, what leaves somebody with less, what was
    supposed, and of what holds by a rule that settles it what is not so in every case of the kind, at most `MOST`.
    """
    if not ruling.deciders and not ruling.lines:
        return ruling.findings
    held = [f for rule in ruling.settled_by for f in ruling.findings if f.rule == rule and f.holds and not f.supposed]
    telling = [one for one in held if not usual(one.phrase, ruling.topic)]
    kept = (telling or ([] if ruling.lines else held))[:MOST]
    return tuple(
        one
        for one in ruling.findings
        if one in kept or not one.holds or one.against or (one.supposed and not usual(one.phrase, ruling.topic))
    )


def _numbered(ruling: Ruling, found: Collection[Finding], speech: Speech) -> dict[str, Cited]:
    """The rules that are shown, numbered in the order in which they stand: first the one that settles it."""
    ids = [*ruling.settled_by[:1]]
    ids += [fallen for standing, fallen in ruling.over if standing in ids]
    ids += [line.rule for line in ruling.lines]
    whole = len(found) == len(ruling.findings)
    # The rule behind something supposed, such as that there is no inn, has not been applied.
    ids += [one.rule for one in found if whole or not one.supposed]
    for one in ruling.possible:
        ids += [*(line.rule for line in one.lines), *(other.rule for other in one.findings), *one.rules]
    ids += [trap.rule for trap in ruling.warnings]
    if whole:
        ids += every_rule(ruling)
    ids += [fallen for standing, fallen in ruling.over if standing in ids]
    return {rule.id: rule for rule in cited(tuple(dict.fromkeys(one for one in ids if one)), speech)}


def short(answer: Answer, speech: Speech, heading: str = "", question: Block | None = None) -> list[Group]:
    """The question, the verdict, the points, and the expectations that are not met."""
    answer = answer._replace(ruling=renamed(answer.ruling, answer.called))
    missed = [_expected(one, speech) for one in answer.expected if not one.met]
    return [*_verdict(answer, speech, heading, question), *([missed] if missed else [])]


def _verdict(
    answer: Answer, speech: Speech, heading: str, question: Block | None, summed: bool = False
) -> Iterator[Group]:
    """The head of a report; `summed`: the sum follows, which stands for a table of the points of a few."""
    ruling = answer.ruling
    if heading:
        yield [Heading(heading, 1)]
    lines = prose.answers(ruling.missing, speech)
    said = Text(prose.verdict(ruling, speech), "verdict")
    yield [question or Text(answer.ask, "faint", "> "), said, *([Text(lines)] if lines else [])]
    if any(one.points for one in ruling.possible):
        yield [_outcomes(ruling, speech)]
    elif ruling.points and not ruling.possible and not (summed and ruling.lines and len(ruling.points) <= PAIR):
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
