"""A command line that cannot be read, in the reader's language."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from adjudicator.cli.common import Help, Reader, say

if TYPE_CHECKING:
    from adjudicator.words.say import Speech


class NoSuchCommand(click.UsageError):
    """A command that there is not; `possibilities` are those it may be a slip of."""

    def __init__(self, name: str, known: tuple[str, ...], ctx: click.Context) -> None:
        super().__init__(name, ctx)
        self.possibilities = get_close_matches(name, known, 2)


def show(error: click.ClickException, lang: str | None) -> None:
    """Prints usage, where help is to be had, and what is wrong, to standard error; `lang` is that of ``--lang``."""
    speech = Reader(lang, "simple").speech()
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is not None:
        if isinstance(ctx.command, Help):
            formatter = ctx.make_formatter()
            ctx.command.format_usage(ctx, formatter)
            say(formatter.getvalue().rstrip("\n"), err=True)
        say(speech.label("try-help", command=f"{ctx.command_path} --help"), err=True)
        say(err=True)
    say(speech.label("error", text=_message(error, speech)), err=True)


def _message(error: click.ClickException, speech: Speech) -> str:
    """What is wrong, in a sentence; click's own where it is of a sort that has none here."""
    if isinstance(error, (NoSuchCommand, click.NoSuchOption)):
        if isinstance(error, NoSuchCommand):
            said = speech.phrase("problem", "no-such-command", word=error.message)
        else:
            said = speech.phrase("problem", "no-such-option", word=error.option_name)
        near = f" {speech.keyword('or')} ".join(error.possibilities or ())
        return f"{said} {speech.label('meant', words=near)}" if near else said
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return speech.phrase("problem", "missing-argument", word=_parameter_name(error.param, error.ctx))
    if isinstance(error, click.BadParameter) and error.param is not None:
        kind, named = error.param.type, _parameter_name(error.param, error.ctx)
        if isinstance(kind, click.Choice):
            return speech.phrase("problem", "not-among", word=named, known=", ".join(map(str, kind.choices)))
        if isinstance(kind, click.types.IntParamType):
            low, high = getattr(kind, "min", None), getattr(kind, "max", None)
            return speech.phrase("problem", "no-number", word=named, range=f"{low or 0}-{high or '...'}")
        return f"{named}{speech.phrase('problem', 'says-why', why=error.message)}"
    if isinstance(error, click.BadOptionUsage):
        return speech.phrase("problem", "no-value", word=error.option_name)
    return error.format_message()


def _parameter_name(param: click.Parameter, ctx: click.Context | None) -> str:
    """An option or argument as the usage line writes it."""
    if isinstance(param, click.Option) or ctx is None:
        return max(param.opts, key=len)
    return param.make_metavar(ctx)
