"""``adjudicator mcp``: answers assistants."""

from __future__ import annotations

import click

from adjudicator.cli import common
from adjudicator.errors import EXIT_FINE, EXIT_UNREADABLE, Problem, Problems
from adjudicator.words.languages import codes

LOOPBACK = "127.0.0.1"


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, int] | None:
    """``[HOST:]PORT``, the host as a name, a number, or an IPv6 number in brackets."""
    if value is None:
        return None
    host, _, port = value.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise Problems((Problem("no-address", values={"address": value, "why": "[HOST:]PORT"}),))
    return host.strip("[]") or LOOPBACK, int(port)


@click.command("mcp", cls=common.Help)
@click.option("--http", "address", metavar="[HOST:]PORT", callback=_address)
@click.option("--name", "names", multiple=True, metavar="NAME")
@click.option("--page", type=click.Path(exists=True, file_okay=False), metavar="DIR")
@click.option("--log-texts", is_flag=True)
@click.option("--lang", type=click.Choice(codes()))
def command(
    address: tuple[str, int] | None, names: tuple[str, ...], page: str | None, log_texts: bool, lang: str | None
) -> int:
    """Shown from the phrases ``help.mcp``."""
    from adjudicator.assistants import serve, serve_http

    reader = common.reader_of(lang, "simple")
    speaks = reader.lang or common.locale_language()
    try:
        if address is None and (names or page):
            raise Problems((Problem("mcp-needs-http"),))
        if address is None:
            serve(speaks, log_texts)
        else:
            serve_http(*address, speaks, names, page or "", log_texts)
    except Problems as error:
        common.show(error, reader)
        return EXIT_UNREADABLE
    return EXIT_FINE
