"""Events: what an organiser decides before the first card, and the operations that follow."""
