"""Serves the collected static files from memory, compressed, and cached by browsers for a year.

The files are few and small, and never change while the site runs: a changed file gets a new name, which contains its
hash. WhiteNoise made the compressed copies and knows the media types. As Django's middleware it would serve them from a
page thread, at five times the cost.
"""

import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from starlette.requests import Request
from starlette.responses import Response
from whitenoise.media_types import MediaTypes

HASHED = re.compile(r".+\.[0-9a-f]{12}\.\w+")
"""File names that contain a hash of the content: ``site.0123456789ab.css``."""
FOR_GOOD = "public, max-age=31536000, immutable"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Encodings, the best first, with the suffix of their files."""


class StaticFile(NamedTuple):
    """A file in memory. ``bodies`` are by encoding; the empty name is the uncompressed file."""

    bodies: dict[str, bytes]
    media_type: str


def load_static_files(root: Path) -> dict[str, StaticFile]:
    """The hashed files below a folder, by name. Files of earlier builds are included, as open pages may request
    them."""
    types = MediaTypes()
    return {
        file.relative_to(root).as_posix(): StaticFile(_bodies(file), types.get_type(file.name))
        for file in root.rglob("*")
        if HASHED.fullmatch(file.name)
    }


def _bodies(file: Path) -> dict[str, bytes]:
    compressed = {encoding: file.with_name(file.name + suffix) for encoding, suffix in ENCODINGS.items()}
    return {
        **{encoding: copy.read_bytes() for encoding, copy in compressed.items() if copy.exists()},
        "": file.read_bytes(),
    }


class StaticFiles:
    """Answers ``/static/{name}``. The files are read when the first is asked for."""

    @cached_property
    def _files(self) -> dict[str, StaticFile]:
        return load_static_files(Path(str(settings.STATIC_ROOT)))

    async def answer(self, request: Request) -> Response:
        file = self._files.get(request.path_params["name"])
        if file is None:
            return Response(status_code=404)
        accepted = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
        encoding = next(one for one in file.bodies if one in accepted or not one)  # the uncompressed file is the last
        headers = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding"}
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(file.bodies[encoding], media_type=file.media_type, headers=headers)
