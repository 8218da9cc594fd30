"""The server that an assistant starts: its tools and documents by the Model Context Protocol on standard streams.

Each call is worked on in a process of its own, which is kept for the next one: two calls do not wait for one another,
and one that does not end is ended.
"""

# No annotation is put off in this module: the library reads those of the tools, which name what a function made.

import base64
from collections.abc import Callable
from typing import Annotated, Any, TypeVarTuple

import anyio
import anyio.to_process
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
from adjudicator.assistants import answers, resources
from adjudicator.assistants.answers import LARGEST, SECONDS, Detail, Form, Result
from adjudicator.assistants.short import Short, TypedDict, Wrong
from adjudicator.errors import Problem
from adjudicator.words.languages import codes
from adjudicator.words.say import speech

PATIENCE = 2 * SECONDS + 10
"""Seconds until the process of a call is ended: those that a text may take, twice where it is read twice, and some."""
AT_ONCE = 4
"""Calls worked on at a time."""

Arguments = TypeVarTuple("Arguments")


class Settled(TypedDict, total=False):
    """What `settle` and `check` give."""

    understood: str
    answers: list[Short]
    rules: list[dict[str, Any]]
    problems: list[Wrong]
    more_answers: int
    more_problems: int
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


def server(lang: str) -> MCPServer[Any]:
    """The server, which describes itself in the language `lang` (its code)."""
    said = speech(lang)
    limiter = anyio.CapacityLimiter(AT_ONCE)

    async def worked(work: Callable[[*Arguments], Result], *arguments: *Arguments, text: str, lang: str) -> Result:
        """The result of `work` with `arguments`, from a process; `text` is what a stranger wrote among them."""
        if lang and lang not in codes():
            return answers.refused(Problem("no-such-language", values={"word": lang, "known": codes()}), "")
        if len(text) > LARGEST:
            return answers.refused(Problem("text-too-long", values={"number": len(text), "most": LARGEST}), lang)
        try:
            with anyio.fail_after(PATIENCE):
                return await anyio.to_process.run_sync(work, *arguments, cancellable=True, limiter=limiter)
        except TimeoutError:
            return answers.refused(Problem("took-too-long", values={"limit": PATIENCE}), lang)
        except anyio.BrokenWorkerProcess:
            return answers.refused(Problem("worker-lost"), lang)

    def tool_result(result: Result) -> CallToolResult:
        content: list[ContentBlock] = [TextContent(type="text", text=result.text)]
        return CallToolResult(content=content, structured_content=result.record, is_error=result.failed)

    Text = Annotated[str, Field(description=said.phrase("assistant", "text"))]
    Lang = Annotated[str, Field(description=said.phrase("assistant", "lang"))]
    Whole = Annotated[Detail, Field(description=said.phrase("assistant", "detail"))]
    Ids = Annotated[list[str], Field(description=said.phrase("assistant", "ids"))]
    Search = Annotated[str, Field(description=said.phrase("assistant", "search"))]
    Expansion = Annotated[str, Field(description=said.phrase("assistant", "expansion"))]
    Names = Annotated[list[str], Field(description=said.phrase("assistant", "names"))]
    Question = Annotated[int, Field(description=said.phrase("assistant", "question"))]
    Drawn = Annotated[Form, Field(description=said.phrase("assistant", "form"))]
    none: list[str] = []

    async def settle(text: Text, lang: Lang = "", detail: Whole = "short") -> Annotated[CallToolResult, Settled]:
        return tool_result(await worked(answers.settled, text, lang, detail, text=text, lang=lang))

    async def check(text: Text, lang: Lang = "") -> Annotated[CallToolResult, Settled]:
        return tool_result(await worked(answers.checked, text, lang, text=text, lang=lang))

    async def rules(
        ids: Ids = none, search: Search = "", expansion: Expansion = "", lang: Lang = ""
    ) -> Annotated[CallToolResult, Found]:
        size = " ".join([*ids, search, expansion])
        return tool_result(await worked(answers.rules, tuple(ids), search, expansion, lang, text=size, lang=lang))

    async def tiles(
        names: Names = none, expansion: Expansion = "", lang: Lang = ""
    ) -> Annotated[CallToolResult, Found]:
        size = " ".join([*names, expansion])
        return tool_result(await worked(answers.tiles, tuple(names), expansion, lang, text=size, lang=lang))

    async def draw(
        text: Text = "", names: Names = none, question: Question = 1, form: Drawn = "svg", lang: Lang = ""
    ) -> CallToolResult:
        size = " ".join([text, *names])
        result = await worked(answers.drawn, text, tuple(names), question, lang, form, text=size, lang=lang)
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
