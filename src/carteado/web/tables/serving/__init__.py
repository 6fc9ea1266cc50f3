"""The rooms that this process serves, and what they report to score sheets and ratings."""
