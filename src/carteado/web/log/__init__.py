"""The append-only log of actions: rows, typed actions, triggers that refuse a change.

This package only writes the log. The pages that show it are in ``history``.
"""
