"""The Python side of the phone page, natively: the door, the ways of the big buttons, what is asked back."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import corpus
import pytest
from corpus import invariant, written
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.report import settle
from adjudicator.words.languages import codes
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

WEB = Path(__file__).parent.parent / "web"
sys.path.insert(0, str(WEB / "python"))

import bridge  # noqa: E402
import paths  # noqa: E402

SENTENCE = "Red has two knights in a finished city of 5 tiles with a shield, black has one. Who scores?"
SCENARIOS = Path(__file__).parent.parent / "scenarios"


def call(method: str, **params: Any) -> Any:
    """What the page gets for a method."""
    return json.loads(bridge.call(method, json.dumps(params)))


def answers(told: dict[str, Any]) -> list[str]:
    return [one["sentence"] for one in told["answers"]]


def test_a_sentence_is_answered_and_what_it_meant_is_told() -> None:
    told = call("ask.answer", text=SENTENCE, lang="en")
    assert answers(told) == ["Red scores 12 points, Black scores nothing."]
    assert told["parts"] == ["city T: complete, 5 tiles, 1 coat", "red: 2 meeples", "black: meeple", "ask score T"]
    (one,) = told["answers"]
    assert one["points"] == [
        {"player": "red", "name": "red", "points": 12},
        {"player": "black", "name": "black", "points": 0},
    ]
    assert one["rule"]["id"] == "BASE-20"
    assert [row[2] for row in one["sum"]["rows"]] == ["5 tiles x 2 = 10", "1 coat of arms x 2 = 2"]


@invariant(14)
def the_phone_leads_with_the_rule_of_the_ruling(path: Path) -> None:
    """What the page shows under the answer, and first of all reasons, is what text, JSON and assistants lead with."""
    outcome = corpus.settled(path)
    told = call("ask.answer", text=written(path), lang=outcome.language)["answers"]
    assert len(told) == len(outcome.answers)
    for shown, answer in zip(told, outcome.answers, strict=True):
        first = answer.ruling.settled_by[:1]
        assert tuple(one["id"] for one in (shown["rule"],) if one) == first, answer.ask
        assert shown["sentence"] == settle.card(answer, speech(outcome.language)).answer, answer.ask
    rulings = call("ask.settled", text=written(path))["rulings"]
    assert [one["settled_by"] for one in rulings] == [[*one.ruling.settled_by] for one in outcome.answers]


def test_a_sentence_means_the_expansions_on_the_table() -> None:
    # NB-04: a cathedral makes 3 points of each tile; a sentence says so of a city only where it is said.
    said = "red knight in a finished city of 4 tiles with a cathedral, who scores?"
    told = call("ask.answer", text=said, lang="en", use=["inns-and-cathedrals"])
    assert told["parts"][0] == "use inns-and-cathedrals"
    assert answers(told) == ["Red scores 12 points."]


def test_what_is_asked_back_is_answered_by_one_of_its_lines() -> None:
    told = call("ask.answer", text="Red has two knights in a city of 5 tiles. Who scores?", lang="fr")
    ((asked,),) = ([one["asks"] for one in told["answers"]],)
    (asked,) = asked
    assert [one["say"] for one in asked["choices"]] == ["city T: complete", "city T: incomplete"]
    place = {"line": asked["line"], "column": asked["column"]}
    told = call("ask.supply", text=told["text"], say=asked["choices"][0]["say"], lang="fr", **place)
    assert answers(told) == ["Rouge marque 10 points."]


def test_words_that_a_line_has_to_have_are_put_in() -> None:
    text = "tour de rouge; pioche une tuile; demande si rouge peut la défausser"
    told = call("ask.answer", text=text, lang="fr")
    ((change,),) = [one["changes"] for one in told["answers"][0]["asks"]]
    assert change["label"] == "qui ne va nulle part"
    place = {name: change[name] for name in ("line", "column", "end_column", "say")}
    assert answers(call("ask.rewrite", text=told["text"], lang="fr", **place)) == ["Oui."]


def test_a_number_that_is_asked_back_is_put_in() -> None:
    told = call("ask.answer", text="road R: complete; red: meeple; ask score R", lang="en")
    asked = told["answers"][0]["asks"][0]
    (choice,) = asked["choices"]
    assert choice["number"] and paths and "{number}" in choice["say"]
    place = {"line": asked["line"], "column": asked["column"], "number": 6}
    told = call("ask.supply", text=told["text"], say=choice["say"], lang="en", **place)
    assert answers(told) == ["Red scores 6 points."]


def test_other_editions_stand_beside_the_answer() -> None:
    # BASE-38: 3 points a city; BASE-42: 4 in the first edition.
    told = call("ask.answer", text="field F: touches 3 complete cities; red: meeple; ask final F", lang="en")
    (one,) = told["answers"]
    assert one["sentence"] == "Red scores 9 points."
    assert [(it["name"], it["sentence"]) for it in one["editions"]] == [
        ("In edition C1 (BASE-42)", "Red scores 12 points.")
    ]


def test_a_rule_asked_for_is_its_text() -> None:
    told = call("ask.answer", text="what does BASE-29 say?", lang="en")
    assert [one["id"] for one in told["rules"]] == ["BASE-29"]


@pytest.mark.parametrize("method", ["", "ask", "ask._told", "os.system", "ask.adjudicate", "bridge.call", "ask.cited"])
def test_nothing_but_the_page_s_own_functions_can_be_called(method: str) -> None:
    assert call(method)["error"]["code"] == "crash"


def test_what_goes_wrong_is_told_and_never_a_traceback() -> None:
    assert "Traceback" not in bridge.call("ask.answer", "{")
    assert "error" in json.loads(bridge.call("ask.answer", "[]"))
    assert "error" in call("ask.step", path="scores", given=["no such kind"])


@pytest.mark.long
def test_a_text_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "SECONDS", 0.05)
    text = "\n".join(
        f'scenario "{n}"\n  road R: complete, 3 tiles\n    red: meeple\n  ask score R' for n in range(3000)
    )
    told = call("ask.answer", text=text, lang="en")
    told_codes = [one["code"] for one in told.get("problems", [])] + [told.get("error", {}).get("code")]
    assert "limit-seconds" in told_codes


@pytest.mark.parametrize("form", ["text", "markdown", "forum", "wiki"])
@pytest.mark.parametrize("lang", codes())
def test_an_answer_is_copied_in_the_reader_s_language(form: str, lang: str) -> None:
    text = "city T: complete, 5 tiles, 1 coat; red: 2 meeples; ask score T"
    told = call("share.copy", text=text, form=form, lang=lang)["text"]
    assert "12" in told and "BASE-29" in told


def test_markup_that_somebody_typed_is_none_in_a_copy() -> None:
    name = '"<img src=x onerror=alert(1)>[b]"'
    text = f"city {name}: complete, 2 tiles; red: meeple; ask score {name}"
    copied = {
        form: call("share.copy", text=text, form=form, lang="en")["text"] for form in ("markdown", "forum", "wiki")
    }
    assert "<img" not in copied["markdown"].replace("\\<img", "")  # escaped there
    assert "<img" not in copied["wiki"]
    assert '[b]"' not in copied["forum"] and ">[b]" not in copied["forum"]


def test_the_position_is_drawn() -> None:
    told = call("share.picture", text="city T: complete, 5 tiles; red: meeple; ask score T", lang="fr")
    assert told["pictures"][0].lstrip().startswith("<?xml")


# ---- the ways of the buttons

ALL = [one for one in vocabulary().expansions() if one not in vocabulary().always()]


def walk(name: str, use: list[str], lang: str, choose: Any) -> tuple[list[Any], str]:
    """The answers that `choose` gives on a way, and the text at its end."""
    chosen: list[Any] = []
    while True:
        told = call("ask.step", path=name, given=chosen, use=use, lang=lang)
        assert "error" not in told, told
        if "text" in told:
            return chosen, told["text"]
        assert told["question"]["number"] == len(chosen) + 1
        chosen.append(choose(told["question"]))


def drawn(data: st.DataObject) -> Any:
    """Any answer that a question offers."""

    def choose(question: dict[str, Any]) -> Any:
        match question["kind"]:
            case "choice" | "colour":
                return data.draw(st.sampled_from([one["id"] for one in question["options"]]))
            case "order":
                ids = [one["id"] for one in question["colours"]]
                return data.draw(st.lists(st.sampled_from(ids), min_size=2, max_size=6, unique=True))
            case "counts":
                return {one["unit"]: data.draw(st.integers(one["least"], one["most"])) for one in question["counts"]}
            case _:
                ids = [one["id"] for one in question["colours"]]
                figures = [one["id"] for one in question["figures"]]
                numbers = st.dictionaries(st.sampled_from(figures), st.integers(0, 2), max_size=2)
                return data.draw(st.dictionaries(st.sampled_from(ids), numbers, max_size=3))

    return choose


@settings(max_examples=60, deadline=None)
@given(
    st.data(),
    st.sampled_from(sorted(paths.PATHS)),
    st.lists(st.sampled_from(ALL), max_size=3, unique=True),
    st.sampled_from(codes()),
)
@pytest.mark.long
def test_every_way_asks_at_most_five_things_and_ends_in_a_text_that_is_read(
    data: st.DataObject, name: str, use: list[str], lang: str
) -> None:
    chosen, text = walk(name, use, lang, drawn(data))
    assert len(chosen) <= paths.MOST
    told = call("ask.answer", text=text, lang=lang, use=use)
    assert "error" not in told, (text, told)
    # What may be wrong is what was chosen (a builder without its meeple), never how it was written.
    wrong = {one["code"] for one in told["problems"]}
    assert not {one for one in wrong if one.startswith(("unknown", "syntax", "talk", "crash", "other-language"))}, (
        text,
        told["problems"],
    )
    assert told["answers"] or told["problems"]


def picked(**values: Any) -> Any:
    """What is chosen on a way, by the key of the question."""
    return lambda question: values[question["key"]]


def test_the_way_to_who_scores() -> None:
    # BASE-29: 5 x 2 + 1 x 2; BASE-20: two meeples lead one.
    people = {"red": {"meeple": 2}, "blue": {"meeple": 1}}
    choose = picked(kind="city", state="complete", facts={"tile": 5, "coat": 1}, people=people)
    chosen, text = walk("scores", [], "en", choose)
    assert len(chosen) == 4
    assert answers(call("ask.answer", text=text, lang="en")) == ["Red scores 12 points, Blue scores nothing."]


def test_the_way_to_how_many_points_of_a_field() -> None:
    # BASE-38: 3 points a complete city.
    _, text = walk("worth", [], "fr", picked(kind="field", facts={"cities": 4}, player="black"))
    assert answers(call("ask.answer", text=text, lang="fr")) == ["Noir marque 12 points."]


def test_the_way_to_may_i() -> None:
    # BASE-13: nobody may stand there already.
    choose = picked(player="red", figure="meeple", kind="road", tile="extends", people={"blue": {"meeple": 1}})
    _, text = walk("may", [], "en", choose)
    assert answers(call("ask.answer", text=text, lang="en")) == ["No."]


def test_the_way_to_who_gets() -> None:
    choose = picked(what="majority", kind="city", people={"red": {"meeple": 1}, "blue": {"meeple": 2}})
    _, text = walk("gets", [], "en", choose)
    assert answers(call("ask.answer", text=text, lang="en")) == ["Blue."]


def test_the_way_to_what_next_knows_who_has_a_second_part() -> None:
    # NB-11: a builder's owner who extends its feature has a second part.
    choose = picked(what="turn", order=["red", "blue"], player="red", did="builder road")
    _, text = walk("next", ["traders-and-builders"], "en", choose)
    assert answers(call("ask.answer", text=text, lang="en")) == ["Red (second part)."]
    _, text = walk("next", [], "en", picked(what="turn", order=["red", "blue"], player="blue"))
    assert answers(call("ask.answer", text=text, lang="en")) == ["Red."]


# ---- the words of the page

WORDS = {path.stem: json.loads(path.read_text("utf-8")) for path in (WEB / "src" / "words").glob("*.json")}


def test_the_page_speaks_languages_of_the_program_each_with_every_word() -> None:
    assert set(WORDS) <= set(codes()) and {"en", "fr"} <= set(WORDS)
    for lang, words in WORDS.items():
        assert set(words) == set(WORDS["en"]), lang
        for key, said in words.items():
            marks = {part.split("}")[0] for part in said.split("{")[1:]}
            assert marks == {part.split("}")[0] for part in WORDS["en"][key].split("{")[1:]}, (lang, key)


def test_every_question_and_choice_of_a_way_has_words() -> None:
    found: set[str] = set()

    def follow(name: str, chosen: list[Any], use: list[str]) -> None:
        told = call("ask.step", path=name, given=chosen, use=use, lang="en")
        if "question" not in told:
            return
        question = told["question"]
        found.add(f"ask.{question['key']}")
        match question["kind"]:
            case "choice":
                options = question["options"]
                found.update(f"choice.{question['key']}.{one['id']}" for one in options if not one["label"])
                for one in options[:3]:
                    follow(name, [*chosen, one["id"]], use)
            case "colour":
                follow(name, [*chosen, question["options"][0]["id"]], use)
            case "order":
                follow(name, [*chosen, ["red", "blue"]], use)
            case "counts":
                follow(name, [*chosen, {}], use)

    for name in paths.PATHS:
        found |= {f"way.{name}", f"way.{name}.hint"}
        for use in ([], ["gifts", "traders-and-builders"]):
            follow(name, [], use)
    assert found <= set(WORDS["en"]), sorted(found - set(WORDS["en"]))
