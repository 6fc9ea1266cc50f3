"""For all tests: how long an example takes says something of the machine, not of the code."""

from hypothesis import settings

settings.register_profile("carteado", deadline=None)
settings.load_profile("carteado")
