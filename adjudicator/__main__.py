"""``python -m adjudicator``."""

from adjudicator.cli import main

if __name__ == "__main__":
    main(prog_name="adjudicator")
