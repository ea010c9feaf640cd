"""Units in headings: ``Au(ppb)``, ``Cu_ppm``, ``SiO2 [wt%]``, ``w(As)/10-6``, ``Zn mg/kg``."""

from __future__ import annotations

import re
import unicodedata

_UNIT = (
    r"(?:wt\.?\s*%|w\s*%|%|‰|pp[mb]|g/t|gpt|[mµμun]g/k?g|[×x]?\s*10\s*\^?\s*\(?[-−⁻]\s*[69⁶⁹]\)?"
    r"|克/吨|毫克/千克|微克/克)"
)
_BRACKETED = re.compile(rf"[(\[{{]\s*({_UNIT})\s*[)\]}}]\s*$", re.IGNORECASE)
_BEHIND = re.compile(rf"(?:^|[\s_/,;:.-])({_UNIT})\s*$", re.IGNORECASE)
_WHOLE = re.compile(rf"[(\[{{]?\s*({_UNIT})\s*[)\]}}]?", re.IGNORECASE)


def unit_of(heading: str, below: str = "") -> str:
    """The unit of a concentration that a heading, or a row of units below it, states; "" when there is none."""
    text = below.strip()
    found = _WHOLE.fullmatch(text) or (_WHOLE.fullmatch(unicodedata.normalize("NFKC", text)) if text else None)
    if found is None:
        plain = heading.strip().replace("（", "(").replace("）", ")").replace("％", "%")
        found = _BRACKETED.search(plain) or _BEHIND.search(plain)
    return " ".join(found[1].split()) if found else ""
