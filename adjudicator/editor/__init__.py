"""For editors: problems as one types, what may stand where, what a word means (``adjudicator lsp``)."""

from __future__ import annotations

from adjudicator.errors import Problem, Problems

EXTRA = "carcassonne-adjudicator[editor]"


def serve(lang: str) -> None:
    """Answers an editor on standard input and output until that ends; `lang` is the code of the language it speaks, ""
    for that of each text. Raises Problems where the library is missing.
    """
    try:
        from adjudicator.editor.server import server
    except ImportError:
        raise Problems((Problem("no-extra", values={"extra": EXTRA}),)) from None
    server(lang).start_io()
