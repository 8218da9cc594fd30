"""How much of the rulebook the program applies and its scenarios show."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from adjudicator.rulebook import loader


class Share(NamedTuple):
    """The rules in the folder of one expansion."""

    expansion: str
    rules: int
    """All of them."""
    deciding: int
    """Those an answer can depend on; all that follows is about these."""
    applied: int
    shown: int
    unshown: tuple[str, ...]
    """Ids no passing scenario shows."""
    unapplied: tuple[str, ...]
    """Ids the code does not apply yet."""


class Coverage(NamedTuple):
    """One `Share` for each expansion that has rules."""

    shares: tuple[Share, ...]

    def as_json(self) -> dict[str, Any]:
        """The form ``adjudicator rules --coverage --format json`` prints."""
        return {
            "expansions": {
                share.expansion: {
                    "rules": share.rules,
                    "deciding": share.deciding,
                    "applied": share.applied,
                    "shown": share.shown,
                    "unshown": list(share.unshown),
                    "unapplied": list(share.unapplied),
                }
                for share in self.shares
            }
        }


def coverage(applied: Collection[str], scenarios: Mapping[str, tuple[str, ...]]) -> Coverage:
    """The shares, by folder: The Abbot counts apart from the base game.

    `applied` holds the ids of the rules the code applies, `shown` the titles of the passing scenarios by the rule id
    they show; ids that no rule has are left out.
    """
    expansions = dict.fromkeys(rule.folder for rule in loader.rules())
    return Coverage(tuple(_share(expansion, applied, scenarios) for expansion in expansions))


def _share(expansion: str, applied: Collection[str], scenarios: Mapping[str, tuple[str, ...]]) -> Share:
    rules = loader.rules(expansion)
    deciding = [rule.id for rule in rules if rule.deciding]
    unshown = tuple(id for id in deciding if not scenarios.get(id))
    unapplied = tuple(id for id in deciding if id not in applied)
    return Share(
        expansion,
        rules=len(rules),
        deciding=len(deciding),
        applied=len(deciding) - len(unapplied),
        shown=len(deciding) - len(unshown),
        unshown=unshown,
        unapplied=unapplied,
    )
