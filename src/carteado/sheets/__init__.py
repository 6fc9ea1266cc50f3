"""Championships in spreadsheets and calendars: lists of entries read, standings and matches written."""
