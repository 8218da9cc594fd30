"""Commands and options are completed in the shells that click knows."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from adjudicator.cli import main


def completed(words: str, at: int) -> list[str]:
    """What bash is offered for the word number `at` of a command line."""
    variables = {"_ADJUDICATOR_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
    output = CliRunner().invoke(main, [], prog_name="adjudicator", env=variables).output
    return [line.partition(",")[2] for line in output.splitlines()]


def test_commands_and_options_are_completed() -> None:
    assert completed("adjudicator se", 1) == ["settle"]
    assert "--brief" in completed("adjudicator ask --", 2)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(shell: str) -> None:
    variables = {"_ADJUDICATOR_COMPLETE": f"{shell}_source"}
    assert "_ADJUDICATOR_COMPLETE" in CliRunner().invoke(main, [], prog_name="adjudicator", env=variables).output
