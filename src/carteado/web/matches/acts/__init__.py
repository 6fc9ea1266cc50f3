"""One form for each act at a match; each makes one operation, and the championship decides."""
