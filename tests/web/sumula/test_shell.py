"""The app of the súmula as a browser gets it: the same page for everybody, a worker that knows what to keep, a name."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from carteado.regulation import available
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.sumula import phone_app as shell
from tests.web.world.roles import a_person
from tests.web.world.running import begun, run_in_site

ADDRESSES = ("/sumula/", "/sumula/entrar/", "/sumula/ver/", "/sumula/receber/", "/sumula/XyZ-0_abcdefghij/")


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_the_app_is_one_page_that_asks_nobody(address: str) -> None:
    """Without the database, which this test has none of, and without a cookie: a phone may keep it."""
    answer = Client().get(address)
    assert (answer.status_code, answer.cookies) == (200, {})
    assert answer.content == Client().get("/sumula/").content
    assert "camera=(self)" in answer["Permissions-Policy"]
    assert answer["Cache-Control"] == "no-cache"


@pytest.mark.django_db
def test_who_is_signed_in_gets_the_same_page() -> None:
    client = Client()
    person = a_person(Role.STAFF)
    assert person is not None
    client.force_login(person)
    assert client.get("/sumula/").content == Client().get("/sumula/").content


@pytest.mark.parametrize(("address", "language"), [("/sumula/", "pt-br"), ("/en/sumula/", "en")])
def test_the_page_knows_where_it_stands(address: str, language: str) -> None:
    page = Client().get(address).content.decode()
    told = dict(re.findall(r'data-(\w+)="([^"]*)"', page))
    assert (told["language"], told["base"], told["worker"]) == (language, address, "/sumula/sw.js")
    regulations = json.loads(told["regulations"].replace("&quot;", '"'))
    assert len(regulations) == 4
    assert all(one["title"] and one["game"] for one in regulations)
    assert "<noscript>" in page
    assert not re.search(r"<(?:script|style)(?![^>]*src=)[^>]*>|\sstyle=|\son\w+=", page), "nothing inline"


def cached_files(address: str = "/sumula/sw.js") -> tuple[dict[str, Any], Any]:
    answer = Client().get(address)
    line = answer.content.decode().partition(";\n")[0]
    found: dict[str, Any] = json.loads(line.removeprefix("self.SUMULA = "))
    return found, answer


def test_the_worker_is_told_what_to_keep() -> None:
    told, answer = cached_files()
    assert (answer["Content-Type"], answer["Service-Worker-Allowed"]) == ("text/javascript", "/")
    assert answer["Cache-Control"] == "no-cache"
    assert told["shells"] == [f"{prefix}/sumula/" for prefix in PREFIXES.values()]
    assert {"/static/sumula.js", "/static/sumula.css", "/static/favicon.svg"} <= set(told["files"])
    assert len(told["forms"]) == len(available()) * len(PREFIXES)
    for address in (*told["shells"], *told["forms"]):
        assert Client().get(address).status_code == 200, address


def test_all_that_its_styles_load_is_kept_too() -> None:
    """Letters above all: without them a phone without a network shows another page."""
    styles = Path(settings.STATICFILES_DIRS[0], "sumula.css").read_text("utf-8")
    named = {Path(one).name for one in re.findall(r"url\(([^)#\"']+)", styles) if not one.startswith("data:")}
    assert named <= {Path(one).name for one in cached_files()[0]["files"]}


def test_a_new_file_makes_a_new_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cached_files()[0]["version"]
    assert cached_files("/en/sumula/sw.js")[0] == cached_files()[0], "in whichever language it is asked"
    built = shell._file_text
    monkeypatch.setattr(shell, "_file_text", lambda name: built(name) + ("/* new */" if name == "sumula.js" else ""))
    assert cached_files()[0]["version"] != before


@pytest.mark.one_database
def test_under_its_real_settings_it_keeps_the_hashed_names(tmp_path: Path) -> None:
    script = """
from django.test import Client
answer = Client(headers={"host": "localhost"}).get("/sumula/sw.js").content.decode()
"""
    text = run_in_site(begun(tmp_path), script)
    told = json.loads(text.partition(";\n")[0].removeprefix("self.SUMULA = "))
    assert [one for one in told["files"] if not re.search(r"\.[0-9a-f]{12}\.\w+$", one)] == []
    assert all((tmp_path / one.lstrip("/")).is_file() for one in told["files"])
    assert "addEventListener" in text


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_the_manifest_names_the_app_in_both_languages(language: str) -> None:
    with override(language):
        address, start = reverse("sumula-manifest"), reverse("sumula")
    answer = Client().get(address)
    told = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["lang"], told["start_url"], told["scope"], told["display"]) == (language, start, start, "standalone")
    assert told["short_name"] == ("Súmula" if language == "pt-br" else "Score sheet")
    purposes = [one.get("purpose", "any") for one in told["icons"]]
    assert purposes.count("maskable") == 1
    for one in told["icons"]:
        if one["type"] == "image/png":
            picture = Client().get(one["src"]).content
            assert picture.startswith(b"\x89PNG")
            assert "x".join(map(str, struct.unpack(">II", picture[16:24]))) == one["sizes"]


def test_there_is_no_icon_of_any_other_name() -> None:
    assert Client().get("/sumula/icone-4096.png").status_code == 404
