"""Personal data of one person: shown, downloaded, erased, and deleted when its time is over."""
