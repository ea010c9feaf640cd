"""The one product object of this process, shared by every session and by the data routes."""

from __future__ import annotations

import threading
from functools import cache

from core.mapping.features import LayerFile, LayerFiles, layer_id
from core.mapping.styles import Styles
from core.service import MineralApp
from core.settings import get_settings

_lock = threading.Lock()
_app: MineralApp | None = None
_files = LayerFiles()


def product() -> MineralApp:
    """The opened product; the first caller opens it.

    Raises:
        OreSightError: it cannot be opened; the next call tries again.
    """
    global _app  # noqa: PLW0603 - one per process by design
    with _lock:
        if _app is None:
            _app = MineralApp.open(get_settings())
        return _app


def ready() -> bool:
    """Whether the product is open; never opens it."""
    return _app is not None


def reset() -> None:
    """Close the product; the next call opens it anew (after a failure, and between tests)."""
    global _app, _files  # noqa: PLW0603
    with _lock:
        if _app is not None:
            _app.close()
        _app = None
        _files = LayerFiles()
        styles.cache_clear()


@cache
def styles() -> Styles:
    """The symbols of this process."""
    return Styles.load(get_settings().mappings_dir)


def files() -> LayerFiles:
    """The layer files of this process."""
    return _files


def layer_file(identifier: str) -> LayerFile | None:
    """The file of the layer with this id in URLs, None when no loaded layer has it."""
    app = product()
    card = app.card
    for layer in card.layers:
        if layer_id(layer.table) == identifier:
            return _files.get(app.database, card, styles(), layer)
    return None
