"""Pages from which the day is run: the board, one match, decisions, a pair confirming its result."""
