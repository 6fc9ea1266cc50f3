"""A championship match at a live table: opening it, starting it, the referee's panel."""
