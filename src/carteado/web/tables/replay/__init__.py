"""Finished matches: hand by hand, as a record, verified."""
