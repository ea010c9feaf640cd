"""A schema card for a database that nobody modelled."""
