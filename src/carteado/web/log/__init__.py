"""The append-only log of actions: rows, typed actions, triggers that refuse a change. It only writes.

Reading the log is the job of ``history``.
"""
