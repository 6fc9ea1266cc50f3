"""An event as stored: its decisions by version, its operations, its team, its documents. No pages."""
