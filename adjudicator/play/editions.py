"""What another edition, or another value of a rule switch, would give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from adjudicator.binding.reader import Mistake
from adjudicator.model.ruling import Otherwise, Ruling
from adjudicator.model.scenario import Setup
from adjudicator.play.possible import outcome
from adjudicator.rulebook import loader

Settled: TypeAlias = "tuple[Ruling, Mapping[str, str], frozenset[str]]"
"""A ruling, the options that it rests on with their values, and those of them that the question itself asked for."""


def otherwise(setup: Setup, settled: Settled, settle: Callable[[Setup], Settled]) -> Iterator[Otherwise]:
    """The whole answer under every other edition, and under other values of the options that the question asked for and
    that no edition has, where it differs from the one that is `settled` under a setup; nothing where the position tells
    too little for that one. `settle` answers the question under another setup, or raises Mistake.
    """
    found, consulted, asked = settled
    known = [(setup, found, consulted)]

    def answer(other: Setup) -> tuple[Ruling, Mapping[str, str]]:
        """The answer under another setup and the options that it rests on: the same as under one before where all of
        these have the same value."""
        for before, given, rests_on in known:
            if all(in_force(before, option) == in_force(other, option) for option in rests_on):
                return given, rests_on
        given, rests_on, _ = settle(other)
        known.append((other, given, rests_on))
        return given, rests_on

    for edition in loader.EDITIONS:
        other = setup._replace(edition=edition)
        try:
            given, also = answer(other)
        except Mistake:
            continue
        if given.verdict != "undetermined" and outcome(given) != outcome(found):
            rules = [_rule_of(option, in_force(other, option)) for option in {**consulted, **also}
                     if in_force(setup, option) != in_force(other, option)]  # fmt: skip
            yield _noted("edition", edition, tuple(dict.fromkeys(rules)), given)
    for option in consulted:
        if option not in asked:
            continue
        seen = {in_force(setup, option)}
        if option not in setup.options:
            seen.update(loader.in_force(option, edition) for edition in loader.EDITIONS)
        for rule_id, choice in loader.choices(option):
            for value in choice.values:
                if value in seen or (value.isdigit() and not choice.value.isdigit()):
                    continue  # how much a house rule gives is for the table to say
                seen.add(value)
                try:
                    given, _ = answer(setup._replace(options={**setup.options, option: value}))
                except Mistake:
                    continue
                if given.verdict != "undetermined" and outcome(given) != outcome(found):
                    yield _noted(option, value, (rule_id,), given)


def in_force(setup: Setup, option: str) -> str:
    """The value of an option under a setup: the switch, else the edition, else the default."""
    return setup.options.get(option) or loader.in_force(option, setup.edition)


def _rule_of(option: str, value: str) -> str:
    """The rule behind a value of an option."""
    found = loader.choices(option)
    return next((ident for ident, choice in found if choice.value == value), found[0][0])


def _noted(option: str, value: str, rules: tuple[str, ...], given: Ruling) -> Otherwise:
    return Otherwise(
        option, value, rules[0], given.verdict, given.points, given.options, rules, given.possible, given.missing
    )
