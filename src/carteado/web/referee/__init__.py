"""The referee's desk: all tables at a glance, rulings with articles, review of changed sheets."""
