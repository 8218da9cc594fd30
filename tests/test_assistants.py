"""``adjudicator mcp``, asked by the client of the protocol's own library over standard streams."""

from __future__ import annotations

import base64
import gc
import json
import os
import re
import sys
import time
import warnings
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import adjudicate
from adjudicator.assistants import resources
from adjudicator.cli import main
from adjudicator.words.languages import codes
from adjudicator.words.lexicon import lexicon
from adjudicator.words.say import speech

pytest.importorskip("mcp", reason='the library of `pip install "carcassonne-adjudicator[mcp]"` is missing')

import anyio
from mcp import Client, StdioServerParameters

from adjudicator.assistants import answers, several

ROOT = Path(__file__).parent.parent
CITY = "city T: complete, 5 tiles, 1 coat; red: 2 meeples; black: meeple; ask score T"
SENTENCE = "rouge a 2 chevaliers dans une ville finie de 5 tuiles avec 1 blason, noir a 1 chevalier. qui marque ?"
LONGEST_ANSWER = 700
"""Signs of a usual answer, at most: an assistant reads many."""
Asked = Callable[[Client], Awaitable[Any]]


def ended() -> None:
    """The library ends the processes of a loop without waiting for them: nobody is warned of that in a later test."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def asked(talk: Asked, *options: str) -> Any:
    """What `talk` gives with a client of a fresh server."""

    async def run() -> Any:
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "adjudicator", "mcp", *options],
            env={"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
            cwd=ROOT,
        )
        with anyio.fail_after(120):
            async with Client(command) as client:
                return await talk(client)

    try:
        return anyio.run(run)
    finally:
        ended()


def text_of(result: Any) -> str:
    return str(result.content[0].text)


@pytest.mark.long
def test_a_dispute_is_settled() -> None:
    async def talk(client: Client) -> Any:
        return await client.call_tool("settle", {"text": CITY})

    result = asked(talk)
    assert not result.is_error
    (answer,) = result.structured_content["answers"]
    assert (answer["verdict"], answer["points"]) == ("scored", {"red": 12, "black": 0})
    assert [answer["settled_by"][0]["id"], *answer["settled_too"]] == ["BASE-20", "BASE-29"]  # black has fewer
    assert "Red scores 12 points" in text_of(result) and "BASE-29" in text_of(result)
    assert len(text_of(result)) < LONGEST_ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "citty T: complete, 5 tiles, 1 coat; red: 2 meeples; ask score T",
        "city T: complete 5 tiles, 1 coat; red: 2 meeples; ask score T",
        "city T: complete, 5 tiles, 1 coat; red: 2 meepels; ask score T",
        "city T complete, 5 tiles, 1 coat; red 2 meeples; ask score T",
        "city T: complete, 5 tiles, 1 coat\nred: 2 meeples\nask score TT",
        "city T: 5 tiles, 1 coat; red: 2 meeples; ask score T",
    ],
)
@pytest.mark.long
def test_a_mistake_is_mended_from_its_message_alone(text: str) -> None:
    """Nothing but the answer is looked at: the line that is right takes the place of its line, a fact that is asked for
    stands in front of the question."""

    async def talk(client: Client) -> Any:
        now = text
        for _ in range(4):
            result = await client.call_tool("settle", {"text": now})
            told = result.structured_content
            if wrong := told.get("problems"):
                assert result.is_error
                lines = now.split("\n")
                lines[wrong[0]["line"] - 1] = wrong[0]["right"][0]
                now = "\n".join(lines)
            elif lacks := told["answers"][0].get("missing"):
                now = f"{lacks[0]['say'][0]}; {now}".replace("city T: complete; city T: ", "city T: complete, ")
            else:
                return told
        raise AssertionError(now)

    assert asked(talk)["answers"][0]["points"] == {"red": 12}


@pytest.mark.long
def test_french_is_answered_in_french() -> None:
    async def talk(client: Client) -> Any:
        instructions = client.session.discover_result or client.session.initialize_result
        return (
            await client.call_tool("settle", {"text": SENTENCE}),
            await client.call_tool("settle", {"text": CITY, "lang": "fr"}),
            instructions.instructions,
        )

    sentence, translated, instructions = asked(talk, "--lang", "fr")
    for result in (sentence, translated):
        assert "Rouge marque 12 points" in text_of(result)
        assert result.structured_content["answers"][0]["points"] == {"red": 12, "black": 0}
    assert adjudicate(sentence.structured_content["understood"], lang="fr").answers[0].ruling.points["red"] == 12
    assert "litiges" in instructions


@pytest.mark.long
def test_a_large_text_is_refused_at_once() -> None:
    async def talk(client: Client) -> Any:
        start = time.monotonic()
        refused = await client.call_tool("settle", {"text": CITY + "\n" * 5_000_000})
        return refused, await client.call_tool("settle", {"text": CITY}), time.monotonic() - start

    refused, after, _ = asked(talk)
    assert refused.is_error and refused.structured_content["problems"][0]["code"] == "text-too-long"
    assert not after.is_error


@pytest.mark.long
def test_a_whole_result_has_its_size() -> None:
    text = "\n".join(f'scenario "{n}"\n' + CITY.replace("; ", "\n") for n in range(1200))
    assert len(text) < answers.LARGEST
    result = answers.settled(text, "", "short")
    assert len(result.text) < 2 * answers.ROOM
    assert result.record["more_answers"] + len(result.record["answers"]) == 1200


@pytest.mark.long
def test_two_calls_at_once() -> None:
    async def talk(client: Client) -> Any:
        results: dict[str, Any] = {}

        async def call(name: str, text: str) -> None:
            results[name] = await client.call_tool("settle", {"text": text})

        async with anyio.create_task_group() as group:
            group.start_soon(call, "red", CITY)
            group.start_soon(call, "blue", CITY.replace("red", "blue"))
        return results

    found = asked(talk)
    assert found["red"].structured_content["answers"][0]["points"] == {"red": 12, "black": 0}
    assert found["blue"].structured_content["answers"][0]["points"] == {"blue": 12, "black": 0}


@pytest.mark.long
def test_many_problems_are_counted() -> None:
    result = answers.settled("citty T: complete\n" * 10_000, "", "short")
    assert len(result.text) < answers.ROOM
    assert len(result.record["problems"]) + result.record["more_problems"] == 10_000


def _endless(*_: object) -> answers.Result:
    time.sleep(1000)
    raise AssertionError


@pytest.mark.long
def test_a_call_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """And keeps no other call waiting."""
    from adjudicator.assistants import calls, server

    monkeypatch.setattr(calls, "PATIENCE", 6)
    monkeypatch.setattr(answers, "checked", _endless)
    came: list[tuple[str, Any]] = []

    async def run() -> None:
        async with Client(server.server("en", calls.Calls())) as client:

            async def call(tool: str) -> None:
                came.append((tool, (await client.call_tool(tool, {"text": CITY})).structured_content))

            async with anyio.create_task_group() as group:
                group.start_soon(call, "check")
                group.start_soon(call, "settle")

    try:
        anyio.run(run)
    finally:
        ended()
    assert [tool for tool, _ in came] == ["settle", "check"]
    assert came[0][1]["answers"][0]["points"]["red"] == 12
    assert came[1][1]["problems"][0]["code"] == "took-too-long"


@pytest.mark.long
def test_the_other_tools() -> None:
    async def talk(client: Client) -> dict[str, Any]:
        return {
            "tools": {tool.name: tool for tool in (await client.list_tools()).tools},
            "whole": await client.call_tool("settle", {"text": CITY, "detail": "whole"}),
            "check": await client.call_tool("check", {"text": f"{CITY} expect red 10, black 0"}),
            "rule": await client.call_tool("rules", {"ids": ["base-29"]}),
            "search": await client.call_tool("rules", {"search": "barn", "expansion": "abbey-and-mayor"}),
            "unknown": await client.call_tool("rules", {"ids": ["BASE-2x"]}),
            "tile": await client.call_tool("tiles", {"names": ["V@90"]}),
            "set": await client.call_tool("tiles", {"expansion": "river"}),
            "picture": await client.call_tool("draw", {"text": CITY}),
            "which": await client.call_tool("draw", {}),
            "strange": await client.call_tool("settle", {"text": CITY, "lang": "xx"}),
        }

    told = asked(talk)
    assert set(told["tools"]) == {"settle", "check", "rules", "tiles", "draw"}
    assert all(tool.annotations.read_only_hint for tool in told["tools"].values())
    assert told["tools"]["settle"].output_schema["properties"]["answers"]
    ruling = told["whole"].structured_content["answers"][0]["ruling"]
    assert ruling["lines"] and "5 tiles x 2 = 10" in text_of(told["whole"])
    assert told["check"].structured_content["missed"] == 1
    assert told["check"].structured_content["answers"][0]["unmet"][0]["given"] == "red 12, black 0"
    assert told["rule"].structured_content["rules"][0]["id"] == "BASE-29"
    assert all(one["expansion"] == "abbey-and-mayor" for one in told["search"].structured_content["rules"])
    assert told["unknown"].is_error and told["unknown"].structured_content["problems"][0]["meant"]
    assert told["tile"].structured_content["tiles"][0]["edges"] == "rffr"
    assert len(told["set"].structured_content["tiles"]) == 11
    assert "<svg" in told["picture"].content[1].resource.text
    assert told["which"].is_error and told["strange"].is_error


@pytest.mark.long
def test_a_picture_as_png() -> None:
    pytest.importorskip("resvg_py", reason="the library that makes PNG is missing")

    async def talk(client: Client) -> Any:
        return await client.call_tool("draw", {"names": ["V"], "form": "png"})

    assert base64.b64decode(asked(talk).content[1].data).startswith(b"\x89PNG")


@pytest.mark.long
def test_the_documents() -> None:
    async def talk(client: Client) -> dict[str, str]:
        listed = (await client.list_resources()).resources
        return {str(one.uri): (await client.read_resource(one.uri)).contents[0].text for one in listed}

    found = asked(talk)
    assert {f"carcassonne://{lang}/{name}" for lang in ("en", "fr") for name in NAMES} <= set(found)
    assert len(found["carcassonne://en/cheat-sheet"]) < len(found["carcassonne://en/language"]) / 5
    assert "ask score T" in found["carcassonne://en/cheat-sheet"]
    assert "## " not in found["carcassonne://fr/cheat-sheet"].split("\n## ", 1)[1]
    words = json.loads(found["carcassonne://fr/words"])
    assert "chariot" in next(one for one in words["figure"] if one["id"] == "wagon")["say"]


NAMES = ("language", "cheat-sheet", "talking", "words")


DESCRIBED = ("en", "fr", "de")
"""Languages in which the tools are described."""


@pytest.mark.parametrize("lang", DESCRIBED)
def test_every_example_of_the_descriptions_settles(lang: str) -> None:
    examples = re.findall(r"^  (.+)$", speech(lang).phrase("assistant", "settle"), re.MULTILINE)
    assert len(examples) >= 6
    for one in examples:
        (answer,) = adjudicate(one, lang=lang).answers
        assert answer.ruling.verdict != "undetermined", one


POSITIONS = {
    "en": "city T: complete, 2 tiles; road R: incomplete, 2 tiles; red: meeple; turn red; places a tile; ask score R",
    "fr": "ville T : complète, 2 tuiles; route R : incomplète, 2 tuiles; rouge : meeple; tour de rouge; "
    "place une tuile; demande score R",
    "de": "Stadt T: fertig, 2 Plättchen; Straße R: unfertig, 2 Plättchen; Rot: Meeple; Zug von Rot; "
    "legt ein Plättchen; frage Wertung R",
}


@pytest.mark.parametrize("lang", DESCRIBED)
def test_every_question_of_the_description_is_one(lang: str) -> None:
    row = next(row for row in speech(lang).phrase("assistant", "settle").split("\n") if " | " in row)
    questions = [
        one.partition(" (")[0]
        for one in re.split(r" \| |: |\. ", row)
        if one.startswith(lexicon(lang).say("keyword", "ask"))
    ]
    assert len(questions) >= 13
    for one in questions:
        assert not adjudicate(f"{POSITIONS[lang]}\n{one.strip()}", lang=lang).problems


@pytest.mark.long
def test_several_texts_are_answered_each_by_itself() -> None:
    texts = [CITY, "citty T: complete, 5 tiles; ask score T", SENTENCE, "road R: incomplete; red: meeple; ask score R"]

    async def talk(client: Client) -> Any:
        return (
            await client.call_tool("settle", {"texts": texts}),
            await client.call_tool("settle", {"texts": texts[1:2]}),
            await client.call_tool("settle", {"text": CITY, "texts": texts}),
            await client.call_tool("settle", {"texts": [CITY] * (several.MOST + 1)}),
        )

    result, wrong, both, many = asked(talk)
    assert not result.is_error
    told = result.structured_content["results"]
    assert told == [answers.settled(text, "", "short").record for text in texts]
    assert told[0]["answers"][0]["points"] == {"red": 12, "black": 0}
    assert told[1]["problems"][0]["right"] == ["city T: complete, 5 tiles; ask score T"]
    assert told[2]["understood"] and told[2]["answers"][0]["points"] == {"red": 12, "black": 0}
    assert told[3]["answers"][0]["missing"]
    assert re.findall(r"^\[(\d)\]$", text_of(result), re.MULTILINE) == ["1", "2", "3", "4"]
    assert wrong.is_error and both.is_error and many.is_error
    assert both.structured_content["problems"][0]["code"] == "text-or-texts"
    assert many.structured_content["problems"][0]["code"] == "too-many-texts"


def test_several_texts_have_the_room_of_one() -> None:
    one = answers.Result("z" * (answers.ROOM // 3), {"answers": []})
    result = several.joined([one] * 5, "en")
    assert result.record == {"results": [{"answers": []}] * 2, "more_texts": 3} and not result.failed
    assert len(result.text) < answers.ROOM
    assert several.refusal("", ["z" * answers.LARGEST, "z"]) is not None


@pytest.mark.parametrize("text", [CITY, SENTENCE, "citty T: complete; ask score T", "city T; red: meeple; ask score T"])
def test_the_shell_says_shortly_what_the_tool_says(text: str) -> None:
    told = answers.settled(text, "", "short")
    as_json = CliRunner().invoke(main, ["ask", "--format", "json", "--short", text])
    assert json.loads(as_json.stdout) == told.record
    assert as_json.exit_code == (2 if told.failed else 0)
    assert CliRunner().invoke(main, ["ask", "--short", text]).stdout.strip() == told.text.strip()


@pytest.mark.parametrize("lang", codes())
def test_words_of_every_language_are_listed(lang: str) -> None:
    table = json.loads(resources.words(lang))
    assert set(resources.ROLES) <= set(table)
    assert all(one["say"] for role in table.values() for one in role)


def test_nothing_of_a_text_is_obeyed() -> None:
    result = answers.settled('scenario "\x1b[31mred"; city T\x1b[2J: complete; ask score T', "", "whole")
    assert "\x1b" not in result.text + str(result.record.values()) + json.dumps(result.record, ensure_ascii=False)


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adjudicator.assistants.running", None)
    result = CliRunner().invoke(main, ["mcp"])
    assert result.exit_code == 2
    assert result.stderr.count("\n") <= 2 and 'pip install "carcassonne-adjudicator[mcp]"' in " ".join(
        result.stderr.split()
    )
    assert os.linesep * 2 not in result.stderr


@pytest.mark.parametrize("text", ["z" * 199_000, f"city {'T' * 190_000}: complete, 2 tiles; ask score T", "z" * 900])
def test_what_was_typed_comes_back_short(text: str) -> None:
    result = answers.settled(text, "", "short")
    assert len(result.text) < 8_000 and len(json.dumps(result.record)) < 20_000
