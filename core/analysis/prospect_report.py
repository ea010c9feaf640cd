"""The report of a run in one language, as Markdown; every figure in it is also a fact or a cell of a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.analysis.prospect_explained import line
from core.analysis.prospect_run import Run
from core.analysis.prospect_tables import Sheet, importances, told, validations
from core.analysis.prospect_targets import Surroundings
from core.analysis.prospect_words import words
from core.analysis.record import Value
from core.errors import Language
from core.i18n import LANGUAGES
from core.prospectivity.metrics import RateCurve
from core.prospectivity.targets import SMALLEST
from core.prospectivity.verdict import ENOUGH, LEAST, TOP, idle
from core.vocabulary.card import Labels, SchemaCard

SHOWN = 10
"""Rows of a table in the report; all are in its file."""


def title(card: SchemaCard, run: Run) -> Labels:
    """What the run is called."""
    return words("report", "title", labels=label_words(card, run), place=place_words(card, run))


def label_words(card: SchemaCard, run: Run) -> Labels:
    """What the chosen occurrences are called."""
    rule = run.request.labels
    if not rule.values:
        return words("said", "occurrences")
    known = [card.concepts[v].labels if v in card.concepts else Labels(v, v) for v in rule.values]
    return Labels(", ".join(x.en for x in known), "、".join(x.zh for x in known))


def place_words(card: SchemaCard, run: Run) -> Labels:
    """What the study area is called."""
    name = run.request.region
    if not name or run.request.area is not None:
        return words("said", "area")
    return Labels(*(card.region_called(name, x) for x in LANGUAGES))


def verdict_words(run: Run) -> Labels:
    """The plain reading."""
    controls, found = run.placebo, run.grouped
    aucs = controls.aucs if controls else ()
    mean = found.mean if found and found.mean is not None else float("nan")
    code = str(run.verdict)
    if code == "weak" and len(aucs) < ENOUGH:
        code = "few_sets"
    elif code == "undefined" and aucs and np.isfinite(mean):
        code = "few_tried"
    said = words(
        "verdicts", code, groups=run.data.labels.groups, auc=f"{mean:.2f}",
        sets=len(aucs), share=sum(x >= mean for x in aucs), mean=f"{np.mean(aucs):.2f}" if aucs else "–",
        most=f"{max(aucs):.2f}" if aucs else "–", p=f"{controls.chance(mean):.2g}" if controls else "–",
        enough=ENOUGH, least=LEAST,
    )  # fmt: skip
    captured = run.prediction
    if run.verdict not in ("better", "weak") or captured is None or not idle(captured):
        return said
    top = words("verdicts", "idle", best=f"{100 * TOP:g}", share=f"{100 * captured.at(TOP):.1f}")
    return Labels(f"{said.en} {top.en}", f"{said.zh}{top.zh}")


class Report:
    """Writes the report of a run."""

    def __init__(self, card: SchemaCard, run: Run, found: Surroundings, *, origin: Labels | None,
                 made: tuple[str, str]) -> None:  # fmt: skip
        self.card, self.run, self.found = card, run, found
        self.origin, self.made = origin, made

    def text(self, language: Language) -> str:
        """The whole report."""

        def say(code: str, **values: object) -> str:
            return words("report", code, **values).in_(language)

        run = self.run
        parts = [f"# {title(self.card, run).in_(language)}"]
        if self.origin is not None:
            parts.append(f"**{self.origin.in_(language)}**")
        parts += [f"## {say('verdict')}", verdict_words(run).in_(language)]
        parts += [f"> {n.text.in_(language)}" for n in run.notes if n.warning]
        parts += [f"## {say('done')}", *(x.in_(language) for x in self._done())]
        parts += [f"## {say('trust')}", *self._trust(language)]
        parts += [f"## {say('importance')}", say("importance_line"), line(run).in_(language)]
        parts.append(markdown(importances(run), language))
        parts += [f"## {say('classes')}", self._classes().in_(language)]
        parts += [f"## {say('targets')}", self._targets_line().in_(language)]
        parts.append(markdown(told(self.found, run.data.labels.radius), language, rows=2 * SHOWN))
        remarks = [f"- {n.text.in_(language)}" for n in run.notes if not n.warning]
        if remarks:
            parts += [f"## {say('decisions')}", "\n".join(remarks)]
        parts += [f"## {say('limits')}", say("limits_text")]
        date, software = self.made
        parts.append(say("made_with", date=date, software=software, seed=run.request.seed))
        return "\n\n".join(parts) + "\n"

    def _done(self) -> list[Labels]:
        run, labels, request = self.run, self.run.data.labels, self.run.request
        cells = int(np.isfinite(run.map.mean).sum())
        area = cells * run.grid.cell**2 / 1e6
        model = words(
            "model", request.model.kind, **{k: getattr(request.model, k) for k in ("trees", "leaf", "draws")}
        )
        names = [run.evidence.labels[f.name] for f in run.data.features]
        return [
            words("report", "grid", cells=f"{cells:,}", cell=f"{run.grid.cell:g}", epsg=run.grid.epsg,
                  area=f"{area:,.0f}", place=place_words(self.card, run)),
            words("report", "labels", deposits=labels.deposits, what=_what(self.card, run),
                  positives=f"{labels.positives:,}", groups=labels.groups, radius=f"{labels.radius:g}",
                  dead=f"{labels.dead_zone:g}"),
            words("report", "evidence",
                  features=Labels(", ".join(n.en for n in names), "、".join(n.zh for n in names))),
            words("report", "model", model=model, balance=words("balance", request.model.balance),
                  rate=f"{100 * base_rate(run):.2f}"),
        ]  # fmt: skip

    def _trust(self, language: Language) -> list[str]:
        run = self.run
        if run.grouped is None:
            return [words("report", "none", groups=run.data.labels.groups).in_(language)]
        parts = [words("report", "trust_line").in_(language), markdown(validations(run), language)]
        every = [v for v in (run.grouped, *run.blocks, run.random) if v is not None]
        lost, total = sum(v.undefined for v in every), sum(len(v.folds) for v in every)
        if lost:
            parts.append(words("report", "undefined", n=lost, all=total).in_(language))
        s, rate = run.overall, base_rate(run)
        parts.append(
            words("report", "overall", auc=_three(s.auc), ap=_three(s.ap), rate=f"{rate:.4f}",
                  brier=f"{s.brier:.4f}", constant=f"{rate * (1 - rate):.4f}").in_(language)
        )  # fmt: skip
        if run.prediction is not None and run.success is not None:
            parts.append(_captured(run.prediction, run.success).in_(language))
        return parts

    def _classes(self) -> Labels:
        c = self.run.classes
        return words("report", "classes_line", high=f"{c.counts[0]:,}", medium=f"{c.counts[1]:,}",
                     low=f"{c.counts[2]:,}", t1=f"{c.thresholds[0]:.4g}", t2=f"{c.thresholds[1]:.4g}")  # fmt: skip

    def _targets_line(self) -> Labels:
        known = sum(t.known for t in self.run.targets)
        kept = sum(len(t.cells) for t in self.run.targets)
        return words("report", "targets_line", new=len(self.run.targets) - known, known=known,
                     others=self.found.new_at_known, radius=f"{self.run.data.labels.radius:g}",
                     dead=f"{self.run.data.labels.dead_zone:g}", smallest=SMALLEST,
                     cells=f"{self.run.classes.counts[0] - kept:,}")  # fmt: skip


def _captured(prediction: RateCurve, success: RateCurve) -> Labels:
    _, hit, area = prediction.crossing()
    shares = {n: f"{100 * prediction.at(x):.0f}" for n, x in (("one", 0.01), ("five", 0.05), ("ten", 0.1))}
    return words("report", "captured", **shares, seen=f"{100 * success.at(0.01):.0f}", hit=f"{100 * hit:.0f}",
                 area=f"{100 * area:.0f}")  # fmt: skip


def base_rate(run: Run) -> float:
    """Share of positive cells among the labelled ones, each row counting for the cells it stands for."""
    labels = run.data.labels
    rows = labels.y >= 0
    return float(labels.positives / run.data.weight[rows].sum())


def _what(card: SchemaCard, run: Run) -> Labels:
    return label_words(card, run) if run.request.labels.values else words("said", "all")


def _three(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def markdown(sheet: Sheet, language: Language, rows: int = 30) -> str:
    """The first rows of a table as Markdown; what would end a cell is taken out."""
    head = [h.in_(language) for h in sheet.headings]
    lines = [_line(head), _line(["---"] * len(head))]
    lines += [_line([_cell(c) for c in row.plain(language)]) for row in sheet.rows[:rows]]
    return "\n".join(lines)


def _cell(value: Value) -> str:
    if value is None:
        return "–"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(c.replace("|", "/").replace("\n", " ") for c in cells) + " |"
