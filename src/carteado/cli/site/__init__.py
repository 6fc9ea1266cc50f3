"""Commands that start, save and mend a site."""
