"""A second sentence that only takes something out of the first: ``…? Excluding those in X.``."""

from __future__ import annotations

import re

_TAKES_OUT = re.compile(
    r"[?.;!]\s*(?:please\s+)?(?:excluding|except(?:\s+for)?|exclude|not\s+including|do\s+not\s+include|don't\s+include|"
    r"not\s+counting|leav(?:e|ing)\s+out|apart\s+from|other\s+than)\b"
    r"|[？?。；;，,]\s*(?:请)?(?:不包括|不包含|不含|排除|除去|除开|剔除|去掉|不算|不要)"
    r"|(?:除外|不算在内|不包括在内|不计在内|不计)\s*[。.！!]?\s*$",
    re.IGNORECASE,
)


def takes_out(question: str) -> bool:
    """True when a later sentence is no question of its own but leaves out a part of what was asked for."""
    return _TAKES_OUT.search(question) is not None
