"""Every hit measured again: proximity, ranking, anomalies, provenance."""
