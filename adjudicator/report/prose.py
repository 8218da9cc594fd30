"""The verdict and what it rests on, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.binding.answers import line_in, put_in
from adjudicator.model.ruling import Change, Finding, Item, Line, Missing, Otherwise, Possible, Ruling, Warning
from adjudicator.model.span import Span
from adjudicator.rulebook import loader
from adjudicator.words.say import Speech, sentence

EDITION = "edition"
"""What an `Otherwise` under another edition has for its option."""
FEW = 6
"""So many outcomes are told one by one in a sentence."""
TOTALS = frozenset(("total", "track"))
"""Topics whose points are where a player stands, not what a player gets."""


def verdict(ruling: Ruling, speech: Speech, apart: bool = False) -> str:
    """The answer in a sentence or two, as it would be read aloud; without the `outcomes` where they stand `apart`."""
    kind = ruling.verdict
    if kind == "scored":
        return sentence(_scored(ruling, speech))
    if kind == "options":
        named = bool(ruling.options) and ruling.options[0].kind in ("feature", "text")
        return sentence(options(ruling, speech), capital=not named or ruling.choice or ruling.ordered)
    if kind == "undetermined" or ruling.missing:
        return lacking(ruling.missing, speech)
    said = speech.phrase("verdict", kind)
    if ruling.possible and not apart:
        several = f" {speech.keyword('or')} ".join(outcomes(ruling, speech))
        return f"{said} {sentence(speech.phrase('verdict', 'outcomes', outcomes=several))}"
    return said


def lacking(missing: Sequence[Missing], speech: Speech) -> str:
    """What is asked before there can be an answer."""
    asked = tuple(dict.fromkeys(speech.missing(one) for one in missing))
    ident = "undetermined" if len(asked) > 1 else "undetermined-one"
    return f"{speech.phrase('verdict', ident, count=len(asked))} {' '.join(asked)}" if asked else ""


def outcome(one: Possible, ruling: Ruling, speech: Speech) -> str:
    """One outcome of an open question, as a part of a sentence."""
    alone = Ruling(ruling.topic, ruling.subject, one.verdict, one.points, one.options, ruling.ordered, ruling.choice)
    if one.verdict == "scored":
        return _scored(alone, speech)
    if one.verdict == "options":
        return options(alone, speech)
    return verdict(alone, speech).rstrip(".")


def outcomes(ruling: Ruling, speech: Speech) -> list[str]:
    """Every outcome of an open question with the rules that lead to it, those that read alike once; of very many what
    each player may have.
    """
    alike: dict[str, tuple[str, ...]] = {}
    for one in ruling.possible:
        said = outcome(one, ruling, speech)
        alike[said] = tuple(dict.fromkeys((*alike.get(said, ()), *one.rules)))
    if len(ruling.possible) > FEW:
        rules = tuple(dict.fromkeys(rule for one in alike.values() for rule in one))
        alike = {speech.expectation(ruling).partition(" ")[2]: rules}
    return [speech.phrase("verdict", "outcome", answer=one, rules=", ".join(by)) for one, by in alike.items()]


def options(ruling: Ruling, speech: Speech) -> str:
    """The list that was asked for; "none" for an empty one."""
    if not ruling.options:
        return speech.phrase("verdict", "none")
    if ruling.choice and len(ruling.options) > 1:
        return speech.items(ruling.options, "or")
    if ruling.ordered and len(ruling.options) > 1:
        first, *others = ruling.options
        if first.kind == "player" and all(one.kind != "player" for one in others):  # and what part of the turn it is
            return f"{speech.named(first)} ({speech.items(others)})"
        return speech.phrase("verdict", "ordered", items=speech.items(ruling.options))
    return speech.items(ruling.options)


def question(missing: Missing, speech: Speech) -> str:
    """What has to be asked of the user, as a sentence."""
    return speech.sentence("missing", missing.phrase, missing.values)


def lines(missing: Missing, speech: Speech) -> list[str]:
    """The lines that answer what has to be asked, as they are typed; none where no line can."""
    return [line_in(line, speech.lang) for line in missing.say]


def answers(missing: Sequence[Missing], speech: Speech) -> str:
    """The lines that answer what has to be asked, and what is to be written in others, in sentences; "" for nothing."""
    found = dict.fromkeys(line for one in missing for line in lines(one, speech))
    said = [speech.label("say", lines=_either(found, speech))] if found else []
    return " ".join([*said, *instead(missing, speech)])


def instead(missing: Iterable[Missing], speech: Speech) -> list[str]:
    """What is to be written in lines that are there, a sentence for each place."""
    places: dict[tuple[Span, str], list[Change]] = {}
    for change in dict.fromkeys(change for one in missing for change in one.instead):
        places.setdefault((change.span, change.old), []).append(change)
    return [_instead(span, old, some, speech) for (span, old), some in places.items()]


def _instead(span: Span, old: str, some: Sequence[Change], speech: Speech) -> str:
    new = _either((put_in(one, speech.lang) for one in some), speech)
    ident = "write-before" if not old else "write-behind" if span.column == span.end_column else "write-instead"
    return speech.label(ident, new=new, old=speech.label("typed-line", line=old), line=span.line)


def _either(lines: Iterable[str], speech: Speech) -> str:
    """Several lines, as they are typed, of which one is enough."""
    return f" {speech.keyword('or')} ".join(speech.label("typed-line", line=line) for line in lines)


def finding(found: Finding, speech: Speech) -> str:
    """A fact, or the condition that was tried, as a sentence."""
    return speech.sentence("fact", speech.fact(found), found.values)


def warning(trap: Warning, speech: Speech) -> str:
    """A common trap, as a sentence."""
    return speech.sentence("trap", trap.phrase, trap.values)


def sum_line(line: Line, speech: Speech) -> str:
    """``5 tiles x 2 = 10``."""
    return f"{counted(line, speech)} x {line.each} = {line.points}"


def counted(line: Line, speech: Speech) -> str:
    """What a line of a sum counts, with its number: "5 tiles"."""
    return speech.counted("item", line.item, line.times)


def otherwise(other: Otherwise, ruling: Ruling, speech: Speech) -> str:
    """One line on what another edition or switch gives for the question of `ruling`."""
    given = ruling._replace(
        verdict=other.verdict,
        points=other.points,
        options=other.options,
        possible=other.possible,
        missing=other.missing,
    )
    answer = verdict(given, speech)
    if other.option == EDITION:
        return speech.phrase("label", "in-edition", edition=other.value, rules=", ".join(other.rules), answer=answer)
    values = {"option": other.option, "value": other.value, "rule": other.rule, "answer": answer}
    switch = loader.rule(other.rule).option
    standing = switch is not None and switch.default == other.value
    return speech.phrase("label", "by-default" if standing else "otherwise", **values)


def winner(totals: Mapping[str, int], speech: Speech, ended: bool = True, ahead: bool = True) -> str:
    """Who has the most points, and how far `ahead` of the next; all of them where several have."""
    first, *others = sorted(totals, key=lambda player: -totals[player])
    points, level = Item.count(totals[first], "", "point"), [p for p in totals if totals[p] == totals[first]]
    if len(level) > 1:
        players = speech.items([Item.player(player) for player in level], "and")
        said = speech.label("tie-wins" if ended else "tie-now", players=players, points=points)
    else:
        said = speech.label("wins" if ended else "leads-now", player=Item.player(first), points=points)
        if ahead and others:
            more = Item.count(totals[first] - totals[others[0]], "", "point")
            said += " " + speech.label("ahead-of", points=more, player=Item.player(others[0]))
    return said[0].upper() + said[1:]


def _scored(ruling: Ruling, speech: Speech) -> str:
    # `final` without a feature asks for totals, like these topics.
    standing = ruling.topic in TOTALS or (ruling.topic == "final" and not ruling.subject)
    if not any(ruling.points.values()) and not standing:
        return speech.phrase("verdict", "nobody")
    parts = []
    for player, points in ruling.points.items():
        ident = "has" if standing else "scores" if points > 0 else "loses" if points else "scores-nothing"
        amount = Item.count(points if standing else abs(points), "", "point")
        parts.append(speech.phrase("verdict", ident, player=Item.player(player), points=amount))
    return ", ".join(parts)
