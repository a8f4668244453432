"""The suits of playing cards as shapes. They need no font, and no font replaces them by emoji."""

from __future__ import annotations

from kibitz.core.scene import Path

_HEART = "M0 46C-70 2-52-46-26-46-10-46 0-34 0-24 0-34 10-46 26-46 52-46 70 2 0 46Z"
_STEM = "C6 36 12 44 20 48L-20 48C-12 44-6 36-4 16Z"
_SHAPES = {
    "s": f"M0-50C64-4 50 30 27 30 15 30 7 24 4 16{_STEM[:-1]}C-7 24-15 30-27 30-50 30-64-4 0-50Z",
    "h": _HEART,
    "d": "M0-50C12-30 26-14 40 0 26 14 12 30 0 50-12 30-26 14-40 0-26-14-12-30 0-50Z",
    "c": "M-21-27a21 21 0 1 0 42 0a21 21 0 1 0-42 0ZM-47 9a21 21 0 1 0 42 0a21 21 0 1 0-42 0Z"
    f"M5 9a21 21 0 1 0 42 0a21 21 0 1 0-42 0ZM-7-12L7-12 4 16{_STEM}",
}


def suit(letter: str, x: float, y: float, size: float, classes: str) -> Path:
    """Return the sign of a suit (`s`, `h`, `d` or `c`) around a point. `size` is its height."""
    return Path(_SHAPES[letter.lower()], classes, x, y, size / 100)
