"""What is known of a person, in his own hands: seen, taken along, corrected, erased."""
