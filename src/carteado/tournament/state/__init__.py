"""A championship as it stands: its bracket, every pair's placing, and what can no longer change."""
