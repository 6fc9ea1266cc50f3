"""Files: an event as ``carteado-event/1``, a file of results, and values as JSON by their types."""
