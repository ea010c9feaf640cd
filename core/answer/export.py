"""Downloads of an answer: CSV for spreadsheets, GeoJSON for a GIS; both from the evidence the screen shows."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import shapely

from core.answer.export_table import added_cells, added_header, own_table, table_lines
from core.answer.material import bounded
from core.answer.model import Answer
from core.answer.serialise import plain
from core.evidence.types import Evidence, Proximity, Reference

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_bytes(answer: Answer) -> bytes:
    """One line a target, or a group of a table; UTF-8 with a byte order mark so that spreadsheets read Chinese.

    Text cells that a spreadsheet would run as a formula get an apostrophe in front; numbers stay numbers.
    Censored values keep their sign (``<0.5``); each relation gives nearest name, distance in metres and count.
    """
    table = own_table(answer)
    if table is not None:
        return _written(table_lines(table))
    attributes = _attributes(answer)
    relations = max((len(e.proximity) for e in answer.evidence), default=0)
    lines: list[list[Any]] = [[*_header(answer, attributes, relations), *added_header(answer)]]
    for rank, evidence in enumerate(answer.evidence, start=1):
        lines.append([*_line(rank, evidence, attributes, relations), *added_cells(answer, evidence)])
    return _written(lines)


def _written(lines: list[list[Any]]) -> bytes:
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerows([safe(x) for x in line] for line in lines)
    return buffer.getvalue().encode("utf-8-sig")


def geojson_bytes(answer: Answer) -> bytes:
    """Targets, references and features that are groups as one FeatureCollection (EPSG:4326, RFC 7946).

    The property ``role`` tells them apart.
    """
    features = [_target(rank, e) for rank, e in enumerate(answer.evidence, start=1)]
    seen: set[tuple[str, int]] = set()
    for evidence in answer.evidence:
        for proximity in evidence.proximity:
            for reference in (proximity.nearest, *proximity.within):
                if reference is None or reference.geometry is None:
                    continue
                key = (reference.ref.table, reference.ref.fid)
                if key not in seen:
                    seen.add(key)
                    features.append(_reference(proximity, reference))
    features.extend(_groups(answer))
    collection = {
        "type": "FeatureCollection",
        "name": answer.id,
        "question": answer.question,
        "data_version": answer.data_version,
        "features": features,
    }
    return json.dumps(plain(collection), ensure_ascii=False, allow_nan=False).encode("utf-8")


def safe(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; numbers pass unchanged."""
    if isinstance(cell, str) and cell.lstrip(" \u00a0\ufeff").startswith(_FORMULA_STARTS):
        return f"'{cell}"
    return cell


def _attributes(answer: Answer) -> list[str]:
    return list(dict.fromkeys(a for e in answer.evidence for a in e.row.values))


def _header(answer: Answer, attributes: list[str], relations: int) -> list[str]:
    units: dict[str, str | None] = {}
    for evidence in answer.evidence:
        for attribute, value in evidence.row.values.items():
            units[attribute] = units.get(attribute) or value.unit
    named = [f"{a} ({units[a]})" if units.get(a) else a for a in attributes]
    related = []
    for i in range(1, relations + 1):
        related += [f"relation_{i}", f"nearest_{i}", f"nearest_{i}_m", f"count_{i}"]
    scores = ["score_spatial", "score_semantic", "score_total"]
    return ["rank", "name", "entity_type", "lon", "lat", *named, *related, *scores, "table", "fid"]


def _line(rank: int, evidence: Evidence, attributes: list[str], relations: int) -> list[Any]:
    row, score = evidence.row, evidence.score
    values: list[Any] = []
    for attribute in attributes:
        value = row.values.get(attribute)
        censored = value is not None and value.qualifier and value.limit is not None
        values.append(
            f"{value.qualifier}{value.limit:g}" if value and censored else value.value if value else None
        )
    related: list[Any] = []
    for i in range(relations):
        related += _related(evidence.proximity[i]) if i < len(evidence.proximity) else [None] * 4
    scores = [score.spatial, score.semantic, score.total]
    place = [round(row.lon, 7), round(row.lat, 7)]
    return [rank, row.name, row.entity_type, *place, *values, *related, *scores, row.ref.table, row.ref.fid]


def _related(proximity: Proximity) -> list[Any]:
    nearest = proximity.nearest
    name = nearest.name if nearest is not None else None
    metres = round(nearest.distance_m, 3) if nearest is not None else None
    relation = f"{proximity.relation} {proximity.entity_type or 'point'}"
    return [relation, name, metres, proximity.within_count if bounded(proximity) else None]


def _target(rank: int, evidence: Evidence) -> dict[str, Any]:
    row = evidence.row
    properties: dict[str, Any] = {"role": "target", "rank": rank, "name": row.name, "entity_type": row.entity_type}
    for attribute, value in row.values.items():
        censored = value.qualifier is not None and value.limit is not None
        properties[attribute] = f"{value.qualifier}{value.limit:g}" if censored else value.value
        if value.unit:
            properties[f"{attribute}_unit"] = value.unit
    for i, proximity in enumerate(evidence.proximity, start=1):
        keys = (f"relation_{i}", f"nearest_{i}", f"nearest_{i}_m", f"count_{i}")
        properties.update(zip(keys, _related(proximity), strict=True))
    properties["score_total"] = evidence.score.total
    return _feature(row.ref.table, row.ref.fid, row.geometry, properties)


def _groups(answer: Answer) -> list[dict[str, Any]]:
    """The features that rows of a table are about, with the cells of their row."""
    result = answer.result
    if result is None or result.table is None:
        return []
    cells = {
        r.ref: dict(zip((c.label for c in result.table.columns), r.cells, strict=True)) for r in result.table.rows
    }
    return [
        _feature(
            g.ref.table, g.ref.fid, g.geometry,
            {**cells.get(g.ref, {}), "role": "group", "name": g.name, "entity_type": g.entity_type},
        )
        for g in result.groups
    ]  # fmt: skip


def _reference(proximity: Proximity, reference: Reference) -> dict[str, Any]:
    properties = {"role": "reference", "name": reference.name, "entity_type": proximity.entity_type}
    return _feature(
        reference.ref.table, reference.ref.fid, reference.geometry, {**reference.attributes, **properties}
    )


def _feature(table: str, fid: int, geometry: Any, properties: dict[str, Any]) -> dict[str, Any]:
    properties = {**properties, "table": table, "fid": fid}
    shape = json.loads(shapely.to_geojson(geometry)) if geometry is not None else None
    return {"type": "Feature", "id": f"{table}/{fid}", "geometry": shape, "properties": properties}
