"""Reads layer files of ArcGIS Pro (``.lyrx``, CIM in JSON) into the style model; needs nothing from ArcGIS."""

from core.mapping.cim.document import read_lyrx

__all__ = ["read_lyrx"]
