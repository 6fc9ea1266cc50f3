"""``carteado serve --lan``: a club's own network without the internet.

The site answers twice: without https for visitors who only look, and with https by a certificate of its own authority,
which a phone trusts in two steps.
"""
