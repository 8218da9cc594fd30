"""What is printed for answers made by hand: words, tables, sums, citations, carets, the machine form."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator import report
from adjudicator.errors import Problem
from adjudicator.model.ruling import (
    Answer,
    Decider,
    Expected,
    Finding,
    Item,
    Line,
    Missing,
    Otherwise,
    Possible,
    Reading,
    Ruling,
    Warning,
)
from adjudicator.model.span import Span
from adjudicator.report import as_json, misses, problems, prose, settle, terminal
from adjudicator.report.cite import authority, cited, every_rule
from adjudicator.report.rules import listed, whole
from adjudicator.report.style import Style, breadth, wrap
from adjudicator.report.table import formats, table
from adjudicator.rulebook import loader
from adjudicator.words import say
from adjudicator.words.say import Speech, speech

SCHEMA = Path(report.__file__).parent / "schema" / "ruling-1.json"

EN, FR = speech("en"), speech("fr")

OWN = {
    "item.testtiles": ("tiles", "tuiles"),
    "fact.testleads": ("{player} leads {feature} with {count}", "{player} est majoritaire sur {feature} avec {count}"),
    "fact.testfull": ("{feature} is complete", "{feature} est complète"),
    "trap.testtwice": ("a tile counts once in {feature}", "une tuile compte une fois dans {feature}"),
    "missing.testcomplete": ("is {feature} complete?", "{feature} est-elle complète ?"),
    "problem.testbad": ("{word} means nothing", "{word} ne veut rien dire"),
}


@pytest.fixture(autouse=True)
def own_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences of these tests beside the real ones."""
    real = say.phrase

    def phrase(lang: str, table: str, ident: str) -> str:
        own = OWN.get(f"{table}.{ident}")
        return own[lang == "fr"] if own else real(lang, table, ident)

    monkeypatch.setattr(say, "phrase", phrase)


def possible(points: int, rule: str) -> Possible:
    return Possible(((Reading(rule, (rule,)),),), "scored", {"red": points})


SEVEN_OR_EIGHT = Ruling("total", (), "open", possible=(possible(7, "BASE-29"), possible(8, "BASE-46")))


def scored() -> Answer:
    """A city of five tiles and a coat."""
    ruling = Ruling(
        "score",
        (Item.feature("Toulouse"),),
        "scored",
        {"red": 12, "black": 0},
        lines=(
            Line("red", "Toulouse", "testtiles", 5, 2, "BASE-29"),
            Line("red", "Toulouse", "testtiles", 1, 2, "BASE-29"),
        ),
        findings=(
            Finding(
                "BASE-24",
                True,
                "testleads",
                {
                    "player": Item.player("red"),
                    "feature": Item.feature("Toulouse"),
                    "count": Item.count(2, "red", "meeple"),
                },
            ),
            Finding("BASE-26", False, "testfull", {"feature": "Toulouse"}),
        ),
        rules=("BASE-29", "BASE-24"),
        deciders=(Decider("BASE-29"),),
        otherwise=(Otherwise("tiny-city-scoring", "2", "BASE-30", "scored", {"red": 6}),),
        warnings=(Warning("testtwice", {"feature": "Toulouse"}, "BASE-29"),),
        over=(("BASE-29", "BASE-24"),),
    )
    expected = (Expected("red 10", False, "red 12", ("BASE-29", "BASE-07"), ("BASE-07",), 9),)
    return Answer("A city", "a.carc", 8, 1, "ask score Toulouse", ruling, expected)


def lacking() -> Answer:
    """A question that the position cannot answer."""
    missing = (Missing("testcomplete", {"feature": Item.feature("T")}, "T", "complete"),)
    return Answer("", "", 1, 20, "ask score T", Ruling("score", (), "undetermined", missing=missing))


@pytest.mark.parametrize(
    ("item", "english", "french"),
    [
        (Item.feature("Toulouse"), "Toulouse", "Toulouse"),
        (Item.feature("city NL at (0,-2)"), "city NL at (0,-2)", "ville NG en (0,-2)"),
        (Item.feature("monastery at (1,0)"), "monastery at (1,0)", "abbaye en (1,0)"),
        (Item.player("red"), "red", "rouge"),
        (Item.count(2, "red", "meeple"), "2 red meeples", "2 meeples rouges"),
        (Item.count(1, "", "tile"), "1 tile", "1 tuile"),
        (Item.count(0, "", "coat"), "0 coats of arms", "0 blason"),
        (Item.count(2, "", "road"), "2 roads", "2 routes"),
        (Item.figure("blue", "wagon", "R1"), "blue wagon on R1", "chariot bleu sur R1"),
        (Item.figure("green", "barn", "F"), "green barn on F", "grange verte sur F"),
        (Item.placement("V", 1, 1, -2), "V@90 at (1,-2)", "V@90 en (1,-2)"),
        (Item.placement("crfr", 0, 0, 0), "crfr at (0,0)", "crfr en (0,0)"),
        (Item.cell((3, 4)), "(3,4)", "(3,4)"),
        (Item.corner((3, 4)), "corner (3,4)", "coin (3,4)"),
        (Item.number(9), "9", "9"),
        (Item.text("anything"), "anything", "anything"),
        (Item.either(Item.feature("A"), Item.feature("B")), "A or B", "A ou B"),
        (Item.word("meeple"), "meeple", "meeple"),
        (Item.word("a_tile"), "a tile", "une tuile"),
        (Item.noun("kind", "city"), "city", "ville"),
        (Item.expansion("base"), "The base game", "Le jeu de base"),
        (Item("missing", (lacking().ruling.missing[0],)), "is T complete?", "T est-elle complète ?"),
        (Item("finding", (scored().ruling.findings[1],)), "Toulouse is complete", "Toulouse est complète"),
        (
            Item.move("puts", Item.count(1, "", "meeple"), Item.feature("R1")),
            "put meeple on R1",
            "poser meeple sur R1",
        ),
        (
            Item.move("puts", Item.word("meeple"), Item.feature("R1")),
            "put meeple on R1",
            "poser meeple sur R1",
        ),
        (
            Item.move("moves", Item.word("wagon"), Item.feature("M")),
            "move wagon to M",
            "déplacer chariot vers M",
        ),
    ],
)
def test_items_are_said_in_both_languages(item: Item, english: str, french: str) -> None:
    assert EN.item(item) == english
    assert FR.item(item) == french


def test_a_tuple_is_joined_by_commas_and_an_unknown_word_stands() -> None:
    assert EN.value((Item.player("red"), "x", 3, True)) == "Red, x, 3, yes"
    assert EN.word("no-such-word-here") == "no-such-word-here"


@pytest.mark.parametrize(
    ("ruling", "english", "french"),
    [
        (Ruling("score", (), "scored", {"red": 12}), "Red scores 12 points.", "Rouge marque 12 points."),
        (
            Ruling("score", (), "scored", {"red": 1, "black": 0}),
            "Red scores 1 point, Black scores nothing.",
            "Rouge marque 1 point, Noir ne marque rien.",
        ),
        (Ruling("score", (), "scored", {}), "Nobody scores.", "Personne ne marque."),
        (Ruling("total", (), "scored", {"red": 0}), "Red has 0 points.", "Rouge a 0 point."),
        (Ruling("final", (), "scored", {"red": 9}), "Red has 9 points.", "Rouge a 9 points."),
        (
            Ruling("final", (Item.feature("F"),), "scored", {"red": 9}),
            "Red scores 9 points.",
            "Rouge marque 9 points.",
        ),
        (Ruling("may", (), "yes"), "Yes.", "Oui."),
        (Ruling("may", (), "no"), "No.", "Non."),
        (Ruling("majority", (), "options", options=(Item.player("red"),)), "Red.", "Rouge."),
        (Ruling("where", (), "options"), "None.", "Aucun."),
        (
            Ruling("where", (), "options", options=(Item.number(1), Item.number(2)), choice=True),
            "1 or 2.",
            "1 ou 2.",
        ),
        (
            SEVEN_OR_EIGHT,
            "The rules leave this open. Possible: Red has 7 points (BASE-29) or Red has 8 points (BASE-46).",
            "Les règles ne tranchent pas. Possible : Rouge a 7 points (BASE-29) ou Rouge a 8 points (BASE-46).",
        ),
        (Ruling("score", (), "disputed"), "The sources disagree.", "Les sources se contredisent."),
        (lacking().ruling, "One question first: is T complete?", None),
    ],
)
def test_verdict_is_a_sentence(ruling: Ruling, english: str, french: str | None) -> None:
    assert prose.verdict(ruling, EN) == english
    if french:
        assert prose.verdict(ruling, FR) == french


def test_whole_answer_has_the_verdict_first_then_the_sum_what_settles_it_and_the_rest() -> None:
    text = settle.rendered(scored(), EN, Style(80), "A city")
    wanted = [
        "A city",
        "ask score Toulouse",
        "Red scores 12 points, Black scores nothing.",
        "player",
        "5 tiles x 2 = 10 BASE-29",
        "1 tiles x 2 = 2 BASE-29",
        "BASE-29 A completed city",
        "(printed rule)",
        "A tile counts once in Toulouse.",
        "Expected red 10; given: red 12",
        "not cited: BASE-07",
        "With rule tiny-city-scoring 2 (BASE-30): Red scores 6 points.",
        "Red leads Toulouse with 2 red meeples. (BASE-24)",
        "Toulouse is complete. (BASE-26)",
        "BASE-24 A road",
        "BASE-26 A crossing",
    ]
    flat = " ".join(text.split())
    places = [flat.find(one) for one in wanted]
    assert -1 not in places, wanted[places.index(-1)]
    assert places == sorted(places)


def test_what_settles_nothing_is_counted_and_told_in_full() -> None:
    answer = scored()
    told = answer.ruling.findings[0]._replace(rule="BASE-18")
    answer = answer._replace(ruling=answer.ruling._replace(findings=(told, answer.ruling.findings[1])))
    said = terminal.written(settle.whole(answer, EN), EN, Style(80))
    assert "Red leads" not in said and "BASE-18" not in said and "3 more rules apply: --full" in said
    full = terminal.written(settle.whole(answer, EN, full=True), EN, Style(80))
    assert "Red leads" in full and "BASE-18" in full and "--full" not in full


def test_brief_has_no_rules() -> None:
    text = terminal.written(settle.short(scored(), FR), FR, Style(80))
    assert "Rouge marque 12 points" in text
    assert "BASE-29" not in text
    assert "Noir" in text


def test_brief_tells_a_missed_expectation() -> None:
    """An exit code of 1 must not come without a reason."""
    assert not all(one.met for one in scored().expected)
    text = terminal.written(settle.short(scored(), EN, "A title"), EN, Style(80))
    assert text.startswith("A title\n\nask score Toulouse\n")
    assert "Expected red 10; given: red 12" in text
    assert "As expected" not in text


@pytest.mark.parametrize(
    ("ruling", "english", "french"),
    [
        (scored().ruling, "red 12, black 0", "rouge 12, noir 0"),
        (lacking().ruling, "asks testcomplete for T", "question testcomplete pour T"),
        (Ruling("may", (), "yes"), "yes", "oui"),
        (Ruling("score", (), "scored"), "nobody", "personne"),
        (Ruling("where", (), "options"), "none", "aucun"),
        (Ruling("tiles", (), "options", options=(Item.number(9),)), "9", "9"),
        (
            Ruling("hand", (), "options", options=(Item.count(2, "red", "meeple"),)),
            "2 red meeples",
            "2 meeples rouges",
        ),
        (Ruling("where", (), "options", options=(Item.feature("M"),)), "exactly M", "exactement M"),
        (Ruling("where", (), "options", options=(Item.feature("M"),), choice=True), "one of M", "au choix M"),
        (
            Ruling("order", (), "options", options=(Item.feature("M"),), ordered=True),
            "in order M",
            "dans l'ordre M",
        ),
        (
            SEVEN_OR_EIGHT,
            "open red 7 or 8",
            "non tranché rouge 7 ou 8",
        ),
        (Ruling("score", (), "disputed"), "disputed", "contesté"),
    ],
)
def test_an_answer_is_given_in_the_words_of_an_expectation(ruling: Ruling, english: str, french: str) -> None:
    assert EN.expectation(ruling) == english
    assert FR.expectation(ruling) == french


@pytest.mark.parametrize("width", [30, 40, 50, 60, 80])
def test_answers_fit_a_narrow_terminal(width: int) -> None:
    for language in (EN, FR):
        text = settle.rendered(scored(), language, Style(width), "A city")
        assert max(map(breadth, text.splitlines())) <= max(width, 45)
        if width >= 50:
            assert max(map(breadth, text.splitlines())) <= width


@pytest.mark.parametrize("name", formats())
def test_every_table_format_shows_every_cell_as_it_is(name: str) -> None:
    text = table(["a", "b"], [["1e5", "007"], ["x", "-3"]], Style(40, name), right=(1,))
    for cell in ("1e5", "007", "-3"):
        assert cell in text.replace("--", "").replace("\\", "")


def test_an_empty_table_is_no_error() -> None:
    assert "a" in table(["a", "b"], [], Style(40))


def test_rules_are_cited_once_in_the_readers_language() -> None:
    ids = every_rule(scored().ruling)
    assert ids == ("BASE-29", "BASE-24", "BASE-26")
    for language, field in ((EN, "en"), (FR, "fr")):
        rules = cited(ids, language)
        assert [rule.text for rule in rules] == [loader.text(ident, field) for ident in ids]


def test_authority_is_said_in_words_with_its_date() -> None:
    assert authority("official", "", EN) == "printed rule"
    assert authority("clarification", "2015-03", EN) == "publisher's answer, 2015-03"
    for rule in loader.rules():
        assert authority(rule.status, rule.date, FR)


@pytest.mark.long
def test_every_rule_can_be_shown() -> None:
    for rule in loader.rules():
        text = whole(rule, FR, Style(60), ["Un cas (a.carc:3)"])
        assert rule.id in text
        assert "a.carc:3" in text
        # An address that is broken leads nowhere.
        assert max(breadth(line) for line in text.splitlines() if line.strip() != rule.url) <= 60
    for width in (50, 90):
        text = listed(loader.rules("base"), {"BASE-29": 3}, EN, Style(width))
        assert "BASE-29" in text
        assert max(map(breadth, text.splitlines())) <= width


def test_a_miss_shows_expected_and_given_side_by_side() -> None:
    text = misses.miss(scored(), EN, Style(80))
    assert "a.carc:8: A city" in text
    row = next(line for line in text.splitlines() if line.startswith("red 10"))
    assert "red 12; not cited: BASE-07" in row
    assert "\nBASE-29  " in text


def test_summary_adds_up() -> None:
    text = misses.summary([("a", (3, 2, 1, 0, 0)), ("b", (4, 4, 0, 0, 1))], EN, Style(80))
    assert text.splitlines()[-1].split() == ["total", "7", "6", "1", "0", "1"]


@pytest.mark.parametrize(
    ("line", "column", "end", "shown", "marks"),
    [
        ("city T: comlete", 9, 16, "city T: comlete", "        ^^^^^^^"),
        ("\tcity X", 7, 8, "        city X", "             ^"),
        ("ville Noël: é", 7, 11, "ville Noël: é", "      ^^^^"),
        ("city 城市: x", 6, 8, "city 城市: x", "     ^^^^"),
        ("city e\u0301t: x", 10, 11, "city e\u0301t: x", "        ^"),
        ("abc", 4, 5, "abc", "   ^"),
        ("abc", 99, 100, "abc", "   ^"),
    ],
)
def test_the_caret_stands_under_its_place(line: str, column: int, end: int, shown: str, marks: str) -> None:
    assert problems.underlined(line, column, end, 76) == (shown, marks)


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "city A, " * 10_000 + "WRONG" + ", city B" * 10_000
    column = line.index("WRONG") + 1
    shown, marks = problems.underlined(line, column, column + 5, 60)
    assert breadth(shown) <= 60
    at = marks.index("^")
    assert shown[at : at + 5] == "WRONG"
    assert len(problems.underlined("x" * 100_000, 1, 100_001, 60)[0]) <= 60


def test_a_problem_has_place_line_caret_nearest_and_rule() -> None:
    wrong = Problem("testbad", Span(2, 9, 16), {"word": "comlete"}, ("complete",), ("BASE-07",), "a.carc")
    text = problems.rendered([wrong], "players red\ncity T: comlete", EN, Style(80))
    lines = text.splitlines()
    assert lines[0] == "a.carc:2:9: comlete means nothing."
    assert lines[1:3] == ["    city T: comlete", "            ^^^^^^^"]
    assert lines[3] == "  Did you mean complete?"
    assert lines[4].startswith("  Rule broken: BASE-07 (this program's interpretation): ")


def test_control_characters_do_not_reach_the_terminal() -> None:
    wrong = Problem("testbad", Span(1, 1, 3), {"word": "\x1b[2J"}, file="a")
    assert "\x1b" not in problems.rendered([wrong], "\x1b[2J city", EN, Style(80))


def named_phrases() -> set[tuple[str, str]]:
    """Table and id of every sentence that the code of ``report`` and ``cli`` names in full."""
    found: set[tuple[str, str]] = set()
    package = Path(report.__file__).parent.parent
    for path in [*(package / "report").glob("*.py"), *(package / "cli").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if name == "label" and words:
                found.add(("label", words[0]))
            elif name in ("phrase", "filled", "sentence") and len(words) > 1:
                found.add((words[0], words[1]))
            elif name in ("problem", "Problem") and words:
                found.add(("problem", words[0]))
    return found


def test_every_sentence_the_code_names_is_there() -> None:
    named = named_phrases()
    assert len(named) > 40
    for table_name, ident in named:
        for lang in ("en", "fr"):
            assert say.phrase(lang, table_name, ident)


def test_wrap_leaves_long_words_whole() -> None:
    assert wrap("aaa bbb cccccccccc", 7, "- ") == "- aaa\n  bbb\n  cccccccccc"
    assert wrap("", 7) == ""


def test_wrap_keeps_places_and_french_marks_with_the_word_before() -> None:
    assert wrap("ville N en (0,-2) est complète : oui", 12) == "ville N\nen (0,-2)\nest\ncomplète :\noui"


def conforms(value: Any, schema: dict[str, Any], root: dict[str, Any], path: str = "$") -> None:
    """Checks the parts of JSON Schema that the shipped schema uses."""
    if "$ref" in schema:
        return conforms(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, path)
    assert value in schema.get("enum", [value]), path
    assert value == schema.get("const", value), path
    names = schema.get("type", [])
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    if names:
        assert any(type(value) is kinds[name] for name in ([names] if isinstance(names, str) else names)), path
    for key in schema.get("required", []):
        assert key in value, f"{path}.{key}"
    if isinstance(value, dict):
        known = schema.get("properties", {})
        for key, inner in value.items():
            # Everything that is printed is described.
            rule = known.get(key) or schema.get("additionalProperties")
            assert rule, f"{path}.{key} is not in the schema"
            conforms(inner, rule, root, f"{path}.{key}")
    if isinstance(value, list):
        for index, inner in enumerate(value):
            conforms(inner, schema["items"], root, f"{path}[{index}]")
    return None


@pytest.mark.parametrize("language", [EN, FR])
def test_the_machine_form_is_as_the_schema_says(language: Speech) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    wrong = Problem("testbad", Span(2, 9, 16), {"word": "comlete"}, ("complete",), ("BASE-07",), "a.carc")
    rulings = [as_json.ruling(answer, language) for answer in (scored(), lacking())]
    document = json.loads(json.dumps(as_json.document(rulings, [as_json.problem(wrong, language)])))
    conforms(document, schema, schema)
    line = document["rulings"][0]["lines"][0]
    assert line == {
        "player": "red",
        "feature": "Toulouse",
        "item": "testtiles",
        "count": 5,
        "each": 2,
        "points": 10,
        "rule": "BASE-29",
    }
    assert document["rulings"][0]["met"] is False
    assert document["rulings"][1]["met"] is None
    assert document["rulings"][1]["missing"][0]["fact"] == "complete"


def test_sums_in_the_machine_form_add_up() -> None:
    given = as_json.ruling(scored(), EN)
    assert sum(line["points"] for line in given["lines"] if line["player"] == "red") == given["points"]["red"]
