"""Accounts, what we know of a person, roles in events, and links that stand for an e-mail."""
