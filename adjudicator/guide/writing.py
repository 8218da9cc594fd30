"""The text of the language that the answers make."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.binding.format import formatted
from adjudicator.binding.lines import lines_of
from adjudicator.guide.paths import Path
from adjudicator.guide.state import State
from adjudicator.syntax.document import read_document
from adjudicator.talk.words import tables
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.vocabulary import vocabulary
from adjudicator.words.wording import Printer

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
    facts = [line for value in told for line in value.split("; ") if line]
    begun = [] if not path.kinds else [f"{lexicon(fallback()).say('kind', slots['kind'])} {slots['place']}"]
    if path.says("place2"):
        begun.append(f"{lexicon(fallback()).say('kind', slots['kind'])} {slots['place2']}")
    before = [one.format_map(slots) for one in path.before]
    lines = [*state.setting.lines(), *_merged([*begun, *before, *facts])]
    if path.turn:
        lines.append(f"turn {slots['me']}")
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


def in_language(said: str, lang: str) -> str:
    """A text of the fallback language in the words of `lang`, laid out to be kept. Raises Problems."""
    return formatted(said, lang) if lang != fallback() else formatted(said)


def canonical(line: str, lang: str) -> str:
    """Lines as somebody types them in `lang`, in the words of the fallback language. Raises Problems."""
    document = read_document(line, lang)
    printer = Printer(fallback())
    said = lines_of(document, lambda word: word.text)
    return "; ".join(printer.line(one.said) for _, lines in said for one in lines)


def _merged(lines: Iterable[str]) -> list[str]:
    """The lines with all that is said of one feature, and who stands there, told once."""
    facts: dict[str, list[str]] = {}
    figures: dict[str, list[str]] = {}
    others: list[str] = []
    last = ""
    for line in lines:
        head, colon, rest = (part.strip() for part in line.partition(":"))
        if head.partition(" ")[0] in _colours() and colon:
            figures.setdefault(last, []).append(line.strip())
        elif _is_feature(head):
            last = head
            clauses = facts.setdefault(head, [])
            clauses += [rest] if rest and rest not in clauses else []
        else:
            others.append(line)
    found = []
    for head, clauses in facts.items():
        found.append(f"{head}: {', '.join(clauses)}" if clauses else head)
        found += figures.get(head, [])
    return [*found, *others]


def _colours() -> frozenset[str]:
    return frozenset(vocabulary().ids("colour"))


def _is_feature(head: str) -> bool:
    """Whether a line's beginning names a feature by its kind: ``haunted castle K``."""
    words = lexicon(fallback())
    kinds = {words.say("kind", kind) for kind in vocabulary().ids("kind")}
    return head.rpartition(" ")[0] in kinds
