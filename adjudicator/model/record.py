"""Immutable records: what ``typing.NamedTuple`` gives, defined ten times as fast.

A start of the program defines some fifty kinds of record. ``NamedTuple`` and ``dataclass`` write and compile code for
each; here a class body is read as it stands, so that settling one small file costs little more than loading the
libraries does.
"""

from __future__ import annotations

from importlib import import_module
from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform

_tuple = tuple.__new__
_LACKING = object()
_MOST = 96
"""Fields of a record, at most."""


def _getters() -> tuple[Any, ...]:
    """What gives the fields of a tuple by name: that of ``NamedTuple`` where the interpreter has it ready."""
    quick = getattr(import_module("_collections"), "_tuplegetter", None)
    return tuple([property(itemgetter(at)) if quick is None else quick(at, None) for at in range(_MOST)])


_GETTERS = _getters()


@dataclass_transform(frozen_default=True)
class _RecordType(type):
    """Turns the annotations of a class body into the fields of a tuple."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RecordType:
        fields = tuple(field for field in body.get("__annotations__", ()) if not field.startswith("_"))
        inherited: Any = getattr(bases[0], "_fields", None) if bases else None
        if not fields and inherited:
            return super().__new__(mcs, name, bases, body)  # a record with behaviour added; it may cache
        if len(fields) > _MOST:
            raise TypeError(f"{name} has more than {_MOST} fields")
        defaults = tuple([body[field] for field in fields if field in body])
        body["_fields"], body["_needed"] = fields, len(fields) - len(defaults)
        body["_blank"] = (_LACKING,) * body["_needed"] + defaults
        body["_places"] = dict(zip(fields, range(len(fields)), strict=True))
        body["_size"] = len(fields)
        body["__slots__"] = ()
        body.update(zip(fields, _GETTERS, strict=False))
        return super().__new__(mcs, name, bases, body)


class Record(tuple[Any, ...], metaclass=_RecordType):
    """A tuple with named fields; subclasses list them as annotations, with defaults where there are any."""

    _fields: ClassVar[tuple[str, ...]]
    _size: ClassVar[int]
    _needed: ClassVar[int]
    """How many fields have no default; they come first."""
    _blank: ClassVar[tuple[Any, ...]]
    """Every field's default, `_LACKING` for one without."""
    _places: ClassVar[dict[str, int]]

    def __new__(cls, *values: Any, **named: Any) -> Self:
        if len(values) == cls._size and not named:
            return _tuple(cls, values)
        return cls._filled(values, named)

    @classmethod
    def _filled(cls, values: tuple[Any, ...], named: dict[str, Any]) -> Self:
        """A record with some fields given by name or left to their defaults."""
        fields, given, needed = cls._fields, len(values), cls._needed
        if not named and needed <= given <= len(fields):
            return _tuple(cls, values + cls._blank[given:])
        if given > len(fields):
            raise TypeError(f"{cls.__name__} has {len(fields)} fields")
        filled, places = [*values, *cls._blank[given:]], cls._places
        for field, value in named.items():
            at = places.get(field, -1)
            if at < given:
                raise TypeError(f"{cls.__name__} has {'no ' if at < 0 else 'twice '}{field}")
            filled[at] = value
        if given < needed and _LACKING in filled[given:needed]:
            raise TypeError(f"{cls.__name__} needs {fields[filled.index(_LACKING, given)]}")
        return _tuple(cls, filled)

    def _replace(self, **changes: Any) -> Self:
        """The record with some fields changed."""
        values, places = [*self], self._places
        try:
            for field, value in changes.items():
                values[places[field]] = value
        except KeyError:
            unknown = ", ".join(field for field in changes if field not in places)
            raise TypeError(f"{type(self).__name__} has no {unknown}") from None
        return _tuple(type(self), values)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        told = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({told})"
