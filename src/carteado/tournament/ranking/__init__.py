"""Who ranks where: criteria, standings, who advances with the lucky losers, and points for delegations."""
