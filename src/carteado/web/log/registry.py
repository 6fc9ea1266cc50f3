"""Every kind of action by its code.

A package declares its actions in its module ``log_actions``. All of these modules are imported when the site starts.
"""

from typing import TypeVar

from carteado.web.log.action import Action

ACTIONS: dict[str, type[Action]] = {}

Kind = TypeVar("Kind", bound=type[Action])


def logged(action: Kind) -> Kind:
    """Class decorator: add a kind of action. Raises ValueError if another kind has the same code."""
    if action.code in ACTIONS:
        raise ValueError(f"two actions have the code {action.code}")
    ACTIONS[action.code] = action
    return action
