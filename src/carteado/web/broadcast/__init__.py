"""A broadcaster's pictures: overlay, score strip, live table on air, each behind its delay."""
