"""The imports of this process, shared by every session; each session knows the ids of its own."""

from __future__ import annotations

import threading

from core.service import MineralApp
from core.service.import_staging import Staging
from core.service.importing import Imports
from core.settings import get_settings
from pages.components.product import product, rasters

_lock = threading.Lock()
_imports: tuple[MineralApp, Imports] | None = None


def staging() -> Staging:
    """Where dropped files wait."""
    return Staging(get_settings().local_dir / "staging")


def imports() -> Imports:
    """The imports of the opened product."""
    global _imports  # noqa: PLW0603 - one per opened product by design
    app, store = product(), rasters().store
    with _lock:
        if _imports is None or _imports[0] is not app:
            _imports = (app, Imports(app.database, store, staging()))
        return _imports[1]
