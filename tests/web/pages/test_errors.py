"""When something is not as it should be: what happened, what to do, and nothing typed is lost."""

from typing import Any

import pytest
from django.conf.urls.i18n import i18n_patterns
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import get_resolver, path
from django.utils.translation import override

from carteado.web.events.models import Stage
from carteado.web.kit.guarding.policy import Action, Permission, Role, Target
from carteado.web.pages import error_pages as errors
from carteado.web.pages.access import SiteRequest, needs
from tests.web.world.roles import a_person, an_event

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize(("prefix", "language"), [("", "pt-br"), ("/en", "en")])


@needs(Action.READ, Target.SITE)
def echo(request: SiteRequest) -> HttpResponse:
    return HttpResponse("; ".join(f"{name}={text}" for name, texts in sorted(request.POST.lists()) for text in texts))


@needs(Action.READ, Target.SITE)
def stumble(_request: SiteRequest) -> HttpResponse:
    raise DatabaseError("the database is gone")


@needs(Action.EDIT, Target.OWN_ACCOUNT)
def keep(_request: SiteRequest) -> HttpResponse:
    return HttpResponse("kept")


class Addresses:
    """The site's, and a few that do what the others hopefully never do."""

    urlpatterns = (
        *i18n_patterns(
            path("eco/", echo, name="echo"),
            path("tropeco/", stumble, name="stumble"),
            path("guarda/", keep, name="keep"),
            prefix_default_language=False,
        ),
        *get_resolver().url_patterns,
    )
    handler400 = "carteado.web.pages.error_pages.bad_request"
    handler403 = "carteado.web.pages.error_pages.forbidden"
    handler404 = "carteado.web.pages.error_pages.not_found"
    handler500 = "carteado.web.pages.error_pages.server_error"


@pytest.fixture(autouse=True)
def _with_more_addresses(settings: Any) -> None:
    settings.ROOT_URLCONF = Addresses


def _strict() -> Client:
    """A browser whose forms must carry the token, and a server that answers instead of raising."""
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def _text(answer: Any) -> str:
    return str(answer.content.decode())


def test_django_finds_nothing_wrong_with_the_site() -> None:
    call_command("check", fail_level="WARNING")


# --- not there, not allowed ----------------------------------------------------------------------------------------


@BOTH
def test_a_page_that_is_not_there(prefix: str, language: str, client: Client) -> None:
    answer = client.get(f"{prefix}/nenhum-lugar/")
    assert answer.status_code == 404
    assert f'<html lang="{language}"' in _text(answer)
    assert "#vaqueiro" in _text(answer)
    assert ("Mão vazia." if language == "pt-br" else "Nothing in this hand.") in _text(answer)


@BOTH
def test_a_refusal_says_which_roles_may(prefix: str, language: str, client: Client) -> None:
    event, member = an_event(), a_person(Role.MEMBER)
    assert member is not None
    client.force_login(member)
    answer = client.get(f"{prefix}/campeonatos/{event.slug}/equipe/")
    assert answer.status_code == 403
    assert ("organização" if language == "pt-br" else "organiser") in _text(answer)
    assert ("arbitragem" if language == "pt-br" else "referee") not in _text(answer)


def test_who_may_is_read_from_the_policy() -> None:
    assert len(errors.who_may(Permission(Action.SEE_HISTORY))) == 4
    assert len(errors.who_may(Permission(Action.MANAGE_TEAM))) == 1
    assert errors.who_may(Permission(Action.ADMINISTER, Target.SITE)) == []


def test_nobody_learns_from_the_answer_which_drafts_exist(client: Client) -> None:
    draft, member = an_event(Stage.DRAFT), a_person(Role.MEMBER)
    assert member is not None
    client.force_login(member)
    hidden = client.get(f"/campeonatos/{draft.slug}/equipe/")
    missing = client.get("/campeonatos/nenhuma-copa/equipe/")
    assert hidden.status_code == missing.status_code == 404
    assert draft.name not in _text(hidden)


# --- a form that was open for too long -----------------------------------------------------------------------------


TYPED = {"nome": 'Copa "da" <Lua>', "texto": "linha 1\r\nlinha 2", "mesa": ["1", "2"]}
OURS = {"Origin": "http://testserver"}


def _gathered(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    gathered: dict[str, list[str]] = {}
    for name, text in pairs:
        gathered.setdefault(name, []).append(text)
    return gathered


class TestStaleForm:
    def test_it_can_be_sent_again_as_it_was(self) -> None:
        browser = _strict()
        stale = browser.post("/eco/", TYPED, headers=OURS)
        assert stale.status_code == 403
        token = ("csrfmiddlewaretoken", str(stale.context["csrf_token"]))
        answer = browser.post("/eco/", _gathered([token, *stale.context["again"]]), headers=OURS)
        assert answer.status_code == 200
        assert _text(answer).startswith("csrf")
        assert _text(answer).partition("; ")[2] == 'mesa=1; mesa=2; nome=Copa "da" <Lua>; texto=linha 1\r\nlinha 2'

    def test_what_was_typed_stands_in_the_page_and_runs_nothing(self) -> None:
        page = _text(_strict().post("/eco/", TYPED, headers=OURS))
        assert 'name="nome" value="Copa &quot;da&quot; &lt;Lua&gt;"' in page
        assert page.count('name="mesa"') == 2
        assert "Nada foi salvo" in page

    def test_what_another_site_filled_in_is_not_offered(self) -> None:
        for headers in ({"Origin": "https://evil.example"}, {}):
            answer = _strict().post("/eco/", TYPED, headers=headers)
            assert answer.status_code == 403
            assert answer.context["again"] is None
            assert "Lua" not in _text(answer)

    @pytest.mark.parametrize("name", ["password", "new_password1", "code", "secret"])
    def test_secrets_are_not_written_into_a_page(self, name: str) -> None:
        answer = _strict().post("/eco/", {name: "s3cr3t-word"}, headers=OURS)
        assert answer.context["again"] is None
        assert "s3cr3t-word" not in _text(answer)

    def test_files_have_to_be_chosen_again(self) -> None:
        answer = _strict().post("/eco/", {"file": SimpleUploadedFile("a.pdf", b"%PDF")}, headers=OURS)
        assert answer.context["again"] is None

    def test_it_is_said_in_english_too(self) -> None:
        assert "Nothing was saved" in _text(_strict().post("/en/entrar/", {}, headers=OURS))


class TestSignedOut:
    """The session ended while somebody was writing."""

    def test_a_form_is_not_thrown_away(self, client: Client) -> None:
        answer = client.post("/guarda/", {"texto": "duas horas de trabalho"})
        assert answer.status_code == 403
        assert "duas horas de trabalho" in _text(answer)
        assert "Você não está conectado." in _text(answer)

    def test_a_page_asks_to_sign_in(self, client: Client) -> None:
        answer = client.get("/guarda/")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/entrar/?next=/guarda/")


# --- too much ------------------------------------------------------------------------------------------------------


class TestTooMuch:
    @BOTH
    def test_a_file_larger_than_the_site_takes(self, prefix: str, language: str, settings: Any) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
        answer = _strict().post(f"{prefix}/aparencia/", {"file": SimpleUploadedFile("a.pdf", b"x" * 2000)})
        assert answer.status_code == 413
        assert f'<html lang="{language}"' in _text(answer)
        assert "1000" in _text(answer)

    def test_a_text_larger_than_the_site_takes(self, settings: Any) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
        assert _strict().post("/eco/", {"texto": "x" * 2000}).status_code == 413

    def test_a_thousand_fields(self, settings: Any, client: Client) -> None:
        settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
        assert client.post("/eco/", {f"f{n}": "" for n in range(11)}).status_code == 413

    def test_nobody_fills_the_log_with_it(
        self, settings: Any, client: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000, 1
        assert client.post("/eco/", {"texto": "x" * 2000}).status_code == 413
        assert client.post("/eco/", {"a": "1", "b": "2"}).status_code == 413
        assert caplog.records == []

    def test_a_hundred_files(self, settings: Any, client: Client) -> None:
        settings.DATA_UPLOAD_MAX_NUMBER_FILES = 1
        files = {f"f{n}": SimpleUploadedFile(f"{n}.txt", b"x") for n in range(2)}
        assert client.post("/eco/", files).status_code == 413

    def test_the_limit_itself_is_taken(self, settings: Any, client: Client) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
        body = b"texto=" + b"x" * 994
        assert client.post("/eco/", body, content_type="application/x-www-form-urlencoded").status_code == 200
        assert client.post("/eco/", body + b"x", content_type="application/x-www-form-urlencoded").status_code == 413


# --- what no browser sends, and our own mistakes -------------------------------------------------------------------


@BOTH
def test_a_host_that_is_not_ours(prefix: str, language: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    answer = _strict().get(f"{prefix}/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "Carteado" in _text(answer)
    assert "evil.example" not in _text(answer)


class TestOurMistake:
    def test_the_page_asks_nothing_of_the_database(self, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(0):
            answer = errors.server_error(HttpRequest())
        assert answer.status_code == 500

    def test_it_is_said_even_without_static_files(self, settings: Any) -> None:
        storage = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
        settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
        with override("pt-br"):
            answer = errors.server_error(HttpRequest())
        assert "A mesa virou." in _text(answer)
        assert "stylesheet" not in _text(answer)

    @BOTH
    def test_it_is_said_in_the_language_of_the_page(self, prefix: str, language: str) -> None:
        answer = _strict().get(f"{prefix}/tropeco/")
        assert answer.status_code == 500
        assert ("A mesa virou." if language == "pt-br" else "The table fell over.") in _text(answer)
        assert "the database is gone" not in _text(answer)
