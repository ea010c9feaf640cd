"""Answers that read kept analyses: what the figures of a region add up to, under five headings."""
