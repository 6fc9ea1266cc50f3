"""Simulation of championships: forecasts of how long an event takes, and events that bots play from draw to podium."""
