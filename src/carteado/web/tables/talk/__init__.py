"""Chat, reports of words and names, and the team that settles them."""
