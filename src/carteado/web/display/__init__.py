"""A championship in words and plain values: phases, brackets, matches by name and number, posters."""
