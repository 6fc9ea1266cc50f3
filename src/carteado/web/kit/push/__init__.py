"""How a change reaches open pages: topics, the bus, changed lines, public pages kept in memory. Imports kit."""
