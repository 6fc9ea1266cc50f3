"""How ``carteado serve --lan`` starts, moves with its machine, refuses to start, and ends."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from carteado.web.server.lan.certificate_authority import FOLDER
from tests.cli.command import carteado
from tests.web.world.clubs import AN_ACCOUNT, AN_EVENT, HOST, LanSite, serving_lan
from tests.web.world.running import COMMAND, PATIENCE, run, run_in_site, surroundings

ELSEWHERE = "127.0.0.8"


# --- starting again -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_at_another_address_the_phones_still_trust_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving_lan(data) as first:
        trusted = first.trusting()
        before = first.startup["lan"]["fingerprint"]
    with serving_lan(data, host=ELSEWHERE) as second:
        assert second.startup["lan"]["fingerprint"] == before
        assert second.secure.startswith(f"https://{ELSEWHERE}:")
        assert httpx.get(f"{second.secure}/readyz", verify=trusted, timeout=PATIENCE).status_code == 200


ANYWHERE = """
import sys
from ipaddress import IPv4Address
from pathlib import Path
from carteado.cli import main
from carteado.web.server import serve as serving
from carteado.web.server.lan import addresses
serving.ADDRESS_CHECK_INTERVAL_S = 0.2
addresses.local_addresses = lambda: [IPv4Address(one) for one in Path(sys.argv[1]).read_text().split()]
sys.exit(main(["serve", "--lan", "--port", "0", "--json"]))
"""
"""The command on a machine whose addresses stand in a file."""


@pytest.mark.slow
def test_a_site_that_runs_follows_its_machine_to_another_network(tmp_path: Path) -> None:
    data, network = tmp_path / "data", tmp_path / "network"
    network.write_text(HOST)
    process = subprocess.Popen(
        [sys.executable, "-c", ANYWHERE, str(network)],
        env=surroundings(data),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        site = LanSite(process, data, json.loads(process.stdout.readline()))
        trusted = site.trusting()
        here = f"http://localhost:{site.startup['port']}/"
        assert httpx.get(here, timeout=PATIENCE).status_code == 200, "it listens at every address"
        assert site.get("/", headers={"Host": ELSEWHERE}).status_code == 400
        network.write_text(ELSEWHERE)
        moved = json.loads(process.stdout.readline())["moved"]
        assert moved["plain"][0] == f"http://{ELSEWHERE}:{site.startup['port']}"
        assert httpx.get(f"{moved['plain'][0]}/", timeout=PATIENCE).status_code == 200
        assert httpx.get(f"{moved['secure'][0]}/", timeout=PATIENCE, verify=trusted).status_code == 200
        assert site.get("/").status_code == 400, "it does not answer to the address that it had"
        assert (data / "address").read_text() == moved["secure"][0]
        assert site.stop() == (0, "")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate(timeout=PATIENCE)
    assert not (data / "address").exists()


# --- how it ends --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_both_ports_end_quietly_and_let_open_pages_go(how: signal.Signals, code: int, tmp_path: Path) -> None:
    with serving_lan(tmp_path / "data") as served:
        run_in_site(served.data, AN_ACCOUNT)
        slug = run_in_site(served.data, AN_EVENT)
        with (
            served.phone() as phone,
            phone.stream("GET", f"{served.secure}/ao-vivo/evento/{slug}") as secure,
            phone.stream("GET", f"{served.plain}/ao-vivo/evento/{slug}") as plain,
        ):
            pushed = secure.iter_text(), plain.iter_text()
            assert all(next(texts).startswith("retry:") for texts in pushed)
            assert served.stop(how) == (code, "")
            for texts in pushed:
                assert all(text.startswith(("data:", ":")) for text in texts), "the stream ended as streams end"
        for address in (served.plain, served.secure):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((HOST, int(address.rpartition(":")[2])), timeout=PATIENCE)
    assert not (tmp_path / "data" / "address").exists()


# --- what it refuses ----------------------------------------------------------------------------------------------


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARTEADO_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.mark.parametrize(
    ("options", "begins"),
    [
        (("--lan", "--host", "203.0.113.9"), "--host: 203.0.113.9 is not an address of a local network"),
        (("--lan", "--host", "clube"), "--host: clube is not an address"),
        (("--lan", "--host", "::1"), "--host: ::1 is not an address"),
        (("--lan", "--host", HOST, "--port", "99999"), "--port: should be from 0 to 65535, not 99999"),
        (("--lan", "--host", HOST, "--port", "65300"), "--https-port: should be from 0 to 65535, not 65743"),
        (("--lan", "--host", HOST, "--port", "0", "--https-port", "-1"), "--https-port: should be from 0 to 65535"),
        (("--https-port", "8443"), "--https-port: is only for --lan"),
        (("--lan", "--https-port", "x"), "--https-port: "),
        (("--lan", "--host", "192.168.99.99", "--port", "0"), "could not listen on 192.168.99.99, port 0: "),
    ],
)
def test_what_cannot_be_is_told_in_both_languages(options: tuple[str, ...], begins: str, own_data: Path) -> None:
    pt, en = (carteado("serve", *options, lang=language) for language in ("pt", "en"))
    assert en.err.startswith(f"carteado: {begins}"), en.err
    for ran in (pt, en):
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert pt.err != en.err
    assert not own_data.exists(), "nothing is touched"


def test_an_address_of_its_own_and_one_that_is_found_do_not_go_together(
    own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTEADO_URL", "https://carteado.example")
    ran = carteado("serve", "--lan", "--host", HOST)
    assert (ran.code, ran.err.startswith("carteado: CARTEADO_URL: is set, and --lan ")) == (2, True)


def test_a_machine_in_no_network_is_told(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carteado.web.server.lan.addresses.local_addresses", list)
    ran = carteado("serve", "--lan", "--json")
    assert "in no local network" in ran.error["message"]


@pytest.mark.parametrize("taken", ["--port", "--https-port"])
def test_either_port_that_is_taken_is_told_and_the_other_let_go(taken: str, own_data: Path) -> None:
    with socket.create_server((HOST, 0)) as other, socket.create_server((HOST, 0)) as later:
        busy, free = (one.getsockname()[1] for one in (other, later))
        later.close()
        ports = {"--port": str(free), "--https-port": str(free), taken: str(busy)}
        ran = carteado("serve", "--lan", "--host", HOST, *(word for pair in ports.items() for word in pair))
    assert (ran.code, f"port {busy} is taken" in ran.err) == (2, True)
    socket.create_server((HOST, free)).close()
    assert not own_data.exists()


@pytest.mark.slow
def test_a_damaged_authority_is_told_and_not_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / "authority.pem").write_text("a letter to somebody")
    done = run(tmp_path, "serve", "--lan", "--host", HOST, "--port", "0")
    assert (done.returncode, "authority.pem is damaged" in done.stderr) == (2, True)
    assert (folder / "authority.pem").read_text() == "a letter to somebody"


@pytest.mark.parametrize(("language", "word"), [("pt", "rede local, sem internet"), ("en", "local network, without")])
def test_the_help_tells_of_it(language: str, word: str) -> None:
    ran = carteado("serve", "--help", lang=language)
    assert ran.code == 0
    told = " ".join(ran.out.split())
    assert word in told
    assert "--https-port" in told


# --- for people ---------------------------------------------------------------------------------------------------


def test_people_are_told_the_addresses_and_the_fingerprint(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [COMMAND, "serve", "--lan", "--host", HOST, "--port", "0"],
        env=surroundings(tmp_path / "data", COLUMNS="500"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines = _until(process.stdout.readline, "Ctrl-C stops it.")
    process.terminate()
    process.communicate(timeout=PATIENCE)
    told = "\n".join(lines)
    assert re.search(rf"^Carteado is at http://{HOST}:\d+$", told, re.MULTILINE)
    assert re.search(rf"https://{HOST}:\d+\. .* in two steps: http://{HOST}:\d+/confiar/$", told, re.MULTILINE)
    assert re.search(r"^Fingerprint .*: ([0-9A-F]{2}:){31}[0-9A-F]{2}$", told, re.MULTILINE)
    assert "█" not in told, "a pipe has no camera before it"


def _until(readline: Callable[[], str], last: str) -> list[str]:
    lines = []
    while line := readline():
        lines.append(line.rstrip("\n"))
        if lines[-1] == last:
            return lines
    raise AssertionError(lines)
