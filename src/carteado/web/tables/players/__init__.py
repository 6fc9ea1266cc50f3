"""Who sits at a table: names by reference, visitors, guests, entrants, names that were taken away."""
