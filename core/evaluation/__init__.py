"""Test sets with independently computed answers, metrics, switches and the report of ``python -m core eval``."""
