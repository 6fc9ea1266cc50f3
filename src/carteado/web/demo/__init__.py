"""A site to look at: championships under all four regulations, each at another stage, made by our own simulation."""

from carteado.web.demo.seeding import seed

__all__ = ["seed"]
