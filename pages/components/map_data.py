"""What the map asks the server for, over the opened product: tiles, classes, single features, names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.mapping.base_tiles import read_base_tile
from core.mapping.detail import read_detail
from core.mapping.features import layer_id
from core.mapping.given import GivenFile, GivenFiles
from core.mapping.map_routes import Found
from core.mapping.searching import coordinates, find
from core.mapping.sizes import Sizes
from core.mapping.tile_grid import Tile
from core.mapping.tiles import VectorTiles
from core.settings import get_settings
from core.vocabulary.card import Layer
from pages.components.product import feed_of, product, styles

_sizes = Sizes()
_tiles = VectorTiles()
_given = GivenFiles()


def large(layer: Layer) -> bool:
    """Whether a layer travels as tiles."""
    app = product()
    return _sizes.large(app.database, app.card.version, layer)


def given_of(layer: Layer) -> GivenFile:
    """The classes of a large layer, from memory when they were worked out before."""
    app = product()
    return _given.get(app.database, app.card.version, layer, feed_of(layer))


def figures() -> Mapping[str, int]:
    """What the cache of tiles holds."""
    return _tiles.figures()


class Source:
    """The source of :func:`core.mapping.map_routes.map_routes`."""

    def tile(self, layer: str, tile: Tile) -> Found | None:
        """A tile of the layer with this id."""
        app = product()
        card = app.card
        file = _tiles.get(app.database, card, layer, tile)
        return Found(file, card.version) if file else None

    def given(self, layer: str) -> Found | None:
        """The classes of the layer with this id."""
        one = _layer(layer)
        return Found(given_of(one), product().card.version) if one else None

    def feature(self, layer: str, fid: int) -> Found | None:
        """One feature of the layer with this id."""
        app, one = product(), _layer(layer)
        card = app.card
        found = read_detail(app.database, card, styles(), one, fid) if one else None
        return Found(found, card.version) if found else None

    def base(self, tile: Tile) -> tuple[bytes, str] | None:
        """A tile of the operator's own base map."""
        directory = get_settings().basemap_dir
        return read_base_tile(directory, tile) if directory is not None else None

    def search(self, text: str, language: str) -> list[Mapping[str, Any]]:
        """Places and features that `text` may mean, the likeliest first."""
        place = coordinates(text)
        if place is not None:
            return [{"name": f"{place[1]:g}°, {place[0]:g}°", "at": [place[1], place[0]]}]
        card = product().card
        return [
            {
                "name": hit.name, "kind": hit.kind, "title": hit.layer, "layer": layer_id(hit.table),
                "fid": hit.fid, "parts": hit.parts, "v": card.version,
            }
            for hit in find(card, text, language)
        ]  # fmt: skip


def _layer(identifier: str) -> Layer | None:
    return next((x for x in product().card.layers if layer_id(x.table) == identifier), None)
