"""Everything between ``carteado serve`` and Django: start, headers, limits, health, backup, keys."""
