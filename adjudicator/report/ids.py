"""What fills a sentence, as ids: the same whatever language the sentence is said in.

An item is ``{"kind": ..., "ids": [...]}``: what it is and the parts it is made of, as the methods of `Item` take them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.errors import Problem
from adjudicator.model.ruling import Finding, Item, Missing


def of(value: Any) -> Any:
    """A value of a sentence in what JSON knows: strings and numbers stay, items and records become objects."""
    if isinstance(value, Item):
        return {"kind": value.kind, "ids": [of(part) for part in value.parts]}
    if isinstance(value, Finding):
        return {"rule": value.rule, "holds": value.holds, "fact": value.phrase, "values": of_values(value.values)}
    if isinstance(value, Missing):
        return {"fact": value.fact, "subject": value.subject, "values": of_values(value.values)}
    if isinstance(value, Problem):
        return {"code": value.code, "values": of_values(value.values)}
    if isinstance(value, (str, int, float)) or value is None:
        return value
    return [of(one) for one in value]


def of_items(items: Iterable[Item]) -> list[Any]:
    """The items of a list, in its order."""
    return [of(one) for one in items]


def of_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """All values of a sentence, by the name of their place in it."""
    return {name: of(value) for name, value in values.items()}
