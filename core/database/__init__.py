"""PostGIS: engine and roles, the private cluster, the live catalog, the layer registry."""
