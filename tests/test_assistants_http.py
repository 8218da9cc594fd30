"""``adjudicator mcp --http``, asked by the client of the protocol's own library, and by those who mean it no good."""

from __future__ import annotations

import gc
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason='the library of `pip install "carcassonne-adjudicator[mcp]"` is missing')

import anyio
from everyday import sized
from mcp import Client

from adjudicator.assistants import answers
from adjudicator.assistants import calls as calls_module
from adjudicator.assistants.calls import AT_ONCE, Calls

ROOT = Path(__file__).parent.parent
CITY = "city T: complete, {n} tiles; red: 2 meeples; black: meeple; ask score T"
JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Served:
    """A server of its own process at a free port of this machine."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process, self.url = process, url
        self.port = int(url.split(":")[2].split("/")[0])

    def asked(self, talk: Callable[[Client], Awaitable[Any]]) -> Any:
        """What `talk` gives with a client of it."""

        async def run() -> Any:
            with anyio.fail_after(300):
                async with Client(self.url) as client:
                    return await talk(client)

        return anyio.run(run)

    def sent(self, method: str, path: str, body: bytes | str = b"", **headers: str) -> tuple[int, str]:
        """Status and body of a request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, {key.replace("_", "-"): one for key, one in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()

    def right(self) -> None:
        """An ordinary call is answered, and right."""

        async def talk(client: Client) -> Any:
            return await client.call_tool("settle", {"text": CITY.format(n=5)})

        assert self.asked(talk).structured_content["answers"][0]["points"] == {"red": 10, "black": 0}


@contextmanager
def serving(*options: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "adjudicator", "mcp", "--http", "0", *options]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env, cwd=ROOT) as process:
        assert process.stderr is not None
        try:
            found = re.search(r"http://\S+", process.stderr.readline())
            assert found is not None
            yield Served(process, found.group())
        finally:
            process.kill()


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving("--page", str(ROOT / "docs")) as one:
        yield one


def test_a_dispute_in_three_languages(server: Served) -> None:
    """What the page on assistants prints, line breaks aside."""
    page = (ROOT / "docs" / "assistants.md").read_text(encoding="utf-8")
    disputes = re.findall(r"^```settle\n(.*?)\n```\n\n```text\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
    assert len(disputes) == 3

    async def talk(client: Client) -> Any:
        return [await client.call_tool("settle", {"text": text}) for text, _ in disputes]

    for told, (_, printed) in zip(server.asked(talk), disputes, strict=True):
        assert told.content[0].text.split() == printed.split()
        assert told.structured_content["answers"][0]["points"]["red"] == 12


def test_health_page_and_files(server: Served) -> None:
    status, body = server.sent("GET", "/health")
    assert (status, json.loads(body)["status"]) == (200, "ok")
    status, body = server.sent("GET", "/")
    assert status == 200 and f"127.0.0.1:{server.port}/mcp" in body and "page/" in body
    assert server.sent("GET", "/page/json.md")[0] == 200
    for path in ("/page/../README.md", "/page/..%2fREADME.md", "/page/%2e%2e/README.md", "/page//etc/passwd"):
        assert server.sent("GET", path)[0] == 404, path


def test_the_page_holds_nothing_that_a_host_says(server: Served) -> None:
    assert "<b>" not in server.sent("GET", "/", Host='"><b>x')[1]


def test_another_host_or_origin_is_refused(server: Served) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    assert server.sent("POST", "/mcp", body, **JSON)[0] == 200
    assert server.sent("POST", "/mcp", body, Host="elsewhere.example", **JSON)[0] == 421
    assert server.sent("POST", "/mcp", body, Origin="https://elsewhere.example", **JSON)[0] == 403


@pytest.mark.long
def test_a_name_of_its_own_is_taken() -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    with serving("--name", "rules.example") as one:
        assert one.sent("POST", "/mcp", body, Host="rules.example", Origin="https://rules.example", **JSON)[0] == 200


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(number: signal.Signals) -> None:
    with serving() as one:
        one.right()
        with socket.create_connection(("127.0.0.1", one.port)):  # a connection that is still open keeps nobody
            one.process.send_signal(number)
            start = time.monotonic()
            one.process.wait(60)
            print(f"ended {time.monotonic() - start:.2f} s after {number.name}")


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_standard_streams_too(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "adjudicator", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None and process.stdout is not None
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}) + "\n")
        process.stdin.flush()
        assert "serverInfo" in process.stdout.readline()
        process.send_signal(number)
        assert process.wait(60) == 128 + number


@pytest.mark.long
def test_nothing_typed_is_written_unless_asked_for() -> None:
    for options, written in (((), False), (("--log-texts",), True)):
        with serving(*options) as one:
            one.right()
            one.process.terminate()
            assert one.process.stderr is not None
            assert ("city T" in one.process.stderr.read()) is written


@pytest.mark.long
def test_an_address_in_use_is_told(server: Served) -> None:
    command = [sys.executable, "-m", "adjudicator", "mcp", "--http", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode == 2 and str(server.port) in done.stderr and "Traceback" not in done.stderr


@pytest.mark.long
def test_options_of_http_alone_are_refused() -> None:
    command = [sys.executable, "-m", "adjudicator", "mcp", "--name", "x"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, input="")
    assert done.returncode == 2 and "--http" in done.stderr


def _hostile() -> list[tuple[str, str, bytes, dict[str, str]]]:
    """Forty requests that nobody should send."""
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "settle", "arguments": {"text": CITY}},
    }
    good = json.dumps(call).encode()
    bodies = [
        b"", b"{", b"[]", b"null", b"1", b'"x"', b"{}", b"\xff\xfe", b"\x00" * 10, b"{" * 100_000, b"[" * 100_000,
        b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"1.0","id":1,"method":"x"}', good.replace(b"settle", b"no-such-tool"),
        good.replace(b'"text"', b'"txet"'), good.replace(b'"id": 1', b'"id": [1'), good + good,
        json.dumps({**call, "method": "../../etc/passwd"}).encode(),
        json.dumps({**call, "params": {"name": "settle", "arguments": {"text": "\ud800"}}}).encode(),
        json.dumps({**call, "params": {"name": "settle", "arguments": {"text": 5}}}).encode(),
        json.dumps({**call, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}).encode(),
        json.dumps({**call, "method": "resources/read", "params": {"uri": "carcassonne://en/../x"}}).encode(),
        b"x" * 50_000_000,
    ]  # fmt: skip
    found = [("POST", "/mcp", body, JSON) for body in bodies]
    found += [(method, "/mcp", good, JSON) for method in ("PUT", "DELETE", "PATCH", "TRACE", "NONSENSE")]
    found += [("POST", path, good, JSON) for path in ("/", "/health", "/mcp/../x", "/mcp%00", "/" + "a" * 60_000)]
    for headers in (
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json", "Accept": "text/html"},
        {**JSON, "Content-Length": "-1"},
        {**JSON, "Content-Length": "x"},
        {**JSON, "Mcp-Protocol-Version": "1066-10-14"},
        {**JSON, "Mcp-Session-Id": "../../x"},
        {**JSON, "Transfer-Encoding": "nonsense"},
    ):
        found.append(("POST", "/mcp", good if "Session" not in str(headers) else b"{", headers))
    return found


HOSTILE = _hostile()


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_request_ends_in_an_error(server: Served, number: int) -> None:
    method, path, body, headers = HOSTILE[number]
    try:
        status, told = server.sent(method, path, body, **headers)
    except (ConnectionError, http.client.HTTPException):
        status, told = 400, ""  # cut off while the body was still on its way
    failed = status >= 400 or '"error"' in told or '"isError":true' in told.replace(" ", "")
    assert failed, (status, told[:300])
    assert "Traceback" not in told and str(ROOT) not in told and "root:" not in told
    assert len(told) < 20_000


def test_half_a_body_and_a_thousand_connections_hold_nobody_up(server: Served) -> None:
    head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    held: list[socket.socket] = []
    try:
        for number in range(1000):
            one = socket.create_connection(("127.0.0.1", server.port), 10)
            held.append(one)
            if number % 2:
                one.sendall(head.encode())
        server.right()
    finally:
        for one in held:
            one.close()
    server.right()


def test_many_at_once_are_not_mixed_up(server: Served) -> None:
    count = sized(300, 20)

    async def talk(client: Client) -> Any:
        found: dict[int, Any] = {}

        async def call(n: int) -> None:
            found[n] = await client.call_tool("settle", {"text": CITY.format(n=n)})

        async with anyio.create_task_group() as group:
            for n in range(3, 3 + count):
                group.start_soon(call, n)
        return found

    for n, result in server.asked(talk).items():
        assert result.structured_content["answers"][0]["points"] == {"red": 2 * n, "black": 0}


def _memory(process: int) -> int:
    """Kilobytes of a process and its children, as Linux counts them."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        ids = {key: int(value) for key, value in re.findall(r"^(Pid|PPid|VmRSS):\s+(\d+)", text, re.MULTILINE)}
        if process in (ids["Pid"], ids["PPid"]):
            total += ids.get("VmRSS", 0)
    return total


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux to count memory")
def test_memory_does_not_grow(server: Served) -> None:
    async def talk(client: Client) -> Any:
        for start in range(3, 1003, 20):
            async with anyio.create_task_group() as group:
                for n in range(start, start + 20):
                    group.start_soon(client.call_tool, "settle", {"text": CITY.format(n=n)})

    server.asked(talk)
    before = _memory(server.process.pid)
    server.asked(talk)
    assert _memory(server.process.pid) - before < 20_000


def _slow(seconds: float) -> answers.Result:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return answers.Result("slow", {})


def _quick() -> answers.Result:
    return answers.Result("quick", {})


def _lost() -> answers.Result:
    os._exit(1)


def _alike(talk: Callable[[Calls], Awaitable[Any]], monkeypatch: pytest.MonkeyPatch) -> Any:
    """What `talk` gives with calls that have all the time a busy machine needs."""
    monkeypatch.setattr(calls_module, "PATIENCE", 600)

    async def run() -> Any:
        calls = Calls()
        async with anyio.create_task_group() as group:  # processes that have read this module
            for _ in range(AT_ONCE + 1):
                group.start_soon(lambda: calls.result(_slow, 0.1, text="", lang=""))
        with anyio.fail_after(600):
            return await talk(calls)

    try:
        return anyio.run(run)
    finally:  # the library ends the processes of a loop without waiting for them: nobody is warned of that later
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


@pytest.mark.long
def test_heavy_calls_do_not_hold_a_light_one_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many slow ones as there are places, and a quick one comes back before any of them."""

    async def talk(calls: Calls) -> list[str]:
        came: list[str] = []

        async def call(work: Callable[..., answers.Result], *arguments: float) -> None:
            came.append((await calls.result(work, *arguments, text="", lang="")).text)

        async with anyio.create_task_group() as group:
            for _ in range(AT_ONCE):
                group.start_soon(call, _slow, 1.0)
            await anyio.sleep(0.1)
            start = time.monotonic()
            await call(_quick)
            print(f"a quick call beside {AT_ONCE} slow ones took {time.monotonic() - start:.2f} s")
        return came

    assert _alike(talk, monkeypatch) == ["quick", *["slow"] * AT_ONCE]


@pytest.mark.long
def test_calls_under_way_are_told_that_the_server_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(calls: Calls) -> dict[str, answers.Result]:
        found: dict[str, answers.Result] = {}

        async def call(name: str, work: Callable[..., answers.Result], *arguments: float) -> None:
            found[name] = await calls.result(work, *arguments, text="", lang="")

        async with anyio.create_task_group() as group:
            group.start_soon(call, "long", _slow, 50.0)
            group.start_soon(call, "short", _slow, 0.1)
            await anyio.sleep(0.05)
            await calls.end()
        await call("late", _quick)
        return found

    monkeypatch.setattr(calls_module, "GRACE", 5)
    found = _alike(talk, monkeypatch)
    assert found["short"].text == "slow"
    assert {found[name].record["problems"][0]["code"] for name in ("long", "late")} == {"server-ends"}


@pytest.mark.long
def test_a_lost_process_is_told_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(calls: Calls) -> list[answers.Result]:
        return [await calls.result(work, text="", lang="") for work in (_lost, _quick)]

    lost, after = _alike(talk, monkeypatch)
    assert lost.record["problems"][0]["code"] == "worker-lost" and after.text == "quick"
