"""Pieces of the screen that several tabs use."""
