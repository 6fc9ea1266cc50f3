"""A table in memory: who is there, whose turn it is, what is sent. No sockets and no database."""
