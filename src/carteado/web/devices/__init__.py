"""Phones and screens that work for an event without an account: what each may is written in its own row."""
