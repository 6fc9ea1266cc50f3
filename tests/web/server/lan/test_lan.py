"""``carteado serve --lan`` as a club without internet runs it; addresses of this machine stand for a network."""

import json
import plistlib
import re
import ssl
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from django.test import Client
from websockets.sync.client import connect

from carteado.web.server.lan.certificate_authority import FOLDER
from carteado.web.server.lan.pages import System, system_of
from tests.web.world.clubs import AN_ACCOUNT, AN_EVENT, PASSWORD, LanSite, serving_lan
from tests.web.world.running import PATIENCE, run, run_in_site

FORM = ("csrfmiddlewaretoken", "form", "play")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanSite]:
    with serving_lan(tmp_path_factory.mktemp("club") / "data") as served:
        run_in_site(served.data, AN_ACCOUNT)
        yield served


# --- both ports ---------------------------------------------------------------------------------------------------


def test_it_answers_without_https_and_with_it(site: LanSite) -> None:
    assert site.get("/").status_code == 200
    assert site.get_secure("/").status_code == 200
    assert site.startup["port"] == int(site.plain.rpartition(":")[2])
    assert site.startup["address"] == site.secure, "what it calls its address has https"


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
    name = site.startup["lan"]["plain"][-1].removeprefix("http://")
    assert site.get("/", headers={"Host": name}).status_code == 200


def test_nobody_in_the_network_is_taken_for_a_proxy(site: LanSite) -> None:
    pretending = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    assert 'href="/confiar/"' in site.get("/", headers=pretending).text


# --- what a phone is told -----------------------------------------------------------------------------------------


def test_a_page_without_https_says_so_and_where_to_go(site: LanSite) -> None:
    assert 'class="read-along' in site.get("/").text
    assert 'href="/en/confiar/"' in site.get("/en/").text
    assert 'class="read-along' not in site.get_secure("/").text
    here = f"localhost:{site.startup['port']}"
    assert 'class="read-along' not in site.get("/", headers={"Host": here}).text, "nobody reads along on one machine"


def test_the_page_of_trust_works_without_https_in_both_languages(site: LanSite) -> None:
    pt, en = site.get("/confiar/"), site.get("/en/confiar/")
    assert "Confiar em dois passos" in pt.text
    assert "Trust in two steps" in en.text
    for page in (pt, en):
        assert page.status_code == 200
        policy = page.headers["Content-Security-Policy"].split("; ")
        assert f"connect-src 'self' {site.secure}" in policy
        assert f'"{site.startup["lan"]["trust"]}' in page.text or site.startup["lan"]["trust"] in page.text
        assert re.search(rf'data-https-test="{site.secure}(/en)?/confiar/prova\.json"', page.text)
        assert re.search(rf'href="{site.secure}(/en)?/confiar/" data-test-again', page.text), "without scripts too"


def test_the_fingerprint_is_the_same_everywhere(site: LanSite) -> None:
    told = site.startup["lan"]["fingerprint"]
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
    assert codes.index(site.startup["lan"]["trust"]) < codes.index(f'href="{site.secure}/sumula/entrar/#')


@pytest.mark.slow
def test_the_demo_is_entered_at_this_machine_without_a_warning(tmp_path: Path) -> None:
    with serving_lan(tmp_path / "data", "--demo") as demo:
        link = str(demo.startup["sign_in"])
        assert link.startswith(f"{demo.plain}/entrar/")
        assert httpx.get(link, timeout=PATIENCE).status_code == 200
