"""One rule of the rulebook, and the switch it may stand behind."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.faults import ANY, CODE


class Option(NamedTuple):
    """A switch that tables set differently: an edition difference, a variant, a house rule or a side of a dispute."""

    name: str
    """What is written after ``rule``: ``wagon-move``."""
    value: str
    """The value the rule stands for; the one its id alone selects, and the one of `editions`."""
    values: tuple[str, ...]
    """Every value the rule says something about; `value` is among them."""
    editions: tuple[str, ...] = ()
    """Editions (C1, C2, C3, C3.1) in which `value` is in force."""
    default: str = ""
    """The value in force when nothing is said, where this rule fixes it; else ""."""


class Rule(NamedTuple):
    """One rule as ``rules.toml`` holds it."""

    id: str
    expansion: str
    """Id of the expansion the rule speaks of."""
    folder: str
    """Id of the expansion whose folder holds it."""
    topic: str
    kind: str
    status: str
    """Its authority: official, clarification, community, difference, variant."""
    source: str
    decides: str
    """The question it answers, in the fallback language."""
    needs: tuple[str, ...] = ()
    """Ids of the other expansions it speaks of (``with`` in the data)."""
    date: str = ""
    """Year or year and month of the source, where known."""
    values: Mapping[str, int] = {}
    """Its exact numbers: points, counts, prices."""
    allowed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    """Ids of the rules over which it stands: whose general case it settles in particular, or whose wording it replaces.
    Where both hold, this one decides."""
    overruled: bool = False
    """Whether its wording is replaced by that of a rule on the same topic which stands over it."""
    conflicts_with: tuple[str, ...] = ()
    """Ids of the rules the source gives beside it without choosing."""
    answers: tuple[str, ...] = ()
    """The questions, such as ``returned``, that it answers by itself: of their lists it settles what holds."""
    open: str = ""
    """What the source leaves open next to it."""
    option: Option | None = None
    decides_nothing: str = ""
    """Why no answer can depend on it; "" for a rule that decides something."""
    example: bool = False
    """Whether it is a worked example: it shows what other rules decide, and is told with ``ask why`` only."""
    checked: bool = True
    """Whether a public text that states it was read."""
    url: str = ""
    """Where its source can be read, for one that is public."""

    @property
    def deciding(self) -> bool:
        """Whether an answer can depend on the rule."""
        return not self.decides_nothing


LISTS = ("needs", "allowed", "forbidden", "over", "conflicts_with", "answers")
"""Fields that hold tuples of strings."""

SPELLED = {"with": "needs"}
"""Keys of the data whose field has another name, since Python keeps the word for itself."""

KEYS = (
    "id", "expansion", "topic", "kind", "status", "with", "source", "date", "decides", "values", "allowed",
    "forbidden", "over", "overruled", "conflicts_with", "answers", "open", "option",
    "decides_nothing", "example", "checked", "url",
)  # fmt: skip
"""The keys of an entry besides the codes of the languages, under which its texts stand."""

REQUIRED = ("id", "expansion", "topic", "kind", "status", "source", "decides")

STATUSES = ("official", "summary", "clarification", "community", "own", "difference", "variant")
"""Who says so: the printed rules, others who sum them up, the publisher when asked, players, this program, an edition
that differs, a house rule."""

KINDS = (
    "action", "components", "eligibility", "final-scoring", "interaction", "movement", "placement", "scoring", "setup",
    "turn-order", "variant",
)  # fmt: skip

OPTION_KEYS = ("name", "value", "values", "editions", "default")


FILE: dict[str, Any] = {
    "addresses": {ANY: str},
    "rule": [
        {
            **dict.fromkeys((f"{key}!" for key in REQUIRED), str),
            **dict.fromkeys(("date", "open", "decides_nothing", "url"), str),
            **{key: [str] for key in KEYS if SPELLED.get(key, key) in LISTS},
            **dict.fromkeys(("overruled", "example", "checked"), bool),
            "values": {ANY: int},
            "option": {
                "name!": str, "value!": (str, int, bool), "values": [str], "editions": [str], "default": (bool, str)
            },
            CODE: str,
        }
    ],
}  # fmt: skip
"""The shape of a ``rules.toml``."""


def option(entry: Mapping[str, Any]) -> Option:
    """The switch in an `option` table; ``default = true`` makes `value` the default, a string names another."""
    value = str(entry["value"])
    default = entry.get("default", "")
    if isinstance(default, bool):
        default = value if default else ""
    values = tuple(entry.get("values", ())) or (value,)
    return Option(str(entry["name"]), value, values, tuple(entry.get("editions", ())), default)


def rule(entry: Mapping[str, Any], folder: str) -> Rule:
    """The rule in one `entry` of a ``rules.toml`` of the expansion `folder`; KeyError for a missing key."""
    fields: dict[str, Any] = {SPELLED.get(key, key): value for key, value in entry.items() if key in KEYS}
    for name in LISTS:
        if name in fields:
            fields[name] = tuple(fields[name])
    if "option" in fields:
        fields["option"] = option(fields["option"])
    return Rule(folder=folder, **fields)
