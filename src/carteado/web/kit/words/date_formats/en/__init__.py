"""English dates and hours."""
