"""Bot processes, what a bot learns of its hand, how long it seems to think."""
