"""When everything is played: the results sheet, statistics, the event as files, the archive."""
