"""The regulations that come with the package: their names, values and files."""

from importlib import resources

from carteado.regulation import Regulation

AF, FA, AP, TM = "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra", "truco-masters-2025"
PACKAGE = resources.files("carteado.regulation")
FOUR_TO_ACE = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


def values_of(regulation: Regulation) -> dict[str, object]:
    return {entry.key: entry.value for entry in regulation.entries()}


def text_of(regulation_id: str) -> str:
    return (PACKAGE / "data" / f"{regulation_id}.toml").read_text("utf-8")
