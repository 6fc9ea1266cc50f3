"""One live match: its log rows, their fold, what each observer sees, storage, record."""
