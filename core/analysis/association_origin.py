"""Which layers of a result hold invented data, and what of the result rests on them."""

from __future__ import annotations

from core.analysis.association_tables import FILE
from core.analysis.record import AnalysisRecord
from core.analysis.wording import Words, safe
from core.errors import Language


def invented_line(record: AnalysisRecord, language: Language) -> str:
    """One paragraph of Markdown on the invented layers; "" where there is none.

    All figures are invented only where the samples are.  Otherwise the paragraph says what rests on the others.
    """
    words = Words(FILE, language)
    invented = [x for x in record.layers if x.invented]
    if not invented:
        return ""
    samples = [x for x in invented if x.role == "samples"]
    titles = dict.fromkeys(safe(x.title.in_(language)) for x in (samples or invented))
    if samples:
        return words("invented", layers=words.joined(list(titles)))
    rests = [words(f"rests_{x}") for x in _resting(record, {x.role for x in invented})]
    told = ("；" if language == "zh" else "; ").join(rests)
    return words("invented_part", layers=words.joined(list(titles)), rests=told)


def _resting(record: AnalysisRecord, roles: set[str]) -> list[str]:
    """Keys of what rests on layers in these roles, by the settings of the run."""
    found = []
    if "rocks" in roles:
        found.append("rocks")
        if record.settings.get("only_rocks"):
            found.append("only")
        if (record.settings.get("plan") or {}).get("by_rock"):
            found.append("by_rock")
    return [*found, "reference"] if "reference" in roles else found
