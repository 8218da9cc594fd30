"""The command line: ``adjudicator COMMAND``, one module a command, imported when it is called."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import sys
from typing import Any

import click

from adjudicator.cli import common
from adjudicator.cli.common import BROKEN_PIPE, INTERRUPTED, Help, asked_language, fail, said_version
from adjudicator.errors import EXIT_UNREADABLE
from adjudicator.words.languages import codes

COMMANDS = ("settle", "ask", "check", "score", "rules", "tiles", "fmt", "import", "export")

MODULES = {"import": "import_"}
"""Modules that cannot be called like their command."""


class Commands(Help, click.Group):
    """The group of commands; it ends every run with an exit code and never with a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        command = import_module(f"adjudicator.cli.{MODULES.get(cmd_name, cmd_name)}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from adjudicator.cli.usage import NoSuchCommand  # only a mistake needs it

            raise NoSuchCommand(args[0], COMMANDS, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        speech = self.speech(ctx)
        with formatter.section(speech.label("commands")):
            formatter.write_dl([(name, speech.phrase("help", f"{name}-short")) for name in COMMANDS])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            # The reader has gone; what is left in the buffer must not fail once more at exit.
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(BROKEN_PIPE)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command line and exits: 0 fine, 1 an expectation or claim failed, 2 the input could not be read."""
        extra.update(zip(("args", "prog_name", "complete_var"), args, strict=False))
        given = extra.pop("args", None)
        words = list(sys.argv[1:] if given is None else given)
        extra.setdefault("obj", asked_language(words))
        # A run is short and frees little in circles: looking for them less often saves a twentieth of a start.
        gc.set_threshold(100_000, 20, 50)
        if not extra.pop("standalone_mode", True):
            return super().main(args=words, standalone_mode=False, **extra)
        for stream in (sys.stdout, sys.stderr):
            # A terminal that lacks a letter shows another sign rather than ending the answer.
            if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
                stream.reconfigure(errors="replace")
        try:
            code = super().main(args=words, standalone_mode=False, **extra)
        except click.ClickException as error:
            from adjudicator.cli import usage  # only a mistake needs it

            usage.show(error, extra["obj"])
            code = EXIT_UNREADABLE
        except (click.Abort, KeyboardInterrupt):
            common.say(err=True)
            code = INTERRUPTED
        except Exception as error:
            code = fail(error, extra["obj"])
        sys.exit(code if isinstance(code, int) else 0)


@click.command(
    "adjudicator",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--lang", type=click.Choice(codes()), expose_value=False)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=said_version)
def main() -> None:
    """Shown from the phrases ``help.adjudicator``."""
