"""Papers as PDF: blank and filled score sheets, badges, wall sheets, table signs."""
