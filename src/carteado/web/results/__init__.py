"""After the last card: the results sheet, statistics, files, the archive."""
