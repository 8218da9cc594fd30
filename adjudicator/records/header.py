"""The header of an imported game: what is in play, the options that differ, the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.errors import Problem, Problems
from adjudicator.geometry.face import Face
from adjudicator.records.jcz_file import Saved
from adjudicator.records.names import names
from adjudicator.rulebook import loader
from adjudicator.syntax.source import clean
from adjudicator.words.saying import about, flag, joined, kind, player, said, string, text, things, word
from adjudicator.words.tokens import Said, Token
from adjudicator.words.vocabulary import vocabulary

FARMERS, NO_FARMERS = "farmers", "none"
"""The element without which nobody stands in a field; the setting, and its value for that."""


def colours(saved: Saved) -> tuple[str, ...]:
    """A colour for each player: that of the seat where the file tells seats apart, else by order.

    Raises Problems for more players than there are colours.
    """
    known: list[str] = names()["colours"]
    slots = [player.get("slot") for player in saved.players]
    complete = all(type(slot) is int and 0 <= slot < len(known) for slot in slots) and len(set(slots)) == len(slots)
    if len(slots) > len(known):
        raise Problems((Problem("jcz-players", values={"number": len(slots)}),))
    return tuple(known[slot] if complete and isinstance(slot, int) else known[at] for at, slot in enumerate(slots))


def in_play(saved: Saved, problems: list[Problem]) -> tuple[str, ...]:
    """Ids of the expansions in play beside the base game; what we do not play is added to `problems`."""
    tables = names()
    found: dict[str, None] = {}
    for name in (one for one, copies in _mapping(saved.setup.get("sets")).items() if copies):
        expansion = tables["sets"].get(name.partition(":")[0] if name not in tables["sets"] else name)
        if expansion is None:
            problems.append(Problem("jcz-unknown-set", values={"word": name}))
        elif expansion:
            found[expansion] = None
    for name, value in _mapping(saved.setup.get("elements")).items():
        if not value or name in tables["quiet"]:
            continue
        expansion = tables["elements"].get(name)
        if expansion is None:
            problems.append(Problem("jcz-unknown-element", values={"word": name}))
        elif expansion and not found.keys() & set(tables["beside"].get(name, ())):
            found[expansion] = None
    for name in _mapping(saved.setup.get("addons")):
        problems.append(Problem("jcz-unknown-set", values={"word": name}))
    return tuple(found)


def boxes(saved: Saved) -> int:
    """How many of every box are played with: of the set with the most copies."""
    copies = [number for number in _mapping(saved.setup.get("sets")).values() if type(number) is int]
    return max(copies, default=1)


def switches(saved: Saved, expansions: tuple[str, ...], problems: list[Problem]) -> list[list[Said]]:
    """The ``rule NAME VALUE`` lines; a setting that is none of ours is added to `problems`."""
    defaults: Mapping[str, str] = names()["defaults"]
    lines: list[list[Said]] = []
    chosen = {name: _value(value) for name, value in _mapping(saved.setup.get("rules")).items()}
    for name, expansion in names()["differing"].items():
        if expansion in expansions:
            chosen.setdefault(name, defaults[name])
    listed = saved.setup.get("elements")
    if isinstance(listed, dict) and not listed.get(FARMERS):  # what is not listed is off
        chosen[FARMERS] = NO_FARMERS
    for name, left_out in names()["left_out"].items():
        elements = _mapping(saved.setup.get("elements"))
        if left_out["expansion"] in expansions and not any(elements.get(one) for one in left_out["elements"]):
            chosen[name] = left_out["value"]
    for name, value in chosen.items():
        choices = loader.choices(name) if name in loader.option_names() else ()
        if any(value in choice.values for _, choice in choices):
            if value != defaults.get(name) or name in names()["differing"]:
                lines.append(said("rule", text(name), text(value)))
        elif value != defaults.get(name):
            problems.append(Problem("jcz-unknown-rule", values={"word": name, "value": value}))
    return lines


def supplies(saved: Saved, colours: tuple[str, ...], expansions: tuple[str, ...]) -> list[list[Said]]:
    """A line for each player where the number of some figure is not the usual one: it tells all that a player owns.

    A figure of a box in play that is not listed is nobody's.
    """
    elements = _mapping(saved.setup.get("elements"))
    usual: Mapping[str, int] = names()["usual"]
    owned = {element: int(elements.get(element) or 0) for element in names()["supply"] if _counted(elements, element)}
    boxes = {element: names()["elements"].get(element) for element in owned}
    counted = {
        element for element, number in owned.items() if number or element in usual or boxes[element] in expansions
    }
    if all(owned[element] == usual.get(element, 1) for element in counted):
        return []
    told = [(names()["supply"][element], number) for element, number in owned.items() if number or element in usual]
    figures = [(figure.replace(" ", "-"), number) for figure, number in told]
    words = vocabulary()
    beyond = any(words.has("figure", figure) and 0 < words.supply(figure) < number for figure, number in figures)
    any_figures = [said("any", things("figure"))] if beyond else []  # several boxes: more than one gives
    held = joined([*any_figures, *([things(figure, number)] for figure, number in told)])
    return [said(player(colour), "has", held) for colour in colours]


def _counted(elements: Mapping[str, Any], element: str) -> bool:
    return isinstance(elements.get(element, 0), int)


def scenery(saved: Saved, expansions: tuple[str, ...], face: Face) -> str:
    """What `face` carries that means nothing in this game, since its element is off, though one of the `expansions` in
    play has a rule for it; "" for nothing.
    """
    tables = names()
    elements, rules = _mapping(saved.setup.get("elements")), _mapping(saved.setup.get("rules"))
    kept = {element for rule, several in tables["in_spite"].items() if rule in rules for element in several}
    marks = [mark for segment in face.segments for mark in segment.marks] + [mark for mark, _, _ in face.marks]
    for mark in marks:
        element = tables["scenery"].get(mark)
        if element is None or elements.get(element) or element in kept:
            continue
        if tables["elements"].get(element) in expansions:
            return mark
    return ""


def quarters(saved: Saved) -> list[list[Said]]:
    """The quarters of Carcassonne, where its tiles lie at the start and the count is in play."""
    start = saved.setup.get("start")
    laid = {str(tile.get("tile")) for tile in start if isinstance(tile, dict)} if isinstance(start, list) else set()
    if not _mapping(saved.setup.get("elements")).get("count") or not laid & set(names()["carcassonne"]["tiles"]):
        return []
    first = names()["carcassonne"]["count"]
    return [
        about([kind("quarter"), word(name, "name")], [[flag("empty")], *([[things("count")]] if name == first else [])])
        for name in names()["quarters"].values()
    ]


def quoted(written: str) -> Token:
    """A text in quotes, which know no escapes."""
    written = written.encode("utf-8", "replace").decode()  # JSON can name halves of characters, no file can hold them
    return string(" ".join(clean(written).replace('"', "'").split()))


def whole_title(written: str) -> Token:
    """The title of a game in quotes, which has at least one sign."""
    title = quoted(written)
    return title if title.value else quoted("Game")


def players(called: Iterable[tuple[str, str]]) -> list[Said]:
    """The players by colour and name, "" for none."""
    return joined(said(player(colour), *([quoted(name)] if name.strip() else [])) for colour, name in called)


def whose(saved: Saved, colours: tuple[str, ...]) -> list[Said]:
    """The players of a saved game."""
    called = (one.get("name") for one in saved.players)
    return players(zip(colours, (name if isinstance(name, str) else "" for name in called), strict=True))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
