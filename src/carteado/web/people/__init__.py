"""Accounts and what belongs to one: names shown to others, identity papers, e-mail, one-time links, roles."""
