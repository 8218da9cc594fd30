"""Runs one command over many files into a file: the same natively and in Pyodide, so that both can be compared.

python many.py OUT COMMAND... -- FILE...     writes a line a file: its name, the exit code and what was printed
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path


def printed(arguments: list[str]) -> tuple[int, str]:
    """The exit code and the standard output of one run of the program."""
    from adjudicator.cli import main

    caught = io.StringIO()
    sys.argv = ["adjudicator", *arguments]
    with redirect_stdout(caught):
        try:
            code = main()
        except SystemExit as leaving:
            code = leaving.code
    return int(code or 0), caught.getvalue()


def run(arguments: list[str]) -> None:
    """Writes the results; prints how many files there were and with which Python."""
    out, *command = arguments
    cut = command.index("--")
    files = command[cut + 1 :]
    with Path(out).open("w", encoding="utf-8", newline="\n") as lines:
        for file in files:
            code, text = printed([*command[:cut], file])
            lines.write(json.dumps([file, code, text], ensure_ascii=False) + "\n")
    print(f"{len(files)} files, Python {sys.version.split()[0]} on {sys.platform}")


if __name__ == "__main__":
    run(sys.argv[1:])
