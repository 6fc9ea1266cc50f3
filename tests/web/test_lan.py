"""``carteado serve --lan`` as a club without internet runs it; addresses of this machine stand for a network."""

import json
import plistlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from django.test import Client
from websockets.sync.client import connect

from carteado.web.lan.authority import FOLDER
from carteado.web.lan.views import System, system_of
from tests.cli.running import carteado
from tests.web.clubs import HOST, LanSite, serving_lan
from tests.web.running import COMMAND, PATIENCE, run, run_in_site, surroundings

ELSEWHERE = "127.0.0.8"
PASSWORD = "sete-copas-e-um-zap"
FORM = ("csrfmiddlewaretoken", "form", "play")
AN_ACCOUNT = f"""
from carteado.web.people.models import User
User.objects.create_user("ana@carteado.example", password="{PASSWORD}")
answer = None
"""
AN_EVENT = """
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.people.models import User
ana = User.objects.get(email="ana@carteado.example")
draft = store.create(Details(regulation="truco-masters-2025", name="Copa da Vila"), by=ana)
answer = store.publish(draft, expected=draft.version, by=ana).slug
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanSite]:
    with serving_lan(tmp_path_factory.mktemp("club") / "data") as served:
        run_in_site(served.data, AN_ACCOUNT)
        yield served


# --- both ports ---------------------------------------------------------------------------------------------------


def test_it_answers_without_https_and_with_it(site: LanSite) -> None:
    assert site.get("/").status_code == 200
    assert site.get_secure("/").status_code == 200
    assert site.told["port"] == int(site.plain.rpartition(":")[2])
    assert site.told["address"] == site.secure, "what it calls its address has https"


def test_who_does_not_trust_the_authority_does_not_get_in(site: LanSite) -> None:
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(f"{site.secure}/", timeout=PATIENCE)
    assert site.get_secure("/").status_code == 200, "and nobody else is bothered by it"


def test_https_is_not_spoken_to_who_speaks_plainly(site: LanSite) -> None:
    with pytest.raises(httpx.HTTPError):
        httpx.get(site.secure.replace("https:", "http:"), timeout=PATIENCE)
    assert site.get_secure("/readyz").json() == {"status": "ok"}


def test_nothing_promises_that_https_will_be_there_for_ever(site: LanSite) -> None:
    for answer in (site.get("/"), site.get_secure("/"), site.get_secure("/static/nothing.css")):
        assert "Strict-Transport-Security" not in answer.headers


@pytest.mark.parametrize("host", ["elsewhere.example", "192.168.77.77", "localhost.elsewhere.example"])
def test_it_answers_to_its_own_names_only(site: LanSite, host: str) -> None:
    for get in (site.get, site.get_secure):
        assert get("/", headers={"Host": host}).status_code == 400
    name = site.told["lan"]["plain"][-1].removeprefix("http://")
    assert site.get("/", headers={"Host": name}).status_code == 200


def test_nobody_in_the_network_is_taken_for_a_proxy(site: LanSite) -> None:
    pretending = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    assert 'href="/confiar/"' in site.get("/", headers=pretending).text


# --- what a phone is told -----------------------------------------------------------------------------------------


def test_a_page_without_https_says_so_and_where_to_go(site: LanSite) -> None:
    assert 'class="read-along' in site.get("/").text
    assert 'href="/en/confiar/"' in site.get("/en/").text
    assert 'class="read-along' not in site.get_secure("/").text
    here = f"localhost:{site.told['port']}"
    assert 'class="read-along' not in site.get("/", headers={"Host": here}).text, "nobody reads along on one machine"


def test_the_page_of_trust_works_without_https_in_both_languages(site: LanSite) -> None:
    pt, en = site.get("/confiar/"), site.get("/en/confiar/")
    assert "Confiar em dois passos" in pt.text
    assert "Trust in two steps" in en.text
    for page in (pt, en):
        assert page.status_code == 200
        policy = page.headers["Content-Security-Policy"].split("; ")
        assert f"connect-src 'self' {site.secure}" in policy
        assert f'"{site.told["lan"]["trust"]}' in page.text or site.told["lan"]["trust"] in page.text
        assert re.search(rf'data-https-test="{site.secure}(/en)?/confiar/prova\.json"', page.text)
        assert re.search(rf'href="{site.secure}(/en)?/confiar/" data-test-again', page.text), "without scripts too"


def test_the_fingerprint_is_the_same_everywhere(site: LanSite) -> None:
    told = site.told["lan"]["fingerprint"]
    content = site.get("/confiar/carteado.crt").content
    assert sha256(content).hexdigest().upper() == told.replace(":", "")
    shown = re.findall(r"<span>([0-9A-F:]{23})</span>", site.get("/confiar/").text)
    assert ":".join(shown) == told


def test_the_certificate_comes_as_phones_take_it(site: LanSite) -> None:
    answer = site.get("/confiar/carteado.crt")
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert 'filename="carteado.crt"' in answer.headers["Content-Disposition"]
    profile = site.get("/confiar/carteado.mobileconfig")
    assert profile.headers["Content-Type"] == "application/x-apple-aspen-config"
    told = plistlib.loads(profile.content)
    [payload] = told["PayloadContent"]
    assert (told["PayloadType"], payload["PayloadType"]) == ("Configuration", "com.apple.security.root")
    assert payload["PayloadContent"] == answer.content
    assert told["PayloadUUID"] != payload["PayloadUUID"]
    assert site.get("/confiar/carteado.mobileconfig").content == profile.content, "installed again it is the same one"


def test_no_key_leaves_the_machine(site: LanSite, tmp_path: Path) -> None:
    for path in ("/confiar/", "/confiar/carteado.crt", "/confiar/carteado.mobileconfig", "/confiar/prova.json"):
        assert b"PRIVATE KEY" not in site.get(path).content
    folder = site.data / FOLDER
    assert folder.stat().st_mode & 0o077 == 0
    assert [file.name for file in folder.iterdir() if file.stat().st_mode & 0o077] == []
    backup = tmp_path / "backup.zip"
    assert run(site.data, "backup", "--with-keys", str(backup)).returncode == 0
    with zipfile.ZipFile(backup) as archive:
        assert set(archive.namelist()) == {"manifest.json", "database", "secrets.json"}
        assert all(b"PRIVATE KEY" not in archive.read(name) for name in archive.namelist())


def test_only_our_own_page_may_ask_whether_https_is_trusted(site: LanSite) -> None:
    allowed = "Access-Control-Allow-Origin"
    asked = site.get_secure("/confiar/prova.json", headers={"Origin": site.plain})
    assert (asked.json(), asked.headers[allowed]) == ({"https": True}, site.plain)
    for origin in ("http://elsewhere.example", site.plain.replace(":", ":1"), "null", ""):
        assert allowed not in site.get_secure("/confiar/prova.json", headers={"Origin": origin}).headers
    assert site.get("/confiar/prova.json").json() == {"https": False}


def test_the_page_of_trust_says_where_score_sheets_of_another_address_are(site: LanSite) -> None:
    for page in (site.get("/en/confiar/"), site.get_secure("/en/confiar/")):
        assert "They stay at the address at which you kept them" in page.text
        assert 'href="/en/sumula/receber/"' in page.text


def test_the_secure_page_says_that_it_came_with_https(site: LanSite) -> None:
    page = site.get_secure("/confiar/")
    assert "Esta página veio com https." in page.text
    assert "data-https-test" not in page.text


@pytest.mark.parametrize(
    ("said", "system"),
    [
        ("Mozilla/5.0 (Linux; Android 14; SM-A146M)", System.ANDROID),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)", System.IPHONE),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", System.WINDOWS),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", System.MAC),
        ("Mozilla/5.0 (X11; Linux x86_64)", System.LINUX),
        ("", None),
    ],
)
def test_the_steps_of_ones_own_system_are_open(site: LanSite, said: str, system: System | None) -> None:
    assert system_of(said) == system
    page = site.get("/confiar/", headers={"User-Agent": said}).text
    opened = re.findall(r'<details class="fold" open>\s*<summary>([^<]+)', page)
    names = {System.IPHONE: "iPhone, iPad", System.WINDOWS: "Windows", System.MAC: "macOS", System.LINUX: "Linux"}
    assert opened == [names.get(system, "Android") if system else "Android"]


@pytest.mark.django_db
def test_elsewhere_there_is_nothing_to_trust(client: Client) -> None:
    for name in ("", "carteado.crt", "carteado.mobileconfig", "prova.json"):
        answer = client.get(f"/confiar/{name}")
        assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "read-along" not in client.get("/").content.decode()


# --- signing in ---------------------------------------------------------------------------------------------------


def sign_in(phone: httpx.Client, address: str) -> httpx.Response:
    page = phone.get(f"{address}/entrar/")
    [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text))
    sent = {"login": "ana@carteado.example", "password": PASSWORD, "csrfmiddlewaretoken": token}
    return phone.post(f"{address}/entrar/", data=sent, headers={"Origin": address, "Referer": f"{address}/entrar/"})


def is_signed_in(phone: httpx.Client, address: str) -> bool:
    return phone.get(f"{address}/conta/").status_code == 200


def test_one_signs_in_without_https_and_nothing_of_it_counts_with_https(site: LanSite) -> None:
    with site.phone() as phone:
        answer = sign_in(phone, site.plain)
        assert answer.status_code == 302, answer.text
        assert all("secure" not in cookie.lower() for cookie in answer.headers.get_list("set-cookie"))
        assert is_signed_in(phone, site.plain)
        assert not is_signed_in(phone, site.secure), "a session that others could read opens nothing there"


def test_one_signs_in_with_https_and_nothing_of_it_is_ever_sent_without(site: LanSite) -> None:
    with site.phone() as phone:
        answer = sign_in(phone, site.secure)
        assert answer.status_code == 302, answer.text
        cookies = answer.headers.get_list("set-cookie")
        assert cookies
        for cookie in cookies:
            assert cookie.startswith("__Host-")
            assert {"secure", "httponly", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
        assert is_signed_in(phone, site.secure)
        plain = phone.get(f"{site.plain}/")
        assert "__Host-" not in plain.request.headers.get("Cookie", "")
        assert not is_signed_in(phone, site.plain)
        assert sign_in(phone, site.plain).status_code == 302, "forms without https still work on this phone"
        assert is_signed_in(phone, site.secure)


def test_a_cookie_planted_without_https_is_not_believed_with_https(site: LanSite) -> None:
    with site.phone() as phone:
        sign_in(phone, site.plain)
        session = phone.cookies["sessionid"]
        stolen = site.get_secure("/conta/", headers={"Cookie": f"sessionid={session}"})
        assert stolen.status_code == 302
        own = site.get_secure("/conta/", headers={"Cookie": f"theme=dark; __Host-sessionid={session}"})
        assert own.status_code == 200, "the name is what decides"


def sit_down(phone: httpx.Client, address: str) -> str:
    """With bots, as a guest; the address of the table's socket."""
    page = phone.get(f"{address}/jogar/")
    sent = {name: re.findall(rf'name="{name}" value="([^"]+)"', page.text)[0] for name in FORM}
    table = phone.post(f"{address}/jogar/mesa/", data=sent, headers={"Origin": address, "Referer": f"{address}/jogar/"})
    assert table.status_code == 302, table.text
    return f"{address.replace('http', 'ws', 1)}{table.headers['Location']}ao-vivo"


def observer_at(socket: str, phone: httpx.Client, trusts: ssl.SSLContext) -> object:
    """Whom the table takes its reader for."""
    sent = "; ".join(f"{cookie.name}={cookie.value}" for cookie in phone.cookies.jar)
    is_secure = socket.startswith("wss:")
    with connect(socket, ssl=trusts if is_secure else None, additional_headers={"Cookie": sent}) as table:
        table.send('[{"type":"hello","protocol":1}]')
        return json.loads(table.recv(timeout=PATIENCE))[0]["you"]["observer"]


def test_a_live_table_knows_its_players_on_both_ports_and_never_one_by_the_others_cookie(site: LanSite) -> None:
    for address, elsewhere in ((site.secure, site.plain), (site.plain, site.secure)):
        with site.phone() as phone:
            socket = sit_down(phone, address)
            assert observer_at(socket, phone, site.trusting()) == 0
            other = socket.replace(address.replace("http", "ws", 1), elsewhere.replace("http", "ws", 1))
            assert observer_at(other, phone, site.trusting()) == "spectator"


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "https://127.0.0.9:8443"])
def test_a_form_of_another_site_is_refused_on_both_ports(site: LanSite, origin: str) -> None:
    with site.phone() as phone:
        for address in (site.plain, site.secure):
            page = phone.get(f"{address}/entrar/")
            [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text))
            sent = {"login": "ana@carteado.example", "password": PASSWORD, "csrfmiddlewaretoken": token}
            assert phone.post(f"{address}/entrar/", data=sent, headers={"Origin": origin}).status_code == 403


# --- links --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_letters_lead_to_https_and_the_hall_is_shown_what_needs_no_trust(site: LanSite) -> None:
    link = run(site.data, "sign-in-link", "ana@carteado.example").stdout.strip()
    assert link.startswith(f"{site.secure}/entrar/")
    slug = run_in_site(site.data, AN_EVENT)
    page = site.get_secure(f"/campeonatos/{slug}/").text
    assert f'<link rel="canonical" href="{site.plain}/campeonatos/{slug}/">' in page
    projector = site.get_secure(f"/campeonatos/{slug}/telao/").text
    assert f"{site.plain.removeprefix('http://')}/campeonatos/{slug}" in projector


def test_before_the_codes_of_the_tables_stands_the_one_of_trust(site: LanSite) -> None:
    slug = run_in_site(site.data, AN_EVENT)
    with site.phone() as phone:
        sign_in(phone, site.secure)
        page = f"{site.secure}/campeonatos/{slug}/aparelhos/"
        form = phone.get(page).text
        [token, *_] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)) | {"csrfmiddlewaretoken": token}
        codes = phone.post(f"{page}mesas/", data={**hidden, "first": "1", "last": "2"}, headers={"Referer": page}).text
    assert re.findall(r'<li class="device-card">', codes) == ['<li class="device-card">'] * 3
    assert codes.index(site.told["lan"]["trust"]) < codes.index(f'href="{site.secure}/sumula/entrar/#')


@pytest.mark.slow
def test_the_demo_is_entered_at_this_machine_without_a_warning(tmp_path: Path) -> None:
    with serving_lan(tmp_path / "data", "--demo") as demo:
        link = str(demo.told["sign_in"])
        assert link.startswith(f"{demo.plain}/entrar/")
        assert httpx.get(link, timeout=PATIENCE).status_code == 200


# --- starting again -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_at_another_address_the_phones_still_trust_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving_lan(data) as first:
        trusted = first.trusting()
        before = first.told["lan"]["fingerprint"]
    with serving_lan(data, host=ELSEWHERE) as second:
        assert second.told["lan"]["fingerprint"] == before
        assert second.secure.startswith(f"https://{ELSEWHERE}:")
        assert httpx.get(f"{second.secure}/readyz", verify=trusted, timeout=PATIENCE).status_code == 200


ANYWHERE = """
import sys
from ipaddress import IPv4Address
from pathlib import Path
from carteado.cli import main
from carteado.web import serving
from carteado.web.lan import addresses
serving.LOOKS_EVERY = 0.2
addresses.found = lambda: [IPv4Address(one) for one in Path(sys.argv[1]).read_text().split()]
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
        here = f"http://localhost:{site.told['port']}/"
        assert httpx.get(here, timeout=PATIENCE).status_code == 200, "it listens at every address"
        assert site.get("/", headers={"Host": ELSEWHERE}).status_code == 400
        network.write_text(ELSEWHERE)
        moved = json.loads(process.stdout.readline())["moved"]
        assert moved["plain"][0] == f"http://{ELSEWHERE}:{site.told['port']}"
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
    monkeypatch.setattr("carteado.web.lan.addresses.found", list)
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
