"""The tools and documents that an assistant gets by the Model Context Protocol, whatever carries them."""

# No annotation is put off in this module: the library reads those of the tools, which name what a function made.

import base64
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resources import FunctionResource
from mcp.types import (
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from pydantic import Field

from adjudicator import __version__
from adjudicator.assistants import answers, resources, several
from adjudicator.assistants.answers import Detail, Form, Result
from adjudicator.assistants.calls import Calls
from adjudicator.assistants.short import Short, TypedDict, Wrong
from adjudicator.words.say import speech


class Each(TypedDict, total=False):
    """What comes of one text."""

    understood: str
    answers: list[Short]
    rules: list[dict[str, Any]]
    problems: list[Wrong]
    more_answers: int
    more_problems: int


class Settled(Each, total=False):
    """What `settle` and `check` give."""

    results: list[Each]
    """What comes of each text, where several are asked."""
    more_texts: int
    questions: int
    met: int
    missed: int
    unchecked: int


class Found(TypedDict, total=False):
    """What `rules` and `tiles` give."""

    rules: list[dict[str, Any]]
    tiles: list[dict[str, Any]]
    problems: list[Wrong]
    more_rules: list[str]
    more_tiles: int


def server(lang: str, calls: Calls) -> MCPServer[Any]:
    """The server, which describes itself in the language `lang` (its code) and has `calls` worked on."""
    said = speech(lang)

    def tool_result(result: Result) -> CallToolResult:
        content: list[ContentBlock] = [TextContent(type="text", text=result.text)]
        return CallToolResult(content=content, structured_content=result.record, is_error=result.failed)

    Text = Annotated[str, Field(description=said.phrase("assistant", "text"))]
    Texts = Annotated[list[str], Field(description=said.phrase("assistant", "texts"))]
    Lang = Annotated[str, Field(description=said.phrase("assistant", "lang"))]
    Whole = Annotated[Detail, Field(description=said.phrase("assistant", "detail"))]
    Ids = Annotated[list[str], Field(description=said.phrase("assistant", "ids"))]
    Search = Annotated[str, Field(description=said.phrase("assistant", "search"))]
    Expansion = Annotated[str, Field(description=said.phrase("assistant", "expansion"))]
    Names = Annotated[list[str], Field(description=said.phrase("assistant", "names"))]
    Question = Annotated[int, Field(description=said.phrase("assistant", "question"))]
    Drawn = Annotated[Form, Field(description=said.phrase("assistant", "form"))]
    none: list[str] = []

    async def settle(
        text: Text = "", texts: Texts = none, lang: Lang = "", detail: Whole = "short"
    ) -> Annotated[CallToolResult, Settled]:
        if not texts:
            return tool_result(await calls.result(answers.settled, text, lang, detail, text=text, lang=lang))
        if problem := several.refusal(text, texts):
            return tool_result(answers.refused(problem, lang))
        results: dict[int, Result] = {}

        async def one(number: int) -> None:
            arguments = (texts[number], lang, detail)
            results[number] = await calls.result(answers.settled, *arguments, text=texts[number], lang=lang)

        async with anyio.create_task_group() as group:
            for number in range(len(texts)):
                group.start_soon(one, number)
        return tool_result(several.joined([results[number] for number in range(len(texts))], lang))

    async def check(text: Text, lang: Lang = "") -> Annotated[CallToolResult, Settled]:
        return tool_result(await calls.result(answers.checked, text, lang, text=text, lang=lang))

    async def rules(
        ids: Ids = none, search: Search = "", expansion: Expansion = "", lang: Lang = ""
    ) -> Annotated[CallToolResult, Found]:
        size = " ".join([*ids, search, expansion])
        return tool_result(await calls.result(answers.rules, tuple(ids), search, expansion, lang, text=size, lang=lang))

    async def tiles(
        names: Names = none, expansion: Expansion = "", lang: Lang = ""
    ) -> Annotated[CallToolResult, Found]:
        size = " ".join([*names, expansion])
        return tool_result(await calls.result(answers.tiles, tuple(names), expansion, lang, text=size, lang=lang))

    async def draw(
        text: Text = "", names: Names = none, question: Question = 1, form: Drawn = "svg", lang: Lang = ""
    ) -> CallToolResult:
        size = " ".join([text, *names])
        result = await calls.result(answers.drawn, text, tuple(names), question, lang, form, text=size, lang=lang)
        answer = tool_result(result)
        if isinstance(result.picture, bytes):
            data = base64.b64encode(result.picture).decode("ascii")
            answer.content.append(ImageContent(type="image", data=data, mime_type="image/png"))
        elif result.picture:
            uri = f"{resources.SCHEME}://picture.svg"
            picture = TextResourceContents(uri=uri, mime_type="image/svg+xml", text=result.picture)
            answer.content.append(EmbeddedResource(type="resource", resource=picture))
        return answer

    made = MCPServer(
        "adjudicator",
        version=__version__,
        instructions=said.phrase("assistant", "instructions").strip(),
        log_level="ERROR",
    )
    reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool, about in (
        (settle, said.phrase("assistant", "settle")),
        (check, said.phrase("assistant", "check")),
        (rules, said.phrase("assistant", "rules")),
        (tiles, said.phrase("assistant", "tiles")),
        (draw, said.phrase("assistant", "draw")),
    ):
        made.add_tool(tool, description=about.strip(), annotations=reads)
    for one in resources.documents():
        made.add_resource(
            FunctionResource(uri=one.uri, name=one.title, description=one.about, mime_type=one.form, fn=one.text)
        )
    return made
