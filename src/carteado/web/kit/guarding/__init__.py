"""Who may do what, what is secret, and how often something may be tried."""
