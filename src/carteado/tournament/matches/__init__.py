"""One match: its log of calls and results, its clocks, which results are possible, and when and where it is played."""
