"""Names a browser and its system in two words that its owner recognises."""

from collections.abc import Mapping

# Order matters: the first match counts, because almost every browser claims to be several of them.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def browser_in_words(user_agent: str) -> str:
    """For example ``Chrome · Android``. An unknown browser keeps the start of its own description."""
    return " · ".join(filter(None, (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)))) or user_agent[:60]


def _first(names: Mapping[str, str], user_agent: str) -> str:
    """The name of the first sign that is in the text; empty if none is."""
    return next((name for sign, name in names.items() if sign in user_agent), "")
