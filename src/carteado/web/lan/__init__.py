"""A site in a club's own network, without the internet: ``carteado serve --lan``.

It answers twice: without https, for whoever just looks, and with https by a certificate of an authority of its own,
which a phone trusts in two steps.
"""
