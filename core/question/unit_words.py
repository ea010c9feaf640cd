"""How units of concentration are written in questions, for the rules that look at a text before it is read.

The grammar itself knows every spelling of ``units.json`` through the lexicon; these patterns name the common ones.
"""

from __future__ import annotations

CONCENTRATION = r"(?:ppm|ppb|wt\.?\s*%|%|‰|g/t|mg/kg|per\s?cent)"
"""One unit of concentration, in a pattern that ignores case."""
