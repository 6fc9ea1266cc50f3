"""What everybody follows: bracket, standings, schedule, pairs, projector; all of it live."""
