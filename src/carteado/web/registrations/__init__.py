"""Pairs and delegations entering an event: forms, consents, eligibility, fees, links."""
