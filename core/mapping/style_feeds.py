"""The style feed of every layer: the style somebody gave it, else the default one; made once for each state."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial

from core.database.engine import Database
from core.mapping.style_columns import columns_of
from core.mapping.style_feed import AppliedFeed, DefaultFeed, StyleFeed
from core.mapping.style_model import StyleLayer
from core.mapping.style_store import Applied, StyleStore
from core.mapping.style_texts import has_labels, read_labels
from core.mapping.styles import Styles
from core.vocabulary.card import Layer, SchemaCard

log = logging.getLogger(__name__)

KEPT = 200


class StyleFeeds:
    """Feeds by table, state of the data and number of the style; safe for several threads."""

    def __init__(self, db: Database, styles: Styles) -> None:
        self.store = StyleStore(db)
        self._db = db
        self.styles = styles
        self._feeds: OrderedDict[tuple[str, str, int], StyleFeed] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, card: SchemaCard, layer: Layer) -> StyleFeed:
        """How `layer` is drawn now."""
        applied = self.store.current(layer.table)
        key = (layer.table, card.version, applied.number if applied else 0)
        with self._lock:
            if key not in self._feeds:
                feed = self._feeds[key] = self._make(card, layer, applied)
                if has_labels(feed):
                    feed.read_labels = partial(self._labels, layer, feed)
                while len(self._feeds) > KEPT:
                    self._feeds.popitem(last=False)
            self._feeds.move_to_end(key)
            return self._feeds[key]

    def _labels(self, layer: Layer, feed: StyleFeed) -> str:
        return read_labels(self._db, layer, feed, tuple(columns_of(self._db, layer)))

    def _make(self, card: SchemaCard, layer: Layer, applied: Applied | None) -> StyleFeed:
        if applied is not None and applied.broken:
            log.warning("the style of %s cannot be read: %s", layer.table, applied.broken)
        if applied is None or applied.style is None:
            return DefaultFeed(self.styles, card, layer)
        return self.of(card, layer, applied.style, applied.columns)

    def of(self, card: SchemaCard, layer: Layer, style: StyleLayer, chosen: Mapping[str, str]) -> StyleFeed:
        """How `layer` would be drawn with `style`, whose fields are the columns `chosen`."""
        if style.renderer is not None and style.renderer.kind == "keyed":
            return DefaultFeed(self.styles, card, layer, style)
        return AppliedFeed(style, tuple(columns_of(self._db, layer)), chosen)
