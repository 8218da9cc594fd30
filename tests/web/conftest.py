"""The Python side of the phone page is tested natively: it lies outside of the package."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "web" / "python"))
