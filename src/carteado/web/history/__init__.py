"""The log as people read it: the history of an event, notices, the audit."""
