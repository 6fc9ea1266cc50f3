"""Championships in spreadsheets and calendars: reads lists of entries, writes standings and matches."""
