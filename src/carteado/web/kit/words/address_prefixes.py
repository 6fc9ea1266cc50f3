"""What the addresses of each language begin with. The site's first language has no prefix, as in ``i18n_patterns``."""

from collections.abc import Mapping
from types import MappingProxyType

PREFIXES: Mapping[str, str] = MappingProxyType({"pt-br": "", "en": "/en"})
