"""Settings shared by every test: how hypothesis looks for examples."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import settings

# A slow machine is no failure, hence no deadline. CI draws the same examples on every run; at a desk they vary.
settings.register_profile("desk", deadline=None, max_examples=60)
settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# Mistakes on purpose: the plugin would run these scenarios as tests of their own.
collect_ignore = ["bad"]

# Python as WebAssembly has no processes: a test that would start one is left out there.
if sys.platform == "emscripten":

    def _skip(*args: object, **options: object) -> None:
        pytest.skip("needs processes")

    subprocess.Popen.__init__ = _skip  # type: ignore[method-assign]
