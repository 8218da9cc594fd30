"""What is asked next, and what an answer adds: the places of the path first, then whatever the engine says it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.binding.answers import changed, line_in, put_in
from adjudicator.errors import Problem, Problems
from adjudicator.guide.paths import TOPICS, Path, every, offered
from adjudicator.guide.state import Setting, State, setting_of
from adjudicator.guide.writing import FACT, INSTEAD, canonical, head_of, name_of, text, values
from adjudicator.model.ruling import Answer, Item, Missing, Outcome, Ruling
from adjudicator.report import prose
from adjudicator.settling import settle
from adjudicator.words.languages import fallback
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import Speech, sentence
from adjudicator.words.say import speech as spoken
from adjudicator.words.saying import about, feature, flag, joined, player, said, things
from adjudicator.words.saying import text as text_of
from adjudicator.words.tokens import Token
from adjudicator.words.vocabulary import vocabulary
from adjudicator.words.wording import printer

NUMBER = "{number}"
MOST = 100_000
EXTRAS = f"{FACT}extras"
CHOICE, COUNT, FIGURES, ITEMS, LINE = "choice", "number", "figures", "items", "line"
"""Kinds of questions: one of the options; a whole number; what each of the owners has; a list; a line typed freely."""


class Option(NamedTuple):
    """One answer to choose."""

    value: str
    """What `answered` takes; with ``{number}`` in it, once a number stands there."""
    label: str


class Question(NamedTuple):
    """What is asked of the person."""

    key: str
    """What it is about; a state has one answer to a key."""
    kind: str
    text: str
    """The question as a sentence in the language that is spoken."""
    options: tuple[Option, ...] = ()
    """What there is to choose; for ``figures`` the owners. For facts, any other line may be given as well."""
    words: tuple[str, ...] = ()
    """Words that an answer is made of, for completion: figures, or what a feature may carry."""
    head: str = ""
    """The feature that a fact is told of, in the words of the fallback language."""
    default: str = ""
    example: str = ""
    """What an answer that is typed looks like."""

    def in_words(self, value: str, speech: Speech) -> str:
        """An answer that a state keeps, in words."""
        for one in self.options:
            if one.value == value:
                return one.label
        if not self.key.startswith(FACT):
            return value
        return line_in(value, speech.lang) if value else speech.phrase("verdict", "none")


class Ruled(NamedTuple):
    """The end of a path: nothing is left to ask, or nothing that can be told."""

    text: str
    """The whole question, in the words of the fallback language."""
    outcome: Outcome | None
    """Its answers; None where the position cannot be."""
    problems: Problems | None = None

    @property
    def answer(self) -> Answer:
        """The answer to the question. LookupError where there is none."""
        if self.outcome is None:
            raise LookupError(self.text)
        return self.outcome.answers[-1]

    @property
    def ruling(self) -> Ruling:
        """The ruling. LookupError where there is none."""
        return self.answer.ruling


def step(state: State) -> Question | Ruled:
    """What is asked next after what was said, or the ruling where nothing is left to ask."""
    speech = spoken(state.lang)
    state = filled(state)
    paths = {one.id: one for one in offered(state.setting.use)}
    asked = _opening(state, paths, speech)
    if asked is not None:
        return asked
    path = paths[state.value("path") or ""]
    asked = _slot(state, path, speech)
    if asked is not None:
        return asked
    said, rewritten = text(state, path), set[str]()
    while True:
        try:
            outcome: Outcome | None = settle(said, "", fallback())
            problems = None
        except Problems as error:
            outcome, problems = None, error
        other = None
        for one in _lacking(outcome, problems):
            question = _fact(one, state, speech)
            given = state.value(question.key)
            if given is None:
                return question
            if given.startswith(INSTEAD) and question.key not in rewritten:
                rewritten.add(question.key)
                other = next((change for change in one.instead if given == f"{INSTEAD}{change.new}"), None)
                break
        if other is None:
            break
        said = changed(said, other, fallback())
    if outcome is not None and _pays(outcome) and (asked := _extras(state, path, outcome, speech)):
        return asked
    return Ruled(said, outcome, problems)


def filled(state: State) -> State:
    """The state with the answers to those questions for which there is one answer alone."""
    speech = spoken(state.lang)
    paths = {one.id: one for one in offered(state.setting.use)}
    while True:
        asked = _opening(state, paths, speech)
        if asked is None:
            asked = _slot(state, paths[state.value("path") or ""], speech)
        if asked is None or asked.kind != CHOICE or len(asked.options) != 1:
            return state
        state = state.with_answer(asked.key, asked.options[0].value)


def answered(state: State, question: Question, given: str | Mapping[str, str]) -> State:
    """The state with an answer: the value of an option, a number, what each owner has (as typed), or a line as typed.

    Raises Problems where it is no answer, or contradicts what was said before.
    """
    state = filled(state)
    value = _taken(state, question, given)
    # Another path has other questions; other answers may leave a later one without a place, and step asks it anew.
    keep = () if question.key in ("topic", "path") else state.given
    kept = [one for one in keep if question.key != "place" or not one.key.startswith(FACT)]
    if question.key == "path":
        kept = [one for one in state.given if one.key == "topic"]
    new = state._replace(given=tuple(kept)).with_answer(question.key, value)
    if question.key.startswith(FACT) and value:
        paths = {one.id: one for one in offered(state.setting.use)}
        path = paths[new.value("path") or ""]
        said = text(new, path)
        # A move that the rules forbid is an answer too, and is told as one; a position that cannot be is a slip.
        position = len(said.split("\n")) - 1 - (len(path.turn) + 1 if path.turn else 0)
        try:
            settle(said, "", fallback())
        except Problems as error:
            if not _lacking(None, error) and any(one.span.line <= position for one in error.items):
                raise
    return new


def asked_again(state: State, key: str) -> Question | None:
    """The question that the answer of `key` was given to; None where it is none that may be answered otherwise."""
    at = next((at for at, one in enumerate(state.given) if one.key == key), None)
    if at is None or key == "topic":
        return None
    found = step(state._replace(given=state.given[:at]))
    if isinstance(found, Question) and found.key == key:
        return found
    # What was said later may have been needed for it to come up: leave out this answer alone.
    found = step(state._replace(given=(*state.given[:at], *state.given[at + 1 :])))
    return found if isinstance(found, Question) and found.key == key else None


def setting_question(which: str, setting: Setting, speech: Speech) -> Question:
    """The question for the ``players``, the expansions in ``use`` or the ``edition`` of a table."""
    said = speech.phrase("guide", f"setting-{which}")
    if which == "edition":
        options = tuple(Option(one, speech.phrase("guide", f"edition-{one}")) for one in ("C3", "C2", "C1"))
        return Question(which, CHOICE, said, options, default=setting.edition)
    words = vocabulary()
    if which == "use":
        always = words.always()
        asked_about = {one.owner for one in every()}
        known = sorted((one for one in words.expansions() if one not in always), key=lambda one: one not in asked_about)
        options = tuple(Option(one, speech.lexicon.expansion_title(one)) for one in known)
        return Question(which, ITEMS, said, options, default=", ".join(setting.use))
    players = ", ".join(f"{speech.colour(colour)} {name}".strip() for colour, name in setting.players)
    colours = tuple(map(speech.colour, words.ids("colour")))
    return Question(which, LINE, said, (), colours, default=players or ", ".join(colours[:2]))


def setting_answered(setting: Setting, question: Question, given: str, lang: str) -> Setting:
    """The setting with the answer to one of its questions, as typed: players behind one another, the ids or names of
    expansions, an edition. Raises Problems.
    """
    if question.key == "edition":
        return setting._replace(edition=_chosen(question, given))
    if not given.strip():
        return setting._replace(use=()) if question.key == "use" else setting._replace(players=())
    if question.key == "use":
        ids = {one.value for one in question.options}
        named = [[Token("expansion", one) if one in ids else text_of(one)] for one in map(str.strip, given.split(","))]
        return setting._replace(use=setting_of(printer(lang).line(said("use", joined(named))), lang).use)
    return setting._replace(players=setting_of(printer(lang).line(said("players", text_of(given))), lang).players)


def topics(setting: Setting) -> list[str]:
    """What may be asked about at a table."""
    there = {one.topic for one in offered(setting.use)}
    return [one for one in TOPICS if one in there]


# ---- the path and its places


def _opening(state: State, paths: Mapping[str, Path], speech: Speech) -> Question | None:
    """The questions for the topic and the path."""
    topic = state.value("topic")
    if topic is None:
        options = [Option(one, speech.phrase("guide", f"topic-{one}")) for one in topics(state.setting)]
        return Question("topic", CHOICE, speech.phrase("guide", "ask-topic"), tuple(options))
    if state.value("path") in paths:
        return None
    options = [Option(p.id, speech.phrase("guide", f"path-{p.id}")) for p in paths.values() if p.topic == topic]
    return Question("path", CHOICE, speech.phrase("guide", f"topic-{topic}"), tuple(options))


def _slot(state: State, path: Path, speech: Speech) -> Question | None:
    """The question for the first place of a path that is not filled yet."""
    setting = state.setting
    players = tuple(Option(one, _player(one, setting, speech)) for one in setting.colours)
    asked: list[tuple[str, tuple[Option, ...]]] = []
    if path.says("me") or path.turn:
        asked.append(("me", players))
    if path.says("other"):
        asked.append(("other", tuple(one for one in players if one.value != state.value("me"))))
    if path.says("figure"):
        asked.append(("figure", tuple(Option(one, speech.noun(one)) for one in _figures(setting, path.figures))))
    if path.kinds:
        asked.append(("place", _places(setting, path, speech)))
    for slot, choices in path.choices.items():
        asked.append((slot, tuple(Option(one, speech.phrase("guide", f"choice-{one}")) for one in choices)))
    for slot, options in asked:
        if state.value(slot) is None:
            return Question(slot, CHOICE, speech.phrase("guide", f"ask-{slot}"), options)
    for slot in path.numbers:
        if state.value(slot) is None:
            return Question(slot, COUNT, speech.phrase("guide", f"ask-{slot}"))
    return None


def _places(setting: Setting, path: Path, speech: Speech) -> tuple[Option, ...]:
    """The kinds of features to choose from, each with the name that it goes by afterwards."""
    named = ((kind, name_of(kind)) for kind in _kinds(setting, path.kinds))
    return tuple(Option(kind, f"{speech.noun(kind)} {name}") for kind, name in named)


def _kinds(setting: Setting, wanted: Sequence[str]) -> list[str]:
    """The kinds of features in play that are `wanted` by name or by a trait, in that order."""
    words = vocabulary()
    on_table = {"", *words.always(), *setting.use}
    known = [one for one in words.ids("kind") if words.owner("kind", one) in on_table]
    found = {one: None for want in wanted for one in known if one == want or want in words.kind_traits(one)}
    return [*found]


def _figures(setting: Setting, wanted: Sequence[str] = ()) -> list[str]:
    """The figures of players in play, those that there are most of first."""
    words = vocabulary()
    on_table = {"", *words.always(), *setting.use}
    known = [one for one in words.ids("figure") if words.owner("figure", one) in on_table and words.supply(one)]
    found = [one for one in known if not wanted or one in wanted]
    return sorted(found, key=lambda one: -words.supply(one))


def _player(colour: str, setting: Setting, speech: Speech) -> str:
    name = dict(setting.players).get(colour, "")
    label = sentence(speech.colour(colour))
    return f"{name} ({speech.colour(colour)})" if name else label.rstrip(".")


# ---- what the engine asks back


def _lacking(outcome: Outcome | None, problems: Problems | None) -> list[Missing]:
    """What is missing for the answer, or for a move to be made."""
    found = [one for answer in (outcome.answers if outcome else ()) for one in answer.ruling.missing]
    wrong: Iterable[Problem] = (*(problems.items if problems else ()), *(outcome.problems if outcome else ()))
    for problem in wrong:
        for value in problem.values.values():
            if isinstance(value, Item) and value.kind == "missing":
                found.append(value.parts[0])
    return found


def _fact(missing: Missing, state: State, speech: Speech) -> Question:
    """The question that the engine asks back, with the lines that answer it as options."""
    key = f"{FACT}{missing.phrase}:{missing.subject}"
    said = prose.question(missing, speech)
    head = head_of(missing.say[0]) if missing.say else ""
    if missing.fact == "figures":
        setting = state.setting
        owners = tuple(Option(one, _player(one, setting, speech)) for one in setting.colours)
        figures = _standing(state, head)
        words = tuple(speech.noun(one) for one in figures)
        example = ", ".join([speech.noun(one, 2) for one in figures[:1]] + [*words[-1:]] * (len(words) > 1))
        return Question(key, FIGURES, said, owners, words, head, "", f"2 {example}" if example else "")
    if len(missing.say) == 1 and NUMBER in missing.say[0]:
        return Question(key, COUNT, said, (Option(missing.say[0], line_in(missing.say[0], speech.lang)),), (), head)
    if missing.fact == "complete" and len(missing.say) > 1:
        labels = [speech.phrase("verdict", "yes"), speech.phrase("verdict", "no")]
        ends = (missing.say[0], missing.say[-1])
        options = tuple(Option(line, label.rstrip(".")) for line, label in zip(ends, labels, strict=True))
        return Question(key, CHOICE, said, options, (), head)
    options = tuple(Option(line, _label(line, speech)) for line in missing.say)
    options += tuple(
        Option(f"{INSTEAD}{change.new}", put_in(change, speech.lang).removeprefix(", ")) for change in missing.instead
    )
    return Question(key, CHOICE if options else LINE, said, options, (), head)


def _label(line: str, speech: Speech) -> str:
    """A line that may be chosen, a number in it left open."""
    line_text = line_in(line, speech.lang, 0)
    return line_text.replace("0", "…", 1) if NUMBER in line else line_text


def _standing(state: State, head: str) -> list[str]:
    """The figures that may stand on a feature: those that the engine takes there, with a meeple of theirs where they
    do not stay alone.
    """
    found = []
    header = "; ".join(state.setting.lines())
    colour = next(iter(state.setting.colours), "red")
    for figure in _figures(state.setting):
        for more in ([[things(figure)]], [[things("meeple")], [things(figure)]]):
            stood = printer(fallback()).line(about([player(colour)], more))
            try:
                settle(f"{header}; {head}; {stood}; ask order", "", fallback())
            except Problems:
                continue
            found.append(figure)
            break
    return found


def _pays(outcome: Outcome) -> bool:
    """Whether somebody gets something, so that what lies there may change it."""
    return any(answer.ruling.lines or any(answer.ruling.points.values()) for answer in outcome.answers)


def _extras(state: State, path: Path, outcome: Outcome, speech: Speech) -> Question | None:
    """The question for what lies on the feature besides, where the answer takes it that nothing of a kind does."""
    if not path.extras or state.value(EXTRAS) is not None:
        return None
    slots = values(state, path)
    units = _supposed_none(outcome, slots["place"])
    if not units:
        return None
    head = printer(fallback()).line(feature(slots["kind"], slots["place"]))
    labels = tuple(Option(one, speech.noun(one)) for one in units)
    listed = ", ".join(speech.noun(one, 2) for one in units)
    said = speech.sentence("guide", "ask-extras", {"units": listed})
    words_of = tuple(speech.noun(one) for one in units)
    example = ", ".join([f"2 {speech.noun(units[0], 2)}", *words_of[1:2]])
    return Question(EXTRAS, ITEMS, said, labels, words_of, head, "", example)


def _supposed_none(outcome: Outcome, place: str) -> list[str]:
    """The units of which the answers suppose that none lies on a feature."""
    supposed = [one for answer in outcome.answers for one in answer.ruling.findings if one.supposed]
    here = [one.values.get("units") for one in supposed if one.values.get("feature") == Item.feature(place)]
    counts = [one for listed in here if isinstance(listed, tuple) for one in listed if isinstance(one, Item)]
    return [*dict.fromkeys(str(one.parts[2]) for one in counts if one.parts[0] == 0)]


# ---- taking an answer


def _taken(state: State, question: Question, given: str | Mapping[str, str]) -> str:
    """What a state keeps of an answer. Raises Problems."""
    if question.kind == FIGURES:
        return _figures_told(state, question, given if isinstance(given, Mapping) else {"": given})
    said = given if isinstance(given, str) else ", ".join(given.values())
    if question.key == EXTRAS:
        return _extras_told(question, said.strip(), state.lang)
    if question.kind == COUNT:
        if not said.strip().isdecimal() or int(said) > MOST:
            raise Problems((Problem("guide-number", values={"word": said}),))
        number = str(int(said))
        return question.options[0].value.replace(NUMBER, number) if question.options else number
    if question.key.startswith(FACT) and said not in {one.value for one in question.options}:
        return _typed(question, said, state.lang)
    return _chosen(question, said)


def _chosen(question: Question, said: str) -> str:
    if said not in {one.value for one in question.options}:
        raise Problems((Problem("guide-option", values={"word": said}),))
    return said


def _typed(question: Question, said: str, lang: str) -> str:
    """A line as it was typed, or what goes on behind the feature it is about. Raises Problems."""
    filled = [one.value.partition(NUMBER) for one in question.options if NUMBER in one.value]
    if any(said.startswith(head) and said.endswith(tail) for head, _, tail in filled):
        return said
    wrong: Problems | None = None
    head = [text_of(line_in(question.head, lang))] if question.head else []
    for line in (said, printer(lang).line(about(head, [[text_of(said)]]) if head else [text_of(said)])):
        try:
            found = canonical(line, lang)
        except Problems as error:
            wrong = wrong or error
            continue
        if found:
            return found
    raise wrong or Problems((Problem("guide-option", values={"word": said}),))


def _figures_told(state: State, question: Question, given: Mapping[str, str]) -> str:
    """Who stands there, from what was typed for each owner: ``2``, ``2 meeples, wagon``, nothing. Raises Problems."""
    lang = state.lang
    lines = []
    for owner, typed in given.items():
        items = [
            _counted(one, question.words, lang) for one in map(str.strip, typed.split(",")) if one not in ("", "0")
        ]
        if not items:
            continue
        if owner not in {one.value for one in question.options}:
            raise Problems((Problem("guide-option", values={"word": owner}),))
        lines.append(canonical(printer(lang).line(about([player(owner)], [[text_of(one)] for one in items])), lang))
    empty = printer(fallback()).line(about([text_of(question.head)], [[flag("empty")]]))
    return "; ".join([question.head, *lines]) if lines else empty


def _counted(item: str, figures: Sequence[str], lang: str) -> str:
    """What a player has, where a bare number says how many of the first of the `figures` that may stand there."""
    if not item.isdecimal() or not figures:
        return item
    one = next(one for one in vocabulary().ids("figure") if lexicon(lang).say("figure", one) == figures[0])
    return printer(lang).noun(things(one, int(item))) if int(item) > 1 else figures[0]


def _extras_told(question: Question, said: str, lang: str) -> str:
    """What a feature carries, from what was typed: ``2 coats, inn``, a number where there is one kind of thing."""
    if not said or said == "0":
        return ""
    words = lexicon(lang)
    if said.isdecimal() and len(question.options) == 1:
        said = printer(lang).noun(things(question.options[0].value, int(said)))
    by_id = {one.value: words.say("unit", one.value) for one in question.options}
    carried = [[text_of(by_id.get(one, one))] for one in map(str.strip, said.split(","))]
    return canonical(printer(lang).line(about([text_of(line_in(question.head, lang))], carried)), lang)
