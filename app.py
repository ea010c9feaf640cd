"""Launcher: the page and the data routes in one server.

``streamlit run app.py`` and ``python app.py`` both start it, by default on 127.0.0.1:8501; the port is taken from
``--server.port N`` or the environment variable ``PORT``, the address from ``HOST``.
"""

import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st

from core.mapping.map_routes import map_routes
from core.mapping.routes import routes
from core.mapping.style_routes import style_routes
from core.service.analysis_routes import analysis_routes
from core.service.exports import export_routes
from core.service.import_routes import import_routes
from core.settings import ROOT
from pages.components import geochem_state, map_data, product, upload_home


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Open the product beside the starting server, and close its connections at the end."""
    threading.Thread(target=product.warm, name="warm", daemon=True).start()
    yield
    product.reset()


app = st.App(
    ROOT / "pages" / "main.py",
    lifespan=lifespan,
    routes=[
        *routes(ROOT / "static", product.layer_file, product.ready, product.raster_tile),
        *style_routes(product.layer_style),
        *export_routes(product.exports),
        *analysis_routes(geochem_state.store),
        *map_routes(map_data.Source()),
        *import_routes(upload_home.staging),
    ],
)


def port(arguments: list[str]) -> int | None:
    """The port that was asked for, None for the one of ``.streamlit/config.toml``."""
    for i, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--server.port":
            return int(value or arguments[i + 1])
    return int(os.environ["PORT"]) if os.environ.get("PORT") else None


if __name__ == "__main__":
    os.chdir(ROOT)  # so that .streamlit/config.toml is found from anywhere
    config: dict[str, int | str] = {}
    if (chosen := port(sys.argv[1:])) is not None:
        config["server.port"] = chosen
    if os.environ.get("HOST"):
        config["server.address"] = os.environ["HOST"]
    app.run(config=config)
