"""A site to look at: championships of all four regulations, made by our own simulation."""
