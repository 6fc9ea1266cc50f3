"""What any package of the site may use. Knows no account and no event, and imports no other package."""
