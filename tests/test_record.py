"""Immutable records: made by place and by name, defaults, changes, and what is refused."""

from __future__ import annotations

import copy
import pickle
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.model import record
from adjudicator.model.record import Record


class Place(Record):
    """Two fields that must be said, two that need not."""

    x: int
    y: int
    name: str = "here"
    marks: tuple[str, ...] = ()


class Named(Place):
    """The same fields, with behaviour added."""

    @property
    def where(self) -> str:
        return f"{self.name} ({self.x},{self.y})"


@pytest.mark.parametrize(
    ("values", "named", "fields"),
    [
        ((1, 2), {}, (1, 2, "here", ())),
        ((1, 2, "there"), {}, (1, 2, "there", ())),
        ((1, 2, "there", ("a",)), {}, (1, 2, "there", ("a",))),
        ((1,), {"y": 2}, (1, 2, "here", ())),
        ((), {"marks": ("a",), "y": 2, "x": 1}, (1, 2, "here", ("a",))),
    ],
)
@pytest.mark.parametrize("kind", [Place, Named])
def test_fields_by_place_and_by_name(
    kind: Any, values: tuple[Any, ...], named: dict[str, Any], fields: tuple[Any, ...]
) -> None:
    made = kind(*values, **named)
    assert (made.x, made.y, made.name, made.marks) == fields
    assert type(made) is kind
    assert made == fields


@pytest.mark.parametrize(
    ("values", "named", "said"),
    [
        ((1,), {}, "Place needs y"),
        ((), {"y": 2}, "Place needs x"),
        ((1, 2, "a", (), 5), {}, "Place has 4 fields"),
        ((1, 2), {"z": 3}, "Place has no z"),
        ((1, 2), {"x": 3}, "Place has twice x"),
    ],
)
def test_what_does_not_fit_is_refused(values: tuple[Any, ...], named: dict[str, Any], said: str) -> None:
    make: Any = Place
    with pytest.raises(TypeError, match=said):
        make(*values, **named)


def test_a_change_gives_another_record() -> None:
    one = Named(1, 2)
    other = one._replace(y=5, name="there")
    assert other.where == "there (1,5)"
    assert type(other) is Named
    assert one.where == "here (1,2)"
    with pytest.raises(TypeError, match="Named has no z, w"):
        one._replace(z=1, x=2, w=3)
    with pytest.raises(AttributeError):
        setattr(one, "x", 3)  # noqa: B010 - written so that the checker does not see it


def test_a_record_is_copied_and_sent() -> None:
    one = Place(1, 2, "there", ("a",))
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
    assert repr(one) == "Place(x=1, y=2, name='there', marks=('a',))"


def test_fields_are_found_where_the_interpreter_has_no_quick_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "import_module", lambda name: SimpleNamespace(__name__=name))
    slow = record._getters()
    assert [getter.__get__(Place(1, 2, "there"), Place) for getter in slow[:3]] == [1, 2, "there"]
