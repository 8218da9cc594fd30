"""What all commands share: language, page, help, problems, the last resort."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from adjudicator import __version__
from adjudicator.errors import EXIT_UNREADABLE, Problem, Problems, crash
from adjudicator.files import write_whole
from adjudicator.limits import MEGABYTES, SECONDS, Limit, bounded
from adjudicator.words.languages import codes, of_locale
from adjudicator.words.say import Speech, speech
from adjudicator.words.visible import json_visible, visible

if TYPE_CHECKING:
    from adjudicator.report.blocks import Group
    from adjudicator.report.style import Style

JSON = "json"
INTERRUPTED = 130
BROKEN_PIPE = 141
"""Both as shells count a process that a signal ended."""
WIDEST = 100
"""Columns: longer lines are hard to read."""

_COLOURS: dict[str, dict[str, Any]] = {
    "title": {"bold": True},
    "verdict": {"bold": True, "fg": "green"},
    "rule": {"fg": "cyan"},
    "place": {"bold": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow"},
    "faint": {"dim": True},
}

_SECRET = os.urandom(8).hex()
_ESCAPE, _FIRST, _LAST = (f"\ufdd0{_SECRET}{sign}" for sign in "012")
"""Stand for the escape sign of the program's own colours and around its own markup until `say` prints them: whoever
writes a title cannot know them."""
_FINISHED = re.compile(f"{_FIRST}(.*?){_LAST}", re.DOTALL)

F = TypeVar("F", bound=Callable[..., Any])


class Reader(NamedTuple):
    """Who reads the output: ``--lang`` and ``--format`` as given."""

    lang: str | None
    format: str

    @property
    def json(self) -> bool:
        """Whether the machine form is wanted."""
        return self.format == JSON

    def speech(self, file_language: str | None = None) -> Speech:
        """The language to answer in: ``--lang``, else the file's, else the locale's."""
        return speech(self.lang or file_language or locale_language())

    def style(self, error: bool = False) -> Style:
        """The page: as wide as the terminal, coloured only on one."""
        from adjudicator.report.markup import marks_up
        from adjudicator.report.style import Style, plain, same

        stream = sys.stderr if error else sys.stdout
        width = min(shutil.get_terminal_size().columns or 80, WIDEST)
        colour = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        form = "simple" if self.json or error else self.format
        return Style(max(width, 20), form, _paint if colour else plain, _finished if marks_up(form) else same)

    def report(self, groups: Sequence[Group], speech: Speech) -> None:
        """Prints a report, whole in a format of `marked`, else as text with its tables in one of tabulate's."""
        if self.marked:
            from adjudicator.report.marked import written

            say(written(groups, speech, self.format))
        else:
            from adjudicator.report import terminal

            self.say(terminal.written(groups, speech, self.style()))

    @property
    def marked(self) -> bool:
        """Whether reports are wanted whole in what a page, a wiki or a forum reads."""
        if self.format in (JSON, "simple"):
            return False  # most answers are read on a terminal
        from adjudicator.report.marked import FORMATS

        return self.format in FORMATS

    def say(self, text: str = "", end: str = "\n") -> None:
        """Prints an answer, or a part of one, in the format that was asked for: a table that a style made as it is."""
        if self.format not in (JSON, "simple"):
            from adjudicator.report.markup import around

            escape = around(self.format)
            parts = _FINISHED.split(text)
            text = "".join(part if at % 2 else escape(_visible(part)) for at, part in enumerate(parts))
        say(text, end)


def say(text: str = "", end: str = "\n", err: bool = False) -> None:
    """Prints `text`, the one way out to a terminal or a pipe: only this program's own colours are obeyed there."""
    click.echo(_visible(text).replace(_ESCAPE, "\x1b") + end, nl=False, err=err)


def _visible(text: str) -> str:
    return _ESCAPE.join(map(visible, text.split(_ESCAPE)))


def _paint(text: str, what: str) -> str:
    return click.style(text, **_COLOURS[what]).replace("\x1b", _ESCAPE) if text else text


def _finished(text: str) -> str:
    return f"{_FIRST}{text}{_LAST}"


def locale_language() -> str:
    """The language that the environment asks for, where it is known."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return of_locale(next(filter(None, named), ""))


def asked_language(words: Sequence[str]) -> str | None:
    """The value of ``--lang`` wherever it stands on the command line: help must know it before options are read."""
    for index, word in enumerate(words):
        if word == "--":
            break
        value = word[7:] if word.startswith("--lang=") else ""
        if word == "--lang" and index + 1 < len(words):
            value = words[index + 1]
        if value in codes():
            return value
    return None


def _format(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Refuses what is neither ``json`` nor a format of tabulate, which is imported only to check another than these."""
    return value if value in (JSON, "simple") else _known_format(value, (), ctx, param)


def _whole_format(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The same, with the formats in which a report is written whole."""
    if value in (JSON, "simple"):
        return value
    from adjudicator.report.marked import FORMATS

    return _known_format(value, tuple(FORMATS), ctx, param)


def _known_format(value: str, more: tuple[str, ...], ctx: click.Context, param: click.Parameter) -> str:
    from adjudicator.report.table import formats

    every = sorted({*formats(), *more, JSON})
    if value in every:
        return value
    said = speech(ctx.obj or locale_language())
    near = get_close_matches(value, every, 1)
    meant = f" {said.label('meant', words=near[0])}" if near else ""
    raise click.BadParameter(
        f"{said.phrase('problem', 'unknown-format', word=value)}{meant} ({', '.join(every)})", ctx, param
    )


def reading(command: F) -> F:
    """Adds ``--lang`` and ``--format`` to a command; it gets both as one ``reader``."""
    command = click.option("--format", "format_", callback=_format, default="simple", metavar="FORMAT")(command)
    return click.option("--lang", type=click.Choice(codes()))(command)


def reporting(command: F) -> F:
    """`reading`, for a command whose reports can be written whole for a page, a wiki or a forum."""
    command = click.option("--format", "format_", callback=_whole_format, default="simple", metavar="FORMAT")(command)
    return click.option("--lang", type=click.Choice(codes()))(command)


def limited(command: F) -> F:
    """Adds ``--max-seconds`` and ``--max-memory`` to a command; `within_limit` obeys them."""
    for name, usual, unit in (("max-memory", MEGABYTES, "MB"), ("max-seconds", SECONDS, "N")):
        command = click.option(
            f"--{name}", type=click.IntRange(0), default=usual, metavar=unit, expose_value=False, callback=_note_limit
        )(command)
    return command


def _note_limit(ctx: click.Context, param: click.Parameter, value: float) -> None:
    ctx.meta[f"{__name__}.{param.name}"] = value


def limit() -> Limit:
    """What the command line allows a file."""
    meta = click.get_current_context().meta
    return Limit(meta[f"{__name__}.max_seconds"], meta[f"{__name__}.max_memory"])


@contextlib.contextmanager
def within_limit(file: str = "", text: str = "", allowed: Limit | None = None) -> Iterator[None]:
    """Lets the work on a file cost no more than is allowed. Raises Problems where it would, and `text` says where."""
    with bounded(limit() if allowed is None else allowed, text, file):
        yield


def reader_of(lang: str | None, format_: str) -> Reader:
    """The Reader of a command's options; ``--lang`` before the command's name counts too."""
    ctx = click.get_current_context(silent=True)
    return Reader(lang or (ctx.obj if ctx else None), format_)


class Help(click.Command):
    """A command whose help is read from the phrases, in the reader's language, with an example."""

    def speech(self, ctx: click.Context) -> Speech:
        """The language of the help."""
        return Reader(ctx.obj, "simple").speech()

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        usage = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, usage, prefix=f"{self.speech(ctx).label('usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        speech = self.speech(ctx)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(speech.phrase("help", self.name or ""))
        with formatter.section(speech.label("example")):
            for line in speech.phrase("help", f"{self.name}-example").splitlines():
                formatter.write(f"{' ' * formatter.current_indent}{line}\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        speech = self.speech(ctx)
        rows = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                name = "help" if "--help" in param.opts else str(param.name).rstrip("_")
                rows.append((record[0], speech.phrase("help", f"option-{name}")))
        with formatter.section(speech.label("options")):
            formatter.write_dl(rows)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


def said_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Prints the version and ends."""
    if value:
        say(f"adjudicator {version()}")
        ctx.exit()


def version() -> str:
    """The version of the package."""
    return __version__


def show(error: Problems, reader: Reader) -> None:
    """Prints every problem of an input to standard error."""
    from adjudicator.report.problems import rendered

    # An error that was found before the text was read has no language of its own.
    language = error.language if error.text else None
    say(rendered(error.items, error.text, reader.speech(language), reader.style(error=True)), err=True)


def as_json(error: Problems, reader: Reader) -> list[dict[str, Any]]:
    """Every problem of an input in the machine form."""
    from adjudicator.report.as_json import problem

    speech = reader.speech(error.language if error.text else None)
    return [problem(one, speech) for one in error.items]


def problem(code: str, file: str = "", **values: Any) -> Problems:
    """A problem of the command line itself."""
    return Problems((Problem(code, values={"file": file, **values}, file=file),))


def say_json(value: Any) -> None:
    """Prints one JSON document."""
    say(json_visible(json.dumps(value, ensure_ascii=False, indent=2)))


def write(path: str, content: str | bytes | Iterable[str]) -> None:
    """Writes a file whole or leaves it as it is. Raises Problems when it cannot be written."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise problem("not-written", path, reason=error.strerror or str(error)) from None


def fail(error: BaseException, lang: str | None) -> int:
    """The last resort: says what happened and how to report it, never a traceback. Gives the exit code."""
    if isinstance(error, Problems):
        show(error, Reader(lang, "simple"))
        return EXIT_UNREADABLE
    values = crash(error).values
    try:
        text = Reader(lang, "simple").speech().phrase("problem", "crash", **values)
    except Exception:
        text = "The program failed: {what} ({where}, version {version}). Please report it.".format(**values)
    say(text, err=True)
    return EXIT_UNREADABLE
