"""Preparing an event: the wizard, its forms, forecasts, versions, documents, the team."""
