"""What each kind of operation does to a championship, or why it is refused. Start at ``dispatch``."""
