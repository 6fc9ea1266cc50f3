"""Pairs and delegations on their way into an event: forms, consents, review, fees, lists."""
