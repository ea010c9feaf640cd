"""Decisions as they are written down, and read again."""

from __future__ import annotations

from typing import Any

from core.ingest import CellRule, LoadDecisions
from core.raster import RasterDecisions


def from_json(value: Any) -> LoadDecisions:
    """The decisions that :meth:`LoadDecisions.to_json` wrote; the default where they make no sense."""
    if not isinstance(value, dict):
        return LoadDecisions()
    try:
        cells = {str(k): _rule(v) for k, v in dict(value.get("cells") or {}).items()}
        return LoadDecisions(**{**value, "cells": cells})
    except (TypeError, ValueError, AttributeError):
        return LoadDecisions()


def grid_from_json(value: Any) -> RasterDecisions:
    """The decisions that :meth:`RasterDecisions.to_json` wrote; the default where they make no sense."""
    if not isinstance(value, dict):
        return RasterDecisions()
    try:
        extent = value.get("extent")
        return RasterDecisions(**{**value, "extent": tuple(extent) if extent else None})
    except (TypeError, ValueError):
        return RasterDecisions()


def _rule(value: dict[str, Any]) -> CellRule:
    return CellRule(**{**value, "nothing": tuple(float(x) for x in value.get("nothing") or ())})
