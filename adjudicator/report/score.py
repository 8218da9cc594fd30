"""A replayed game: turn by turn, the final scoring by category, claims and what would explain them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.errors import Problem
from adjudicator.model.ruling import Answer, Expected, Item
from adjudicator.play.mending import Mending
from adjudicator.play.parting import Parting, totals_at
from adjudicator.play.replayed import Legal, Replayed, TurnRecord
from adjudicator.play.slips import Guess
from adjudicator.report import prose
from adjudicator.report.blocks import Block, Grid, Group, Heading, Items, Nested, Text
from adjudicator.report.settle import how_met
from adjudicator.report.style import Style
from adjudicator.report.sums import ROLES, category
from adjudicator.report.table import stacks
from adjudicator.words.say import Speech

FEW = 6
"""So many claims are listed one by one; of more those that do not hold."""
LEAST = 46
"""Columns of the page for the turn and what was played; with less, the totals share one column."""


def whole(played: Replayed, parted: Parting | None, speech: Speech, style: Style | None = None) -> list[Group]:
    """The whole game; `style` is the page that the table of the turns must fit, None for one as wide as it wants."""
    groups = [*_title(played)]
    if played.turns:
        groups.append([Heading(speech.label("scored-turns")), _turns(played, speech, style)])
    if played.final is not None:
        groups.append([Heading(speech.label("final-heading" if played.ended else "final-now"))])
        groups += ([_player(played, player, speech)] for player in played.totals())
        missing = played.final.missing
        if missing:
            groups.append([Text(prose.lacking(missing, speech))])
        elif played.totals():
            groups.append([summary(played, speech)])
    claims = [at for at, one in enumerate(played.claims) if one.answer.met is not True or len(played.claims) <= FEW]
    if claims:
        groups.append([_claim(played, at, speech) for at in claims])
    if played.asked:
        groups.append([block for _, answer in played.asked for block in _asked(answer, speech)])
    if parted is not None:
        groups.append([*_parted(played, parted, speech)])
    return groups


def short(played: Replayed, parted: Parting | None, speech: Speech) -> list[Group]:
    """The totals, who wins, and the first clash alone."""
    ends = [one.final.gained() if one.final is not None else {} for one in played.every()]
    rows = []
    for player, _ in sorted(played.totals().items(), key=lambda one: -one[1]):
        at_end = [gained.get(player, 0) for gained in ends]
        now = [one.totals()[player] - end for one, end in zip(played.every(), at_end, strict=True)]
        sums = (_any(part, speech) for part in (now, at_end, played.may_total(player)))
        rows.append((_called(played, player, speech), *sums))
    heads = (speech.label("player"), speech.label("in-play"), speech.label("at-end"), speech.label("points"))
    groups: list[Group] = [*_title(played), [Grid(heads, tuple(rows), (1, 2, 3))], [summary(played, speech)]]
    return [*groups, [*_parted(played, parted, speech)]] if parted is not None else groups


def _title(played: Replayed) -> Iterator[Group]:
    if played.scenario.title:
        yield [Heading(played.scenario.title, 1)]


def summary(played: Replayed, speech: Speech) -> Text:
    """What a referee can sign: who wins and by how much, how many claims hold, and what stays open."""
    said = []
    if played.final is not None and not played.final.missing and played.totals():
        said.append(_winner(played, speech))
    met = sum(one.answer.met is True for one in played.claims)
    if played.claims:
        said.append(speech.label("claims-met", met=met, number=len(played.claims)))
    if played.adopted:
        said.append(speech.label("reading-adopted", rules=", ".join(played.adopted)))
    rules = ", ".join(played.open_by)
    for player in played.totals():
        if len(played.may_total(player)) > 1:
            may = _any(played.may_total(player), speech)
            said.append(speech.label("may-be", player=Item.player(player), totals=may, rules=rules))
    return Text(" ".join(said), "verdict")


def alternatives(
    played: Replayed, speech: Speech, ways: Sequence[Mending], made: Sequence[tuple[Problem, Mending]]
) -> list[Group]:
    """What may have been meant where a record breaks off, or what it goes on with, and what would have been legal."""
    groups: list[Group] = []
    for label, found in (("mended-by", ways), ("goes-on-with", [one for _, one in made])):
        if found:
            groups.append([Text(speech.label(label)), Items(tuple(mending(one, speech) for one in found))])
    if played.illegal:
        groups.append([Text(legal(one, speech), hang="  ") for one in played.illegal])
    return groups


def _called(played: Replayed, player: str, speech: Speech) -> str:
    called = played.scenario.setup.names.get(player, "")
    return f"{speech.colour(player)} ({called})" if called else speech.colour(player)


def _any(numbers: Iterable[int], speech: Speech) -> str:
    """``2``, ``2 or 3``: what a number may be."""
    return f" {speech.keyword('or')} ".join(map(str, sorted(set(numbers))))


def categories(played: Replayed, player: str, speech: Speech) -> dict[str, tuple[int, int]]:
    """Points of a player by category: in play, and by the final scoring."""
    found: dict[str, tuple[int, int]] = {}
    for turn in (*played.turns, *filter(None, [played.final])):
        for line in turn.lines:
            if line.player == player:
                name = category(line, turn.kinds, speech)
                now, end = found.get(name, (0, 0))
                found[name] = (now, end + line.points) if turn is played.final else (now + line.points, end)
    return found


def legal(one: Legal, speech: Speech) -> str:
    """What might have been done in the place of an illegal move."""
    if not one.options:
        return speech.label("might-nothing", number=one.turn)
    said = speech.items(one.options) + (" ..." if one.number > len(one.options) else "")
    return speech.label("might-do", number=one.turn, count=one.number, options=said)


def names_by_turn(played: Replayed) -> dict[tuple[int, str], str]:
    """What features are called by the tile that scored them, by turn and id."""
    return {(turn.number, ident): name for turn in played.turns for ident, name in turn.named.items()}


def guess(one: Guess, speech: Speech, names: Mapping[tuple[int, str], str]) -> str:
    """A slip that would explain a wrong claim; `names` are those of `names_by_turn`."""
    if one.both:
        return f"{speech.label('slip-both')} {'; '.join(guess(part, speech, names) for part in one.both)}"
    players = ", ".join(speech.colour(player) for player in one.players)
    where = speech.feature(names.get((one.turn, one.feature), one.feature)) or speech.label("other-category")
    values = {"when": _when(one.turn, speech), "where": where, "item": _counted(one, speech), "players": players}
    ident = "slip-sum-off" if one.kind == "sum" else f"slip-{one.kind}"
    said = speech.label(ident, option=one.option, value=one.value, rule=one.rule, **values)
    if one.made:
        sums = ", ".join(
            speech.label("slip-sum", player=Item.player(player), ours=ours, theirs=theirs)
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
    players = tuple(map(Item.player, one.players))
    number = len(players)
    values = {"turn": one.turn, "player": Item.player(one.player), "players": players, "number": number, "fits": fits}
    return speech.label(ident, move=one.move, **values)


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
            for role in (*ROLES, "kind"):
                if lexicon.has(role, word):
                    return lexicon.say(role, word, 1)
        return speech.label("other-category")
    return speech.counted("item", one.item, 2 if one.kind in ("row-out", "kind-out", "never", "rate") else 1)


def _whose(turn: TurnRecord, speech: Speech) -> str:
    """The player, and the kind of turn where it is no ordinary one."""
    kind = f" ({speech.word(turn.kind)})" if turn.kind else ""
    return f"{speech.colour(turn.player)}{kind}"


def _turns(played: Replayed, speech: Speech, style: Style | None) -> Grid:
    """Every turn with what was played, who got what and why, and the totals that it changed."""
    players = tuple(played.totals())
    heads = (speech.label("turn"), speech.label("played"))
    first = [
        (str(one.number), "\n".join([_played(one, speech), *_got(played, at, speech)]))
        for at, one in enumerate(played.turns)
    ]
    totals = [_totals(played, at, players, speech) for at in range(len(played.turns))]
    names = [*map(speech.colour, players)]
    tight = style is not None and stacks(style)
    if tight and style is not None and sum(max(4, len(name) + 2) + 2 for name in names) + LEAST > style.width:
        so_far = (", ".join(f"{name} {got}" for name, got in zip(names, row, strict=True) if got) for row in totals)
        rows = tuple((*row, said) for row, said in zip(first, so_far, strict=True))
        return Grid((*heads, speech.label("total")), rows, (0,), (0,))
    right = (0, *range(2, 2 + len(names)))
    return Grid((*heads, *names), tuple((*a, *b) for a, b in zip(first, totals, strict=True)), right, right)


def _played(turn: TurnRecord, speech: Speech) -> str:
    """Who played what."""
    return speech.label("plays", player=_whose(turn, speech), move=turn.move) if turn.move else _whose(turn, speech)


def _at(played: Replayed, at: int) -> list[TurnRecord]:
    """A turn by every way to read what is open."""
    return [one.turns[at] for one in played.every() if at < len(one.turns)]


def _totals(played: Replayed, at: int, players: Iterable[str], speech: Speech) -> list[str]:
    """The totals of those whom the turn brought something, for better or worse; "" for the others."""
    turns = _at(played, at)
    gained = {player for turn in turns for player in turn.gained()}
    return [_any((turn.totals.get(p, 0) for turn in turns), speech) if p in gained else "" for p in players]


def _got(played: Replayed, at: int, speech: Speech) -> list[str]:
    """Who got what in a turn and why, a line of a sum each; what is so by some readings only is called open."""
    said: dict[str, None] = {}
    turns = _at(played, at)
    for turn in turns:
        for line in turn.lines:
            where = f" {speech.feature(turn.named.get(line.feature, line.feature))}:" if line.feature else ""
            text = f"{speech.colour(line.player)}{where} {prose.sum_line(line, speech)} ({line.rule})"
            shared = all(line in other.lines for other in turns)
            said[text if shared else speech.label("by-some", line=text)] = None
    return [*said, *dict.fromkeys(prose.question(one, speech) for one in played.turns[at].missing)]


def _player(played: Replayed, player: str, speech: Speech) -> Grid:
    rows: list[tuple[str, ...]] = []
    start = played.start.get(player, 0)
    if start:
        rows.append((speech.label("at-start"), str(start), "", str(start)))
    every = played.every()
    sums = [categories(one, player, speech) for one in every]
    for name in sorted({name for one in sums for name in one}):
        pairs = [one.get(name, (0, 0)) for one in sums]
        rows.append(
            (name, *(_any(part, speech) for part in ([a for a, _ in pairs], [b for _, b in pairs], map(sum, pairs))))
        )
    now = [start + sum(pair[0] for pair in one.values()) for one in sums]
    end = [sum(pair[1] for pair in one.values()) for one in sums]
    kept = [one.totals()[player] - a - b for one, a, b in zip(every, now, end, strict=True)]
    if any(kept):  # no total falls below a bound that some rules set
        rows.append((speech.label("not-lost"), "", "", _any(kept, speech)))
    rows.append((speech.label("total"), _any(now, speech), _any(end, speech), _any(played.may_total(player), speech)))
    heads = (_called(played, player, speech), speech.label("in-play"), speech.label("at-end"), speech.label("points"))
    return Grid(heads, tuple(rows), (1, 2, 3))


def _winner(played: Replayed, speech: Speech) -> str:
    ahead = not played.possible
    said = dict.fromkeys(prose.winner(one.totals(), speech, played.ended, ahead) for one in played.every())
    if len(said) == 1:
        return next(iter(said))
    return " ".join([speech.label("winner-open", rules=", ".join(played.open_by)), *said])


def _claim(played: Replayed, at: int, speech: Speech) -> Text:
    answer = played.claims[at].answer
    found = [totals_at(one, played.claims[at].place) for one in played.every()]
    given = ", ".join(
        f"{speech.colour(player)} {_any((one.get(player, 0) for one in found), speech)}"
        for player in played.claims[at].points
    )
    if answer.ruling.verdict == "undetermined":
        given = speech.expectation(answer.ruling)
    return how_met(Expected(answer.ask, bool(answer.met), given), speech)


def _asked(answer: Answer, speech: Speech) -> Iterator[Block]:
    """A question of the record and whether its expectations are met."""
    yield Text(answer.ask, "", "> ")
    yield from (how_met(one, speech) for one in answer.expected)


def _parted(played: Replayed, parted: Parting, speech: Speech) -> Iterator[Block]:
    found, names = totals_at(played, parted.claim.place), names_by_turn(played)
    differences = [
        speech.label(
            "differs", player=Item.player(player), off=f"{off:+}",
            said=parted.claim.points[player], found=found.get(player, 0),
        )
        for player, off in parted.off.items()
    ]  # fmt: skip
    yield Text(speech.label("parts", claim=parted.claim.answer.ask, differences=", ".join(differences)))
    yield Text(between(parted.turns, speech))
    yield Text(speech.label("explained-by" if parted.guesses else "unexplained"))
    said = [_explained(one, speech, names) for one in parted.guesses]
    if parted.further:
        said.append(speech.label("further", number=parted.further))
    if said:
        yield Items(tuple(said))


def _explained(one: Guess, speech: Speech, names: Mapping[tuple[int, str], str]) -> str | Nested:
    """A slip in a line; of two together a line each."""
    if not one.both:
        return guess(one, speech, names)
    return Nested(speech.label("slip-both"), tuple(guess(part, speech, names) for part in one.both))


def between(turns: Sequence[int], speech: Speech) -> str:
    """In which turns a difference must have come about."""
    if not turns:
        return speech.label("between-none")
    if turns == (0,):
        return speech.label("between-final")
    named = [str(turn) if turn else speech.label("the-final") for turn in turns]
    return speech.label("between-one" if len(named) == 1 else "between", turns=", ".join(named))
