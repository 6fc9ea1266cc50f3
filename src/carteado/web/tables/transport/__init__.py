"""Sockets, send queues and the uvicorn protocol class of live tables."""
