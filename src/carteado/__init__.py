"""Carteado: Brazilian pairs card games by their published regulations."""

__version__ = "0.1.0"
