"""What must hold of every scenario, file by file: what looks at a file finds it read and settled.

``ADJUDICATOR_CHECKS=keeps_its_meaning`` calls one of the checks alone, for every file.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest
from corpus import FILES, INVARIANTS, SCENARIOS
from everyday import due

for module in sorted(Path(__file__).parent.glob("test_*.py")):
    if "\n@invariant(" in module.read_text(encoding="utf-8"):
        import_module(module.stem)
CHOSEN = os.environ.get("ADJUDICATOR_CHECKS", "").split()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SCENARIOS).as_posix())
def test_invariants(path: Path) -> None:
    number, broken = FILES.index(path), []
    for name, one in INVARIANTS.items():
        if name in CHOSEN or (not CHOSEN and due(one.group, number, one.one_in)):
            try:
                one.check(path)
            except Exception as error:
                error.add_note(f"{name} does not hold of {path.name}: ADJUDICATOR_CHECKS={name}")
                broken.append(error)
    if len(broken) == 1:
        raise broken[0]
    if broken:
        raise ExceptionGroup(f"{len(broken)} invariants", broken)


def test_every_file_is_looked_at() -> None:
    assert FILES and len(INVARIANTS) > 5
    assert set(CHOSEN) <= set(INVARIANTS)
