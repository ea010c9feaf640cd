"""Synthetic demonstration regions: every feature is invented unless its docstring says otherwise."""
