"""Whether somebody still looks at the page."""

from __future__ import annotations

from collections.abc import Callable

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

Present = Callable[[], bool]


def presence() -> Present:
    """A function, safe in any thread, that tells whether the browser of this session is still connected.

    Where that cannot be known (the page runs outside a server) the answer is always yes.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not runtime.exists():
        return lambda: True
    server, session = runtime.get_instance(), context.session_id
    return lambda: server.is_active_session(session)
