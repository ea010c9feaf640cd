"""Running an analysis of element association from the loaded layers to the kept result."""

from __future__ import annotations

import time
from collections.abc import Callable

from core.analysis.association_facts import write_facts
from core.analysis.association_geometry import write_geometry
from core.analysis.association_names import RockNames
from core.analysis.association_near import Near, nearest
from core.analysis.association_plots import WORDLESS, multivariate_plots
from core.analysis.association_plots_single import single_plots
from core.analysis.association_report import report
from core.analysis.association_request import AssociationRequest, reference_layers
from core.analysis.association_samples import read_samples, sample_layer
from core.analysis.association_tables import FILE, write_tables
from core.analysis.association_tables_single import single_tables
from core.analysis.draft import Draft
from core.analysis.plotting import write_plot
from core.analysis.record import AnalysisRecord, LayerUse, software_versions
from core.analysis.store import Analysis, AnalysisStore, new_record
from core.analysis.wording import Words, both
from core.database.engine import Database
from core.database.registry import data_version, list_layers
from core.errors import AnalysisCancelledError
from core.geochem.associate import STEPS as SHARED
from core.geochem.associate import Association, associate, check_plan
from core.i18n import LANGUAGES
from core.query.cancel import CancelToken
from core.vocabulary.card import Labels, Layer, SchemaCard
from core.vocabulary.units import Units

PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "shapely", "matplotlib")
STEPS = ("read", *SHARED, "near", "write", "plots")
"""Names of the steps, in order."""
Step = Callable[[str, float], None]


def run_association(
    db: Database, card: SchemaCard, units: Units, store: AnalysisStore, request: AssociationRequest, *,
    cancel: CancelToken | None = None, step: Step = lambda _name, _share: None, plots: bool = True,
) -> Analysis:  # fmt: skip
    """Read the samples, analyse them and keep the result.

    Args:
        step: told the name of each step and the share done, 0 to 1.
        plots: also draw the figures.

    Raises:
        AnalysisError: the data do not allow it, or a setting is out of its range; the sentence says why.  Nothing
            is kept then.
        AnalysisCancelledError: `cancel` was called.  Nothing is kept.
    """
    token, started = cancel or CancelToken(), time.monotonic()

    def told(name: str, share: float) -> None:
        if token.cancelled:
            raise AnalysisCancelledError("The analysis was cancelled.", sentence_zh="分析已取消。")
        step(name, share)

    check_plan(request.plan)
    told("read", 0.0)
    version, before = data_version(db), _versions(db)
    samples = read_samples(db, card, units, request, lambda: told("read", 0.05))
    found = associate(samples, request.plan, lambda name, share: told(name, 0.1 + 0.5 * share))
    told("near", 0.6)
    near = _near(db, card, request, found)
    record = _record(
        card, request, found, version=version, versions=before, seconds=time.monotonic() - started
    )  # fmt: skip
    with store.draft() as draft:
        told("write", 0.65)
        write_tables(draft, found, single_tables(found, near))
        write_facts(draft, found, near, card)
        write_geometry(draft, found, near)
        for language in LANGUAGES:
            draft.add_report(
                language,
                report(found, near, card, request, record=record, language=language),
                both(FILE, "report"),
            )
        if plots:
            _plots(draft, found, RockNames(card, request.rocks), told)
        told("write", 1.0)
        return store.keep(draft, record)


def _plots(draft: Draft, found: Association, called: RockNames, told: Step) -> None:
    plots = multivariate_plots(found) | single_plots(found, called)
    for i, (name, (size, drawing)) in enumerate(plots.items()):
        told("plots", 0.7 + 0.3 * i / len(plots))
        label = both(FILE, f"plot_{name}")
        write_plot(draft, f"figure_{name}", label, size, drawing, wordless=name in WORDLESS)


def _near(
    db: Database, card: SchemaCard, request: AssociationRequest, found: Association
) -> dict[str, list[Near | None]]:
    """Kind of feature → the nearest to the peak sample of each cluster."""
    samples = found.cleaned.samples
    peaks = [(float(samples.lon[x.peak_row]), float(samples.lat[x.peak_row])) for x in found.anomalies.clusters]
    if not peaks:
        return {}
    kinds = reference_layers(card, card.layer(request.layer))
    return {kind: nearest(db, card, layers, peaks) for kind, layers in kinds.items()}


def _versions(db: Database) -> dict[str, int]:
    return {x.table: x.version for x in list_layers(db)}


def _record(
    card: SchemaCard, request: AssociationRequest, found: Association, *, version: str, versions: dict[str, int],
    seconds: float,
) -> AnalysisRecord:  # fmt: skip
    layer = sample_layer(card, request.layer)
    used = [_use(layer, versions, "samples", found.cleaned.rows_used)]
    if request.rocks and request.rocks.table != layer.table:
        used.append(_use(card.layer(request.rocks.table), versions, "rocks", card.layer(request.rocks.table).rows))
    if found.anomalies.clusters:
        for layers in reference_layers(card, layer).values():
            used += [_use(x, versions, "reference", x.rows) for x in layers]
    key = "title_region" if request.region else "title"
    called = {x: card.region_called(request.region, x) if request.region else "" for x in LANGUAGES}
    en, zh = (Words(FILE, x)(key, layer=layer.title.in_(x), region=called[x]) for x in LANGUAGES)
    title = Labels(en, zh)
    return new_record(
        "association", title, tuple(used), version, region=request.region, settings=request.plain(),
        software=software_versions(PACKAGES), seconds=seconds,
    )  # fmt: skip


def _use(layer: Layer, versions: dict[str, int], role: str, rows: int) -> LayerUse:
    return LayerUse(
        layer.table, layer.title, versions.get(layer.table, 0), rows, role, layer.invented, layer.provenance
    )
