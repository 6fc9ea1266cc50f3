"""The public draw: committed to beforehand, held in public, shown on a wall, checked at home."""
