"""The command line: ``adjudicator COMMAND``, one module a command, imported when it is called."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, TextIO, cast

import click

from adjudicator.cli import common, usage
from adjudicator.cli.common import BROKEN_PIPE, INTERRUPTED, Help, asked_language, fail, said_version
from adjudicator.cli.usage import NoSuchCommand
from adjudicator.errors import EXIT_UNREADABLE
from adjudicator.words.languages import codes

COMMANDS = (
    "settle",
    "ask",
    "table",
    "check",
    "score",
    "board",
    "play",
    "study",
    "rules",
    "tiles",
    "draw",
    "page",
    "site",
    "fmt",
    "import",
    "export",
    "mcp",
    "lsp",
    "grammar",
)

MODULES = {"import": "import_"}
"""Modules that cannot be called like their command."""


class Unprinted(Exception):
    """What was to be printed could not be."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason = reason


@contextlib.contextmanager
def _printing() -> Iterator[None]:
    """Tells the output's errors from all others: files are named by theirs, and are read and written elsewhere."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise Unprinted(error) from None


def _unprinted(reason: OSError, lang: str | None) -> int:
    """Says why nothing more was printed, where that can be said; gives the exit code."""
    # Windows has no error of its own for a reader that has gone.
    gone = reason.errno == errno.EPIPE or (sys.platform == "win32" and reason.errno == errno.EINVAL)
    if not gone:
        why = reason.strerror or str(reason)
        with contextlib.suppress(OSError, ValueError):
            common.say(common.Reader(lang, "simple").speech().phrase("problem", "not-printed", reason=why), err=True)
    # What is left in a buffer must not fail once more at exit.
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return BROKEN_PIPE if gone else EXIT_UNREADABLE


class _Closed(io.TextIOBase):
    """Stands for a standard output that is closed, which Python has as None."""

    def write(self, text: str, /) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _open_streams() -> None:
    """Puts something in the place of the standard streams that are closed; only who uses them notices."""
    if sys.stdout is None:
        sys.stdout = cast(TextIO, _Closed())
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115


class Commands(Help, click.Group):
    """The group of commands; it ends every run with an exit code and never with a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"adjudicator.cli.{MODULES.get(cmd_name, cmd_name)}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and " " in args[0].strip():
            return super().resolve_command(ctx, ["ask", *args])  # a sentence is asked
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise NoSuchCommand(args[0], COMMANDS, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        speech = self.speech(ctx)
        with formatter.section(speech.label("commands")):
            formatter.write_dl([(name, speech.phrase("help", f"{name}-short")) for name in COMMANDS])

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _printing():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _printing():
            return super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command line and exits: 0 fine, 1 an expectation or claim failed, 2 the input could not be read."""
        extra.update(zip(("args", "prog_name", "complete_var"), args, strict=False))
        given = extra.pop("args", None)
        words = list(sys.argv[1:] if given is None else given)
        if words[:1] == ["help"]:
            words = [*words[1:], "--help"]
        extra.setdefault("obj", asked_language(words))
        # A run is short and frees little in circles: looking for them less often saves a twentieth of a start.
        gc.set_threshold(100_000, 20, 50)
        if not extra.pop("standalone_mode", True):
            return super().main(args=words, standalone_mode=False, **extra)
        _open_streams()
        for stream in (sys.stdout, sys.stderr):
            # A terminal that lacks a letter shows another sign rather than ending the answer.
            if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
                stream.reconfigure(errors="replace")
        try:
            with _printing():
                code = self._code(words, extra)
        except Unprinted as error:
            code = _unprinted(error.reason, extra["obj"])
        sys.exit(code if isinstance(code, int) else 0)

    def _code(self, words: list[str], extra: dict[str, Any]) -> Any:
        """The exit code of a run. Raises Unprinted."""
        if not words and "_ADJUDICATOR_COMPLETE" not in os.environ:  # a shell that asks what may follow says no word
            common.say(common.Reader(extra["obj"], "simple").speech().phrase("help", "first"))
            return 0
        try:
            return super().main(args=words, standalone_mode=False, **extra)
        except click.ClickException as error:
            usage.show(error, extra["obj"])
            return EXIT_UNREADABLE
        except (click.Abort, KeyboardInterrupt):  # click has ended the line
            return INTERRUPTED
        except Unprinted:
            raise
        except Exception as error:
            return fail(error, extra["obj"])


@click.command(
    "adjudicator",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--lang", type=click.Choice(codes()), expose_value=False)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=said_version)
def main() -> None:
    """Shown from the phrases ``help.adjudicator``."""
