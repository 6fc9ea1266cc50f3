"""Personal data of one person: shown, exported, corrected, erased, and expired."""
