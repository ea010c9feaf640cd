"""Where samples lie: coordinates that cannot be, several samples of one site, the spacing of a survey."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pyproj import Transformer
from scipy.spatial import cKDTree

from core.geochem.table import Array, Flags, Numbers, Samples

DECIMALS = 6
"""Sites are the same when their degrees agree to so many decimals (0.1 m)."""


def possible(lon: Array, lat: Array) -> Flags:
    """Which coordinates are places on the globe: finite, within ±180 and ±90, and not the origin (0, 0)."""
    with np.errstate(invalid="ignore", over="ignore"):
        on_globe = np.isfinite(lon) & np.isfinite(lat) & (np.abs(lon) <= 180) & (np.abs(lat) <= 90)
        return on_globe & ~((lon == 0) & (lat == 0))


def metres(lon: Array, lat: Array) -> Array:
    """Coordinates in metres on an azimuthal equidistant plane through the middle of the samples, shape (n, 2).

    Distances between places 100 km from the middle are right to a few parts in ten thousand.
    """
    middle = (float(np.median(lon)), float(np.median(lat)))
    plane = f"+proj=aeqd +lon_0={middle[0]:.6f} +lat_0={middle[1]:.6f} +datum=WGS84 +units=m"
    x, y = Transformer.from_crs("EPSG:4326", plane, always_xy=True).transform(lon, lat)
    return np.column_stack([x, y])


def degrees(points: Array, lon: Array, lat: Array) -> Array:
    """Points of the plane of :func:`metres` for the same samples, back in degrees, shape (m, 2)."""
    middle = (float(np.median(lon)), float(np.median(lat)))
    plane = f"+proj=aeqd +lon_0={middle[0]:.6f} +lat_0={middle[1]:.6f} +datum=WGS84 +units=m"
    x, y = Transformer.from_crs(plane, "EPSG:4326", always_xy=True).transform(points[:, 0], points[:, 1])
    return np.column_stack([x, y])


def spacing(points: Array) -> float:
    """Median distance to the nearest other site in metres; 0 for fewer than two sites."""
    sites = np.unique(points, axis=0)
    if len(sites) < 2:
        return 0.0
    nearest, _ = cKDTree(sites).query(sites, k=2)
    return float(np.median(nearest[:, 1]))


def site_numbers(samples: Samples) -> Numbers:
    """Number of the site of each sample, shape (n,); sites are numbered in the order of their first sample."""
    keys = np.column_stack([np.round(samples.lon, DECIMALS), np.round(samples.lat, DECIMALS)])
    _, first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    rank = np.empty(len(first), int)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse.reshape(-1)]


def merge_sites(samples: Samples) -> Samples:
    """One sample a site: the median of each element over the samples of the site that have it.

    A cell is below a limit when all analysed cells of the site are; the smallest of their limits stands then.
    Where some are measured, the cells below a limit count with limit / √2, so that they pull the median down.
    """
    site = site_numbers(samples)
    count = int(site.max()) + 1 if len(site) else 0
    if count == len(samples):
        return samples
    below = np.isfinite(samples.limits)
    known = np.where(below, samples.limits / np.sqrt(2.0), samples.values)
    order = np.argsort(site, kind="stable")
    starts = np.searchsorted(site[order], np.arange(count))
    values, limits = np.full((count, known.shape[1]), np.nan), np.full((count, known.shape[1]), np.nan)
    above = np.zeros(values.shape, bool)
    merged: list[tuple[int, ...]] = []
    for i, rows in enumerate(np.split(order, starts[1:])):
        merged.append(tuple(int(x) for x in samples.ids[rows]))
        measured = (np.isfinite(samples.values[rows]) & ~below[rows]).any(axis=0)
        has = np.isfinite(known[rows]).any(axis=0)
        if (measured & has).any():
            values[i, measured] = np.nanmedian(known[rows][:, measured], axis=0)
        only = has & ~measured
        if only.any():
            limits[i, only] = np.nanmin(samples.limits[rows][:, only], axis=0)
        above[i] = samples.above[rows].any(axis=0)
    first = order[starts]
    return replace(samples.rows(first), values=values, limits=limits, above=above, merged=tuple(merged))
