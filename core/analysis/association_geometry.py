"""Samples and anomaly clusters of an analysis as GeoJSON, for the map and for other programs."""

from __future__ import annotations

import json
from typing import Any

import shapely

from core.analysis.association_near import Near
from core.analysis.association_tables import FILE, component_names
from core.analysis.draft import Draft
from core.analysis.wording import both
from core.geochem import places
from core.geochem.associate import Association

DECIMALS = 6


def write_geometry(draft: Draft, found: Association, near: dict[str, list[Near | None]]) -> None:
    """Write ``sample_points`` and ``cluster_outlines`` into the draft."""
    draft.add_geometry("sample_points", both(FILE, "geometry_samples"), samples_of(found))
    draft.add_geometry("cluster_outlines", both(FILE, "geometry_anomaly_clusters"), clusters_of(found, near))


def samples_of(found: Association) -> dict[str, Any]:
    """Every analysed sample with its class, its scores in standard deviations and what it exceeds."""
    samples, names = found.cleaned.samples, component_names(found)
    scores = found.components.standard_scores[:, : len(names)].round(3).tolist()
    labels, exceeds = (found.classes.labels + 1).tolist(), found.anomalies.flags.tolist()
    clusters, together = found.anomalies.labels.tolist(), found.anomalies.together
    lon, lat = samples.lon.round(DECIMALS).tolist(), samples.lat.round(DECIMALS).tolist()
    features = []
    for i, fid in enumerate(samples.ids.tolist()):
        properties = {
            "fid": fid, "name": samples.names[i] if samples.names else str(fid), "class": labels[i],
            **dict(zip(names, scores[i], strict=True)), "exceeds": exceeds[i],
            "anomalous": int(exceeds[i] >= together), "cluster": clusters[i],
        }  # fmt: skip
        point = {"type": "Point", "coordinates": [lon[i], lat[i]]}
        features.append({"type": "Feature", "properties": properties, "geometry": point})
    return {"type": "FeatureCollection", "features": features}


def clusters_of(found: Association, near: dict[str, list[Near | None]]) -> dict[str, Any]:
    """The outline of every anomaly cluster with its figures."""
    samples = found.cleaned.samples
    unit = {x.name: (x.unit, x.ppm) for x in found.cleaned.parts.elements}
    features = []
    for i, x in enumerate(found.anomalies.clusters):
        name, factor = unit.get(x.leading, ("", 1.0))
        outline = shapely.transform(x.outline, lambda p: places.degrees(p, samples.lon, samples.lat))
        properties = {
            "cluster": x.number, "samples": len(x.rows), "area_km2": round(x.area_km2, 3), "leading": x.leading,
            "contrast": round(x.contrast, 3), "peak": float(f"{x.peak / factor:.6g}"), "unit": name,
            "frequency": [list(pair) for pair in x.frequency],
            "nearest": {
                k: [one.called("en"), round(one.distance_m, 2), one.called("zh")]
                for k, v in near.items() if (one := v[i]) is not None
            },
        }  # fmt: skip
        shape = shapely.set_precision(outline, 10.0**-DECIMALS)
        features.append(
            {"type": "Feature", "properties": properties, "geometry": json.loads(shapely.to_geojson(shape))}
        )
    return {"type": "FeatureCollection", "features": features}
