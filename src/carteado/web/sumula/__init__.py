"""The súmula of a match: kept by the server as phones write it beside the table, told to the championship once both
pairs accept it."""
