"""Make `editors/images/fix.gif`, the animation in the README, from frames of VS Code.

`KIBITZ_PICTURES=1 pytest tests/editors/test_vscode.py -k animation` leaves the frames. Then run
`PYTHONPATH=tests:tests/support python -m editors.animate`, which needs Pillow.
"""

from __future__ import annotations

from PIL import Image  # type: ignore[import-not-found, unused-ignore]

from editors.tools import ROOT, SCREENSHOTS

TARGET = ROOT / "editors" / "images" / "fix.gif"
COLOURS = 64
"""Colours of the animation: text on a plain background needs few."""


def main() -> None:
    """Write the animation. The name of each frame ends with its milliseconds."""
    paths = sorted((SCREENSHOTS / "vscode").glob("fix-*.png"))
    frames = [Image.open(path).convert("RGB") for path in paths]
    # With a palette for each frame, colours would flicker.
    sample = Image.new("RGB", (frames[0].width, frames[0].height * 4))
    for row, frame in enumerate(frames[:: max(len(frames) // 3, 1)][:3] + frames[-2:-1]):
        sample.paste(frame, (0, row * frame.height))
    palette = sample.quantize(COLOURS)
    first, *rest = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    lasts = [int(path.stem.rpartition("-")[2]) for path in paths]
    first.save(TARGET, save_all=True, append_images=rest, duration=lasts, loop=0, optimize=True)


if __name__ == "__main__":
    main()
