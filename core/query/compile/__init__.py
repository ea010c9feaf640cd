"""From a grounded query to parameterised PostGIS statements.

All statements are built as SQLAlchemy expression trees.  Identifiers come from the schema card, every value is a
bound parameter, and only the database functions listed in :mod:`core.query.compile.tables` may occur.
"""
