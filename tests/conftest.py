"""Settings shared by every test: how hypothesis looks for examples."""

from __future__ import annotations

import subprocess
import sys

import pytest
from everyday import examples
from hypothesis import settings

# A slow machine is no failure, hence no deadline. Every run draws the same examples, so that nobody is stopped by what
# another has left; `--hypothesis-profile=explore` draws others each time.
settings.register_profile("explore", deadline=None, max_examples=60)
settings.register_profile("same", deadline=None, max_examples=examples(90), derandomize=True, database=None)
settings.load_profile("same")

# Mistakes on purpose: the plugin would run these scenarios as tests of their own.
collect_ignore = ["bad"]

# Python as WebAssembly has no processes: a test that would start one is left out there.
if sys.platform == "emscripten":

    def _skip(*args: object, **options: object) -> None:
        pytest.skip("needs processes")

    subprocess.Popen.__init__ = _skip  # type: ignore[method-assign]
