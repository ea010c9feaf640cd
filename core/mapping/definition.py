"""The Folium map: an empty frame with our drawing runtime.  Its script never changes, so it is mounted once.

Folium and its plugins name scripts on foreign hosts; the class attributes are overridden here, at import, for the
whole process, with the copies this server sends itself.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import folium
from folium.elements import JSCSSMixin
from folium.template import Template

from core.mapping.state import ROOT_URL
from core.settings import ROOT

STATIC = ROOT / "static"


@cache
def asset_url(path: str) -> str:
    """Address of a file below ``static/`` as the map's frame sees it, with a digest that changes with the file."""
    digest = hashlib.blake2b((STATIC / Path(path)).read_bytes(), digest_size=5).hexdigest()
    return f"{ROOT_URL}/assets/{path}?v={digest}"


folium.Map.default_js = [("leaflet", asset_url("vendor/leaflet/leaflet.js"))]
folium.Map.default_css = [("leaflet_css", asset_url("vendor/leaflet/leaflet.css"))]


class Runtime(JSCSSMixin):
    """Loads ``static/map/oresight-map.js`` and hands it the map."""

    _template = Template(
        "{% macro script(this, kwargs) %}OreSight.attach({{ this._parent.get_name() }});{% endmacro %}"
    )
    default_js = [  # noqa: RUF012 - folium's own protocol
        ("oresight_paint", asset_url("map/oresight-paint.js")),
        ("oresight_style", asset_url("map/oresight-style.js")),
        ("oresight_sheet", asset_url("map/oresight-sheet.js")),
        ("oresight_tiles", asset_url("map/oresight-tiles.js")),
        ("oresight_points", asset_url("map/oresight-points.js")),
        ("oresight_layers", asset_url("map/oresight-layers.js")),
        ("oresight_labels", asset_url("map/oresight-labels.js")),
        ("oresight_surround", asset_url("map/oresight-surround.js")),
        ("oresight_geodesic", asset_url("map/oresight-geodesic.js")),
        ("oresight_button", asset_url("map/oresight-button.js")),
        ("oresight_tools", asset_url("map/oresight-tools.js")),
        ("oresight_overlays", asset_url("map/oresight-overlays.js")),
        ("oresight_draw", asset_url("map/oresight-draw.js")),
        ("oresight_map", asset_url("map/oresight-map.js")),
    ]
    default_css = [("oresight_map_css", asset_url("map/oresight-map.css"))]  # noqa: RUF012


class State(folium.MacroElement):
    """Carries one state object to the runtime, see :mod:`core.mapping.state`."""

    _template = Template("{% macro script(this, kwargs) %}OreSight.apply({{ this.script }});{% endmacro %}")

    def __init__(self, script: str) -> None:
        super().__init__()
        self._name = "State"
        self.script = script


def base_map() -> folium.Map:
    """The map without any data: canvas drawing, no tiles, zoom limited to 18."""
    frame = folium.Map(
        location=(35.0, 105.0), zoom_start=4, tiles=None, prefer_canvas=True, control_scale=False, maxZoom=18,
        minZoom=2, worldCopyJump=True, zoomSnap=0.25, zoomDelta=1, wheelPxPerZoomLevel=90,
    )  # fmt: skip
    frame.add_child(Runtime())
    return frame


def state_group(script: str) -> folium.FeatureGroup:
    """The feature group that carries the state `script` made by :func:`core.mapping.state.to_script`."""
    group = folium.FeatureGroup(name="state", control=False)
    group.add_child(State(script))
    return group
