"""The report of an analysis of element association in plain words, as Markdown, with its limits."""

from __future__ import annotations

import numpy as np

from core.analysis.association_names import RockNames
from core.analysis.association_near import Near
from core.analysis.association_origin import invented_line
from core.analysis.association_reading import class_lines, component_lines, components_head
from core.analysis.association_report_anomalies import anomaly_lines
from core.analysis.association_report_quality import WHOLE, quality_lines
from core.analysis.association_request import AssociationRequest
from core.analysis.association_tables import FILE, LOADING, component_names, unit_factors
from core.analysis.record import AnalysisRecord
from core.analysis.wording import Count, Words, grid, number, safe
from core.errors import Language
from core.geochem.associate import Association
from core.geochem.rare_earths import SOURCE
from core.geochem.transform import SMALL
from core.vocabulary.card import SchemaCard

PAIRS = 6
LARGE_PART = 0.2
"""Share of a sample from which the elements analysed squeeze each other."""


def report(
    found: Association, near: dict[str, list[Near | None]], card: SchemaCard, request: AssociationRequest, *,
    record: AnalysisRecord, language: Language,
) -> str:  # fmt: skip
    """The whole report in `language`."""
    words = Words(FILE, language)
    called = RockNames(card, request.rocks)
    place = _place(card, request, words, called)
    parts = [f"# {safe(record.title.in_(language))}", *_intro(found, record, words, place)]
    for heading, lines in (
        ("s_quality", quality_lines(found, words)),
        ("s_statistics", _statistics(found, words)),
        ("s_correlation", _correlation(found, words)),
        ("s_components", _components(found, words)),
        ("s_classes", _classes(found, words)),
        ("s_groups", _groups(found, words)),
        ("s_anomalies", anomaly_lines(found, near, card, words, called)),
        ("s_earths", _earths(found, words)),
        ("s_limits", _limits(found, words)),
        ("s_settings", _settings(found, record, words)),
    ):
        if lines:
            parts += [f"## {words(heading)}", *lines]
    text = "\n\n".join(parts) + "\n"
    return text.replace("。 ", "。") if language == "zh" else text  # Chinese sentences follow without a space


def _place(card: SchemaCard, request: AssociationRequest, words: Words, called: RockNames) -> list[str]:
    """Which samples count, where they were chosen."""
    lines = []
    if request.region:
        lines.append(words("intro_region", region=safe(card.region_called(request.region, words.language))))
    if request.area is not None:
        lines.append(words("intro_area"))
    if request.only_rocks:
        lines.append(words("intro_rocks", rocks=called.listed(request.only_rocks, words.language)))
    return lines


def _intro(found: Association, record: AnalysisRecord, words: Words, place: list[str]) -> list[str]:
    title = safe(record.layers[0].title.in_(words.language))
    lines = [x for x in (invented_line(record, words.language),) if x]
    lines.append(
        words(
            "intro", used=f"{found.cleaned.rows_used:,}", total=Count(found.cleaned.rows_in), layer=title,
            elements=len(found.names), names=words.joined(list(found.names)),
            transform=words(f"transform_{found.prepared.transform}"),
            scaling=words(f"scaling_{found.prepared.scaling}"),
        )
    )  # fmt: skip
    if found.plan.transform == "auto":
        small = [x.name for x in found.summaries if x.median < SMALL]
        lines.append(words(f"auto_{found.prepared.transform}", elements=words.joined(small)))
    return lines + place


def _statistics(found: Association, words: Words) -> list[str]:
    header = [words(f"h_{x}") for x in ("element", "unit", "median", "mad", "p95", "max", "skew", "skew_t")]
    rows = [
        [x.name, e.unit, *(number(v / e.ppm) for v in (x.median, x.mad, x.p95, x.maximum)),
         number(x.skewness, 2), number(x.skewness_transformed, 2)]
        for x, e in zip(found.summaries, found.cleaned.samples.elements, strict=True)
    ]  # fmt: skip
    return [grid(header, rows)]


def _correlation(found: Association, words: Words) -> list[str]:
    rows, columns = np.triu_indices(len(found.names), 1)
    values = found.pearson[rows, columns]
    order = np.argsort(-np.abs(values), kind="stable")

    def pair(i: int) -> str:
        return f"{found.names[rows[i]]}–{found.names[columns[i]]} {number(float(values[i]), 2)}"

    lines = [words("correlation_strong", pairs=words.joined([pair(i) for i in order[:PAIRS]]))]
    least = int(np.argmin(values))
    if values[least] < -0.1:
        lines.append(words("correlation_negative", pair=pair(least)))
    return [" ".join(lines)]


def _components(found: Association, words: Words) -> list[str]:
    names = component_names(found)
    rows = [
        [element, *(_bold(v) for v in row)]
        for element, row in zip(found.names, found.components.loadings[:, : len(names)].tolist(), strict=True)
    ]
    share = 100 * found.components.share[: len(names)]
    rows.append([words("variance_share"), *(f"{x:.2f}" for x in share)])
    table = grid([words("h_element"), *names], rows)
    return [*components_head(found, words), table, *component_lines(found, words)]


def _bold(value: float) -> str:
    text = f"{value:.3f}".replace("-0.000", "0.000").replace("-", "−")
    return f"**{text}**" if abs(value) > LOADING else text


def _classes(found: Association, words: Words) -> list[str]:
    classes = found.classes
    lines = class_lines(found, words)
    table = classes.log1p if classes.log1p is not None else classes.medians / unit_factors(found)
    lines.append(words("centres_log1p" if classes.log1p is not None else "centres_medians"))
    header = [
        words("h_element"),
        *(words("class_n", number=k + 1, n=f"{n:,}") for k, n in enumerate(classes.sizes)),
    ]
    digits = "{:.2f}" if classes.log1p is not None else "{:.4g}"
    rows = [
        [name, *(digits.format(v) for v in row)] for name, row in zip(found.names, table.T.tolist(), strict=True)
    ]
    return [*lines, grid(header, rows)]


def _groups(found: Association, words: Words) -> list[str]:
    tree = found.groups
    lines = [words("groups_line", measure=words(f"measure_{tree.measure}"), count=len(tree.groups))]
    groups = [f"- {words('group', number=i + 1, elements='-'.join(x))}" for i, x in enumerate(tree.groups)]
    lines.append("\n".join(groups))
    if tree.cophenetic is not None:
        lines.append(words("cophenetic", value=f"{tree.cophenetic:.2f}"))
    return lines


def _earths(found: Association, words: Words) -> list[str]:
    earths = found.rare_earths
    if earths is None:
        return []
    medians = {x: float(np.median(v)) for x, v in earths.ratios.items()}
    called = {"La/Lu": "(La/Lu)N", "La/Yb": "(La/Yb)N", "light/heavy": "LREE/HREE", "total": "ΣREE"}
    told = [f"{called.get(k, k)} {number(v)}{' ppm' if k == 'total' else ''}" for k, v in medians.items()]
    lines = [words("earths_line", source=SOURCE, ratios=words.joined(told))]
    europium = medians.get("Eu/Eu*")
    if europium is not None and abs(europium - 1) > 0.1:
        lines.append(words("eu_negative" if europium < 1 else "eu_positive"))
    return [" ".join(lines)]


def _limits(found: Association, words: Words) -> list[str]:
    keys = ["association", "classes", "map"]
    ratios = found.prepared.transform in {"clr", "ilr"}
    lines = [words(f"limit_{x}") for x in (*keys, "closed" if ratios else "closure")]
    share = float(np.median(found.values.sum(axis=1))) / WHOLE
    if not ratios and LARGE_PART < share <= 1:
        lines[-1] += f" {words('limit_share', share=number(100 * share, 2))}"
    return ["\n".join(f"- {x}" for x in lines)]


def _settings(found: Association, record: AnalysisRecord, words: Words) -> list[str]:
    layers = [
        words("layer_version", title=safe(x.title.in_(words.language)), version=x.version)
        + (f" – {safe(x.provenance.rstrip('.。 '))}" if x.provenance else "")
        for x in record.layers
        if x.role != "reference"
    ]
    near = [safe(x.title.in_(words.language)) for x in record.layers if x.role == "reference"]
    software = ", ".join(f"{k} {v}" for k, v in record.software.items())
    told = {"layers": ("；" if words.language == "zh" else "; ").join(layers), "near": words.joined(near),
            "data": record.data_version, "seed": found.plan.seed, "software": software}  # fmt: skip
    colon = "：" if words.language == "zh" else ": "
    return ["\n".join(f"- {words(f'settings_{k}')}{colon}{v}" for k, v in told.items() if v != "")]
