"""The wheel carries what the site shows; a wheel without it would install and then serve nothing."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path("src/carteado/web")


class SiteIsBuilt(BuildHookInterface[Any]):
    """Refuses to build before ``make site``. An editable installation may: ``make run`` builds the site after it."""

    def initialize(self, version: str, _build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        web = Path(self.root) / WEB
        catalogues = [file.with_suffix(".mo") for file in (web / "locale").rglob("*.po")]
        missing = [file for file in (web / "static" / "site.css", *catalogues) if not file.exists()]
        if missing:
            names = ", ".join(str(file.relative_to(self.root)) for file in missing)
            raise SystemExit(f"the site is not built, run make site first; missing: {names}")
