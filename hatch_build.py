"""The wheel's build hook: the grammar and the prepared data go into the wheel, nothing into the checkout."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MARKER = "BUILT"
"""Tells `adjudicator.store` that the data beside it was built from the sources shipped with it."""


class PreparedData(BuildHookInterface):
    """Adds ``adjudicator/_grammar`` and ``adjudicator/_prepared`` to a wheel.

    An editable install gets neither: it reads the checkout's grammar, and the store prepares the data
    at first use and again whenever a source changes.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare into a temporary folder and have the wheel take the files from there."""
        if version != "standard":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="adjudicator-prepared-")
        folder = Path(self._folder.name)
        marker = folder / MARKER
        marker.touch()  # first, for a store that looks for it leaves the sources' times out of the data
        self._prepare(folder)
        files = sorted(folder.rglob("*.json"))
        if not files:
            raise RuntimeError("adjudicator.prepare wrote no prepared data: a wheel without it would start slowly")
        # One file at a time, so that a draft left behind is never shipped.
        included = build_data["force_include"]
        for file in (*files, marker):
            included[str(file)] = f"adjudicator/_prepared/{file.relative_to(folder).as_posix()}"
        included[str(Path(self.root, "grammar"))] = "adjudicator/_grammar"
        included[str(Path(self.root, "docs"))] = "adjudicator/_docs"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder; a build that breaks off removes it when the process ends."""
        if version == "standard":
            self._folder.cleanup()

    def _prepare(self, folder: Path) -> None:
        """Run the package's own preparing, from the sources that are being built and from no installed copy."""
        written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        sys.path.insert(0, self.root)
        try:
            from adjudicator.prepare import prepare

            prepare(folder)
        finally:
            sys.path.remove(self.root)
            sys.dont_write_bytecode = written
