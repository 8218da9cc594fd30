"""A replayed game on a terminal: turn by turn, the final scoring by category, claims and what would explain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.errors import Problem
from adjudicator.model.ruling import Answer, Item, Line
from adjudicator.play.mending import Mending
from adjudicator.play.parting import Parting, recorded
from adjudicator.play.replayed import Legal, Replayed, TurnRecord
from adjudicator.play.slips import Guess
from adjudicator.report import prose
from adjudicator.report.style import Style, wrap
from adjudicator.report.table import stacks, table
from adjudicator.rulebook import loader
from adjudicator.words.say import Speech
from adjudicator.words.vocabulary import vocabulary

_ROLES = ("figure", "unit")
LEAST = 38
"""Columns of the page for the turn, the player and the points; with less, the totals share one column."""


def rendered(
    played: Replayed,
    parted: Parting | None,
    speech: Speech,
    style: Style,
    ways: Sequence[Mending] = (),
    made: Sequence[tuple[Problem, Mending]] = (),
) -> str:
    """The whole game: turns, final scoring, winner, claims."""
    parts = []
    if played.scenario.title:
        parts.append(style.paint(wrap(played.scenario.title, style.width), "title"))
    if played.turns:
        parts.append(f"{_heading('scored-turns', speech, style)}\n{_turns(played, speech, style)}")
    if played.final is not None:
        head = "final-heading" if played.ended else "final-now"
        sums = [_player(played, player, speech, style) for player in played.totals()]
        parts.append("\n\n".join([_heading(head, speech, style), *sums]))
        missing = played.final.missing
        if missing:
            asked = dict.fromkeys(prose.question(one, speech) for one in missing)
            parts.append(wrap(" ".join([speech.phrase("verdict", "undetermined"), *asked]), style.width))
        elif played.totals():
            parts.append(style.paint(wrap(_winner(played, speech), style.width), "verdict"))
    if played.claims:
        parts.append("\n".join(_claim(played, at, speech, style) for at in range(len(played.claims))))
    if played.asked:
        parts.append("\n".join(_asked(answer, speech, style) for _, answer in played.asked))
    if parted is not None:
        parts.append(_parted(played, parted, speech, style))
    if ways:
        said = [wrap(mending(one, speech), style.width, "- ") for one in ways]
        parts.append("\n".join([wrap(speech.label("mended-by"), style.width), *said]))
    if made:
        said = [wrap(mending(one, speech), style.width, "- ") for _, one in made]
        parts.append("\n".join([wrap(speech.label("goes-on-with"), style.width), *said]))
    if played.illegal:
        parts.append("\n".join(wrap(legal(one, speech), style.width, "", "  ") for one in played.illegal))
    return "\n\n".join(parts)


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
        for role in _ROLES:
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


def categories(played: Replayed, player: str, speech: Speech) -> dict[str, tuple[int, int]]:
    """Points of a player by category: in play, and by the final scoring."""
    found: dict[str, tuple[int, int]] = {}
    every = [(turn, False) for turn in played.turns]
    if played.final is not None:
        every.append((played.final, True))
    for turn, at_end in every:
        for line in turn.lines:
            if line.player == player:
                name = category(line, turn.kinds, speech)
                now, end = found.get(name, (0, 0))
                found[name] = (now, end + line.points) if at_end else (now + line.points, end)
    return found


def legal(one: Legal, speech: Speech) -> str:
    """What might have been done in the place of an illegal move."""
    if not one.options:
        return speech.label("might-nothing", number=one.turn)
    said = speech.items(one.options) + (" ..." if one.number > len(one.options) else "")
    return speech.label("might-do", number=one.turn, count=one.number, options=said)


def guess(one: Guess, speech: Speech) -> str:
    """A slip that would explain a wrong claim."""
    if one.both:
        return speech.label("slip-both", slips=tuple(guess(part, speech) for part in one.both))
    players = ", ".join(speech.colour(player) for player in one.players)
    where = speech.feature(one.feature) or speech.label("other-category")
    told = {"when": _when(one.turn, speech), "where": where, "item": _counted(one, speech), "players": players}
    ident = "slip-sum-off" if one.kind == "sum" else f"slip-{one.kind}"
    said = speech.label(ident, option=one.option, value=one.value, rule=one.rule, **told)
    if one.made:
        sums = ", ".join(
            speech.label("slip-sum", player=Item("player", (player,)), ours=ours, theirs=theirs)
            for player, ours, theirs in one.made
        )
        said = speech.label("slip-made", slip=said, sums=sums)
    others = dict.fromkeys(_when(turn, speech) for turn, _ in one.places if turn != one.turn)
    if others:
        said = speech.label("slip-elsewhere", slip=said, turns=", ".join(others))
    return said


def mending(one: Mending, speech: Speech) -> str:
    """A change with which a record plays on, and how far."""
    fits = speech.label("fits-all") if one.whole else speech.label("fits-up-to", turn=one.reach)
    ident = "mend-missing-tile" if one.kind == "missing" and one.move else f"mend-{one.kind}"
    if one.kind == "missing" and not one.turn:
        ident = "mend-missing-first"
    return speech.label(ident, turn=one.turn, player=Item("player", (one.player,)), move=one.move, fits=fits)


def _when(turn: int, speech: Speech) -> str:
    return speech.label("when-turn", turn=turn) if turn else speech.label("when-final")


def _counted(one: Guess, speech: Speech) -> str:
    """What was miscounted: an item of a sum, a kind of feature, or what a rule is about."""
    if not one.item or one.kind == "full":
        return ""
    lexicon = speech.lexicon
    if one.kind == "kind-out" and lexicon.has("kind", one.item):
        return lexicon.say("kind", one.item, 2)
    if one.kind == "ignored":
        for word in (one.item, one.item.partition("-")[0]):
            for role in (*_ROLES, "kind"):
                if lexicon.has(role, word):
                    return lexicon.say(role, word, 1)
        return speech.label("other-category")
    return speech.counted("item", one.item, 2 if one.kind in ("row-out", "kind-out", "never", "rate") else 1)


def _heading(ident: str, speech: Speech, style: Style) -> str:
    return style.paint(speech.label(ident), "title")


def _whose(turn: TurnRecord, speech: Speech) -> str:
    """The player, and the kind of turn where it is no ordinary one."""
    kind = f" ({speech.word(turn.kind)})" if turn.kind else ""
    return f"{speech.colour(turn.player)}{kind}"


def _turns(played: Replayed, speech: Speech, style: Style) -> str:
    players = tuple(played.totals())
    heads = [speech.label("turn"), speech.label("player"), speech.label("points")]
    first = [[str(one.number), _whose(one, speech), "\n".join(_got(one, speech))] for one in played.turns]
    names = [*map(speech.colour, players)]
    if stacks(style) and sum(max(4, len(name) + 2) + 2 for name in names) + LEAST > style.width:
        rows = [
            [
                *row,
                ", ".join(
                    f"{name} {got}" for name, got in zip(names, _totals(one, players), strict=True) if got != "0"
                ),
            ]
            for row, one in zip(first, played.turns, strict=True)
        ]
        return table([*heads, speech.label("total")], rows, style, (0,), (0,))
    rows = [[*row, *_totals(one, players)] for row, one in zip(first, played.turns, strict=True)]
    right = (0, *range(3, 3 + len(names)))
    return table([*heads, *names], rows, style, right, (0, *right[1:]))


def _totals(turn: TurnRecord, players: Iterable[str]) -> list[str]:
    return [str(turn.totals.get(player, 0)) for player in players]


def _got(turn: TurnRecord, speech: Speech) -> list[str]:
    """Who got what in a turn and why, a line of a sum each."""
    said = []
    for line in turn.lines:
        where = f" {speech.feature(line.feature)}:" if line.feature else ""
        said.append(f"{speech.colour(line.player)}{where} {prose.sum_line(line, speech)} ({line.rule})")
    return [*said, *dict.fromkeys(prose.question(one, speech) for one in turn.missing)]


def _player(played: Replayed, player: str, speech: Speech, style: Style) -> str:
    rows: list[list[str]] = []
    start, total = played.start.get(player, 0), played.totals()[player]
    if start:
        rows.append([speech.label("at-start"), str(start), "", str(start)])
    sums = categories(played, player, speech)
    for name, (now, end) in sorted(sums.items()):
        rows.append([name, str(now), str(end), str(now + end)])
    now, end = start + sum(pair[0] for pair in sums.values()), sum(pair[1] for pair in sums.values())
    if total != now + end:  # no total falls below a bound that some rules set
        rows.append([speech.label("not-lost"), "", "", str(total - now - end)])
    rows.append([speech.label("total"), str(now), str(end), str(total)])
    name = speech.colour(player)
    called = played.scenario.setup.names.get(player, "")
    head = [f"{name} ({called})" if called else name]
    head += [speech.label("in-play"), speech.label("at-end"), speech.label("points")]
    return table(head, rows, style, (1, 2, 3))


def _winner(played: Replayed, speech: Speech) -> str:
    first = played.winners()
    points = Item("count", (played.totals()[first[0]], "", "point"))
    if len(first) == 1:
        ident = "wins" if played.ended else "leads-now"
        said = speech.label(ident, player=Item("player", first), points=points)
    else:
        players = speech.items([Item("player", (player,)) for player in first], "and")
        said = speech.label("tie-wins" if played.ended else "tie-now", players=players, points=points)
    return said[0].upper() + said[1:]


def _claim(played: Replayed, at: int, speech: Speech, style: Style) -> str:
    answer = played.claims[at].answer
    found = recorded(played, played.claims[at].place)
    given = ", ".join(f"{speech.colour(player)} {found.get(player, 0)}" for player in played.claims[at].points)
    if answer.ruling.verdict != "scored":
        given = speech.given(answer.ruling)
    said = speech.label("met" if answer.met else "unmet", text=answer.ask, given=given)
    return style.paint(wrap(said, style.width), "good" if answer.met else "bad")


def _asked(answer: Answer, speech: Speech, style: Style) -> str:
    """A question of the record and whether its expectations are met."""
    said = [
        style.paint(wrap(speech.label("met" if one.met else "unmet", text=one.text, given=one.given), style.width),
                    "good" if one.met else "bad")
        for one in answer.expected
    ]  # fmt: skip
    return "\n".join([wrap(answer.ask, style.width, "> "), *said])


def _parted(played: Replayed, parted: Parting, speech: Speech, style: Style) -> str:
    found = recorded(played, parted.claim.place)
    differences = [
        speech.label(
            "differs", player=Item("player", (player,)), off=f"{off:+}",
            said=parted.claim.points[player], found=found.get(player, 0),
        )
        for player, off in parted.off.items()
    ]  # fmt: skip
    said = [speech.label("parts", claim=parted.claim.answer.ask, differences=", ".join(differences))]
    said.append(between(parted.turns, speech))
    said.append(speech.label("explained-by" if parted.guesses else "unexplained"))
    lines = [wrap(one, style.width) for one in said]
    lines += [wrap(guess(one, speech), style.width, "- ") for one in parted.guesses]
    if parted.further:
        lines.append(wrap(speech.label("further", number=parted.further), style.width, "- "))
    return "\n".join(lines)


def between(turns: Sequence[int], speech: Speech) -> str:
    """In which turns a difference must have come about."""
    if not turns:
        return speech.label("between-none")
    if turns == (0,):
        return speech.label("between-final")
    named = [str(turn) if turn else speech.label("the-final") for turn in turns]
    return speech.label("between-one" if len(named) == 1 else "between", turns=", ".join(named))
