"""Phones and screens that work for an event without an account: their rights and their secrets."""
