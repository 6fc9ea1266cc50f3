"""What was done on the site: one typed registry of actions, and the log that only grows."""
