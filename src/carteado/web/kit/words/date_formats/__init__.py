"""How dates and hours are written, by language, where Django's own formats differ from ours."""
