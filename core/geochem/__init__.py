"""Statistics of element concentrations: arrays in, plain results out; no database, no files, no screen."""
