"""The text of the language that the answers make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.binding.answers import EXAMPLE
from adjudicator.binding.format import formatted
from adjudicator.binding.lines import lines_of
from adjudicator.guide.paths import Path
from adjudicator.guide.state import State
from adjudicator.syntax.document import read_document
from adjudicator.talk.words import tables
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.saying import about, apart, feature, player, said
from adjudicator.words.tokens import Line, Said, bare
from adjudicator.words.wording import printer

FACT = "fact:"
"""How the key of a question begins whose answer is lines of the position."""
INSTEAD = "instead: "
"""How an answer begins that is words in a line which is there, and no line."""
NAMES = ("X1", "X2")
"""The names of features of a kind for which people have none of their own."""


def text(state: State, path: Path) -> str:
    """What was said so far as a text in the words of the fallback language, the question last."""
    slots = values(state, path)
    told = [one.value for one in state.given if one.key.startswith(FACT) and not one.value.startswith(INSTEAD)]
    names = [slots[slot] for slot in ("place", "place2") if path.kinds and (slot == "place" or path.says(slot))]
    begun = [Line("feature", feature(slots["kind"], name)) for name in names]
    before = [line for one in (*(one.format_map(slots) for one in path.before), *told) for line in _lines(one)]
    lines = [*state.setting.lines(), *map(printer(fallback()).line, _merged([*begun, *before]))]
    if path.turn:
        lines.append(printer(fallback()).line(said("turn", player(slots["me"]))))
    lines += [one.format_map(slots) for one in path.turn]
    return "\n".join([*lines, f"ask {path.ask.format_map(slots)}"])


def values(state: State, path: Path) -> dict[str, str]:
    """What fills the places of a path."""
    words = lexicon(fallback())
    given = {one.key: one.value for one in state.given}
    found = {
        "me": given.get("me") or next(iter(state.setting.colours), ""),
        "other": given.get("other", ""),
        "kind": given.get("place", ""),
        "place": name_of(given.get("place", "")),
        "place2": name_of(given.get("place", ""), 1),
        "figure": words.say("figure", given["figure"]) if "figure" in given else "",
    }
    for slot, options in path.choices.items():
        found[slot] = options.get(given.get(slot, ""), "")
    return {**found, **{slot: given.get(slot, "") for slot in path.numbers}}


def name_of(kind: str, number: int = 0) -> str:
    """The name that a feature of a kind goes by, as in table talk; `number` is 0 for the first, 1 for the second."""
    names = tables()["kind"].get(kind, {}).get("names", NAMES)
    return str(names[number])


def in_language(written: str, lang: str) -> str:
    """A text of the fallback language in the words of `lang`, laid out to be kept. Raises Problems."""
    return formatted(written, lang) if lang != fallback() else formatted(written)


def canonical(line: str, lang: str) -> str:
    """Lines as somebody types them in `lang`, in the words of the fallback language. Raises Problems."""
    return "; ".join(map(printer(fallback()).line, (one.said for one in _lines(line, lang))))


def head_of(line: str) -> str:
    """What a line of the fallback language is about: what stands in front of its colon."""
    first, *_ = _lines(line.replace("{number}", str(EXAMPLE)))
    return printer(fallback()).line(apart(first.said)[0])


def _lines(text: str, lang: str = "") -> list[Line]:
    """Statements of the fallback language, or of `lang`. Raises Problems."""
    document = read_document(text, lang or fallback())
    return [one for _, lines in lines_of(document, lambda word: word.text) for one in lines]


class _Told(NamedTuple):
    """All that is said of one feature."""

    head: list[Said]
    clauses: dict[tuple[object, ...], list[Said]]
    figures: list[list[Said]]


def _merged(lines: Iterable[Line]) -> list[list[Said]]:
    """The lines with all that is said of one feature, and who stands there, told once."""
    features: dict[tuple[object, ...], _Told] = {}
    others: list[list[Said]] = []
    last: _Told | None = None
    for line in lines:
        if line.form == "feature":
            head, clauses = apart(line.said)
            last = features.setdefault(_key(head), _Told(head, {}, []))
            for clause in clauses:
                last.clauses.setdefault(_key(clause), clause)
        elif line.form == "figures" and last is not None:
            last.figures.append(line.said)
        else:
            others.append(line.said)
    told = (line for one in features.values() for line in (about(one.head, [*one.clauses.values()]), *one.figures))
    return [*told, *others]


def _key(pieces: Iterable[Said]) -> tuple[object, ...]:
    return tuple(map(bare, pieces))
