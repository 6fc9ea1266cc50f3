"""Who takes part: people, whether they may, delegations, and each pair's entry from the form to the draw."""
