"""What the public follows: bracket, standings, agenda, pairs, projector; all of it live."""
