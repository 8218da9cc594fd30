"""What is known of a notation, as the table beside its reader has it: ``bga.toml``, ``jcz.toml`` and the like."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def facts(notation: str) -> dict[str, Any]:
    """The tables of a notation, by the name of its file."""
    return tomllib.loads(Path(__file__).with_name(f"{notation}.toml").read_text(encoding="utf-8"))
