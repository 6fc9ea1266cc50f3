"""Pages around a table: sitting down, settings, the lobby."""
