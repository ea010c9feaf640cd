"""Analyses of the loaded data: their runs, and the place where finished ones are kept."""
