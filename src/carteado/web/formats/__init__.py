"""How dates and hours are written, by language, where Django's own ways are not ours."""
