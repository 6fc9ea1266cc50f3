"""The certificates of a local network: an authority of this machine, and the site's certificate.

The authority is made once in ten years and stored beside the data. Every phone has to trust a new one again. Its key is
never copied, not even into a backup. It can certify only addresses of local networks and this machine's own names, so a
phone that trusts it risks nothing on the internet. The site's certificate is renewed whenever the addresses change or
it is about to expire.
"""

import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from carteado.record import InputError
from carteado.web.kit.process.configuration import write_once
from carteado.web.server.lan.addresses import LOCAL

FOLDER = "lan"
AUTHORITY, SITE = "authority.pem", "site.pem"
AUTHORITY_LASTS = timedelta(days=3650)
SITE_LASTS = timedelta(days=397)
"""Phones accept at most 825 days from an authority that a user added."""
RENEWED_BEFORE = timedelta(days=30)
CLOCK_LAG = timedelta(days=1)
"""How far a phone's clock may lag behind. A certificate is valid from that long before it is made."""
LOOPBACK_HOSTS = ("127.0.0.1", "localhost")


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate and its private key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def in_pem(self, *chain: x509.Certificate) -> str:
        """The key, the certificate and those of its issuers, ``chain``, as one file holds them."""
        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return b"".join((key, *(one.public_bytes(Encoding.PEM) for one in (self.certificate, *chain)))).decode()


def authority_of(data: Path, names: Iterable[str] = (), *, now: datetime | None = None) -> Certified:
    """The stored authority. It is made if there is none or it is about to expire. ``names`` are this machine's, which a
    new authority may certify; a stored one keeps those that it was made with."""
    now = now or datetime.now(UTC)
    file = _folder(data) / AUTHORITY
    if file.exists():
        stored = _read(file)
        if now < stored.certificate.not_valid_after_utc - RENEWED_BEFORE:
            return stored
        file.unlink()
    write_once(file, _new_authority(tuple(names), now).in_pem())
    return _read(file)


def stored_certificate(data: Path) -> x509.Certificate:
    """The certificate of the stored authority."""
    return _read(_folder(data) / AUTHORITY).certificate


def fingerprint(certificate: x509.Certificate) -> str:
    """The SHA-256 fingerprint as phones show it, in pairs of digits."""
    return certificate.fingerprint(SHA256()).hex(":").upper()


def ensure_certificate(data: Path, hosts: Iterable[str], *, now: datetime | None = None) -> bool:
    """Ensure that the site has a certificate for all hosts, valid for a while. Returns True if a new one was made."""
    now = now or datetime.now(UTC)
    authority = authority_of(data, (host for host in hosts if not _is_address(host)), now=now)
    hosts_needed = {host for host in (*hosts, *LOOPBACK_HOSTS) if _may_certify(authority.certificate, host)}
    file = site_file(data)
    if _is_good(file, authority.certificate, hosts_needed, now):
        return False
    certified = _new_site_certificate(authority, sorted(hosts_needed), now)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    write_once(draft, certified.in_pem(authority.certificate))
    draft.replace(file)
    return True


def site_file(data: Path) -> Path:
    return _folder(data) / SITE


def server_context(data: Path) -> ssl.SSLContext:
    """TLS settings of the https port. Loading a renewed certificate into it affects connections made from then on."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])  # uvicorn speaks no other version
    context.load_cert_chain(site_file(data))
    return context


def _folder(data: Path) -> Path:
    folder = data / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _read(file: Path) -> Certified:
    try:
        content = file.read_bytes()
        key = load_pem_private_key(content, password=None)
        certificate = x509.load_pem_x509_certificates(content)[0]
    except (OSError, ValueError, TypeError):
        raise InputError("not_an_authority", path=str(file)) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise InputError("not_an_authority", path=str(file))
    return Certified(certificate, key)


# --- what is certified --------------------------------------------------------------------------------------------


def _is_good(file: Path, authority: x509.Certificate, hosts_needed: set[str], now: datetime) -> bool:
    if not file.exists():
        return False
    try:
        certificate = _read(file).certificate
        certificate.verify_directly_issued_by(authority)
    except Exception:  # whatever is wrong with it, a new one is quickly made
        return False
    return hosts_needed <= hosts_of(certificate) and now < certificate.not_valid_after_utc - RENEWED_BEFORE


def hosts_of(certificate: x509.Certificate) -> set[str]:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = names.get_values_for_type(x509.IPAddress)
    return {*names.get_values_for_type(x509.DNSName), *map(str, addresses)}


def _may_certify(authority: x509.Certificate, host: str) -> bool:
    """True for an address or a name that the authority was made for. A machine that got another name since is still
    reached by its addresses."""
    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    return _is_address(host) or x509.DNSName(host) in permitted


def _is_address(host: str) -> bool:
    try:
        IPv4Address(host)
    except AddressValueError:
        return False
    return True


# --- making certificates ------------------------------------------------------------------------------------------


def _new_authority(names: tuple[str, ...], now: datetime) -> Certified:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(" ".join(("Carteado", *names)))
    permitted: list[x509.GeneralName] = [x509.IPAddress(network) for network in LOCAL]
    permitted += [x509.DNSName(host) for host in dict.fromkeys((*names, "localhost"))]
    usage = _usage(certifies=True)
    certificate = (
        _certificate_builder(name, key, name, now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    return Certified(certificate, key)


def _new_site_certificate(authority: Certified, hosts: list[str], now: datetime) -> Certified:
    key = ec.generate_private_key(ec.SECP256R1())
    lasts = min(SITE_LASTS, authority.certificate.not_valid_after_utc - now)
    issuer = authority.certificate
    certificate = (
        _certificate_builder(_name("Carteado (rede local)"), key, issuer.subject, now, lasts)
        .add_extension(x509.SubjectAlternativeName([_general_name(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(certifies=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()),
            critical=False,
        )
        .sign(authority.key, SHA256())
    )
    return Certified(certificate, key)


def _certificate_builder(
    subject: x509.Name, key: ec.EllipticCurvePrivateKey, issuer: x509.Name, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - CLOCK_LAG)
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(common: str) -> x509.Name:
    named = ((NameOID.ORGANIZATION_NAME, "Carteado"), (NameOID.COMMON_NAME, common[:64]))
    return x509.Name([x509.NameAttribute(kind, text) for kind, text in named])


def _general_name(host: str) -> x509.GeneralName:
    return x509.IPAddress(IPv4Address(host)) if _is_address(host) else x509.DNSName(host)


def _usage(*, certifies: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not certifies,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=certifies,
        crl_sign=certifies,
        encipher_only=False,
        decipher_only=False,
    )
