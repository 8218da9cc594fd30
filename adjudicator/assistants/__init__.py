"""For programs that talk to people: answers short first, by the Model Context Protocol (``adjudicator mcp``)."""

from __future__ import annotations

from adjudicator.errors import Problem, Problems

EXTRA = "carcassonne-adjudicator[mcp]"


def serve(lang: str) -> None:
    """Answers on standard input and output until that ends; describes itself in the language `lang` (its code).

    Raises Problems where the library is missing.
    """
    try:
        from adjudicator.assistants.server import server
    except ImportError:
        raise Problems((Problem("no-extra", values={"extra": EXTRA}),)) from None
    server(lang).run("stdio")
