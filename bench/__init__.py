"""How fast the engines are, next to their peers: ``make bench``, or ``python -m bench NAME...``.

A benchmark is a line of ``registry.BENCHMARKS``, a bar to reach a line of ``registry.COMPARISONS``.
"""
