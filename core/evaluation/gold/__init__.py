"""What the right answers are, worked out from the loaded tables without any code of the query side.

The rows are fetched with plain ``SELECT`` statements; selections, relations, measures and statistics are computed
in process with shapely and the geodesic of PROJ.  Nothing of ``core.query`` is used here.
"""
