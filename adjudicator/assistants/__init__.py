"""For programs that talk to people: answers short first, by the Model Context Protocol (``adjudicator mcp``)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.errors import Problem, Problems

EXTRA = "carcassonne-adjudicator[mcp]"


def serve(lang: str, log_texts: bool = False) -> None:
    """Answers on standard input and output until that ends; describes itself in the language `lang` (its code).

    Raises Problems where the library is missing.
    """
    try:
        from adjudicator.assistants.running import on_streams
    except ImportError:
        raise Problems((Problem("no-extra", values={"extra": EXTRA}),)) from None
    on_streams(lang, log_texts)


def serve_http(
    host: str, port: int, lang: str, names: Sequence[str] = (), page: str = "", log_texts: bool = False
) -> None:
    """Answers by HTTP at `host` and `port`; the rest is what `running.at_address` takes.

    Raises Problems where the library is missing or the address cannot be had.
    """
    try:
        from adjudicator.assistants.running import at_address
    except ImportError:
        raise Problems((Problem("no-extra", values={"extra": EXTRA}),)) from None
    try:
        at_address(host, port, lang, names, page, log_texts)
    except OSError as error:
        values = {"address": f"{host}:{port}", "why": error.strerror or str(error)}
        raise Problems((Problem("no-address", values=values),)) from None
