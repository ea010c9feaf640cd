"""The whole document: layers in drawing order, groups worked into them."""

from __future__ import annotations

from pathlib import Path

from core.mapping.cim.access import Json, items, kind, word, words
from core.mapping.cim.bounded import parse, read_bytes
from core.mapping.cim.fonts import Fonts
from core.mapping.cim.layers import FEATURE_LAYERS, RASTER_LAYERS, Around, layer_of
from core.mapping.cim.log import Log, refusal
from core.mapping.style_model import StyleDocument, StyleLayer

MAX_LAYERS = 300
MAX_NESTED = 20
_NOT_DRAWN = {"CIMElevationSurfaceLayer", "CIMStandaloneTable"}


def read_lyrx(source: bytes | Path, fonts: Fonts | None = None) -> StyleDocument:
    """The styles of a ``.lyrx`` file, topmost layer first; what cannot be drawn is in the notes of its layer.

    Args:
        source: the bytes of the file, or its path.
        fonts: fonts whose characters the file uses; without them simple shapes stand for characters.

    Raises:
        IngestError: no such file, larger than 16 MB, another kind of file, or one without any layer to draw.
    """
    document = parse(read_bytes(source))
    defined = [x for x in document["layerDefinitions"] if isinstance(x, dict)]
    if len(defined) > MAX_LAYERS:
        raise refusal("too_many", count=len(defined), limit=MAX_LAYERS)
    walk = _Walk(defined)
    for uri in words(document, "layers"):
        walk.named(uri, Around(fonts=fonts), "")
    for layer in defined:  # what no list names lies at the bottom
        if id(layer) not in walk.seen and not walk.is_child(layer):
            walk.one(layer, Around(fonts=fonts), 0)
    for layer in defined:  # groups that only name each other
        if id(layer) not in walk.seen:
            walk.one(layer, Around(fonts=fonts), 0)
    if not walk.layers:
        raise refusal("no_style", what=", ".join(dict.fromkeys(kind(x) or "—" for x in defined)) or "—")
    return StyleDocument(
        version=word(document, "version", limit=40), layers=tuple(walk.layers), notes=walk.log.notes()
    )


class _Walk:
    """Goes through layers and groups in the order of the table of contents; each layer once."""

    def __init__(self, defined: list[Json]) -> None:
        self.by_uri = {word(x, "uRI"): x for x in reversed(defined) if word(x, "uRI")}
        self.children = {uri for x in defined for uri in _members(x)}
        self.seen: set[int] = set()
        self.layers: list[StyleLayer] = []
        self.log = Log()

    def is_child(self, layer: Json) -> bool:
        """Whether a group names the layer."""
        return word(layer, "uRI") in self.children

    def named(self, uri: str, around: Around, group: str, depth: int = 0) -> None:
        """The layer of an address; `group` names it."""
        layer = self.by_uri.get(uri)
        if layer is not None:
            self.one(layer, around, depth)
        elif group:
            self.log.note("missing_layer", name=group)

    def one(self, layer: Json, around: Around, depth: int) -> None:
        """A layer, or a group with its members."""
        if id(layer) in self.seen:
            return
        self.seen.add(id(layer))
        name = word(layer, "name", limit=400)
        if kind(layer) in FEATURE_LAYERS | RASTER_LAYERS:
            self.layers.append(layer_of(layer, len(self.layers), around))
        elif "Group" in kind(layer) and depth < MAX_NESTED:
            self._group(layer, name, around, depth)
        elif kind(layer) not in _NOT_DRAWN:
            self.log.note("layer_kind", name=name or "—", kind=kind(layer).removeprefix("CIM") or "—")

    def _group(self, group: Json, name: str, around: Around, depth: int) -> None:
        inside = around.inside(group, name or "—")
        members = _members(group)
        if not members and not items(group, "subtypeLayers"):
            self.log.note("empty_group", name=name or "—")
        for uri in members:
            self.named(uri, inside, name or "—", depth + 1)
        for layer in items(group, "subtypeLayers"):
            self.one(layer, inside, depth + 1)


def _members(layer: Json) -> tuple[str, ...]:
    return words(layer, "layers") if "Group" in kind(layer) else ()
