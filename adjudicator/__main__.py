"""``python -m adjudicator``, and what the command ``adjudicator`` calls.

Nothing else is imported before Ctrl-C can be answered: a good part of a short run is importing.
"""

import sys

INTERRUPTED = 130
"""As shells count a process that Ctrl-C ended."""


def main() -> None:
    """Runs the command line and exits."""
    try:
        from adjudicator.cli import main as run

        run(prog_name="adjudicator")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
