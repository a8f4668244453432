"""The texts of scenes, for tests of previews."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.scene import Item, Scene, Text


def texts(scene: Scene) -> Iterator[tuple[Item, Text]]:
    """Yield all texts of a scene with their items, at their places in the scene."""
    for item in scene.items:
        for shape in item.shapes:
            if isinstance(shape, Text):
                yield item, shape._replace(x=shape.x + item.x, y=shape.y + item.y)
