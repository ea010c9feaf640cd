"""From an answer to its report: question, interpretation, answer, map, tables, method, data, statement, software.

A pure function of the answer and of :class:`Surroundings`, which the service gathers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.analysis.record import AnalysisRecord
from core.answer.assessed.sections import by_section, heading
from core.answer.export_table import own_table
from core.answer.model import Answer, Chip, Citation, Claim
from core.answer.report_chart import chart_of
from core.answer.report_findings import Facts as Findings
from core.answer.report_findings import finding_grids
from core.answer.report_model import (
    Block,
    Code,
    Facts,
    Grid,
    GridColumn,
    Items,
    Paragraph,
    Picture,
    Quote,
    Report,
    Run,
    Section,
    words,
)  # fmt: skip
from core.answer.report_tables import Vocabulary, evidence_grids
from core.answer.report_words import claim_text, headed, interface, listed, say
from core.answer.serialise import plain
from core.answer.sources import sources
from core.answer.steps import steps
from core.database.registry import LayerRecord
from core.script import suits

_LEAD = ("summary", "zero")
_ROWS = ("row", "relation")


@dataclass(frozen=True)
class Surroundings:
    """What a report tells besides the answer."""

    vocabulary: Vocabulary
    records: tuple[LayerRecord, ...] = ()
    """Registry entries of all layers; the report tells those that took part."""
    software: Mapping[str, str] = field(default_factory=dict)
    """Program → version."""
    made: str = ""
    """Date and time in words."""
    map: Picture | None = None
    map_notes: tuple[str, ...] = ()
    """What the picture leaves out, or why there is none."""
    analyses: tuple[AnalysisRecord, ...] = ()
    """Kept analyses that the answer rests on."""
    figures: tuple[Picture, ...] = ()
    """Figures of those analyses."""
    facts: Findings = field(default_factory=dict)
    """Their findings."""


def build(answer: Answer, around: Surroundings) -> Report:
    """The report of `answer`, in its language; answers to further questions of the same text follow as parts."""
    writer = _Writer(answer, around)
    sections = [s for s in writer.sections() if s.blocks or s.empty]
    for further in answer.also:
        more = _Writer(further, around)
        title = say("also", answer.language, question=further.question)
        sections.append(Section("also", title, tuple(more.also())))
    language = answer.language
    return Report(
        id=answer.id, language=language, title=say("title", language), question=answer.question,
        facts=writer.head(), made=around.made, sections=tuple(sections), page_words=say("page", language),
    )  # fmt: skip


class _Writer:
    """Writes the sections of one answer."""

    def __init__(self, answer: Answer, around: Surroundings) -> None:
        self.answer, self.around, self.language = answer, around, answer.language
        self.grids = (*evidence_grids(answer, around.vocabulary), *finding_grids(answer, around.facts))

    def head(self) -> tuple[tuple[str, str], ...]:
        """Lines below the title."""
        answer = self.answer
        named = next((b.canonical for b in answer.bindings if b.expected == "region"), answer.region)
        own = [n for n in self.around.vocabulary.card.names if n.canonical == named and not n.alias]
        named = next((n.text for n in own if suits(n.text, self.language)), named)
        facts = [("study_area", named or ""), ("head_version", answer.data_version), ("answer_id", answer.id)]
        return tuple((say(k, self.language), v) for k, v in facts if v)

    def sections(self) -> list[Section]:
        """All sections in reading order; the caller leaves out those with neither blocks nor a reason.

        These are the chart, the quoted documents and the sources where there are none, and the evidence of an
        answer that looked nothing up.
        """
        return [
            self._section("interpretation", self._interpretation()),
            self._section("answer", self._answered()),
            *self._assessed(),
            self._map(),
            self._section("evidence", list(self.grids), self._why_no_rows()),
            self._section("plots", [*([p] if (p := self._plot()) is not None else []), *self.around.figures]),
            self._section("documents", self._documents()),
            self._section("sources", self._sources()),
            self._section("warnings", self._warnings(), say("no_warnings", self.language)),
            self._section("method", [Items(tuple(words(x) for x in self._steps()))]),
            self._section("data", self._data(), say("no_data", self.language)),
            self._section("statement", self._statement(), say("no_statement", self.language)),
            self._section("software", self._software()),
        ]

    def also(self) -> list[Block]:
        """Interpretation, answer and tables of a further question."""
        return [*self._interpretation(), *self._answered(), *self.grids, *self._sources()]

    def _section(self, key: str, blocks: Sequence[Block], empty: str = "") -> Section:
        return Section(key, say(f"sec_{key}", self.language), tuple(blocks), "" if blocks else empty)

    def _interpretation(self) -> list[Block]:
        answer = self.answer
        intent = interface(f"intent_{answer.routing.intent}", self.language)
        pairs = [(say("kind", self.language), words(intent))]
        pairs += [(headed(chip.label), words(self._chip(chip))) for chip in answer.chips]
        return [Facts(tuple(pairs))]

    def _chip(self, chip: Chip) -> str:
        marks = [say("assumed", self.language, reason=chip.reason)] if chip.assumed else []
        marks += [say("carried", self.language)] if chip.carried else []
        return " ".join([chip.value, *marks]) if self.language == "en" else "".join([chip.value, *marks])

    def _answered(self) -> list[Block]:
        answer = self.answer
        if answer.status != "answered":
            kind = interface("clarify" if answer.status == "clarify" else "refused", self.language)
            blocks: list[Block] = [Paragraph(words(kind), "warning"), Paragraph(words(answer.message))]
            offers = tuple(words(c.label) for c in answer.choices)
            asked = Paragraph(words(say("offers", self.language)), "small")
            return [*blocks, asked, Items(offers)] if offers else blocks
        blocks = _told([c for c in answer.claims if not c.section])
        if answer.citation_coverage is not None and answer.citation_correct is not None:
            shares = {"coverage": f"{answer.citation_coverage:.2f}", "correct": f"{answer.citation_correct:.2f}"}
            blocks.append(Paragraph(words(say("checked", self.language, **shares)), "small"))
        return blocks

    def _assessed(self) -> list[Section]:
        """The headings of an assessment; one that only says why it is empty is an empty section."""
        made = []
        for name, inside in by_section(self.answer.claims):
            if name:
                hollow = inside[0].text if [c.kind for c in inside] == ["caveat"] else ""
                blocks = () if hollow else tuple(_told(inside))
                made.append(Section(f"assessed_{name}", heading(name, self.language), blocks, hollow))
        return made

    def _map(self) -> Section:
        picture = self.around.map
        notes: list[Block] = [Paragraph(words(x), "small") for x in self.around.map_notes]
        title = say("sec_map", self.language)
        if picture is None:
            return Section("map", title, (), " ".join(self.around.map_notes))
        return Section("map", title, (picture, *notes))

    def _why_no_rows(self) -> str:
        if self.answer.status != "answered":
            return ""
        if self.answer.result is None:
            return say("no_query", self.language) if self.answer.routing.intent == "knowledge" else ""
        return say("no_rows", self.language) if not self.answer.result.total else say("only_number", self.language)

    def _plot(self) -> Picture | None:
        table = own_table(self.answer)
        return chart_of(table, self.around.vocabulary, self.language) if table is not None else None

    def _documents(self) -> list[Block]:
        """Each quoted passage with its document, its place and the whole text it was taken from."""
        found: dict[tuple[str, str], list[Citation]] = {}
        for claim in self.answer.claims:
            for c in claim.citations:
                if c.kind == "passage" and c.quote:
                    found.setdefault((c.column or "", c.quote), []).append(c)
        return [self._quoted(document, quote, cited) for (document, quote), cited in found.items()]

    def _quoted(self, document: str, quote: str, cited: list[Citation]) -> Quote:
        """The place is what the sentences cite of the passage besides its words: title, headings, page."""
        words_of = " ".join(quote.split())
        places = dict.fromkeys(c.text for c in cited if c.text.strip("“”…") not in words_of)
        place = listed(list(places), self.language) or cited[0].source
        return Quote(words_of, (Run(f"[{cited[0].number}]", "mark"), Run(f" {place} · {document}")))

    def _sources(self) -> list[Block]:
        """Numbered sources; what the sentences state and no table above holds stands beside its source."""
        held = {cell.casefold() for grid in self.grids for row in grid.rows for cell in row}
        stated: dict[int, list[str]] = {}
        for claim in self.answer.claims:
            for c in claim.citations:
                known = (c.column or "").endswith(("/@title", "/@changed")) or any(
                    _holds(x, c.text.casefold()) for x in held
                )
                if c.kind != "passage" and not known and c.text not in stated.setdefault(c.number, []):
                    stated[c.number].append(c.text)
        rows: tuple[tuple[str, ...], ...] = tuple(
            (f"[{s.number}]", say(f"cite_{s.kind}", self.language), s.text,
             listed(stated[s.number], self.language) if stated.get(s.number) else "")
            for s in sources(self.answer)
        )  # fmt: skip
        kept: tuple[str, ...] = ("number", "kind", "place", "values")
        if not any(r[3] for r in rows):
            kept, rows = kept[:3], tuple(r[:3] for r in rows)
        columns = tuple(GridColumn(say(f"src_{k}", self.language)) for k in kept)
        quoted = any(c.kind == "passage" for x in self.answer.claims for c in x.citations)
        note = say("see_documents" if quoted and not self.grids else "see_table", self.language)
        partly = len(kept) < 4 or any(not r[-1] for r in rows)
        return [Grid(columns, rows, note=note if partly else "")] if rows else []

    def _warnings(self) -> list[Block]:
        answer, language = self.answer, self.language
        lines = [
            say("assumption", language, label=a.label, value=a.value, reason=a.reason) for a in answer.assumptions
        ]
        if answer.reading is not None and answer.reading.unexplained:
            lines.append(
                say("unused", language, words=listed([w.text for w in answer.reading.unexplained], language))
            )
        result = answer.result
        if result is not None:
            if result.truncated:
                capped = "capped_table" if result.kind in ("table", "scalar") else "capped"
                lines.append(say(capped, language, shown=len(result.rows), total=result.total))
            if result.undetermined:
                lines.append(say("undetermined", language, count=result.undetermined))
            lines += [say("skipped", language, layer=k, reason=v) for k, v in result.skipped.items()]
        lines += [say("withheld", language, reason=x) for x in answer.dropped]
        invented = [
            x.title.in_(language)
            for x in self.around.vocabulary.card.layers
            if x.table in self._tables() and x.invented
        ]
        if invented:
            lines.append(say("invented", language, layers=" · ".join(invented)))
        return [Items(tuple(words(x) for x in lines))] if lines else []

    def _tables(self) -> set[str]:
        answer = self.answer
        tables = {e.row.ref.table for e in answer.evidence} | set(answer.result.layers if answer.result else ())
        tables |= {r.ref.table for e in answer.evidence for p in e.proximity for r in p.within}
        tables |= {p.nearest.ref.table for e in answer.evidence for p in e.proximity if p.nearest is not None}
        tables |= {r.table for c in answer.claims for x in c.citations for r in x.refs}
        return tables | {r.table for b in answer.bindings for r in b.refs}

    def _steps(self) -> list[str]:
        """The steps without their times, which differ from run to run."""
        still = replace(self.answer, timings_ms={})
        return [
            *steps(still, interface(f"intent_{self.answer.routing.intent}", self.language)),
            say("crs", self.language),
        ]

    def _data(self) -> list[Block]:
        tables, language = self._tables(), self.language
        titles = {x.table: x.title.in_(language) for x in self.around.vocabulary.card.layers}
        keys = ("layer", "file", "sha256", "rows", "crs_original", "version", "loaded")
        columns = tuple(
            GridColumn(say(f"data_{k}", language), "right" if k in ("rows", "version") else "left") for k in keys
        )
        rows = tuple(
            (titles.get(r.table, r.title), r.source_file, r.sha256, str(r.rows_loaded), r.crs_original,
             str(r.version), f"{r.loaded_at:%Y-%m-%d %H:%M} UTC")
            for r in self.around.records if r.table in tables
        )  # fmt: skip
        grids: list[Block] = [Grid(columns, rows)] if rows else []
        kept = tuple(
            (x.title.in_(language), words(say("data_analysis_line", language, id=x.id, version=x.data_version,
                                              created=f"{x.created:%Y-%m-%d %H:%M} UTC")))
            for x in self.around.analyses
        )  # fmt: skip
        return [*grids, Facts(kept)] if kept else grids

    def _statement(self) -> list[Block]:
        statement = self.answer.result.statement if self.answer.result is not None else None
        if statement is None:
            return []
        parameters = json.dumps(plain(statement.params), ensure_ascii=False, indent=1, sort_keys=True)
        return [
            Code(statement.sql),
            Paragraph(words(say("parameters", self.language))),
            Code(parameters),
        ]

    def _software(self) -> list[Block]:
        return [Paragraph(words(" · ".join(f"{k} {v}" for k, v in self.around.software.items() if v)), "small")]


def _told(claims: Sequence[Claim]) -> list[Block]:
    """Leading sentences, one line for each target, quotations, remarks."""
    blocks: list[Block] = [Paragraph(claim_text(c), "lead") for c in claims if c.kind in _LEAD]
    rows = tuple(claim_text(c) for c in claims if c.kind in _ROWS)
    quotes = tuple(claim_text(c) for c in claims if c.kind == "passage")
    blocks += [Items(rows, ordered=True)] if rows else []
    blocks += [Items(quotes)] if quotes else []
    return [*blocks, *(Paragraph(claim_text(c), "small") for c in claims if c.kind == "caveat")]


def _holds(cell: str, text: str) -> bool:
    """Whether a cell states `text` as a whole, not as a part of a longer number."""
    return text in cell and re.search(rf"(?<![\d.,]){re.escape(text)}(?!\d|[.,]\d)", cell) is not None
