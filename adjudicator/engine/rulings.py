"""Putting together what a question found, what decides it first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine.case import Case
from adjudicator.model.ruling import Decider, Finding, Item, Line, Missing, Ruling, Verdict
from adjudicator.rulebook import loader
from adjudicator.words.phrases import usual
from adjudicator.words.vocabulary import vocabulary

AUTHORITY = {"difference": 1, "variant": 2, "community": 3, "own": 4}
"""Statuses of rules that stand behind what the publisher says, by how far."""
COUNTING = ("scoring", "final-scoring")
FRAMING = ("components", "setup")
LOSES, ANSWERS, COUNTS, DECIDES, ADDS, FRAMES, REPEATS, BESIDE = range(8)
"""What a rule does for an answer, from what decides it to what is told with it: it leaves somebody with less, or keeps
something out; answers such questions; counts, or says the answer; holds where nothing is counted, or was not met where
something is; the other of these; holds of every case of the kind; says nothing new; is told with the sum."""


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
) -> Ruling:
    """The ruling of a case: its lines, its findings and every rule that either rests on, deciding ones first.

    `nothing` says that the options come to no more than an empty list does. `alike` is another topic whose rules answer
    this question as well.
    """
    lines, options = tuple(lines), tuple(options)
    sums = running(lines) if points is None else dict(points)
    examples = tuple(f for f in case.findings if f.rule and loader.rule(f.rule).example)
    found = Ruling(
        topic, subject, verdict, sums, options, ordered, choice, lines,
        tuple(f for f in case.findings if f not in examples),
        missing=missing, warnings=tuple(case.warnings), examples=examples,
    )  # fmt: skip
    none = verdict == "options" and (nothing or not options)
    often = case.often[False] or case.often[True]
    deciders = () if verdict == "undetermined" else _deciders(found, {topic, alike}, none, often)
    rules = (*(one.rule for one in deciders), *(line.rule for line in lines), *(f.rule for f in found.findings))
    cited = tuple(dict.fromkeys(rule for rule in (*rules, *(w.rule for w in case.warnings)) if rule))
    over = tuple((standing, fallen) for standing in cited for fallen in loader.overruled_by(standing))
    return found._replace(rules=cited, deciders=deciders, over=over)


def _deciders(found: Ruling, topics: set[str], none: bool, often: Mapping[str, int]) -> tuple[Decider, ...]:
    """The rules that settle an answer, most deciding first; `none` of an empty list. `often` tells on how many of the
    choices each rule is.
    """
    losers, refused = losing(found), none or found.verdict == "no"
    unsaid = losers - {player for one in found.findings for player in one.losers}
    place: dict[str, tuple[int, ...]] = {}
    against: dict[str, dict[str, None]] = {}

    def put(ident: str, at: int, players: Iterable[str], line: bool = False) -> None:
        of = [player for player in players if player in losers or refused]
        against.setdefault(ident, {}).update(dict.fromkeys(of))
        at = LOSES if of and not refused else at
        rule = loader.rule(ident)
        always, authority = rule.folder in vocabulary().always(), AUTHORITY.get(rule.status, 0)
        if at == LOSES and refused:  # whoever is refused hears the publisher first, of a list what keeps most out of it
            order = (always, authority) if none else (authority, always)
            tie: tuple[int, ...] = (topics.isdisjoint(rule.answers), -often.get(ident, 0) if none else 0, *order)
        elif at in (LOSES, COUNTS):
            tie = (line, always and not line)
        else:
            tie = (always, rule.kind != "interaction", authority)
        place[ident] = min(place.get(ident, (BESIDE + 1,)), (at, *tie))

    for line in found.lines:
        put(line.rule, COUNTS, (line.player,) if line.points <= 0 else (), True)
    for one in sorted(found.findings, key=lambda one: one.holds == refused):
        if not one.supposed and (one.against or not one.holds or one.part != "explains"):
            at = _part(one, found, topics, refused)
            told = one.against if usual(one.phrase, found.topic) else one.losers
            put(one.rule, at, told or (unsaid if at == LOSES else ()))
    if found.verdict == "no":
        place = {rule: at for rule, at in place.items() if at[0] == LOSES}
    elif found.lines:  # what only holds is told with the sum, but for what stands over a rule of it
        kept = {rule for rule, at in place.items() if at[0] < BESIDE}
        place = {r: at for r, at in place.items() if r in kept or kept.intersection(loader.rule(r).over)}

    def over(one: str, other: str) -> bool:
        """Whether one stands over the other here: in a list not where it is on fewer of the options."""
        if other not in loader.rule(one).over or other in loader.overruled_by(one):  # a table may play by what fell
            return False
        return often.get(one, 0) >= often.get(other, 0) and place[other][0] >= min(place[one][0], COUNTS)

    order: dict[str, None] = {}

    def take(rule: str, below: tuple[str, ...] = ()) -> None:
        if rule not in order and rule not in below:
            for other in place:
                if over(other, rule):
                    take(other, (*below, rule))
            order.setdefault(rule)

    for rule in sorted(place, key=place.__getitem__):
        take(rule)
    return tuple(Decider(rule, tuple(against[rule])) for rule in order)


def losing(found: Ruling) -> frozenset[str]:
    """Who gets nothing where points are counted, or less by a line of the sum; of a total who gets nothing to it, of
    other sums also whom a condition of a scoring keeps from his points.
    """
    if found.verdict != "scored":
        return frozenset()
    totals = found.topic in ("total", "track") or (found.topic == "final" and not found.subject)
    less = [line.player for line in found.lines if line.points < 0 and not totals]
    if not found.lines:
        less = [str(one.parts[0]) for one in found.subject if one.kind == "player"]
    missed = [one for one in found.findings if not (totals or one.holds) and loader.rule(one.rule).kind in COUNTING]
    less += [player for one in missed for player in one.losers if not found.points.get(player)]
    return frozenset((*(player for player, number in found.points.items() if number <= 0), *less))


def _part(one: Finding, found: Ruling, topics: set[str], refused: bool) -> int:
    """What a finding does for an answer; `refused` is a No, or an empty list."""
    rule, told = loader.rule(one.rule), one.part in ("frames", "explains")
    if found.verdict == "no":
        return BESIDE if one.holds else LOSES
    if one.part == "answers":
        return COUNTS
    if refused and not one.holds and not told:
        return LOSES
    if one.holds and found.verdict in ("options", "scored") and topics.intersection(rule.answers):
        return ANSWERS
    counts = rule.kind in COUNTING
    if counts and not told and found.verdict == "scored" and not found.lines:  # what nobody gets points by
        if not found.subject or (found.points and found.subject[0].kind != "player"):
            return LOSES
    if one.holds and found.lines and not (counts and rule.folder not in vocabulary().always()):
        return BESIDE  # what an expansion counts, and for whom, is no rule of the line
    if one.holds and usual(one.phrase, found.topic):
        return REPEATS
    if told or rule.kind in FRAMING:
        return FRAMES
    return DECIDES if one.holds != bool(found.lines) else ADDS


def running(lines: Iterable[Line], players: Iterable[str] = ()) -> dict[str, int]:
    """Points by player, with 0 for those who had a figure in the running."""
    sums = dict.fromkeys(players, 0)
    for line in lines:
        sums[line.player] = sums.get(line.player, 0) + line.points
    return sums
