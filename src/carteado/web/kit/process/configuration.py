"""Reads the environment variables: where the data is, which database, which secrets, which addresses.

A laptop needs none of them. Secrets that are not set are generated once and stored beside the data, readable by its
owner only.
"""

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.fernet import Fernet

from carteado.record import InputError
from carteado.web.kit.process.local_site import Hall

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
DATABASES = ("sqlite", "postgres", "postgresql")
SHORTEST_SECRET = 50
SECRETS_FILE = "secrets.json"
LAST_PORT = 65_535
USUAL_BOT_WORKERS, MOST_BOT_WORKERS = 4, 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """The site's secrets. The first of the ``personal_data`` keys seals personal data, the others can still open it.

    ``index`` is the key for finding a sealed document by its number. It stays when the others are rotated. ``django``
    is Django's ``SECRET_KEY``.
    """

    django: str
    personal_data: tuple[str, ...]
    index: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The site's configuration.

    ``public_url`` is its address for visitors, None if it only runs on this machine. ``hosts`` are the host names for
    which it answers. Without ``smtp_url`` it sends no mail. ``hall`` is None unless the site is served to a local
    network. ``bot_workers`` is the number of processes in which bots think.
    """

    data: Path
    database_url: str
    secrets: Secrets
    public_url: str | None
    hosts: tuple[str, ...]
    smtp_url: str | None
    hall: Hall | None
    bot_workers: int

    @property
    def is_https(self) -> bool:
        """True if the site can be reached with https only. In a local network it also answers http."""
        return self.public_url is not None and self.public_url.startswith("https://") and self.hall is None

    @property
    def origins(self) -> tuple[str, ...]:
        return (self.public_url,) if self.public_url else ()


def read_configuration(environment: Mapping[str, str] = os.environ) -> Configuration:
    """Read the configuration. Raises InputError, which names the variable, for an invalid value."""
    data = Path(environment.get("CARTEADO_DATA", "var")).absolute()
    public_url = _public_url(environment.get("CARTEADO_URL"))
    return Configuration(
        data=data,
        database_url=_database_url(environment.get("DATABASE_URL"), data),
        secrets=_secrets(environment, data),
        public_url=public_url,
        hosts=_hosts(environment.get("CARTEADO_HOSTS", ""), public_url),
        smtp_url=_smtp_url(environment.get("CARTEADO_SMTP")),
        hall=_hall(environment.get("CARTEADO_LAN"), environment.get("CARTEADO_HOSTS", ""), public_url),
        bot_workers=_bot_workers(environment.get("CARTEADO_BOT_WORKERS")),
    )


def _public_url(text: str | None) -> str | None:
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise InputError("not_an_address", where="CARTEADO_URL", value=text)
    return f"{parts.scheme}://{parts.netloc}"


def _database_url(text: str | None, data: Path) -> str:
    if not text:
        return f"sqlite:///{data / 'carteado.sqlite3'}"
    if urlsplit(text).scheme not in DATABASES or not urlsplit(text).path.strip("/"):
        raise InputError("not_a_database", where="DATABASE_URL")
    return text


def _smtp_url(text: str | None) -> str | None:
    if text and (urlsplit(text).scheme not in ("smtp", "smtp+tls") or not urlsplit(text).hostname):
        raise InputError("not_a_mail_server", where="CARTEADO_SMTP")
    return text or None


def _hosts(text: str, public_url: str | None) -> tuple[str, ...]:
    """The public host is the first, because mail is sent from an address there."""
    public = (urlsplit(public_url).hostname or "",) if public_url else ()
    return tuple(dict.fromkeys((*public, *_host_list(text), *LOCAL_HOSTS)))


def _host_list(text: str) -> tuple[str, ...]:
    return tuple(host.strip() for host in text.split(",") if host.strip())


def _hall(port: str | None, hosts: str, public_url: str | None) -> Hall | None:
    """The local network, None if there is none. ``port`` is the one for http; the port for https is in the address.

    ``carteado serve --lan`` sets all three variables.
    """
    if not port:
        return None
    if not (port.isascii() and port.isdecimal() and 0 < int(port) <= LAST_PORT):
        raise InputError("number_out_of_range", where="CARTEADO_LAN", least=1, most=LAST_PORT, value=port)
    secure = urlsplit(public_url or "")
    if secure.scheme != "https" or not secure.hostname:
        raise InputError("not_an_address", where="CARTEADO_URL", value=public_url)
    return Hall(_host_list(hosts) or (secure.hostname,), int(port), secure.port or 443)


def _bot_workers(text: str | None) -> int:
    """Number of bot processes. By default one for two cores; the other core is for the site."""
    if not text:
        return max(1, min(USUAL_BOT_WORKERS, (os.cpu_count() or 1) // 2))
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= MOST_BOT_WORKERS):
        raise InputError(
            "number_out_of_range", where="CARTEADO_BOT_WORKERS", least=1, most=MOST_BOT_WORKERS, value=text
        )
    return int(text)


def _secrets(environment: Mapping[str, str], data: Path) -> Secrets:
    """Secrets from the environment. Those not set there come from the file beside the data."""
    names = {"django": "SECRET_KEY", "personal_data": "CARTEADO_KEYS", "index": "CARTEADO_INDEX_KEY"}
    values = {field: environment[name] for field, name in names.items() if environment.get(name)}
    if len(values) < len(names):
        values = {**_stored_secrets(data), **values}
    keys = tuple(key.strip() for key in values["personal_data"].split(",") if key.strip())
    if not keys or not all(map(_is_key, keys)):
        raise InputError("not_a_key", where="CARTEADO_KEYS")
    if len(values["django"]) < SHORTEST_SECRET:
        raise InputError("secret_too_short", where="SECRET_KEY", least=SHORTEST_SECRET)
    return Secrets(django=values["django"], personal_data=keys, index=values["index"])


def _is_key(text: str) -> bool:
    try:
        Fernet(text)
    except ValueError:
        return False
    return True


def _stored_secrets(data: Path) -> dict[str, str]:
    file = data / SECRETS_FILE
    try:
        stored = _read_or_create(file)
        return {name: str(stored[name]) for name in ("django", "personal_data", "index")}
    except OSError as error:
        raise InputError("cannot_write", where="CARTEADO_DATA", path=str(file), reason=error.strerror) from None
    except (ValueError, TypeError, KeyError):
        raise InputError("not_secrets", where="CARTEADO_DATA", path=str(file)) from None


def _read_or_create(file: Path) -> dict[str, object]:
    if not file.exists():
        new_secrets = {
            "django": secrets.token_urlsafe(64),
            "personal_data": Fernet.generate_key().decode(),
            "index": secrets.token_urlsafe(32),
        }
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_once(file, json.dumps(new_secrets))
    return dict(json.loads(file.read_text("utf-8")))


def write_once(file: Path, text: str) -> None:
    """Create a file, readable by its owner only, unless it exists. If two processes start together, one file wins, and
    neither reads it half written."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
