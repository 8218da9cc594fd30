"""Immutable records: what ``typing.NamedTuple`` gives, defined ten times as fast.

A start of the program defines some fifty kinds of record. ``NamedTuple`` and ``dataclass`` write and compile code for
each; here a class body is read as it stands, so that settling one small file costs little more than loading the
libraries does.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform

_GETTERS = tuple(property(itemgetter(at)) for at in range(96))


@dataclass_transform(frozen_default=True)
class _RecordType(type):
    """Turns the annotations of a class body into the fields of a tuple."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RecordType:
        fields = tuple(field for field in body.get("__annotations__", ()) if not field.startswith("_"))
        inherited: Any = getattr(bases[0], "_fields", None) if bases else None
        if not fields and inherited:
            return super().__new__(mcs, name, bases, body)  # a record with behaviour added; it may cache
        if len(fields) > len(_GETTERS):
            raise TypeError(f"{name} has more than {len(_GETTERS)} fields")
        body["_defaults"] = {field: body[field] for field in fields if field in body}
        body["_fields"] = fields
        body["__slots__"] = ()
        body.update(zip(fields, _GETTERS, strict=False))
        return super().__new__(mcs, name, bases, body)


class Record(tuple[Any, ...], metaclass=_RecordType):
    """A tuple with named fields; subclasses list them as annotations, with defaults where there are any."""

    _fields: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[dict[str, Any]]

    def __new__(cls, *values: Any, **named: Any) -> Self:
        fields = cls._fields
        if len(values) == len(fields) and not named:
            return tuple.__new__(cls, values)
        if len(values) > len(fields):
            raise TypeError(f"{cls.__name__} has {len(fields)} fields")
        defaults = cls._defaults
        filled = list(values)
        for field in fields[len(values) :]:
            if field in named:
                filled.append(named.pop(field))
            elif field in defaults:
                filled.append(defaults[field])
            else:
                raise TypeError(f"{cls.__name__} needs {field}")
        if named:
            raise TypeError(f"{cls.__name__} has no {', '.join(named)}")
        return tuple.__new__(cls, filled)

    def _replace(self, **changes: Any) -> Self:
        """The record with some fields changed."""
        values = [changes.pop(field, value) for field, value in zip(self._fields, self, strict=True)]
        if changes:
            raise TypeError(f"{type(self).__name__} has no {', '.join(changes)}")
        return tuple.__new__(type(self), values)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        told = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({told})"
