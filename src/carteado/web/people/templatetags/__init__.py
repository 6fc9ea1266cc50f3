"""Tags of templates about people."""
