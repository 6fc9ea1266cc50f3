"""The certificates of a local network, and where its addresses come from: no site runs here."""

import socket
import ssl
import threading
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID

from carteado.record import InputError
from carteado.web.kit.process.configuration import read_configuration
from carteado.web.kit.process.local_site import Hall
from carteado.web.kit.sending.site_address import absolute_url, open_url
from carteado.web.server.lan import addresses
from carteado.web.server.lan import certificate_authority as authority
from carteado.web.server.lan.address_watch import AddressWatch

CLUB = ("192.168.0.10", "clube.local")
HOME = ("10.0.0.4", "clube.local")
DAY = timedelta(days=1)


def leaf(data: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificates(authority.site_file(data).read_bytes())[0]


def handshake(server: ssl.SSLContext, host: str, trusted: x509.Certificate) -> x509.Certificate:
    """A phone that trusts the authority calls the site by a host; what it was shown, if it believed it."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.load_verify_locations(cadata=trusted.public_bytes(Encoding.DER))
    out, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(back, out, server_hostname=host)
    answering = server.wrap_bio(out, back, server_side=True)
    for _ in range(4):
        for side in (asking, answering):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    shown = asking.getpeercert(binary_form=True)
    assert shown is not None
    return x509.load_der_x509_certificate(shown)


# --- what they say ------------------------------------------------------------------------------------------------


def test_the_authority_speaks_for_local_networks_and_this_machine_only(tmp_path: Path) -> None:
    certificate = authority.authority_of(tmp_path, ["clube.local"]).certificate
    extensions = certificate.extensions
    basic = extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    names = extensions.get_extension_for_class(x509.NameConstraints)
    assert names.critical
    permitted = {str(one.value) for one in names.value.permitted_subtrees or []}
    networks = {str(network) for network in addresses.LOCAL}
    assert permitted == networks | {"clube.local", "localhost"}
    assert not any(network.is_global for network in addresses.LOCAL)
    purposes = extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(purposes) == [ExtendedKeyUsageOID.SERVER_AUTH]
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"
    usage = extensions.get_extension_for_class(x509.KeyUsage).value
    assert (usage.key_cert_sign, usage.digital_signature) == (True, False)


def test_the_sites_certificate_is_one_that_phones_take(tmp_path: Path) -> None:
    assert authority.ensure_certificate(tmp_path, CLUB)
    certificate = leaf(tmp_path)
    assert authority.hosts_of(certificate) == {*CLUB, "127.0.0.1", "localhost"}
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert lasts <= 825 * DAY
    assert certificate.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=1), "for a clock that is late"
    extensions = certificate.extensions
    assert not extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    used = extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(used) == [ExtendedKeyUsageOID.SERVER_AUTH]
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)


@pytest.mark.parametrize("host", ["192.168.0.10", "clube.local", "localhost", "127.0.0.1"])
def test_a_phone_that_trusts_the_authority_believes_the_site(tmp_path: Path, host: str) -> None:
    authority.ensure_certificate(tmp_path, CLUB)
    trusted = authority.authority_of(tmp_path).certificate
    assert handshake(authority.server_context(tmp_path), host, trusted) == leaf(tmp_path)


def test_a_phone_that_trusts_another_clubs_authority_does_not(tmp_path: Path) -> None:
    authority.ensure_certificate(tmp_path / "ours", CLUB)
    other = authority.authority_of(tmp_path / "theirs", ["clube.local"]).certificate
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(authority.server_context(tmp_path / "ours"), "192.168.0.10", other)


@pytest.mark.parametrize("host", ["203.0.113.7", "banco.example", "outro.local"])
def test_whoever_stole_the_key_cannot_be_another_site(tmp_path: Path, host: str) -> None:
    """Not ours to certify: made by force, it is refused by the phone."""
    ours = authority.authority_of(tmp_path, ["clube.local"])
    forged = authority._new_site_certificate(ours, [host], datetime.now(UTC))
    file = tmp_path / "forged.pem"
    file.write_text(forged.in_pem(ours.certificate))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(server, host, ours.certificate)


# --- once, and again ----------------------------------------------------------------------------------------------


def test_both_are_made_once_and_are_their_owners_alone(tmp_path: Path) -> None:
    assert authority.ensure_certificate(tmp_path, CLUB)
    before = {file.name: file.read_bytes() for file in (tmp_path / authority.FOLDER).iterdir()}
    assert set(before) == {"authority.pem", "site.pem"}, "no draft is left"
    assert not authority.ensure_certificate(tmp_path, CLUB)
    assert {file.name: file.read_bytes() for file in (tmp_path / authority.FOLDER).iterdir()} == before
    assert (tmp_path / authority.FOLDER).stat().st_mode & 0o077 == 0
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in (tmp_path / authority.FOLDER).iterdir())


def test_another_address_gets_another_certificate_of_the_same_authority(tmp_path: Path) -> None:
    authority.ensure_certificate(tmp_path, CLUB)
    trusted = authority.authority_of(tmp_path).certificate
    assert authority.ensure_certificate(tmp_path, HOME)
    assert authority.hosts_of(leaf(tmp_path)) == {*HOME, "127.0.0.1", "localhost"}
    assert handshake(authority.server_context(tmp_path), HOME[0], trusted) == leaf(tmp_path)


@pytest.mark.parametrize(("days", "is_renewed"), [(300, False), (366, False), (368, True), (500, True)])
def test_it_is_renewed_a_month_before_it_ends(tmp_path: Path, days: int, is_renewed: bool) -> None:
    authority.ensure_certificate(tmp_path, CLUB)
    trusted = authority.authority_of(tmp_path).certificate
    later = datetime.now(UTC) + days * DAY
    assert authority.ensure_certificate(tmp_path, CLUB, now=later) is is_renewed
    assert authority.authority_of(tmp_path).certificate == trusted
    assert leaf(tmp_path).not_valid_after_utc > later + authority.RENEWED_BEFORE


def test_an_authority_that_ends_is_followed_by_another(tmp_path: Path) -> None:
    long_ago = datetime.now(UTC) - authority.AUTHORITY_LASTS + 200 * DAY
    authority.ensure_certificate(tmp_path, CLUB, now=long_ago)
    old = authority.authority_of(tmp_path).certificate
    authority.ensure_certificate(tmp_path, CLUB)
    assert leaf(tmp_path).not_valid_after_utc <= old.not_valid_after_utc, "nothing outlives who certified it"
    later = datetime.now(UTC) + 180 * DAY
    assert authority.ensure_certificate(tmp_path, CLUB, now=later)
    new = authority.authority_of(tmp_path).certificate
    assert new != old
    leaf(tmp_path).verify_directly_issued_by(new)


def test_a_machine_with_another_name_is_still_reached_by_its_addresses(tmp_path: Path) -> None:
    authority.ensure_certificate(tmp_path, CLUB)
    assert not authority.ensure_certificate(tmp_path, ("192.168.0.10", "salao.local"))
    assert "salao.local" not in authority.hosts_of(leaf(tmp_path))


@pytest.mark.parametrize(
    "content", [b"", b"a letter", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_a_damaged_certificate_is_made_anew_but_never_the_authority(tmp_path: Path, content: bytes) -> None:
    authority.ensure_certificate(tmp_path, CLUB)
    authority.site_file(tmp_path).write_bytes(content)
    assert authority.ensure_certificate(tmp_path, CLUB)
    assert authority.hosts_of(leaf(tmp_path)) >= set(CLUB)
    file = tmp_path / authority.FOLDER / authority.AUTHORITY
    file.write_bytes(content)
    with pytest.raises(InputError) as refused:
        authority.ensure_certificate(tmp_path, CLUB)
    assert refused.value.code == "not_an_authority"
    assert file.read_bytes() == content


def test_a_key_that_belongs_to_another_certificate_is_damage(tmp_path: Path) -> None:
    ours, theirs = (authority.authority_of(tmp_path / one) for one in ("ours", "theirs"))
    mixed = authority.Certified(theirs.certificate, ours.key).in_pem()
    (tmp_path / "ours" / authority.FOLDER / authority.AUTHORITY).write_text(mixed)
    with pytest.raises(InputError):
        authority.authority_of(tmp_path / "ours")


def test_two_that_start_together_agree_on_one_authority(tmp_path: Path) -> None:
    at_once, marks = threading.Barrier(6), set[str]()

    def start() -> None:
        at_once.wait()
        marks.add(authority.fingerprint(authority.authority_of(tmp_path).certificate))

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = authority.fingerprint(authority.authority_of(tmp_path).certificate)
    assert marks == {kept}


# --- what the settings make of it ---------------------------------------------------------------------------------


def test_the_settings_read_what_the_command_says(tmp_path: Path) -> None:
    hall = Hall(CLUB, 8000, 8443)
    read = read_configuration({"CARTEADO_DATA": str(tmp_path), **hall.as_environment()})
    assert read.hall == hall
    assert (read.public_url, read.is_https) == ("https://192.168.0.10:8443", False)
    assert set(read.hosts) == {*CLUB, "localhost", "127.0.0.1", "[::1]"}


@pytest.mark.parametrize(
    ("name", "value", "named"),
    [
        ("CARTEADO_LAN", "0", "CARTEADO_LAN"),
        ("CARTEADO_LAN", "99999", "CARTEADO_LAN"),
        ("CARTEADO_LAN", "x", "CARTEADO_LAN"),
        ("CARTEADO_LAN", "²", "CARTEADO_LAN"),
        ("CARTEADO_URL", "", "CARTEADO_URL"),
        ("CARTEADO_URL", "http://192.168.0.10:8000", "CARTEADO_URL"),
    ],
)
def test_settings_of_a_network_that_cannot_be_are_named(tmp_path: Path, name: str, value: str, named: str) -> None:
    environment = {"CARTEADO_DATA": str(tmp_path), **Hall(CLUB, 8000, 8443).as_environment(), name: value}
    with pytest.raises(InputError) as refused:
        read_configuration(environment)
    assert refused.value.where == named


def test_secret_links_have_https_and_what_everybody_may_see_needs_no_trust(settings: Any) -> None:
    settings.HALL, settings.PUBLIC_URL = Hall(CLUB, 8000, 8443), "https://192.168.0.10:8443"
    assert absolute_url("/entrar/x/") == "https://192.168.0.10:8443/entrar/x/"
    assert open_url() == "http://192.168.0.10:8000"
    settings.HALL = None
    assert open_url() == "https://192.168.0.10:8443"


# --- while the site runs ------------------------------------------------------------------------------------------


def test_who_comes_after_the_network_changed_is_answered_at_the_new_address(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [CLUB]

    def hosts_of_this_machine(_host: str | None) -> tuple[str, ...]:
        if not here:
            raise InputError("lan_nowhere")
        return here[-1]

    monkeypatch.setattr(addresses, "hosts_of_this_machine", hosts_of_this_machine)
    settings.ALLOWED_HOSTS = [*CLUB, "localhost"]
    settings.HALL, settings.PUBLIC_URL = None, None
    follower = AddressWatch(Hall(CLUB, 8000, 8443), tmp_path, host=None)
    trusted = authority.authority_of(tmp_path).certificate
    assert not follower.check_addresses()
    here.append(HOME)
    assert follower.check_addresses()
    assert not follower.check_addresses()
    assert follower.hall == settings.HALL == Hall(HOME, 8000, 8443)
    assert settings.PUBLIC_URL == "https://10.0.0.4:8443"
    assert set(settings.ALLOWED_HOSTS) == {*HOME, "localhost", "127.0.0.1", "[::1]"}
    assert handshake(follower.context, HOME[0], trusted) == leaf(tmp_path), "without a restart"
    here.clear()
    assert not follower.check_addresses(), "a network that is gone for a while changes nothing"
    assert follower.hall.hosts == HOME


# --- addresses ----------------------------------------------------------------------------------------------------


def some(*texts: str) -> Iterable[IPv4Address]:
    return [IPv4Address(text) for text in texts]


def test_of_several_addresses_the_way_out_comes_first_and_none_of_the_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_of_routes", lambda: some("192.168.0.10", "203.0.113.5"))
    monkeypatch.setattr(addresses, "_of_interfaces", lambda: some("10.42.0.1", "192.168.0.10", "127.0.0.1"))
    monkeypatch.setattr(socket, "gethostname", lambda: "Clube.example.com")
    assert list(map(str, addresses.local_addresses())) == ["192.168.0.10", "10.42.0.1"]
    assert addresses.hosts_of_this_machine() == ("192.168.0.10", "10.42.0.1", "clube.local")
    assert addresses.hosts_of_this_machine("172.20.10.2") == ("172.20.10.2", "clube.local")


def test_a_machine_in_no_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for source in ("_of_routes", "_of_interfaces", "_of_the_name"):
        monkeypatch.setattr(addresses, source, lambda: some("127.0.0.1", "203.0.113.5"))
    with pytest.raises(InputError) as refused:
        addresses.hosts_of_this_machine()
    assert refused.value.code == "lan_nowhere"


def test_asking_this_machine_sends_nothing_and_finds_addresses_of_its_own() -> None:
    """Each can be listened on, so it is one; what is asked lies where nobody answers."""
    for address in (*addresses._of_routes(), *addresses._of_interfaces()):
        socket.create_server((str(address), 0)).close()


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("clube", ("clube.local",)),
        ("Clube-XV.lan", ("clube-xv.local",)),
        ("localhost", ()),
        ("salão", ()),
        ("meu_pc", ()),
        ("", ()),
    ],
)
def test_a_machine_is_known_by_a_name_that_can_be_one(
    name: str, known: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert addresses.mdns_name() == known
