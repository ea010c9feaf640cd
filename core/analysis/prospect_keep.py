"""Keeping a run in the store: rasters, polygons, tables, facts and the reports; all or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

import numpy as np
from shapely.geometry import mapping

from core.analysis.draft import Draft
from core.analysis.prospect_choices import Roles
from core.analysis.prospect_explained import rows as explained
from core.analysis.prospect_origin import origin
from core.analysis.prospect_report import Report, base_rate, title, verdict_words
from core.analysis.prospect_run import Run
from core.analysis.prospect_tables import Sheet, curves, folds, importances, told, validations
from core.analysis.prospect_targets import Surroundings, Told, tell
from core.analysis.prospect_words import words
from core.analysis.record import Fact, LayerUse, software_versions
from core.analysis.store import Analysis, AnalysisStore, new_record
from core.database.engine import Database
from core.database.registry import data_version, list_layers
from core.prospectivity.rasters import write_geotiff
from core.vocabulary.card import Labels, SchemaCard

PACKAGES = ("numpy", "scipy", "scikit-learn", "imbalanced-learn", "shapely", "pyproj", "rasterio")
BANDS = ("potential", "deviation", "out_of_fold")


def keep(
    store: AnalysisStore, db: Database, card: SchemaCard, roles: Roles, run: Run, *,
    check: Callable[[], None] = lambda: None,
) -> Analysis:  # fmt: skip
    """Write everything about a run and keep it."""
    found = tell(db, card, roles, run, check)
    uses = _uses(db, card, run)
    software = software_versions(PACKAGES)
    record = new_record(
        "prospectivity", title(card, run), uses, data_version(db), region=run.request.region,
        settings=run.request.plain(), software=software, seconds=sum(run.steps.values()),
    )  # fmt: skip
    used = ", ".join(f"{k} {v}" for k, v in software.items())
    report = Report(card, run, found, origin=origin(record), made=(f"{datetime.now(UTC):%Y-%m-%d}", used))
    with store.draft() as draft:
        _tables(draft, run, found)
        check()
        _rasters(draft, card, run)
        draft.add_geometry("targets", Labels("Outlines of targets", "靶区轮廓"), collection(run, found.told))
        _facts(draft, run, found)
        draft.add_report("en", report.text("en"), Labels("Report", "报告"))
        draft.add_report("zh", report.text("zh"), Labels("Report", "报告"))
        check()
        return store.keep(draft, record)


def _uses(db: Database, card: SchemaCard, run: Run) -> tuple[LayerUse, ...]:
    versions = {} if db.attached else {x.table: x.version for x in list_layers(db)}
    used = {run.request.labels.table: ("labels", len(run.rows.fids)), **run.evidence.used}
    found = []
    for table, (role, rows) in used.items():
        layer = card.layer(table)
        found.append(
            LayerUse(table, layer.title, versions.get(table, 0), rows, role, layer.invented, layer.provenance)
        )
    return tuple(found)


def _tables(draft: Draft, run: Run, found: Surroundings) -> None:
    named: tuple[tuple[str, Labels, Sheet], ...] = (
        ("validation", Labels("Validation", "验证"), validations(run)),
        ("importance", Labels("Importance", "重要性"), importances(run)),
        ("target_table", Labels("Table of targets", "靶区表"), told(found, run.data.labels.radius)),
    )
    for name, label, sheet in named:
        draft.add_table(name, label, [h.en for h in sheet.headings], [r.plain() for r in sheet.rows])
    for name, label, (columns, rows) in (
        ("folds", Labels("Every fold", "各折结果"), folds(run)),
        ("curves", Labels("Rate curves", "成功率与预测率曲线"), curves(run)),
    ):
        draft.add_table(name, label, columns, rows)
    if run.contributions is not None:
        draft.add_table("contributions", Labels("Contributions by cell", "各单元的贡献"), *explained(run))
    c = run.calibration
    draft.add_table("calibration", Labels("Calibration", "校准"), ("predicted", "observed", "cells"),
                    list(zip(c.predicted, c.observed, c.cells, strict=True)))  # fmt: skip
    if run.placebo:
        draft.add_table("placebo", Labels("Pseudo-deposits", "伪矿床"), ("set", "auc"),
                        [(i, a) for i, a in enumerate(run.placebo.aucs, 1)])  # fmt: skip
    notes = [(n.code, n.warning, n.text.en, n.text.zh) for n in run.notes]
    draft.add_table("notes", Labels("Decisions and remarks", "处理与说明"), ("code", "warning", "en", "zh"), notes)


def model_card(card: SchemaCard, run: Run) -> dict[str, str]:
    """Tags of the raster: what it shows, how it was made, and what may be said of it."""
    labels = run.data.labels
    aucs = run.placebo.aucs if run.placebo else ()
    return {
        "TITLE": title(card, run).en,
        "TITLE_ZH": title(card, run).zh,
        "VERDICT": verdict_words(run).en,
        "VERDICT_ZH": verdict_words(run).zh,
        "BANDS": "potential: each cell judged by models that have not seen it; deviation: between draws of "
        "negatives; out_of_fold: by models that knew no deposit of the cell's fold",
        "AUC_GROUPED": "" if run.grouped is None or run.grouped.mean is None else f"{run.grouped.mean:.4f}",
        "AUC_PSEUDO_DEPOSITS": f"{np.mean(aucs):.4f}" if aucs else "",
        "OCCURRENCES": str(labels.deposits),
        "GROUPS": str(labels.groups),
        "BASE_RATE": f"{base_rate(run):.6f}",
        "SETTINGS": json.dumps(run.request.plain(), ensure_ascii=False, default=str),
    }


def _rasters(draft: Draft, card: SchemaCard, run: Run) -> None:
    made = run.map
    path = draft.add_file("potential", ".tif", "raster", Labels("Potential", "成矿潜力"))
    write_geotiff(
        path, run.grid, dict(zip(BANDS, (made.mean, made.deviation, made.out_of_fold), strict=True)),
        model_card(card, run),
    )  # fmt: skip
    codes = run.classes.codes.astype(np.float32)
    codes[codes == 0] = np.nan
    path = draft.add_file("classes", ".tif", "raster", Labels("Classes", "潜力分级"))
    tags = model_card(card, run) | {"BANDS": "class: 3 high (top 1 %), 2 medium (next 9 %), 1 low"}
    write_geotiff(path, run.grid, {"class": codes}, tags)


def collection(run: Run, found: Sequence[Told]) -> dict[str, object]:
    """All target polygons as GeoJSON, EPSG:4326; the first ones with what is told about them."""
    told_of = {t.target.number: t for t in found}
    features = []
    for t in run.targets:
        one = told_of.get(t.number)
        properties: dict[str, object] = {
            "target": t.number, "known": t.known, "area_km2": t.area_km2, "mean": t.mean, "highest": t.highest,
            "deviation": t.deviation, "lon": t.lon, "lat": t.lat,
        }  # fmt: skip
        if one is not None:
            properties |= {"leading_en": one.leading.en, "leading_zh": one.leading.zh}
            for name, near in (("occurrence", one.occurrence), ("any_known", one.around), ("line", one.line)):
                if near is not None:
                    properties |= {
                        name: near.name.en,
                        f"{name}_zh": near.name.zh,
                        f"{name}_m": round(near.metres, 1),
                    }
        features.append({"type": "Feature", "geometry": mapping(t.polygon), "properties": properties})
    return {"type": "FeatureCollection", "features": features}


def _facts(draft: Draft, run: Run, found: Surroundings) -> None:
    def fact(key: str, en: str, zh: str, value: object, unit: str = "", **where: object) -> None:
        draft.add_fact(Fact(key, Labels(en, zh), value, unit, **where))  # type: ignore[arg-type]

    reading = verdict_words(run)
    draft.add_fact(Fact("verdict", reading, run.verdict))
    fact("occurrences", "Occurrences", "矿产地", run.data.labels.deposits)
    fact("groups", "Groups of occurrences", "矿产地分组", run.data.labels.groups)
    rows = validations(run).rows
    row = 0
    for one in (run.grouped, *run.blocks, run.random):
        if one is None:
            continue
        key = f"auc.{one.division}" + (f".{one.size:g}" if one.size else "")
        name = rows[row].cells[0]
        label = name if isinstance(name, Labels) else Labels(str(name), str(name))
        fact(
            key,
            f"Mean AUC, {label.en}",
            f"平均 AUC，{label.zh}",
            one.mean,
            table="validation",
            row=row,
            column="auc",
        )
        row += 1
    if run.placebo and run.placebo.mean is not None:
        fact("auc.placebo", "Mean AUC of pseudo-deposits", "伪矿床平均 AUC", run.placebo.mean, table="validation",
             row=row, column="auc")  # fmt: skip
    for i, (value, name) in enumerate(zip(run.classes.thresholds, ("high", "medium"), strict=True)):
        label = (Labels("high", "高"), Labels("medium", "中"))[i]
        fact(f"class.{name}.threshold", f"Lowest value of {label.en} potential", f"{label.zh}潜力的最低值", value)
        fact(
            f"class.{name}.cells", f"Cells of {label.en} potential", f"{label.zh}潜力单元数", run.classes.counts[i]
        )
    for i, importance in enumerate(run.importance[:15]):
        name = run.evidence.labels[importance.name]
        fact(f"importance.{importance.name}", f"{name.en} (impurity)", f"{name.zh}（不纯度）",
             importance.impurity, table="importance", row=i, column="impurity")  # fmt: skip
        fact(f"loss.{importance.name}", f"{name.en} (loss of AUC)", f"{name.zh}（AUC 损失）",
             importance.permutation, table="importance", row=i, column="loss")  # fmt: skip
    for key, said, value, unit in _counted(run, found):
        draft.add_fact(Fact(key, said, value, unit))
    for i, best in enumerate(found.told[:20]):
        target = best.target
        place = f"{target.lon:.5f}, {target.lat:.5f}"
        fact(f"target.{target.number}", f"Target {target.number} at {place}", f"靶区 {target.number}（{place}）",
             target.mean, table="target_table", row=i, column="mean")  # fmt: skip


def _counted(run: Run, found: Surroundings) -> Iterator[tuple[str, Labels, float | int, str]]:
    """Figures of no table: what the best of the area holds, the place among placebos, numbers of targets."""
    if run.grouped is not None and run.prediction is not None:
        for share in (0.01, 0.05, 0.1):
            best = f"{100 * share:g}"
            yield (f"captured.{best}", words("facts", "captured", best=best), 100 * run.prediction.at(share), "%")
    if run.placebo and run.placebo.aucs and run.grouped is not None and run.grouped.mean is not None:
        yield "placebo.p", words("facts", "p"), run.placebo.chance(run.grouped.mean), ""
    known = sum(t.known for t in run.targets)
    numbers = {"new": len(run.targets) - known, "new_at_known": found.new_at_known, "known": known}
    for key, number in numbers.items():
        yield f"targets.{key}", words("facts", key), number, ""
