"""Putting together what a question found, what decides it first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.case import Case
from adjudicator.model.ruling import Decider, Finding, Item, Line, Missing, Ruling, Verdict
from adjudicator.rulebook import loader
from adjudicator.words.phrases import usual
from adjudicator.words.vocabulary import vocabulary

AUTHORITY = ("official", "clarification", "difference", "variant", "community")
"""The statuses of rules, the publisher's own words first."""
COUNTING = ("scoring", "final-scoring")
LOSES, FORBIDS, ANSWERS, COUNTS, DECIDES, ADDS, FRAMES, BESIDE = range(8)
"""What a rule does for an answer, from what decides it to what is told with it: it leaves somebody with less; keeps
something out of a list that is empty; answers such questions; counts, or says the answer; holds where nothing is
counted, or was not met where something is; the other of these; holds of every case of the kind; says nothing new."""


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
    nothing: bool = False,
    alike: str = "",
    parts: Mapping[str, float] | None = None,
) -> Ruling:
    """The ruling of a case: its lines, its findings and every rule that either rests on, deciding ones first.

    `nothing` says that the options come to no more than an empty list does. `alike` is another topic whose rules answer
    this question as well. `parts` says of rules on how many of the options they hold, 1 for all of them, or how many
    they keep out of an empty list: a rule on few options does not come before one on more of them.
    """
    lines, options = tuple(lines), tuple(options)
    sums = running(lines, ()) if points is None else dict(points)
    examples = tuple(f for f in case.findings if f.rule and loader.rule(f.rule).example)
    found = Ruling(
        topic, subject, verdict, sums, options, ordered, choice, lines,
        tuple(f for f in case.findings if f not in examples),
        missing=missing, warnings=tuple(case.warnings), examples=examples,
    )  # fmt: skip
    deciders = _deciders(found, {topic, alike}, verdict == "options" and (nothing or not options), parts or {})
    rules = (*(one.rule for one in deciders), *(line.rule for line in lines), *(f.rule for f in found.findings))
    cited = tuple(dict.fromkeys(rule for rule in (*rules, *(w.rule for w in case.warnings)) if rule))
    over = tuple((standing, fallen) for standing in cited for fallen in loader.overruled_by(standing))
    return found._replace(rules=cited, deciders=deciders, over=over)


def _deciders(found: Ruling, topics: set[str], none: bool, parts: Mapping[str, float]) -> tuple[Decider, ...]:
    """The rules that settle an answer, most deciding first; `none` of an empty list."""
    if found.verdict == "undetermined":
        return ()
    losers = losing(found)
    refused = none or found.verdict == "no"
    place: dict[str, int] = {}
    against: dict[str, dict[str, None]] = {}
    telling, counted = {line.rule for line in found.lines}, {line.rule for line in found.lines}

    def put(rule: str, at: int, players: Iterable[str]) -> None:
        of = [player for player in players if player in losers or refused]
        against.setdefault(rule, {}).update(dict.fromkeys(of))
        if of and not refused:
            at = min([at, *(LOSES if found.points.get(player, 0) <= 0 else FORBIDS for player in of)])
        place[rule] = min(place.get(rule, BESIDE), at)

    unsaid = losers - {player for one in found.findings for player in one.losers}
    for line in found.lines:
        put(line.rule, COUNTS, (line.player,) if line.points <= 0 else ())
    for one in sorted(found.findings, key=lambda one: one.holds == refused):
        beside = usual(one.phrase, found.topic)
        if not one.supposed and (one.against or not one.holds or one.part != "explains"):
            at = _part(one, found, topics, none)
            put(one.rule, at, one.against if beside else one.losers or (unsaid if at == LOSES else ()))
        if not (one.holds and beside):
            telling.add(one.rule)
        if one.losers:
            counted.discard(one.rule)
    if found.verdict == "no":
        place = {rule: at for rule, at in place.items() if at == LOSES}
    elif found.lines:  # what only holds is told with the sum, but for what stands over a rule of it
        kept = {rule for rule, at in place.items() if at < BESIDE}
        place = {r: at for r, at in place.items() if r in kept or kept.intersection(loader.rule(r).over)}

    def before(rule: str) -> tuple[int, ...]:
        at, (always, apart, authority) = place[rule], _nearness(rule)
        answers = topics.isdisjoint(loader.rule(rule).answers)
        if at <= FORBIDS and refused:  # whoever is refused hears the publisher first
            first = (always, authority) if none and not answers else (authority, always)
            return at, answers, none and parts.get(rule, 0) < 1, *first
        if at == COUNTS:
            return (at,)
        if at <= FORBIDS:
            return at, rule in counted, always and rule not in counted
        return at, always, apart, authority

    def over(one: str, other: str) -> bool:
        """Whether one stands over the other here: in a list not where it is on fewer of the options."""
        if other not in loader.rule(one).over or other in loader.overruled_by(one):  # a table may play by what fell
            return False
        return parts.get(one, 0) >= parts.get(other, 0) and place[other] >= min(place[one], COUNTS)

    order: dict[str, bool] = {}

    def take(rule: str) -> None:
        if rule not in order:
            order[rule] = place[rule] > ANSWERS and rule not in telling
            for other in place:
                if over(other, rule):
                    take(other)
            order[rule] = order.pop(rule)

    for rule in sorted(place, key=before):
        take(rule)
    return tuple(Decider(rule, tuple(against[rule])) for rule in sorted(order, key=order.__getitem__))


def _totals(found: Ruling) -> bool:
    """Whether the points are what a player has, not what something brings."""
    return found.topic in ("total", "track") or (found.topic == "final" and not found.subject)


def losing(found: Ruling) -> frozenset[str]:
    """Who gets nothing where points are counted, or less by a line of the sum."""
    if found.verdict != "scored":
        return frozenset()
    less = [line.player for line in found.lines if line.points < 0 and not _totals(found)]
    if not found.lines:  # of a total: who gets nothing to it
        less = [str(one.parts[0]) for one in found.subject if one.kind == "player"]
    return frozenset((*(player for player, number in found.points.items() if number <= 0), *less))


def _part(finding: Finding, found: Ruling, topics: set[str], none: bool) -> int:
    """What a finding does for an answer."""
    rule, listed = loader.rule(finding.rule), found.verdict in ("options", "scored")
    if found.verdict == "no":
        return BESIDE if finding.holds else LOSES
    if finding.part == "answers":
        return COUNTS
    if finding.holds and found.lines and not _changes(finding.rule) and topics.isdisjoint(rule.answers):
        return BESIDE
    told = finding.part in ("frames", "explains")
    if none and not finding.holds and not told:
        return LOSES if topics.intersection(rule.answers) else FORBIDS
    if listed and finding.holds and topics.intersection(rule.answers):
        return ANSWERS
    if told or rule.kind in ("components", "setup"):
        return FRAMES
    if found.verdict == "scored" and not found.lines and rule.kind in COUNTING:
        if not found.subject or (found.points and found.subject[0].kind != "player"):
            return LOSES
    return DECIDES if finding.holds != bool(found.lines) else ADDS


def _changes(rule: str) -> bool:
    """Whether a rule says how an expansion changes what is counted, and for whom."""
    found = loader.rule(rule)
    return found.kind in COUNTING and found.folder not in vocabulary().always()


def _nearness(rule: str) -> tuple[bool, bool, int]:
    """What is said of two expansions together comes first, then what one says of the case, then the base game; of
    these the publisher's own words."""
    found = loader.rule(rule)
    authority = max(0, AUTHORITY.index(found.status) - 1)  # printed rules and answers alike
    return found.folder in vocabulary().always(), found.kind != "interaction", authority


def running(lines: Iterable[Line], players: Iterable[str]) -> dict[str, int]:
    """Points by player, with 0 for those who had a figure in the running."""
    sums = dict.fromkeys(players, 0)
    for line in lines:
        sums[line.player] = sums.get(line.player, 0) + line.points
    return sums
