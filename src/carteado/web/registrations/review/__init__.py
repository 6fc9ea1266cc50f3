"""The organiser's desk for registrations: the list, one registration, spreadsheets."""
