"""The watch itself: each fault planted in a page is found, and a page without any passes."""

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.page_faults import Watch

pytestmark = pytest.mark.slow

ADDRESS = "http://page.test/"
HEAD = "<meta name=viewport content='width=device-width'><title>Varal</title><link rel=stylesheet href=/site.css>"
GOOD = "<main><h1>Varal</h1><p>Ninguém no varal ainda.</p><a class='button' href='/'>Estender</a></main>"
STYLES = """
.button { display: inline-block; min-width: 48px; height: 44px }
.low { height: 40px }
.small { display: block; width: 20px; height: 20px }
button:focus { outline: 3px solid }
.bare:focus { outline: none }
.wide { display: block; width: 60rem }
"""


@pytest.fixture
def watch(browser: Browser) -> Watch:
    return Watch(browser.new_page())


def _show(watch: Watch, body: str) -> None:
    """Under the site's own policy; the styles are a file, as the site's are."""

    def answer(route: Route) -> None:
        if route.request.url.endswith("site.css"):
            route.fulfill(body=STYLES, content_type="text/css")
        else:
            html = f"<!doctype html><html lang=pt-br><head>{HEAD}</head><body>{body}</body></html>"
            policy = {"Content-Security-Policy": "default-src 'self'"}
            route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=policy)

    watch.page.route("**/*", answer)
    watch.open(ADDRESS)


def test_a_good_page_passes(watch: Watch) -> None:
    _show(watch, GOOD)
    assert [
        *watch.console_faults(),
        *watch.faults_for_readers(),
        *watch.faults_of_width(),
        *watch.faults_of_targets(),
    ] == []


def test_what_the_policy_refuses_is_heard(watch: Watch) -> None:
    _show(watch, GOOD + "<script>1</script><p style='color:red'>x</p><img src='http://elsewhere.test/x.png' alt=''>")
    said = "\n".join(watch.console_faults())
    assert all(directive in said for directive in ("script-src", "style-src", "img-src"))
    assert watch.console_faults() == []


def test_what_a_screen_reader_cannot_say_is_found(watch: Watch) -> None:
    _show(watch, GOOD + "<img src='/x.png'><input><a href='/'></a><button></button>")
    found = {fault.partition(":")[0] for fault in watch.faults_for_readers()}
    assert found >= {"image-alt", "label", "link-name", "button-name"}


def test_what_sticks_out_is_found_at_the_width_where_it_does(watch: Watch) -> None:
    _show(watch, GOOD + "<svg width='900' height='10'></svg>")
    assert [fault[:9] for fault in watch.faults_of_width()] == ["at 320 px", "at 360 px", "at 768 px"]


@pytest.mark.parametrize(
    ("target", "is_fault"),
    [
        ("<a class='small' href='/'>x</a>", True),
        ("<a class='button low' href='/'>x</a>", True),
        ("<p>Veja o <a href='/'>artigo 7</a>.</p>", False),
    ],
)
def test_what_a_thumb_misses_is_found(watch: Watch, target: str, is_fault: bool) -> None:
    _show(watch, GOOD + target)
    assert bool(watch.faults_of_targets()) == is_fault


def test_what_grows_out_of_the_page_with_its_letters_is_found(watch: Watch) -> None:
    _show(watch, GOOD + "<p class='wide'>Sol e Lua</p>")
    assert watch.faults_of_large_letters()


@pytest.mark.parametrize(
    ("button", "is_seen"), [("<button>x</button>", True), ("<button class='bare'>x</button>", False)]
)
def test_a_focus_that_cannot_be_seen_is_found(watch: Watch, button: str, is_seen: bool) -> None:
    _show(watch, button)
    watch.page.keyboard.press("Tab")
    assert watch.page.evaluate("watching.isFocusSeen()") == is_seen
