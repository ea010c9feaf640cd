"""The drop zone of the import page: files go straight to the server's staging directory."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from core.service.import_staging import Staging
from core.session import StateManager
from core.settings import ROOT
from pages.components.texts import t

HERE = ROOT / "static" / "upload"
TEXTS = ("title", "hint", "choose", "stop", "sending", "failed", "stopped")
_HTML = """<div class="drop">
<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
<path d="M12 16V4m0 0 4.5 4.5M12 4 7.5 8.5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4"/></svg>
<div class="title"></div><button type="button" class="choose"></button><button type="button" class="stop"></button>
<div class="hint"></div><input class="input" type="file" multiple tabindex="-1">
<div class="track"><div class="bar"></div></div><div class="said" role="status"></div></div>"""


@cache
def _component() -> Callable[..., Any]:
    css, js = ((HERE / f"drop.{x}").read_text(encoding="utf-8") for x in ("css", "js"))
    return st.components.v2.component("oresight_drop", html=_HTML, css=css, js=js)


def drop_zone(staging: Staging, dropped: Callable[[str], None]) -> None:
    """Draw the zone; `dropped` is called in a callback with the token of a drop that has arrived whole."""
    state = StateManager()
    if staging.folder(state.drop) is None:
        state.drop = staging.open()
    token = state.drop

    def arrived() -> None:
        dropped(token)

    limit = f"{staging.limits.file_bytes >> 30:,}"
    data = {
        "token": token,
        "language": state.language,
        "texts": {x: t(f"up_drop_{x}", limit=limit, name="{name}") for x in TEXTS},
    }
    _component()(key="up_drop", data=data, on_dropped_change=arrived)
