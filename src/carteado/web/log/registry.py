"""Every kind of action by its code. A package describes its actions in its module ``log_actions``."""

from typing import TypeVar

from carteado.web.log.action import Action

ACTIONS: dict[str, type[Action]] = {}

Kind = TypeVar("Kind", bound=type[Action])


def logged(action: Kind) -> Kind:
    """Add an action. Raises ValueError if another action has the same code."""
    if action.code in ACTIONS:
        raise ValueError(f"two actions have the code {action.code}")
    ACTIONS[action.code] = action
    return action
