"""SVG as PNG, by a library that is an extra of this package."""

from __future__ import annotations

from adjudicator.errors import Problem, Problems


def png(svg: str, zoom: float = 2.0) -> bytes:
    """The picture as PNG, `zoom` pixels to a unit. Raises Problems (``no-pictures``) where the library is missing."""
    try:
        import resvg_py
    except ImportError:
        raise Problems((Problem("no-pictures", values={"extra": "carcassonne-adjudicator[pictures]"}),)) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, sans_serif_family="DejaVu Sans"))
