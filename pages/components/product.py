"""The one product object of this process, shared by every session and by the data routes."""

from __future__ import annotations

import gc
import logging
import threading
from functools import lru_cache

from core.errors import OreSightError
from core.i18n import LANGUAGES
from core.mapping.features import LayerFile, LayerFiles, layer_id
from core.mapping.style_feed import StyleFeed
from core.mapping.style_feeds import StyleFeeds
from core.mapping.styles import Styles
from core.raster.registry import RasterStore
from core.raster.serving import Rasters
from core.service import MineralApp
from core.service.exports import Exports
from core.settings import get_settings
from core.vocabulary.card import Layer

log = logging.getLogger(__name__)

_lock = threading.Lock()
_app: MineralApp | None = None
_files = LayerFiles()
_rasters: Rasters | None = None
_exports: Exports | None = None
_feeds: StyleFeeds | None = None


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


def warm() -> None:
    """Open the product and make what the first sight needs, so that the first visitor does not wait for it."""
    try:
        app = product()
        rasters().store.sweep()
        card, regions = app.card, app.regions()
        for layer in card.layers:
            if styles().of(layer).visible:
                _files.get(app.database, card, styles(), layer, feed_of(layer))
        for language in LANGUAGES:
            app.examples(regions[0] if regions else None, language)
        app.library.keep_complete()
        # the vocabulary stays for the life of the process: no later collection needs to walk over it
        gc.collect()
        gc.freeze()
    except OreSightError as error:
        log.warning("not ready at the start: %s", error.say())
    except Exception:
        log.exception("not ready at the start")


def ready() -> bool:
    """Whether the product is open; never opens it."""
    return _app is not None


def reset() -> None:
    """Close the product; the next call opens it anew (after a failure, and between tests)."""
    global _app, _files, _rasters, _feeds  # noqa: PLW0603
    with _lock:
        if _app is not None:
            _app.close()
        _app = None
        _files = LayerFiles()
        _rasters = None
        _feeds = None
        _styles.cache_clear()


def styles() -> Styles:
    """The default symbols, read again when their file has changed.

    Raises:
        SettingsError: the file is missing or wrong.
    """
    return _styles(Styles.stamp(get_settings().mappings_dir))


@lru_cache(maxsize=1)
def _styles(_stamp: int) -> Styles:
    return Styles.load(get_settings().mappings_dir)


def feeds() -> StyleFeeds:
    """The styles of the layers of the opened product."""
    global _feeds  # noqa: PLW0603
    app, symbols = product(), styles()
    with _lock:
        if _feeds is None or _feeds.styles is not symbols:
            _feeds = StyleFeeds(app.database, symbols)
        return _feeds


def feed_of(layer: Layer) -> StyleFeed:
    """How a layer is drawn now."""
    return feeds().get(product().card, layer)


def files() -> LayerFiles:
    """The layer files of this process."""
    return _files


def rasters() -> Rasters:
    """The rasters of the opened product."""
    global _rasters  # noqa: PLW0603
    app = product()
    with _lock:
        if _rasters is None:
            _rasters = Rasters(RasterStore(app.database, app.settings.local_dir))
        return _rasters


def exports() -> Exports:
    """The exported files of this process."""
    global _exports  # noqa: PLW0603
    with _lock:
        if _exports is None:
            _exports = Exports(get_settings().local_dir / "exports")
        return _exports


def raster_tile(identifier: str, z: int, x: int, y: int) -> tuple[bytes, str] | None:
    """PNG and entity tag of a tile, None when there is no such raster or tile."""
    return rasters().tile(identifier, z, x, y)


def _layer(identifier: str) -> Layer | None:
    return next((x for x in product().card.layers if layer_id(x.table) == identifier), None)


def layer_file(identifier: str) -> LayerFile | None:
    """The file of the layer with this id in URLs, None when no loaded layer has it."""
    app, layer = product(), _layer(identifier)
    return _files.get(app.database, app.card, styles(), layer, feed_of(layer)) if layer else None


def layer_style(identifier: str) -> StyleFeed | None:
    """The style of the layer with this id in URLs, None when no loaded layer has it."""
    layer = _layer(identifier)
    return feed_of(layer) if layer else None
