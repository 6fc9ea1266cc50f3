"""Regulations as people read them: rules in words, articles, search, lessons, names of games. No database."""
