"""Prospectivity: grid, evidence, labels, models, validation and maps, from arrays and geometries to plain values.

Nothing here reads a database or writes text for people; :mod:`core.analysis` does both.
"""
