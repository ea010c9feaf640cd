"""The branches beside the data: quotations of documents, and what kept analyses say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.answer.check import check_all
from core.answer.comparing import called, naming, telling
from core.answer.compose import compose_knowledge
from core.answer.material import Material
from core.answer.model import Answer
from core.answer.passages import QUOTED
from core.answer.phrases import phrase
from core.errors import OreSightError
from core.knowledge.passages import Passage
from core.question import ir
from core.question.reading import Reading
from core.service.assessing import Assessing
from core.service.holding import Holding
from core.service.knowing import Knowing

if TYPE_CHECKING:
    from core.service.asking import Asking

PASSAGES = 5


@dataclass(frozen=True)
class Beside:
    """The steps of one question that do not begin with a query."""

    asking: Asking

    def from_documents(self) -> Answer:
        """The text branch: quotations of the loaded documents, or the honest statement that there are none."""
        asking = self.asking
        library, language = asking.tools.library, asking.language
        material = asking.material(
            Reading(asking.request.question, language, ir.Answer(action="route", route="knowledge"))
        )
        knowing = Knowing(asking, PASSAGES)
        try:
            with asking.request.step("passages"):
                passages = knowing.passages()
            loaded = bool(library.documents())
        except OreSightError as error:
            return asking.declined(material, "refused", error.say(language))
        rows = knowing.rows(material)
        if not passages and not rows:
            reason = "nothing_found" if loaded else "nothing_loaded"
            return asking.declined(material, "refused", phrase(reason, language), reason=reason)
        holding = Holding(asking, passages)
        material = holding.material(replace(material, passages=passages))
        sums = list(holding.sums(material))
        with asking.request.step("compose"):
            checked = check_all(compose_knowledge(material, rows, sums))
        shown = {e.row.ref: e for part in (*rows, material) for e in part.evidence}
        return asking.checked_answer(replace(material, evidence=tuple(shown.values())), checked)

    def assessed(self) -> Answer:
        """What kept analyses say of anomalies and potential; where nothing has been computed, that."""
        asking = moved = self.asking
        if asking.routing.intent == "knowledge":
            moved = replace(asking, routing=replace(asking.routing, intent="geochemical_anomaly"))
        assessing = Assessing(moved)
        if (found := assessing.answer()) is not None:
            return found
        if asking.routing.intent == "knowledge":
            return self.from_documents()
        reason = "no_raster"
        if asking.routing.intent != "prospectivity":
            found = asking.from_data()
            if found.status != "refused":
                return found
            reason = "no_association"
        told = phrase(
            "no_raster_here" if reason == "no_raster" and assessing.elsewhere else reason, asking.language
        )
        reading = Reading(
            asking.request.question, asking.language, ir.Answer(action="route", route="prospectivity")
        )
        return asking.declined(asking.material(reading), "refused", told, reason=reason)

    def told(self, found: Material) -> tuple[Passage, ...]:
        """What documents say of the targets: distances always, and where it is asked for what names them.

        It is asked for by the words of the question, and by a question about features that it names itself; then
        passages about the study area follow those about the features.
        """
        asking = self.asking
        if not found.evidence:
            return ()
        named = found.query is not None and bool(found.query.target.names) and len(found.evidence) <= QUOTED
        asked = asking.routing.scores.get("knowledge", 0.0) > 0
        try:
            passages = asking.tools.library.naming(called(found))
            told = telling(passages, found)
            if told or not (asked or named):
                return told[:PASSAGES]
            told = naming(passages, found)
            areas = Knowing(asking, PASSAGES).of_areas() if asked else ()
        except OreSightError:
            return ()  # the documents have a page of their own that says what is wrong
        return tuple(dict.fromkeys((*told, *(replace(x, score=0.0, meaning=None, words=0.0) for x in areas))))[
            :PASSAGES
        ]
