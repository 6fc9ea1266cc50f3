"""Forecasts and whole championships by simulation: how long an event takes, and one played from draw to podium."""
