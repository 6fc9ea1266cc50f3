"""The day of the event: tables, calls, clocks, results, rulings."""
