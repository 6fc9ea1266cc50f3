"""Live tables: matches played in the browser. Every act is durable before it is acknowledged.

The packages below are the rooms of a table; the modules here are what all of them share.
"""
