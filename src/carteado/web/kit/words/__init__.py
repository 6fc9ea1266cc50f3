"""Sentences of the domain, dates and hours in the reader's language."""
