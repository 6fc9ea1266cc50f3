"""Live tables, beside a boardgame.io server with the same traffic: ``python -m bench.tables``."""
