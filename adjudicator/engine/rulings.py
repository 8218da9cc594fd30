"""Putting together what a question found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.case import Case
from adjudicator.model.ruling import Finding, Item, Line, Missing, Ruling, Verdict
from adjudicator.rulebook import loader
from adjudicator.words.vocabulary import vocabulary


def ruling(
    case: Case,
    topic: str,
    verdict: Verdict,
    subject: tuple[Item, ...] = (),
    *,
    lines: Iterable[Line] = (),
    points: Mapping[str, int] | None = None,
    options: Iterable[Item] = (),
    ordered: bool = False,
    choice: bool = False,
    missing: tuple[Missing, ...] = (),
    by: str = "",
    nothing: bool = False,
    alike: str = "",
    parts: Mapping[str, float] | None = None,
) -> Ruling:
    """The ruling of a case: its lines, its findings and every rule that either rests on, deciding ones first.

    `by` is the rule that says by itself that nothing is counted. It settles that, but behind the rules of scoring that
    were come to: of a player, the `subject`, those by which that player gets nothing. `nothing` says that the options
    come to no more than an empty list does. `alike` is another topic whose rules answer this question as well. `parts`
    says of rules on how many of the options they hold, 1 for all of them, or how many they keep out of an empty list: a
    rule on few options does not come before one on more of them.
    """
    lines = tuple(lines)
    sums: dict[str, int] = dict(points or {})
    if points is None:
        for line in lines:
            sums[line.player] = sums.get(line.player, 0) + line.points
    examples = tuple(f for f in case.findings if f.rule and loader.rule(f.rule).example)
    findings = tuple(f for f in case.findings if f not in examples)
    options = tuple(options)
    listed = tuple(one for one in (topic, alike) if one and verdict in ("options", "scored"))
    decided = settling(verdict, lines, findings, listed, parts)
    if verdict == "options" and (nothing or not options):  # nothing is left of a list: what was not met comes first
        telling = tuple(f for f in findings if not f.aside)
        unmet = {f.rule for f in telling if not f.holds}
        answering = [ident for ident in decided if _answers(ident, listed, findings, unmet=True)]
        failed = [ident for ident in settling("no", lines, telling) if not _frames(ident)]
        failed.sort(key=lambda ident: (parts or {}).get(ident, 0) < 1)
        first = [ident for ident in answering if ident in unmet]
        decided = tuple(dict.fromkeys((*first, *failed, *answering, *decided)))
    if by:
        about = {
            f.rule for f in findings if not f.aside and (not subject or (_players(f) & set(subject) and not f.holds))
        }
        counted = [one for one in decided if one in about and not _frames(one) and loader.rule(one).kind in COUNTING]
        decided = tuple(dict.fromkeys((*(ident for ident in counted if ident != by), by, *decided)))
        met = {f.rule for f in findings if f.holds}
        decided = _in_particular(decided, [ident for ident in decided if ident in met])
    rules = [*decided, *(line.rule for line in lines), *(f.rule for f in findings)]
    rules += [w.rule for w in case.warnings]
    cited = tuple(dict.fromkeys(r for r in rules if r))
    over = tuple((standing, fallen) for standing in cited for fallen in loader.rule(standing).supersedes)
    return Ruling(
        topic, subject, verdict, sums, options, ordered, choice, lines, findings,
        cited, decided, missing, (), tuple(case.warnings), over, examples,
    )  # fmt: skip


COUNTING = ("scoring", "final-scoring")
INTERACTION = "interaction"
"""The kind of rules about two expansions together."""

AUTHORITY = ("official", "clarification", "difference", "variant", "community")
"""The statuses of rules, the publisher's own words first."""


def settling(
    verdict: Verdict,
    lines: tuple[Line, ...],
    findings: tuple[Finding, ...],
    listed: tuple[str, ...] = (),
    parts: Mapping[str, float] | None = None,
) -> tuple[str, ...]:
    """The ids of the rules that settle an answer, most deciding first; see `Ruling.settled_by`.

    `listed` has the topic of a list, or of points: the rules that answer such a question come first. `parts` says on
    how many of the options of a list a rule holds.
    """
    if verdict == "undetermined":
        return ()
    failed = sorted({f.rule: None for f in findings if not f.holds}, key=_authority)
    if verdict == "no":
        return tuple(sorted(_in_particular(failed, failed), key=_authority))
    rules = dict.fromkeys(f.rule for f in findings if f.holds and not f.supposed and not f.aside)
    if lines:
        counted = [ident for ident in rules if _counts(ident)]
        settled = _in_particular((*(line.rule for line in lines), *failed, *counted), rules)
        settled = (*(ident for ident in rules if _answers(ident, listed, findings)), *settled)
    else:
        settled = _in_particular(
            sorted((*rules, *failed), key=lambda ident: (_frames(ident), ident not in rules, *_nearness(ident))),
            rules,
            parts,
        )
    settled = tuple(dict.fromkeys(settled))
    answering = [ident for ident in settled if _answers(ident, listed, findings)]
    return tuple(dict.fromkeys((*_in_particular(answering, answering), *settled)))


def _answers(ident: str, topics: tuple[str, ...], findings: Iterable[Finding], unmet: bool = False) -> bool:
    """Whether a rule answers a question by itself, and does more here than to say the answer again. `unmet` says
    whether it does so as well where a condition of it was not met.
    """
    telling = (f for f in findings if f.rule == ident and not f.aside)
    return not {*topics}.isdisjoint(loader.rule(ident).answers) and any(f.holds or unmet for f in telling)


def _players(finding: Finding) -> set[Item]:
    """The players that a finding names."""
    return {item for item in finding.values.values() if isinstance(item, Item) and item.kind == "player"}


def _in_particular(
    settled: Iterable[str], rules: Iterable[str], parts: Mapping[str, float] | None = None
) -> tuple[str, ...]:
    """The rules that settle an answer, each behind those of `rules` that settle its case in particular: in a list not
    behind one that is on a smaller part of the options.
    """
    order, rules = list(dict.fromkeys(settled)), tuple(rules)
    part = (parts or {}).get
    for _ in rules:  # a rule that is put forward may have passed one that stands before it: until all stand as they do
        last = tuple(order)
        for ident in rules:
            before = (other for other in loader.rule(ident).settles_before if part(ident, 0) >= part(other, 0))
            over = [order.index(other) for other in before if other in order]
            if over and (ident not in order or order.index(ident) > min(over)):
                if ident in order:
                    order.remove(ident)
                order.insert(min(over), ident)
        if tuple(order) == last:
            break
    return tuple(order)


def _counts(ident: str) -> bool:
    """Whether a rule says how an expansion changes what is counted, and for whom."""
    rule = loader.rule(ident)
    return rule.kind in COUNTING and rule.folder not in vocabulary().always()


def _frames(ident: str) -> bool:
    """Whether a rule only frames an answer: what there is and how a game begins, and what holds of every scoring."""
    rule = loader.rule(ident)
    return rule.general or rule.kind in ("components", "setup")


def _authority(ident: str) -> int:
    """What the publisher says comes before what a community makes of it, printed rules and answers alike."""
    return max(0, AUTHORITY.index(loader.rule(ident).status) - 1)


def _nearness(ident: str) -> tuple[bool, bool, int]:
    """What is said of two expansions together comes first, then what one says of the case, then the base game."""
    rule = loader.rule(ident)
    return rule.folder in vocabulary().always(), rule.kind != INTERACTION, _authority(ident)


def running(lines: Iterable[Line], players: Iterable[str]) -> dict[str, int]:
    """Points by player, with 0 for those who had a figure in the running."""
    sums = dict.fromkeys(players, 0)
    for line in lines:
        sums[line.player] = sums.get(line.player, 0) + line.points
    return sums
