"""The running process: configuration, threads for the database, background tasks, the local network."""
