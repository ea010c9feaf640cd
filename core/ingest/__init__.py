"""Files into layers: check, report, load; all or nothing."""
