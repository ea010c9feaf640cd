"""The state the page sends to the map's frame: one JSON object, compared there with what is drawn.

Everything that changes travels in this object and nothing in the map's script, so the frame is never mounted anew.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from core.mapping.features import hover_attributes, layer_id
from core.mapping.highlight import Bounds
from core.mapping.styles import Styles
from core.vocabulary.card import Layer, SchemaCard

ROOT_URL = "../.."
"""From the frame's own address to the root of the server, whatever path the server is mounted at."""


DrawAs = Literal["smart", "heat", "cluster"]


@dataclass(frozen=True)
class Look:
    """How the user wants a layer to be shown; the style says what its features look like."""

    opacity: float = 1.0
    draw: DrawAs = "smart"
    """Points: all or a sample, a density surface, or clusters."""
    scales: tuple[int, int] = (0, 0)
    """Denominators of the widest and the closest scale at which the layer is drawn, 0 without a limit."""


@dataclass(frozen=True)
class View:
    """Where to look; applied once for each new `number`."""

    number: int
    bounds: Bounds
    max_zoom: int = 14


Say = Callable[[str, str], str]
"""(attribute id, stored value) → the value in the language of the screen."""


def layer_spec(
    card: SchemaCard, styles: Styles, layer: Layer, language: str, say: Say | None = None, *, tag: str = "",
    large: bool = False, labels: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """How the frame gets and draws one layer.

    Args:
        say: puts the known values of its columns into words.
        tag: that of its :class:`core.mapping.style_feed.StyleFeed`.
        labels: whether its style writes something at the features.
        large: whether it travels as tiles and a file of classes instead of as one file.
    """
    kind = card.entity_types.get(layer.entity_type)
    identifier, version = layer_id(layer.table), f"v={quote(card.version, safe='')}&s={quote(tag, safe='')}"
    name = kind.name_attribute if kind else "name"
    fields = [a for a in hover_attributes(styles, card, layer) if a not in (name, f"{name}_zh")]
    base, rows = f"{ROOT_URL}/api/layers/{identifier}", f"v={quote(card.version, safe='')}"
    return {
        "id": identifier,
        "geometry": layer.geometry,
        "rows": layer.rows,
        "tiled": large,
        "url": f"{base}/{{z}}/{{x}}/{{y}}.mvt?{rows}" if large else f"{base}.geojson?{version}",
        "given": f"{base}/classes?{version}" if large else None,
        "feature": f"{base}/features/{{fid}}.json?{rows}",
        "symbols": f"{ROOT_URL}/api/styles/{identifier}.json?{version}",
        "labels": f"{ROOT_URL}/api/labels/{identifier}.json?{version}" if labels else None,
        "title": layer.title.in_(language),
        "one": kind.labels.in_(language) if kind else layer.title.in_(language),
        "fields": [[a, field_label(card, layer, a, language)] for a in fields],
        "values": {a: said for a in fields if say and (said := _said(layer, a, say))},
    }


def looking(spec: Mapping[str, Any], look: Look, rank: int) -> dict[str, Any]:
    """`spec` as the user wants to see it; of two layers the one of the larger `rank` lies on top."""
    return {**spec, "opacity": look.opacity, "draw": look.draw, "scales": list(look.scales), "rank": rank}


def _said(layer: Layer, attribute: str, say: Say) -> dict[str, str]:
    """Stored values of a column that read otherwise in the language of the screen."""
    known = layer.columns[attribute].inventory or ()
    return {raw: text for raw in known if (text := say(attribute, raw)) != raw}


def field_label(card: SchemaCard, layer: Layer, attribute: str, language: str) -> str:
    """Label of an attribute with the unit its values are stored in."""
    known = card.attributes.get(attribute)
    label = known.labels.in_(language) if known else attribute
    unit = layer.columns[attribute].unit if attribute in layer.columns else None
    return f"{label} ({unit})" if unit else label


def map_state(
    *,
    language: str,
    layers: Iterable[Mapping[str, Any]],
    view: View | None,
    text: Mapping[str, str],
    attribution: str,
    land: bool = True,
    rasters: Iterable[Mapping[str, Any]] = (),
    bases: Iterable[Mapping[str, Any]] = (),
    area: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The whole state but ``result``, what an answer highlights, which is added where it becomes a script.

    Args:
        rasters: they lie below the layers, the first one lowest.
        bases: of the base maps of :func:`base_maps` the first one is shown at first.
        area: a study area without a name, as GeoJSON geometry.
    """
    shown = None
    if view is not None:
        west, south, east, north = view.bounds
        shown = {"n": view.number, "bounds": [[south, west], [north, east]], "maxZoom": view.max_zoom}
    return {
        "lang": language,
        "layers": list(layers),
        "rasters": list(rasters),
        "view": shown,
        "text": dict(text),
        "attribution": attribution,
        "bases": list(bases),
        "area": dict(area) if area else None,
        "land": f"{ROOT_URL}/assets/base/land.geojson" if land else None,
    }


def base_maps(
    labels: Mapping[str, str], *, own: bool, url: str = "", attribution: str = ""
) -> list[dict[str, Any]]:
    """The base maps to choose from.

    Args:
        labels: names by id: ``land``, ``none``, ``own`` and ``url``.
        own: whether there is a directory of tiles of one's own.
        url: address of tiles on another server with ``{z}``, ``{x}`` and ``{y}``, as the operator configured it.
        attribution: what that server wants to be named.
    """
    found: list[dict[str, Any]] = [{"id": x, "label": labels[x]} for x in ("land", "none")]
    if own:
        found.append({"id": "own", "label": labels["own"], "url": f"{ROOT_URL}/api/base/{{z}}/{{x}}/{{y}}"})
    if url:
        found.append({"id": "url", "label": labels["url"], "url": url, "attribution": html.escape(attribution)})
    return found


def to_script(state: Mapping[str, Any] | Sequence[Any], ready: Mapping[str, str] | None = None) -> str:
    """`state` as a JavaScript expression that is safe inside a script element and inside ``eval``.

    `ready` are further entries whose values this function has already made: what is large and stays the same is
    written once.

    Everything outside ASCII is escaped inside the strings, and so are ``< > & '`` and braces: no value can end the
    script, open a tag, or be an expression of the template engine that Folium runs over every script.
    """
    text = _STRING.sub(_safe, json.dumps(state, ensure_ascii=True, separators=(",", ":")))
    more = [f'"{key}":{value}' for key, value in (ready or {}).items()]
    return text if not more else f"{{{','.join([text[1:-1], *more] if state else more)}}}"


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "<>&'{}"})


def _safe(found: re.Match[str]) -> str:
    return found.group().translate(_ESCAPES)
