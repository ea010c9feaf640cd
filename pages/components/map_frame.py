"""The component that draws the map, told only what changes.

``st_folium`` renders the whole Folium map at each run, ten milliseconds of templates, to find that nothing of it
has changed.  Here it is rendered once in the life of the process; a run sends the frame with the state in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit_folium
from streamlit.components.v1 import declare_component

from core.mapping.definition import Runtime, base_map, state_group

RETURNED = ("all_drawings", "last_active_drawing", "last_clicked", "last_object_clicked")
_MARK = "STATE_OF_THE_MAP"
_component = declare_component(
    "streamlit_folium", path=str(Path(streamlit_folium.__file__).parent / "frontend" / "build")
)


def draw(script: str, *, key: str, height: int, on_change: Callable[[], None]) -> Mapping[str, Any]:
    """Show the map in the state `script`, made by :func:`core.mapping.state.to_script`.

    Returns:
        what the browser has sent last; ``st.session_state[key]`` holds the same.
    """
    frame, group = _rendered()
    sent: Mapping[str, Any] = _component(
        **frame, key=key, height=height, feature_group=group.replace(_MARK, script), on_change=on_change
    )
    return sent


@cache
def _rendered() -> tuple[Mapping[str, Any], str]:
    """What never changes: the arguments of the component, and the script of the state around a mark.

    They are those that ``st_folium(base_map(), feature_group_to_add=…, use_container_width=True)`` sends.
    """
    frame = base_map()
    frame.get_root().render()
    frame.render()
    header, html = streamlit_folium._get_header(frame), streamlit_folium._get_html(frame)
    script = streamlit_folium._get_map_string(frame)
    group = streamlit_folium._get_feature_group_string(state_group(_MARK), map=frame)
    links: dict[str, list[str]] = {"js": [], "css": []}
    for part in (type(frame), Runtime):
        links["js"] += [url for _, url in part.default_js]
        links["css"] += [url for _, url in part.default_css]
    arguments = {
        "script": script, "header": header, "html": html, "id": streamlit_folium.get_full_id(frame), "width": None,
        "returned_objects": list(RETURNED), "default": dict.fromkeys(RETURNED), "zoom": None, "center": None,
        "return_on_hover": False, "layer_control": None, "pixelated": False, "css_links": links["css"],
        "js_links": links["js"], "wrap_longitude": False,
    }  # fmt: skip
    return arguments, group
