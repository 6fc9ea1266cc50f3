"""The public draws of an event: committed to beforehand, held before everybody, checked by anybody."""
