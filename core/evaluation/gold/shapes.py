"""Shapes made from others: centre, common part, shared border, outline, hull."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry


def members_shape(shapes: Sequence[BaseGeometry]) -> BaseGeometry | None:
    """The union of the members of an anchor; None when there are none."""
    return shapely.union_all(list(shapes)) if shapes else None


def derived(
    how: str, members: Sequence[Sequence[BaseGeometry]], unions: Sequence[BaseGeometry | None]
) -> BaseGeometry | None:
    """One shape from the members of the anchors (in order) and their unions."""
    whole = shapely.union_all([x for x in unions if x is not None])
    if whole.is_empty:
        return None
    if how == "centroid":
        return shapely.centroid(whole)
    if how == "hull":
        return shapely.convex_hull(whole)
    if how == "boundary":
        return shapely.boundary(whole)
    pairs = [(a, b) for a in members[0] for b in members[1 if len(members) > 1 else 0] if a is not b]
    if how == "intersection":
        return shapely.union_all([shapely.intersection(a, b) for a, b in pairs if shapely.intersects(a, b)])
    if how == "shared_boundary":
        first, second = (shapely.boundary(shapely.union_all(list(x))) for x in members[:2])
        return _lines(shapely.intersection(first, second))
    raise ValueError(how)


def _lines(shape: BaseGeometry) -> BaseGeometry:
    """The linear parts."""
    parts = [x for x in shapely.get_parts(shape) if shapely.get_dimensions(x) == 1]
    return shapely.union_all(parts)
