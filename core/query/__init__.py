"""From a typed query to rows: ground, verify, compile, guard, execute."""
