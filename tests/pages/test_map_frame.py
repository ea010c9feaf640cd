"""What is sent to the component of the map is what ``st_folium`` would send."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit_folium

from core.mapping.definition import base_map, state_group
from pages.components import map_frame


def test_the_frame_is_that_of_st_folium(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(streamlit_folium, "_component_func", lambda **values: sent.append(values))
    monkeypatch.setattr(map_frame, "_component", lambda **values: sent.append(values))
    state = '{"layers":["a"]}'
    for _ in range(2):
        map_frame.draw(state, key="k", height=620, on_change=lambda: None)
    streamlit_folium.st_folium(
        base_map(), key="k", height=620, use_container_width=True, returned_objects=list(map_frame.RETURNED),
        feature_group_to_add=state_group(state),
    )  # fmt: skip
    first, again, theirs = sent
    for values in sent:
        del values["key"], values["on_change"]
    assert first == again == theirs
