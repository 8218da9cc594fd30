"""The machine form of a replayed game, described in docs/json.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.errors import Problem
from adjudicator.play.mending import Mending
from adjudicator.play.parting import Parting, totals_at
from adjudicator.play.replayed import Replayed, TurnRecord
from adjudicator.report import prose, score
from adjudicator.report.as_json import problem, sum_line
from adjudicator.report.sums import category
from adjudicator.words.say import Speech


def game(
    played: Replayed,
    parted: Parting | None,
    speech: Speech,
    file: str,
    ways: Sequence[Mending] = (),
    made: Sequence[tuple[Problem, Mending]] = (),
) -> dict[str, Any]:
    """One game: ids stay ids, categories and sentences are in the language of `speech`."""
    final = played.final
    return {
        "scenario": played.scenario.title,
        "file": file,
        "start": dict(played.start),
        "turns": [_turn(one, speech) for one in played.turns],
        "final": _turn(final, speech) if final is not None else None,
        "ended": played.ended,
        "totals": dict(played.totals()),
        "categories": {
            player: {
                name: {"in_play": now, "at_end": end}
                for name, (now, end) in score.categories(played, player, speech).items()
            }
            for player in played.totals()
        },
        "winners": list(played.winners()),
        "open": {p: list(played.may_total(p)) for p in played.totals() if len(played.may_total(p)) > 1},
        "open_by": list(played.open_by),
        "adopted": list(played.adopted),
        "possible": [{"totals": dict(one.totals()), "winners": list(one.winners())} for one in played.possible],
        "claims": [
            {
                "claim": one.answer.ask,
                "line": one.answer.line,
                "turn": one.turn,
                "claimed": dict(one.points),
                "recorded": {player: totals_at(played, one.place).get(player, 0) for player in one.points},
                "met": one.answer.met,
            }
            for one in played.claims
        ],
        "asked": [
            {
                "ask": one.ask,
                "line": one.line,
                "turn": turn,
                "expected": [record.text for record in one.expected],
                "given": [record.given for record in one.expected],
                "met": one.met,
            }
            for turn, one in played.asked
        ],
        "mendings": [_mending(one, speech) for one in ways],
        "corrections": [{"problem": problem(wrong, speech), **_mending(one, speech)} for wrong, one in made],
        "parting": _parting(parted, speech, score.names_by_turn(played)) if parted is not None else None,
        "illegal": [
            {
                "turn": one.turn,
                "problem": problem(one.problem, speech),
                "options": [speech.item(item) for item in one.options],
                "number": one.number,
            }
            for one in played.illegal
        ],
    }


def _mending(one: Mending, speech: Speech) -> dict[str, Any]:
    values = {"kind": one.kind, "turn": one.turn, "player": one.player, "move": speech.value(one.move)}
    return {**values, "players": [*one.players], "reach": one.reach, "whole": one.whole,
            "text": score.mending(one, speech)}  # fmt: skip


def _turn(turn: TurnRecord, speech: Speech) -> dict[str, Any]:
    return {
        "number": turn.number,
        "player": turn.player,
        "kind": turn.kind,
        "move": turn.move,
        "line": turn.span.line,
        "points": turn.gained(),
        "lines": [{**sum_line(line), "category": category(line, turn.kinds, speech)} for line in turn.lines],
        "totals": dict(turn.totals),
        "missing": [prose.question(one, speech) for one in turn.missing],
    }


def _parting(parted: Parting, speech: Speech, names: Mapping[tuple[int, str], str]) -> dict[str, Any]:
    return {
        "claim": parted.claim.answer.ask,
        "turn": parted.claim.turn,
        "after": parted.after,
        "off": dict(parted.off),
        "turns": list(parted.turns),
        "further": parted.further,
        "explanations": [
            {
                "slip": one.kind,
                "turn": one.turn if one.turn >= 0 else None,
                "feature": one.feature,
                "item": one.item,
                "players": list(one.players),
                "option": one.option,
                "value": one.value,
                "rule": one.rule,
                "made": [{"player": p, "recorded": ours, "claimed": theirs} for p, ours, theirs in one.made],
                "elsewhere": [{"turn": turn, "feature": feature} for turn, feature in one.places],
                "text": score.guess(one, speech, names),
            }
            for one in parted.guesses
        ],
    }
