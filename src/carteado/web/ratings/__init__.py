"""How strong players and pairs are, what each has played, and how he plays."""
