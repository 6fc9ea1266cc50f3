"""The entry form, and the page behind an entrant's own link."""
