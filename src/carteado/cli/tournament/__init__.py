"""``carteado tournament``: a championship on the command line, from entries to standings."""
