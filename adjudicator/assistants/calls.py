"""Calls worked on in processes of their own, so that none waits for another that takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVarTuple

import anyio
import anyio.to_process

from adjudicator.assistants import answers
from adjudicator.assistants.answers import LARGEST, SECONDS, Result
from adjudicator.errors import Problem
from adjudicator.words.languages import codes
from adjudicator.words.visible import one_line

PATIENCE = 2 * SECONDS + 10
"""Seconds until the process of a call is ended: those that a text may take, twice where it is read twice, and some."""
AT_ONCE = 4
"""Quick calls worked on at a time, and as many slow ones beside them."""
QUICK = 0.5
"""Seconds after which a call counts as slow and leaves its place to the next."""
GRACE = 1.0
"""Seconds that calls under way are given to end when the server is told to."""

Arguments = TypeVarTuple("Arguments")


class Calls:
    """The calls of one server.

    `log_texts` writes every text that is asked about to standard error, a line each; nothing is written otherwise.
    """

    def __init__(self, log_texts: bool = False) -> None:
        self.log_texts = log_texts
        self._quick, self._slow = anyio.CapacityLimiter(AT_ONCE), anyio.CapacityLimiter(AT_ONCE)
        self._under_way: set[anyio.CancelScope] = set()
        self._ending = False

    async def result(
        self, work: Callable[[*Arguments], Result], *arguments: *Arguments, text: str, lang: str
    ) -> Result:
        """The result of `work` with `arguments`, from a process; `text` is what a stranger wrote among them."""
        if self.log_texts:
            print(one_line(text), file=sys.stderr, flush=True)
        if lang and lang not in codes():
            return answers.refused(Problem("no-such-language", values={"word": lang, "known": codes()}), "")
        if len(text) > LARGEST:
            return answers.refused(Problem("text-too-long", values={"number": len(text), "most": LARGEST}), lang)
        with anyio.CancelScope() as scope:
            self._under_way.add(scope)
            try:
                if not self._ending:
                    return await self._worked(work, *arguments, lang=lang)
            finally:
                self._under_way.discard(scope)
        return answers.refused(Problem("server-ends"), lang)

    async def _worked(self, work: Callable[[*Arguments], Result], *arguments: *Arguments, lang: str) -> Result:
        place, held = object(), self._quick

        async def make_room() -> None:
            nonlocal held
            await anyio.sleep(QUICK)
            await self._slow.acquire_on_behalf_of(place)
            self._quick.release_on_behalf_of(place)
            held = self._slow

        await self._quick.acquire_on_behalf_of(place)
        try:
            async with anyio.create_task_group() as beside:
                beside.start_soon(make_room)
                found = await _from_process(work, *arguments, lang=lang)
                beside.cancel_scope.cancel()
            return found
        finally:
            held.release_on_behalf_of(place)

    async def warm(self) -> None:
        """Starts the processes that the first calls will need, one more than may be busy with slow ones."""
        every = anyio.CapacityLimiter(AT_ONCE + 1)
        async with anyio.create_task_group() as group:
            for _ in range(AT_ONCE + 1):
                group.start_soon(lambda: anyio.to_process.run_sync(_ready, limiter=every))

    async def end(self) -> None:
        """Waits for the calls under way, `GRACE` seconds at most, and tells the others that the server ends."""
        self._ending = True
        with anyio.move_on_after(GRACE):
            while self._under_way:
                await anyio.sleep(0.02)
        for scope in self._under_way:
            scope.cancel()


async def _from_process(work: Callable[[*Arguments], Result], *arguments: *Arguments, lang: str) -> Result:
    try:
        with anyio.fail_after(PATIENCE):
            one = anyio.CapacityLimiter(1)  # places are dealt above
            return await anyio.to_process.run_sync(work, *arguments, cancellable=True, limiter=one)
    except TimeoutError:
        return answers.refused(Problem("took-too-long", values={"limit": PATIENCE}), lang)
    except anyio.BrokenWorkerProcess:
        return answers.refused(Problem("worker-lost"), lang)


def _ready() -> None:
    """Has a process load what a call needs."""
    answers.settled("city T: complete, 2 tiles; red: meeple; ask score T", "", "short")
