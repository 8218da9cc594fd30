"""The guide of the table: every path leads to a ruling in a few questions, and those are the engine's own."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

import pytest
from everyday import some

from adjudicator import adjudicate, store
from adjudicator.errors import Problems
from adjudicator.guide import (
    Question,
    Ruled,
    Setting,
    State,
    answered,
    compared,
    in_language,
    otherwise,
    reopened,
    setting_answered,
    setting_of,
    setting_question,
    step,
    topics,
)
from adjudicator.guide.paths import TOPICS, Path, every, offered
from adjudicator.words.languages import codes, language
from adjudicator.words.phrases import phrases
from adjudicator.words.say import speech
from adjudicator.words.vocabulary import vocabulary

MOST = 5
"""Questions behind the one that is asked at the table."""
FIVE = ("abbey-and-mayor", "anniversary-20", "ghosts-castles-cemeteries", "gifts", "peasant-revolts")
ON_TABLE = {one.owner for one in every()} - set(vocabulary().always()) | {"inns-and-cathedrals"}
WHOLE = Setting((("red", "Anna"), ("blue", "")), tuple(sorted(ON_TABLE)))
COMPLETE = [code for code in codes() if language(code).complete]
Given = str | Mapping[str, str]


def led(state: State, answer: Callable[[Question], Given]) -> tuple[State, list[Question], Ruled]:
    """What was said in the end, the questions in between and the ruling."""
    asked: list[Question] = []
    while True:
        found = step(state)
        if isinstance(found, Ruled):
            return state, asked, found
        assert found.key not in {one.key for one in asked}, f"asked twice: {found.text}"
        asked.append(found)
        state = answered(state, found, answer(found))


def first(question: Question) -> Given:
    """An answer to any question."""
    if question.kind == "figures":
        return {question.options[0].value: "1"}
    if question.kind == "number":
        return "3"
    if question.kind in ("items", "line"):
        return ""
    return question.options[0].value.replace("{number}", "2")


def last(question: Question) -> Given:
    """The same, with the last of what may be chosen."""
    return question.options[-1].value.replace("{number}", "2") if question.kind == "choice" else first(question)


def begun(path: Path, setting: Setting = WHOLE, lang: str = "en") -> State:
    return State(setting, lang).with_answer("topic", path.topic).with_answer("path", path.id)


def by_key(**answers: Given) -> Callable[[Question], Given]:
    """Answers to questions by their key, of a fact by the second part of its key."""

    def answer(question: Question) -> Given:
        parts = question.key.split(":")
        return answers[parts[1] if parts[0] == "fact" else parts[0]]

    return answer


def path(ident: str) -> Path:
    return next(one for one in every() if one.id == ident)


CITY = {"place": "city", "figures": {"red": "2", "blue": "1"}, "complete": "city T: complete", "tiles": "5"}


@pytest.mark.parametrize("one", every(), ids=lambda one: one.id)
@pytest.mark.parametrize("lang", COMPLETE)
def test_every_path_leads_to_a_ruling_in_a_few_questions(one: Path, lang: str) -> None:
    rulings = []
    for answer in (first, last):
        _, asked, ruled = led(begun(one, lang=lang), answer)
        assert len(asked) <= MOST, [question.text for question in asked]
        if ruled.outcome is None:  # what cannot be, such as an abbot who stays on a finished monastery
            assert ruled.problems is not None and ruled.problems.items[0].rules
        else:
            rulings.append(ruled.ruling)
    assert rulings and not any(found.missing for found in rulings)
    assert all(question.text and "{" not in question.text for question in asked)


def rulings_of(state: State) -> Iterator[Ruled]:
    """Where the questions lead, with every option that is no fact, and the first and last of the facts."""
    found = step(state)
    if isinstance(found, Ruled):
        yield found
        return
    given: list[Given] = [first(found)]
    if found.kind == "choice":
        options = [one.value.replace("{number}", "2") for one in found.options]
        given = options[:1] + options[-1:] if found.key.startswith("fact:") else [*options]
    for one in given:
        try:
            following = answered(state, found, one)
        except Problems as error:  # a box that is not played yet is refused where it is named
            assert all(item.code == "guide-option" for item in error.items)
            continue
        yield from rulings_of(following)


def is_read(found: Ruled) -> bool:
    """Whether the language reads what was written: what cannot be is refused by a rule."""
    return found.outcome is not None or (found.problems is not None and bool(found.problems.items[0].rules))


ALL = Setting(
    WHOLE.players, tuple(sorted(one for one in vocabulary().expansions() if one not in vocabulary().always()))
)


@pytest.mark.parametrize("one", some(every(), 7), ids=lambda one: one.id)
def test_every_line_of_the_table_is_read(one: Path) -> None:
    found = list(islice(rulings_of(begun(one)), 25))
    assert found and [ruled.text for ruled in found if not is_read(ruled)] == []


@pytest.mark.long
@pytest.mark.parametrize("one", every(), ids=lambda one: one.id)
def test_every_line_of_the_table_is_read_with_every_box(one: Path) -> None:
    assert [ruled.text for ruled in rulings_of(begun(one, ALL)) if not is_read(ruled)] == []


@pytest.mark.parametrize(
    "kind", ["city", "road", "monastery", "field", "garden", "cemetery", "haunted-castle", "abbey"]
)
def test_every_kind_of_feature_can_be_asked_about(kind: str) -> None:
    def answer(question: Question) -> Given:
        return kind if question.key == "place" else first(question)

    _, asked, ruled = led(begun(path("final")), answer)
    assert len(asked) <= MOST
    assert ruled.ruling.verdict == "scored"


def test_the_questions_are_what_the_engine_asks_back() -> None:
    state = begun(path("score")).with_answer("place", "city")
    asked = step(state)
    assert isinstance(asked, Question)
    with pytest.raises(Problems):
        adjudicate("city T; ask score T; ask nothing")
    lacks = adjudicate("city T; ask score T").answers[0].ruling.missing
    assert asked.key == f"fact:{lacks[0].phrase}:T"
    assert asked.text == speech("en").sentence("missing", lacks[0].phrase, lacks[0].values)


def test_a_finished_city() -> None:
    state, asked, ruled = led(begun(path("score")), by_key(**CITY, extras="2 coats"))
    assert len(asked) == MOST
    assert ruled.ruling.points == {"red": 14, "blue": 0}  # BASE-29: 2 x (5 tiles + 2 coats); BASE-20: red leads
    assert "city T: complete, 5 tiles, 2 coats\nred: 2 meeples\nblue: meeple" in ruled.text
    changes = {question.key: told for question, told in reopened(state)}
    assert changes["fact:complete:T"] == "Yes"


@pytest.mark.parametrize(
    ("use", "kind", "figure", "units"),
    [
        ((), "city", "1", ["coat"]),  # BASE-29
        (("inns-and-cathedrals",), "city", "1", ["coat", "cathedral"]),  # NB-04
        (("inns-and-cathedrals",), "road", "1", ["inn"]),  # NB-01
        (("hills-and-sheep",), "monastery", "1", ["vineyard"]),  # NB-58
        (("abbey-and-mayor", "inns-and-cathedrals"), "city", "mayor", ["cathedral"]),  # AM-45 asks for the coats itself
        (("abbey-and-mayor",), "city", "mayor", []),
        (("gifts",), "road", "1", []),
    ],
)
def test_what_may_lie_there_is_asked_for_once(use: tuple[str, ...], kind: str, figure: str, units: list[str]) -> None:
    def answer(question: Question) -> Given:
        if question.kind == "figures":
            return {"red": figure, "blue": "1"}
        return kind if question.key == "place" else first(question)

    _, asked, _ = led(begun(path("score"), Setting((("red", ""), ("blue", "")), use)), answer)
    assert [one.value for question in asked if question.key == "fact:extras" for one in question.options] == units
    assert [one.key for one in asked].count("fact:coats:T") == (figure == "mayor")


def test_french_is_answered_in_french_and_saved_in_french() -> None:
    french = {**CITY, "figures": {"red": "2 meeples", "blue": "grand meeple"}}
    _, _, ruled = led(begun(path("score"), lang="fr"), by_key(**french, extras="1 blason, cathédrale"))
    saved = in_language(ruled.text, "fr")
    assert "ville T : complète, 5 tuiles, 1 blason, 1 cathédrale" in saved.replace(", cathédrale", ", 1 cathédrale")
    assert adjudicate(saved).answers[0].ruling.points == {"red": 18, "blue": 18}  # NB-04, NB-06: 2 against 2, 3 x 6
    assert adjudicate(saved).language == "fr"


def test_what_if_tells_the_difference() -> None:
    state, _, before = led(begun(path("score")), by_key(**CITY, extras=""))
    question = next(one for one, _ in reopened(state) if one.key.startswith("fact:figures"))
    new = otherwise(state, question, {"red": "2", "blue": "3"})
    after = step(new)
    assert isinstance(after, Ruled)
    assert compared(before, after, speech("en")) == ["Red: 10 -> 0 points (-10).", "Blue: 0 -> 10 points (+10)."]
    assert compared(before, before, speech("en")) == ["Nothing changes."]
    same = otherwise(state, question, {"red": "2", "blue": "2"})
    found = step(same)
    assert isinstance(found, Ruled)
    told = compared(before, found, speech("fr"))
    assert told == ["Bleu : 0 -> 10 points (+10).", "Ce qui décide maintenant : BASE-21."] or told[0] == (
        "Bleu : 0 -> 10 points (+10)."
    )


def test_another_feature_is_asked_about_anew() -> None:
    state, _, _ = led(begun(path("score")), by_key(**CITY, extras=""))
    question = next(one for one, _ in reopened(state) if one.key == "place")
    new = otherwise(state, question, "road")
    _, asked, ruled = led(new, first)
    assert [one.key for one in asked][:1] == ["fact:figures:R"]
    assert ruled.ruling.points == {"red": 3}


def test_a_fact_that_contradicts_is_refused_and_changed_alone_is_not() -> None:
    state = begun(path("score")).with_answer("place", "city")
    figures = step(state)
    assert isinstance(figures, Question)
    for wrong in ({"red": "barn"}, {"red": "2 bananas"}, {"green": "1"}, {"red": "-1"}):
        with pytest.raises(Problems):
            answered(state, figures, wrong)
    number = step(answered(answered(state, figures, {"red": "1"}), *_next(state, figures)))
    assert isinstance(number, Question)
    for typed in ("many", "-3", "", "1.5", "9" * 9):
        with pytest.raises(Problems):
            answered(state, number, typed)
    with pytest.raises(Problems):
        answered(State(WHOLE, "en"), _question(step(State(WHOLE, "en"))), "banana")


def _next(state: State, figures: Question) -> tuple[Question, str]:
    found = _question(step(answered(state, figures, {"red": "1"})))
    return found, found.options[0].value


def _question(found: Question | Ruled) -> Question:
    assert isinstance(found, Question)
    return found


def test_only_what_is_on_the_table_is_offered() -> None:
    base = Setting((("red", ""), ("blue", "")))
    assert {one.owner for one in offered(base.use)} <= set(vocabulary().always())
    figures = _question(step(begun(path("score"), base).with_answer("place", "city")))
    assert figures.words == ("meeple",)
    with_mayor = _question(step(begun(path("score")).with_answer("place", "city")))
    assert {"meeple", "mayor", "wagon", "large meeple"} <= set(with_mayor.words)
    assert "barn" not in with_mayor.words
    places = _question(step(begun(path("score"), base)))
    assert [one.value for one in places.options] == ["city", "road", "monastery", "garden"]
    for setting in (base, WHOLE):
        assert topics(setting) == list(TOPICS)


def test_the_setting_is_typed_in_every_language() -> None:
    for lang, players, use in (
        ("en", "red Anna, blue", "gifts"),
        ("fr", "rouge Anna, bleu", "présents"),
        ("de", "Rot Anna, Blau", "gifts"),
    ):
        says = speech(lang)
        found = Setting()
        found = setting_answered(found, setting_question("players", found, says), players, lang)
        found = setting_answered(found, setting_question("use", found, says), use, lang)
        found = setting_answered(found, setting_question("edition", found, says), "C2", lang)
        assert found == Setting((("red", "Anna"), ("blue", "")), ("gifts",), "C2")
        assert setting_of("\n".join(found.lines()), "en") == found
    with pytest.raises(Problems):
        setting_answered(Setting(), setting_question("players", Setting(), speech("en")), "red, banana", "en")


def _needed() -> Iterator[str]:
    for one in every():
        yield f"path-{one.id}"
        for slot, options in one.choices.items():
            yield f"ask-{slot}"
            yield from (f"choice-{option}" for option in options)
        yield from (f"ask-{slot}" for slot in one.numbers)


def test_every_path_has_its_sentences_and_no_sentence_is_without_one() -> None:
    needed = set(_needed())
    assert needed <= {key.partition(".")[2] for key in phrases("en") if key.startswith("guide.")}
    for folder in store.expansion_folders():
        file = folder / "phrases.toml"
        own = tomllib.loads(file.read_text(encoding="utf-8")).get("guide", {}) if file.is_file() else {}
        assert set(own) <= needed, folder
        assert all(set(COMPLETE) <= set(said) for said in own.values())


def test_a_new_expansion_brings_its_paths_by_a_file_alone() -> None:
    owners = {one.owner for one in every()}
    assert set(FIVE) <= owners
    assert all(one.topic in TOPICS for one in every())


@pytest.mark.parametrize(("lang", "labels"), [("en", ("activates extra", "activates add")), ("fr", None), ("de", None)])
def test_words_of_a_line_are_offered_where_no_line_answers(
    lang: str, labels: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which symbol an arrow activates is said by the move: its words are chosen, and the text has them then."""
    turn = ("places a tile that extends {place}, activates extra or add",)
    path = Path("arrow-next", "next", "anniversary-20", "next", kinds=("road",), turn=turn)
    monkeypatch.setattr("adjudicator.guide.questions.offered", lambda use: [path])
    for chosen, word in ((0, "extra"), (1, "add")):
        state, asked, ruled = led(
            begun(path, WHOLE, lang), lambda q, at=chosen: q.options[min(at, len(q.options) - 1)].value
        )  # type: ignore[misc]
        (question,) = [one for one in asked if one.key.startswith("fact:arrow-which")]
        assert labels is None or tuple(one.label for one in question.options) == labels
        assert f"activates {word}\n" in ruled.text and not ruled.ruling.missing
        assert reopened(state)[-1][1] == question.options[chosen].label
