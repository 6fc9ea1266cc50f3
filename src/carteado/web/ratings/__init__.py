"""How strong players and pairs are, what they have played, and how they play."""
