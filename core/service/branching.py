"""Which of three sources answers a question: the data, kept analyses, or documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from core.service.asking import Asking

Branch = Literal["data", "analyses", "documents"]


def branch_of(asking: Asking) -> Branch:
    """The source of a question: what it leans on or computes first, then what it wants explained.

    The five intents of the routing are narrower; a chosen intent is taken as it is.
    """
    if asking.request.query is not None or _speaks_of_data(asking):
        return "data"
    if asking.routing.intent == "prospectivity" or _speaks_of_analyses(asking):
        return "analyses"
    return "documents" if asking.routing.intent == "knowledge" else "data"


def _speaks_of_data(asking: Asking) -> bool:
    """True for a question that leans on the answer before, asks what is loaded, or computes over the data."""
    if asking.routing.overridden or asking.routing.intent not in ("knowledge", "prospectivity"):
        return False
    reading = asking.reading
    if reading.ir.context in ("previous_result", "previous_query") or reading.ir.route == "metadata":
        return True
    query = reading.ir.query if reading.ir.action == "query" and not reading.unexplained else None
    computed = query is not None and query.intent in ("group", "aggregate", "count")
    return computed and asking.routing.intent == "knowledge"


def _speaks_of_analyses(asking: Asking) -> bool:
    """True for a question that asks what contents of the data mean, not which features there are."""
    intent = asking.routing.intent
    if asking.routing.overridden or intent not in ("geochemical_anomaly", "knowledge"):
        return False
    intents = asking.context.mappings.intents
    told = {x.keyword for x in intents.get("geochemical_anomaly", ()) if x.interprets}
    if intent == "knowledge":
        told -= {x.keyword for x in intents.get("knowledge", ())}  # to explain alone is what documents do
    interprets = any(x.keyword in told for x in asking.routing.hits if x.intent == "geochemical_anomaly")
    if not interprets or intent == "geochemical_anomaly":
        return interprets
    return bool(asking.said.names or asking.said.kinds)  # "explain PCA" asks the documents
