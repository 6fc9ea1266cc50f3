"""Electronic score sheets: entries from phones, what they count to, what the championship learns."""
