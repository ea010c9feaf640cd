"""An answer as readable plain text: claims, table, how it was computed, sources."""

from __future__ import annotations

from dataclasses import dataclass

from core.answer.assessed.sections import by_section, heading
from core.answer.display import value_text
from core.answer.export_table import own_table
from core.answer.material import bounded
from core.answer.model import Answer, Claim
from core.answer.model_writer import REWRITTEN
from core.answer.numbers import fixed, integer
from core.answer.phrases import phrase
from core.answer.sources import sources
from core.answer.steps import steps
from core.cli.result_table import result_table
from core.cli.text import printable, table
from core.evidence.types import Evidence
from core.question.reading import Choice
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

TABLE_ROWS = 20

_WORDS: dict[str, tuple[str, str]] = {
    "how": ("How this was computed", "计算过程"),
    "sources": ("Sources", "来源"),
    "notes": ("Notes", "说明"),
    "choices": ("You could ask", "可以改问"),
    "carried": ("Taken over from the question before", "沿用上一问"),
    "also": ("Also asked", "另问"),
    "read_by": ("Read with the help of the model {model}", "借助模型 {model} 理解"),
    "fluent": (
        "In the words of the model {model}, {kept} of {of} sentences kept",
        "模型 {model} 的文字，{of} 句中保留 {kept} 句",
    ),
    "name": ("name", "名称"),
    "nearest": ("nearest {label} (km)", "最近{label}（km）"),
    "count": ("{label}", "{label}数"),
    "lon": ("longitude", "经度"),
    "lat": ("latitude", "纬度"),
    "more": ("… {count} more rows (--json prints all)", "……另有{count}行（--json 输出全部）"),
}


def render(answer: Answer, card: SchemaCard, units: Units) -> str:
    """The whole answer; ends with a line break."""
    view = _View(answer, card, units)
    blocks = [
        view.carried(),
        view.message(),
        *view.claims(),
        view.fluent(),
        view.table(),
        view.how(),
        view.sources(),
    ]
    text = "\n\n".join("\n".join(printable(line) for line in block) for block in blocks if block) + "\n"
    further = (f"\n{view.also()}: {printable(x.question)}\n\n{render(x, card, units)}" for x in answer.also)
    return text + "".join(further)


@dataclass(frozen=True)
class _View:
    """The blocks of one answer, each a list of lines."""

    answer: Answer
    card: SchemaCard
    units: Units

    def carried(self) -> list[str]:
        """What was taken over from the question before."""
        carried, model = self.answer.carried, self.answer.read_by
        lines = [f"{self._word('carried')}: {'; '.join(carried)}"] if carried else []
        return [*lines, self._word("read_by").format(model=model)] if model else lines

    def fluent(self) -> list[str]:
        """The text of a language model, when it was asked for."""
        found = self.answer.fluent
        if found is None:
            return []
        head = self._word("fluent").format(model=found.model, kept=found.kept, of=found.of)
        told = [c.text for c in found.claims if c.kind in REWRITTEN]
        return [head, *(f"  {x}" for x in told), *([found.note] if found.note else [])]

    def also(self) -> str:
        """What stands above the answer to a further question of the same text."""
        return self._word("also")

    def message(self) -> list[str]:
        """What is said instead of an answer, with what could be asked."""
        answer = self.answer
        lines = [answer.message] if answer.message else []
        if answer.choices:
            lines += [self._word("choices") + ":", *(f"  - {c.label}{self._branch(c)}" for c in answer.choices)]
        return lines

    @staticmethod
    def _branch(choice: Choice) -> str:
        return f"  (--intent {choice.intent})" if choice.intent else ""

    def claims(self) -> list[list[str]]:
        """Words that were not used, the summary, one line a target, notes."""
        claims = self.answer.claims
        if any(c.section for c in claims):
            return self._sections(claims)
        first = next((i for i, c in enumerate(claims) if c.kind != "caveat"), len(claims))
        lead = [c.text for c in claims if c.kind in ("summary", "zero")]
        told = [c.text for c in claims if c.kind in ("row", "relation", "passage")]
        after = [c.text for c in claims[first:] if c.kind == "caveat"]
        notes = [self._word("notes"), *(f"  - {x}" for x in after)] if after else []
        return [[c.text for c in claims[:first]], lead, [f"{i:>3}. {t}" for i, t in enumerate(told, 1)], notes]

    def _sections(self, claims: tuple[Claim, ...]) -> list[list[str]]:
        """An assessment: its headings with what stands under them."""
        blocks = []
        for section, inside in by_section(claims):
            title = [heading(section, self.answer.language).upper()] if section else []
            blocks.append([*title, *(f"  - {c.text}" for c in inside)])
        return blocks

    def table(self) -> list[str]:
        """Groups or computed values; else names, attributes, nearest references and coordinates; aligned."""
        evidence, result = self.answer.evidence, self.answer.result
        own = result.table if result is not None else None
        if own is not None and len(own.rows) * len(own.columns) > 1:
            return result_table(own, self.card, self.units, self.answer.language)
        if not evidence or own_table(self.answer) is not None:
            return []
        attributes = self._attributes()
        rows = [self._row(i, e, attributes) for i, e in enumerate(evidence[:TABLE_ROWS], 1)]
        lines = table(self._header(attributes), rows)
        left = len(evidence) - TABLE_ROWS
        return [*lines, self._word("more").format(count=left)] if left > 0 else lines

    def how(self) -> list[str]:
        """Steps and the statement with its parameters."""
        answer = self.answer
        intent = phrase(f"intent_{answer.routing.intent}", answer.language)
        lines = [self._word("how"), *(f"  {i}. {x}" for i, x in enumerate(steps(answer, intent), 1))]
        statement = answer.result.statement if answer.result is not None else None
        if statement is not None:
            lines.append("  SQL:")
            lines.extend(f"    {line}" for line in statement.sql.strip().splitlines())
            lines.extend(f"    {name} = {value!r}" for name, value in statement.params.items())
        return lines

    def sources(self) -> list[str]:
        """The list behind the numbers in square brackets."""
        found = sources(self.answer)
        return [self._word("sources"), *(f"  [{s.number}] {s.text}" for s in found)] if found else []

    def _header(self, attributes: list[str]) -> list[str]:
        language = self.answer.language
        header = ["#", self._word("name"), *(self.card.attributes[a].labels.in_(language) for a in attributes)]
        for proximity in self.answer.evidence[0].proximity:
            entity = self.card.entity_types.get(proximity.entity_type)
            one = entity.labels.in_(language) if entity is not None else proximity.entity_type
            many = entity.plural.in_(language) if entity is not None else proximity.entity_type
            header += [self._word("nearest").format(label=one), self._word("count").format(label=many)]
        return [*header, self._word("lon"), self._word("lat")]

    def _row(self, rank: int, evidence: Evidence, attributes: list[str]) -> list[str]:
        row, language = evidence.row, self.answer.language
        layer = next((x for x in self.card.layers if x.table == row.ref.table), None)
        cells = [str(rank), row.name]
        for attribute in attributes:
            value = row.values.get(attribute)
            cells.append(value_text(value, layer, self.card, self.units, language) if value is not None else "")
        for i in range(len(self.answer.evidence[0].proximity)):
            proximity = evidence.proximity[i] if i < len(evidence.proximity) else None
            nearest = proximity.nearest if proximity is not None else None
            cells.append(fixed(nearest.distance_m / 1000, 2) if nearest is not None else "")
            counted = proximity is not None and bounded(proximity)
            cells.append(integer(proximity.within_count, language) if proximity is not None and counted else "")
        return [*cells, fixed(row.lon, 4), fixed(row.lat, 4)]

    def _attributes(self) -> list[str]:
        """Attributes that any of the rows has a value for, names left out."""
        names = {e.name_attribute for e in self.card.entity_types.values()}
        present = dict.fromkeys(
            a
            for e in self.answer.evidence
            for a, v in e.row.values.items()
            if v.value is not None or v.qualifier is not None
        )
        return [a for a in present if a in self.card.attributes and a not in names and not a.startswith("name")]

    def _word(self, key: str) -> str:
        return _WORDS[key][1 if self.answer.language == "zh" else 0]
