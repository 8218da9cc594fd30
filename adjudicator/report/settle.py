"""The card: an answer in parts, in the order in which a person wants them; every printer tells these."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from adjudicator.model.ruling import Answer, Expected, Finding, Otherwise, R, Ruling, only, renamed
from adjudicator.report import prose, terminal
from adjudicator.report.blocks import Block, Grid, Group, Heading, Items, Picture, Rules, Text
from adjudicator.report.cite import Cited, cited, every_rule
from adjudicator.report.style import Style
from adjudicator.report.sums import by_category, rows
from adjudicator.rulebook import loader
from adjudicator.words import saying
from adjudicator.words.phrases import usual
from adjudicator.words.say import Speech

MOST = 2
"""So many facts that hold are told beside an answer; the others in full."""
_LETTER = re.compile(r"[A-Z]{1,2}\d?")
WHY = "why"
"""The topic of the question that asks for everything."""


class Card(NamedTuple):
    """An answer in parts; those that say nothing are empty."""

    answer: str
    """In the form that was asked for."""
    asks: str
    """What can be typed where a fact is missing."""
    outcomes: tuple[str, ...]
    """Of an open question, each with its rules."""
    why: tuple[str, ...]
    """A sentence for each condition that decides against somebody, each with its rule; then what else decides."""
    sum: Grid | None
    rule: Cited | None
    """The rule that settles it."""
    assumed: str
    editions: tuple[str, ...]
    """What another edition gives, where that differs."""
    warning: str
    expected: tuple[Expected, ...]
    facts: tuple[str, ...]
    """What else holds."""
    rules: tuple[Cited, ...]
    """What else applies."""
    sums: tuple[tuple[str, Grid | None, tuple[str, ...]], ...]
    """Of each outcome of an open question: its sum, and what holds in it."""
    switches: tuple[str, ...]
    """What a table may have agreed upon, and what comes of it."""


def card(answer: Answer, speech: Speech, full: bool = False) -> Card:
    """The parts of an answer; in `full` also what is assumed in every case of the kind."""
    return spoken(_parts(answer, named(answer), speech, full), speech)


def named(answer: Answer) -> Ruling:
    """The ruling of an answer with its features called as a person calls them: by the words of the question, or by
    their kind where there is one of that.
    """
    many = Counter(answer.kinds.values())
    alone = {
        name: only(kind, name) for name, kind in answer.kinds.items() if many[kind] == 1 and _LETTER.fullmatch(name)
    }
    names = {**alone, **answer.called}
    ruling = renamed(answer.ruling, lambda name: names.get(name, name))
    return ruling._replace(findings=renamed(ruling.findings, _placed), warnings=renamed(ruling.warnings, _placed))


def _placed(name: str) -> str:
    """What stands in sentences for a feature that is called by its place: "the city N at (0,0)"."""
    return only(kind, name) if (kind := saying.placed(name)) else name


def spoken(value: R, speech: Speech, whole: bool = True) -> R:
    """A record with "the city" in its texts, which are `whole` sentences or not, where they speak of the only one."""
    if isinstance(value, str):
        return speech.spoken(value, whole)  # type: ignore[return-value]
    if isinstance(value, tuple):
        parts = [spoken(one, speech, whole and not isinstance(value, Grid)) for one in value]
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)  # type: ignore[return-value]
    return value


def _parts(answer: Answer, ruling: Ruling, speech: Speech, full: bool) -> Card:
    why = _deciding(ruling)
    assumed = [one for one in ruling.findings if one.supposed and (full or not usual(one.phrase, ruling.topic))]
    held = tuple(one for one in ruling.findings if not one.supposed)  # no rule behind what is supposed was applied
    applied = [*ruling.settled_by, *every_rule(ruling._replace(findings=held))]
    rules = cited(tuple(dict.fromkeys(applied)), speech)
    first = (rules[0] if full else rules[0].brief()) if ruling.settled_by else None
    others = [(_in_print(one), prose.otherwise(one, ruling, speech)) for one in _editions(ruling)]
    sums = [
        (
            prose.outcome(one, ruling, speech),
            tuple(x for x in one.lines if x not in ruling.lines),
            one.findings,
        )
        for one in ruling.possible
        if one.findings or one.lines != ruling.lines
    ]
    if _of_all(ruling):
        sums.append((speech.label("points"), ruling.lines, ()))
    warned = " ".join(prose.warning(one, speech) for one in ruling.warnings)
    supposed = " ".join(prose.finding(one, speech) for one in assumed)
    return Card(
        _winner(ruling, speech) or prose.verdict(ruling, speech, apart=True),
        prose.answers(ruling.missing, speech),
        tuple(prose.outcomes(ruling, speech)),
        tuple(_with_rule(one, speech) for one in why),
        by_category(answer.ruling, answer.kinds, speech) if _of_all(ruling) else rows(ruling.lines, speech),
        first,
        speech.label("assumed", facts=supposed) if supposed else "",
        tuple(said for printed, said in others if printed),
        speech.label("warning", text=warned) if warned else "",
        answer.expected,
        tuple(_with_rule(one, speech) for one in held if one not in why),
        rules[1:] if first else rules,
        tuple((name, rows(lines, speech), tuple(_with_rule(one, speech) for one in by)) for name, lines, by in sums),
        tuple(said for printed, said in others if not printed),
    )


def whole(
    answer: Answer,
    speech: Speech,
    heading: str = "",
    quoted: Collection[str] = (),
    question: Block | None = None,
    picture: Picture | None = None,
    full: bool = False,
) -> list[Group]:
    """The card of an answer, with all that applies where it is told in `full`; `heading` is a title above, `question`
    stands for it as it was typed. The texts of the rules `quoted` stand further up already.
    """
    full = full or answer.ruling.topic == WHY
    told = card(answer, speech, full)
    groups = [*_head(told, answer, heading, question), *([[told.sum]] if told.sum is not None else [])]
    notes: list[Block] = [picture] if picture is not None else []
    notes += [Text(told.warning, "warning")] if told.warning else []
    notes += [Text(told.assumed)] if told.assumed else []
    notes += [Text(one) for one in told.editions]
    page = isinstance(question, Heading)
    # Who reads a page or a forum was not there when it was checked: what was expected is told where it is not so.
    notes += [how_met(one, speech) for one in told.expected if not one.met or (full and not page)]
    left = len(told.rules)
    more = "" if full or page or not left else speech.counted("label", "more-rules-apply", left)
    law = told.rule is not None and Rules((told.rule,), frozenset(quoted), "" if notes else more)
    behind = [*([law] if law else []), *notes, *([Text(more, "faint")] if more and (notes or not law) else [])]
    if behind and told.sum is None and picture is None:
        groups[-1] = [*groups[-1], *behind]
    elif behind:
        groups.append(behind)
    return groups + (_rest(told, quoted, speech) if full else [])


def _head(told: Card, answer: Answer, heading: str, question: Block | None) -> Iterator[Group]:
    """The question, the answer, and why."""
    if heading:
        yield [Heading(heading, 1)]
    asked = question or Text(answer.ask, "faint")
    flat = answer.ruling.verdict in ("yes", "no")
    first, *why = told.why if flat and told.why else ("", *told.why)
    said: list[Block] = [] if isinstance(asked, Text) and not asked.text else [asked]
    said += [Text(told.answer, "verdict", more=first), *([Items(told.outcomes)] if told.outcomes else [])]
    yield [*said, *(Text(one) for one in (told.asks, *why) if one)]


def rest(answer: Answer, speech: Speech) -> list[Group]:
    """What the card leaves to whoever asks for everything."""
    return _rest(card(answer, speech, full=True), (), speech)


def _rest(told: Card, quoted: Collection[str], speech: Speech) -> list[Group]:
    parts: list[Sequence[Block | None]] = [
        *((Heading(name), grid, Items(facts) if facts else None) for name, grid, facts in told.sums),
        [*map(Text, told.switches)],
        [Heading(speech.label("facts")), Items(told.facts)] if told.facts else [],
        [Heading(speech.label("rules")), Rules(told.rules, frozenset(quoted))] if told.rules else [],
    ]
    return [[block for block in part if block is not None] for part in parts if part]


def short(answer: Answer, speech: Speech, heading: str = "", question: Block | None = None) -> list[Group]:
    """The question and the answer alone, and the expectations that are not met."""
    said = prose.verdict(named(answer), speech, apart=True)
    told = card(answer, speech)._replace(why=(), answer=speech.spoken(said))
    missed = [how_met(one, speech) for one in told.expected if not one.met]
    return [*_head(told, answer, heading, question), *([missed] if missed else [])]


def rendered(answer: Answer, speech: Speech, style: Style, heading: str = "", quoted: Collection[str] = ()) -> str:
    """Everything there is to say about one answer, as text; what `whole` takes in `full`."""
    return terminal.written(whole(answer, speech, heading, quoted, full=True), speech, style)


def _deciding(ruling: Ruling) -> tuple[Finding, ...]:
    """What was found that decides, in the order of the deciders: conditions that were not met and what leaves somebody
    with less, all of them, but of what keeps things out of a list at most `MOST`; then of what holds by the first rule
    what is neither in the sum nor so in every case of the kind, at most `MOST`.
    """
    told, settling = ruling.told, ruling.settled_by
    against = [
        one
        for one in told
        if one.against or (not one.holds and one.rule in settling and (one.losers or not _of_all(ruling)))
    ]
    if ruling.options:
        against = [one for one in against if one.rule in settling]
    if ruling.verdict in ("yes", "no"):
        against = [one for one in told if ruling.verdict == "no" and not one.holds]
    if against and (ruling.lines or ruling.verdict == "no"):
        return tuple(against)
    summed = {line.rule for line in ruling.lines}
    held = [one for one in told if one not in against and one.rule in settling[:1] and one.rule not in summed]
    telling = [one for one in held if not usual(one.phrase, ruling.topic)]
    kept = (telling or ([] if ruling.lines else held))[: MOST - (ruling.verdict == "yes")]
    return (*(against[:MOST] if ruling.options else against), *kept)


def _editions(ruling: Ruling) -> list[Otherwise]:
    """The other ways to play, the editions that give the same as one."""
    found: list[Otherwise] = []
    for one in ruling.otherwise:
        at = next((n for n, known in enumerate(found) if known._replace(value=one.value) == one), -1)
        if one.option == prose.EDITION and at >= 0:
            found[at] = one._replace(value=f"{found[at].value}, {one.value}")
        else:
            found.append(one)
    return found


def _in_print(one: Otherwise) -> bool:
    """Whether a way to play is that of an edition, or what the rules say today: no agreement of a table."""
    switch = loader.rule(one.rule).option
    return one.option == prose.EDITION or (switch is not None and switch.default == one.value)


def _winner(ruling: Ruling, speech: Speech) -> str:
    """Who wins by the final scoring and by how much, where nothing is left to be done; the table has the totals."""
    if not _of_all(ruling) or ruling.topic != "final" or ruling.warnings or ruling.possible or len(ruling.points) < 2:
        return ""
    return prose.winner(ruling.points, speech)


def _of_all(ruling: Ruling) -> bool:
    """Whether the sum is that of a whole game."""
    return ruling.topic in ("final", "total") and not ruling.subject and bool(ruling.lines)


def _with_rule(found: Finding, speech: Speech) -> str:
    said = prose.finding(found, speech)
    return f"{said} ({found.rule})" if found.rule else said


def how_met(one: Expected, speech: Speech) -> Text:
    """Whether an expectation is met, and what was given in its place."""
    said = speech.label("met" if one.met else "unmet", text=one.text, given=one.given)
    if one.uncited:
        said += " " + speech.label("uncited", rules=", ".join(one.uncited))
    return Text(said, "good" if one.met else "bad")
