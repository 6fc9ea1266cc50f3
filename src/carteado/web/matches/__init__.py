"""A match of an event at its table: board, clocks, versions of its result, who plays. No pages."""
