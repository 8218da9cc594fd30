"""Run inside a copy of the house: settles texts and tries commands, all in one process.

Standard input is a JSON list of command lines; standard output is a list of exit codes with what each printed.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys


def said(words: list[str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one command."""
    from adjudicator.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
    return code, out.getvalue(), err.getvalue()


if __name__ == "__main__":
    print(json.dumps([said(words) for words in json.load(sys.stdin)]))
