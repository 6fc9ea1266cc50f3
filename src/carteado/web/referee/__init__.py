"""The referee's desk: all tables at a glance, rulings with their article, the review of what was changed on súmulas."""
