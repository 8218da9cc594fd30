"""The rulebook: every entry sound, every id where it always was, every number where code finds it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator import store
from adjudicator.data import rules as rulebook
from adjudicator.rulebook import applied, checks, loader
from adjudicator.rulebook.coverage import coverage

pytestmark = pytest.mark.source

LAST = {"BASE": 62, "AM": 166, "ANN": 49, "GCC": 123, "GIFT": 78, "REVOLT": 64, "NB": 123}
"""The highest number of each prefix when it was last looked at: an id that was there never goes."""

JCZ_OPTIONS = {
    "wagon-move": {"C1", "C2"},
    "barn-placement": {"not-occupied", "occupied"},
    "tiny-city-scoring": {"4", "2"},
    "hill-tiebreaker": {"at-least-one-follower", "number-of-followers"},
    "espace-variant": {"any-tile", "siege-tile"},
    "gq11-pig-herd": {"pig"},
    "festival-return": {"meeple"},
    "princess-action": {"may"},
    "fairy-placement": {"next-follower"},
    "dragon-move": {"before-scoring"},
    "tunnelize-other-expansions": {"true", "false"},
    "coc-final-scoring": {"market-only", "any-district"},
    "count-move": {"by-player"},
    "king-and-robber-scoring": {"default", "10/20", "15/40", "continuously"},
    "inn-and-cathedral-final-scoring": {"zero", "ignore", "reissue"},
    "vineyards-for-garden": {"false", "true"},
}
"""Options with the names other programs know, and the values a rule stands behind."""


def entry(**changes: Any) -> dict[str, Any]:
    plain = {
        "id": "X-01",
        "expansion": "base",
        "topic": "city",
        "kind": "scoring",
        "status": "official",
        "source": "a page",
        "en": "A city.",
        "fr": "Une ville.",
        "decides": "what a city is",
    }
    return {key: value for key, value in {**plain, **changes}.items() if value is not None}


def faults(*entries: dict[str, Any]) -> list[str]:
    return checks.check_entries([("base", each) for each in entries], {"base"})


def option(value: str, **more: Any) -> dict[str, Any]:
    return {"name": "city-size", "value": value, **more}


def test_rule_files_are_sound() -> None:
    assert checks.check() == []


def test_every_id_is_where_it_was() -> None:
    wanted = {f"{prefix}-{number:02}" for prefix, last in LAST.items() for number in range(1, last + 1)}
    assert wanted <= set(loader.ids())


def test_ids_run_without_a_gap() -> None:
    numbers = Counter(ident.rpartition("-")[0] for ident in loader.ids())
    wanted = {f"{prefix}-{number:02}" for prefix, last in numbers.items() for number in range(1, last + 1)}
    assert set(loader.ids()) == wanted


def test_rules_lie_with_their_expansion() -> None:
    counts = Counter(rule.folder for rule in loader.rules())
    assert counts["base"] == 52 and counts["abbot"] == 11 and counts["gifts"] == 78 and counts["river_2"] == 0
    assert counts["river-2"] == 1
    assert all(rule.expansion == rule.folder for rule in loader.rules())
    assert loader.rule("BASE-51").folder == "abbot"
    assert loader.rule("NB-116").folder == "base"
    assert loader.rules("no-such-expansion") == ()


def test_numbers_come_from_the_rule() -> None:
    assert loader.value("BASE-29", "per_coat") == 2
    assert loader.value("GCC-43", "per_ghost") == -1
    assert loader.value("GIFT-57", "gifts") == 0
    with pytest.raises(loader.UnknownRule):
        loader.value("BASE-29", "per_cow")


def test_base_tiles_add_up() -> None:
    values = dict(loader.rule("BASE-01").values)
    assert values.pop("tiles") == sum(values.values()) == 72
    gardens = sum(number for tile, number in values.items() if tile.endswith("G"))
    assert gardens == loader.value("BASE-52", "base_gardens")


def test_points_of_the_gifts_follow_their_text() -> None:
    assert loader.value("GIFT-03", "cards") == 5 * loader.value("GIFT-03", "each_kind")
    symbols = loader.rule("REVOLT-02").values
    assert sum(symbols.values()) == loader.value("REVOLT-01", "tiles") == 12


def test_unknown_ids() -> None:
    assert not loader.is_rule("BASE-99") and not loader.is_rule("base-29") and not loader.is_rule("")
    with pytest.raises(LookupError):
        loader.rule("BASE-99")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("base 29", "BASE-29"), ("Base-1", "BASE-01"), ("GIFT-007", "GIFT-07"), ("BASSE-12", "BASE-12")],
)
def test_nearest(written: str, meant: str) -> None:
    assert loader.nearest(written)[0] == meant


def test_nearest_to_nothing_known() -> None:
    assert loader.nearest("?") == ()
    assert len(loader.nearest("B" * 100_000)) <= 3


def test_search_ignores_case_and_accents() -> None:
    assert "BASE-29" in {rule.id for rule in loader.search("COAT of arms tile")}
    assert loader.search("ville complete blason") == loader.search("Ville complète blason") != ()
    assert loader.search("  ") == () == loader.search("zeppelin")


@pytest.mark.parametrize("name", sorted(JCZ_OPTIONS))
def test_options_other_programs_know(name: str) -> None:
    assert {value for _, switch in loader.choices(name) for value in switch.values} == JCZ_OPTIONS[name]


def test_options_in_force() -> None:
    assert loader.in_force("tiny-city-scoring") == loader.in_force("tiny-city-scoring", "C3") == "4"
    assert loader.in_force("tiny-city-scoring", "C1") == "2"
    assert loader.in_force("double-size-tile") == "two-tiles"
    assert loader.in_force("double-size-tile", "C1") == "one-tile"
    assert loader.in_force("take-2-with-fortune-teller") == ""
    assert loader.behind("farmer-scoring", "second") == ("BASE-42",)
    assert loader.behind("king-and-robber-scoring", "10/20") == ("NB-134",)
    assert loader.behind("festival-return", "follower") == ()
    with pytest.raises(loader.UnknownRule):
        loader.in_force("no-such-option")


def test_every_difference_and_house_rule_can_be_chosen() -> None:
    for rule in loader.rules():
        if rule.status in ("difference", "variant"):
            assert rule.option or rule.decides_nothing or rule.over, rule.id
        if rule.option:
            assert rule in loader.options()[rule.option.name]


def test_few_rules_decide_nothing_and_each_says_why() -> None:
    idle = [rule for rule in loader.rules() if not rule.deciding]
    assert len(idle) <= 40
    assert all(rule.decides_nothing.endswith(".") for rule in idle)
    assert not {rule.kind for rule in idle} & {"placement", "final-scoring", "eligibility", "movement"}


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([entry(), entry()], "given 2 times"),
        ([entry(fr=" ")], "fr is empty"),
        ([entry(en=None)], "en is empty"),
        ([entry(points=3)], "unknown key points"),
        ([entry(status="rumour")], "unknown status rumour"),
        ([entry(kind="magic")], "unknown kind magic"),
        ([entry(expansion="atlantis")], "unknown expansion atlantis"),
        ([entry(**{"with": ["atlantis"]})], "unknown expansion atlantis"),
        ([entry(over=["X-02"])], "over names X-02"),
        ([entry(conflicts_with=["X-01"])], "conflicts_with names X-01"),
        ([entry(values={"per_tile": "2"})], "value per_tile"),
        ([entry(values={"per_tile": True})], "value per_tile"),
        ([entry(decides_nothing=" ")], "gives no reason"),
        ([entry(example="yes")], "example is not true"),
        ([entry(status="variant")], "a variant without an option"),
        ([entry(option=option("2"))], "0 defaults"),
        ([entry(option={"value": "2"})], "other keys"),
        ([entry(option=option("2", editions=["C9"], default=True))], "unknown edition C9"),
        ([entry(option=option("2", values=["3"], default=True))], "lack 2"),
        (
            [entry(option=option("2", default=True)), entry(id="X-02", option=option("3", default=True))],
            "2 defaults",
        ),
        (
            [
                entry(option=option("2", editions=["C1"], default=True)),
                entry(id="X-02", option=option("3", editions=["C1"])),
            ],
            "several values under C1",
        ),
    ],
)
def test_checks_find(entries: list[dict[str, Any]], told: str) -> None:
    found = faults(*entries)
    assert any(told in fault for fault in found), found


def test_checks_pass_what_is_sound() -> None:
    assert faults(entry(), entry(id="X-02", over=["X-01"], values={"per_ghost": -2})) == []
    sides = [entry(conflicts_with=["X-02"], option=option("2")), entry(id="X-02", conflicts_with=["X-01"])]
    sides[1]["option"] = option("3")
    assert faults(*sides) == []


def test_applied_rules_are_those_the_code_names() -> None:
    source = 'def f():\n    """BASE-29"""\n    # BASE-30\n    return [Line(rule="BASE-31"), ("BASE-33", "BASE-99")]\n'
    assert applied.in_source('"""As BASE-29 says."""\n' + source) >= {"BASE-31", "BASE-33"}
    assert "BASE-30" not in applied.in_source(source) and "BASE-99" not in applied.in_source(source)
    assert applied.applied() <= set(loader.ids())


def test_coverage_counts_folders_apart() -> None:
    shares = {share.expansion: share for share in coverage({"BASE-29", "BASE-55"}, {"BASE-29": ("A city",)}).shares}
    assert sum(share.rules for share in shares.values()) == len(loader.rules())
    assert shares["base"].applied == shares["base"].shown == 1 and shares["abbot"].applied == 1
    assert shares["base"].deciding == 51 and "BASE-50" not in shares["base"].unshown
    assert "BASE-29" not in shares["base"].unshown and "BASE-55" in shares["abbot"].unshown
    assert len(shares["gifts"].unapplied) == shares["gifts"].deciding


def test_coverage_as_json() -> None:
    told = coverage(set(), {}).as_json()["expansions"]["gifts"]
    assert told["rules"] == 78 and told["applied"] == told["shown"] == 0
    assert told["unshown"][0] == "GIFT-03" and "GIFT-01" not in told["unshown"]


def test_a_base_dispute_reads_base_rules_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook()
    asked: list[str] = []
    prepared = store.prepared

    def listening(name: str, sources: Any, build: Callable[[], Any]) -> Any:
        asked.append(name)
        return prepared(name, sources, build)

    monkeypatch.setattr(store, "prepared", listening)
    loader.forget()
    assert loader.rule("BASE-29").option is None and loader.rule("BASE-55").values
    asked = [name for name in asked if name != "expansions"]  # what another test has read is not read again
    assert set(asked) == {"rule-index", "rules-base", "rules-abbot"}


@pytest.mark.long
def test_prepared_rules_equal_those_just_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = loader.rules()
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    rulebook()
    assert loader.rules() == before
    loader.forget()
    assert loader.rules() == before
    assert {"rule-index.json", "rules-gifts.json", "applied.json"} <= {path.name for path in tmp_path.iterdir()}


PAGES_WITHOUT_AN_ADDRESS = (
    "Wikicarpedia",
    "Dized digital rules",
    "Carcassonne rules on dized",
    "Mists over Carcassonne",
)
"""Beginnings of sources of printed rules that are pages of the publisher or of the wiki, whose address is not known."""
NO_PRINTED_RULE = re.compile(
    "summar|encyclopedia|question-and-answer|tutorial|jcloisterzone|deduced|public (?:page|summar|copy|rule|scor)"
)


@pytest.mark.parametrize("ident", loader.ids())
def test_a_rule_says_what_it_is(ident: str) -> None:
    """A printed rule names a page; what others sum up, what another program does and what is deduced is called so."""
    rule = loader.rule(ident)
    assert rule.url.startswith("https://") or not rule.url
    if rule.status == "official":
        assert rule.url or rule.source.startswith(PAGES_WITHOUT_AN_ADDRESS), rule.source
        assert not NO_PRINTED_RULE.match(rule.source.casefold()), rule.source
    if rule.status == "clarification":
        assert rule.url or "publisher" in rule.source.casefold() or "Wikicarpedia" in rule.source, rule.source
    if "no page states it" in rule.source:
        assert rule.status in ("own", "variant")
