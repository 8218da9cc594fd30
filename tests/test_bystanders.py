"""What has nothing to do with a question changes no answer: an empty road somewhere else, a box nobody asks about.

Every text of the corpus is asked again with such a thing added.
"""

from __future__ import annotations

import re
from pathlib import Path

from corpus import FILES, invariant, laid_out, ruled, written
from everyday import some

from adjudicator.model.ruling import Answer, Item, Outcome, Ruling
from adjudicator.rulebook import loader

NAME = "Zz"
ROAD = f"road {NAME}: incomplete, 2 tiles, empty"
FEATURE = re.compile(r" *(?=(road|city|monastery|field|garden|tower) )")
BOXES = (
    "abbey-and-mayor", "anniversary-20", "besiegers", "bridges-castles-bazaars", "count-king-robber", "crop-circles",
    "festival", "flying-machines", "german-castles", "german-cathedrals", "german-monasteries",
    "ghosts-castles-cemeteries", "gifts", "halflings", "hills-and-sheep", "inns-and-cathedrals", "peasant-revolts",
    "phantom", "princess-and-dragon", "tower", "traders-and-builders", "under-the-big-top",
)  # fmt: skip
OF_COMPONENTS = ("hand", "stock", "setup", "gained", "returned", "options", "which", "where", "steps", "to-come")
"""Questions for what there is or may be done, to which a box adds something of its own."""


def english(path: Path) -> str:
    text = written(path)
    return text if text.startswith("#") or "langue" not in text.split("\n", 1)[0] else laid_out(path, "en")


def beside(text: str) -> str:
    """The text with an empty road in front of the first feature of each scenario."""
    lines: list[str] = []
    waits = True
    for line in text.split("\n"):
        waits = waits or line.lstrip().startswith("scenario ")
        found = FEATURE.match(line)
        if found and waits:
            lines.append(f"{found.group(0)}{ROAD}")
            waits = False
        lines.append(line)
    return "\n".join(lines)


def named(item: object) -> bool:
    """Whether the road that was added is in an item."""
    return isinstance(item, Item) and any(part == NAME or named(part) for part in item.parts)


def gist(ruling: Ruling) -> tuple[object, ...]:
    return (
        ruling.verdict,
        dict(ruling.points),
        [one for one in ruling.options if not named(one)],
        [(one.phrase, one.subject) for one in ruling.missing],
        [(one.verdict, dict(one.points)) for one in ruling.possible],
    )


def answers(text: str) -> tuple[Answer, ...] | None:
    """None where the text is refused with what was added."""
    found = ruled(text)
    return found.answers if isinstance(found, Outcome) and not found.problems else None


@invariant(14, "english")
def a_road_elsewhere_changes_no_answer(path: Path) -> None:
    plain, more = answers(english(path)), answers(beside(english(path)))
    if plain is None or more is None:
        return  # a card whose use went without saying has now two roads to go to
    for one, other in zip(plain, more, strict=True):
        assert gist(one.ruling) == gist(other.ruling), (path, one.line)


@invariant(14, "english")
def what_a_box_changes_is_told_by_its_rules(path: Path) -> None:
    text = english(path)
    for box in some(BOXES, len(BOXES) // 2, FILES.index(path)):
        if box in text or not re.search(r"^ *use ", text, re.M):
            continue
        plain = answers(text)
        more = answers(re.sub(r"^ *use .*$", rf"\g<0>, {box}", text, flags=re.M))
        for one, other in zip(plain or (), more or (), strict=more is not None):
            if one.ruling.topic in OF_COMPONENTS or "undetermined" in (one.ruling.verdict, other.ruling.verdict):
                continue
            if gist(one.ruling)[:2] != gist(other.ruling)[:2]:
                assert any(loader.rule(rule).expansion == box for rule in other.ruling.rules), (path, one.line, box)
