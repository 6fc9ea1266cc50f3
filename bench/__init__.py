"""Speed of the engines compared with other projects: ``make bench``, or ``python -m bench NAME...``.

A benchmark is a line of ``registry.BENCHMARKS``, a target a line of ``registry.COMPARISONS``.
"""
