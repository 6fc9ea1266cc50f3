"""Home, the list of championships, regulation pages, about, the privacy notice."""
