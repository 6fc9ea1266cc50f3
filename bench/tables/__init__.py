"""Live tables compared with a boardgame.io server under the same traffic: ``python -m bench.tables``."""
