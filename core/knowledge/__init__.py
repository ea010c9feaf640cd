"""Documents: read, cut, search."""
