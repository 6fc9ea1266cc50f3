"""Pages without data of their own: home, regulations, about, privacy."""
