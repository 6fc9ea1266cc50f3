"""How somebody uses a page: with mouse and keys, or with the keys alone."""

from pathlib import Path
from typing import Protocol

from playwright.sync_api import Locator, Page

MOST_TABS = 300
ON_IT = "element => element === document.activeElement"
ON_ONE_OF = "elements => elements.includes(document.activeElement)"
IS_DATE = "element => element.type === 'date' || element.type === 'datetime-local'"


class Hands(Protocol):
    def press(self, target: Locator) -> None:
        """A button, a link, or what opens and closes."""

    def write(self, field: Locator, text: str) -> None:
        """Instead of what stands there."""

    def choose(self, option: Locator) -> None:
        """A radio button or a checkbox."""

    def attach(self, field: Locator, file: Path) -> None: ...


class Mouse:
    def press(self, target: Locator) -> None:
        target.click()

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)

    def choose(self, option: Locator) -> None:
        option.check()

    def attach(self, field: Locator, file: Path) -> None:
        field.set_input_files(file)


class Keyboard:
    """Tab, Enter, Space, arrows and letters."""

    def __init__(self, page: Page) -> None:
        self._page = page
        # The browser hands choosers over from when somebody first listens; asked for only then, it would be too late.
        page.on("filechooser", lambda _chooser: None)

    def press(self, target: Locator) -> None:
        self._reach(target)
        self._page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self._reach(field)
        if field.evaluate(IS_DATE):
            self._write_date(text)
        else:
            self._page.keyboard.press("Control+A")
            self._page.keyboard.type(text)

    def choose(self, option: Locator) -> None:
        """One Tab reaches a group of radio buttons, the arrows walk in it."""
        group = option.page.locator(f"input[name='{option.get_attribute('name')}']")
        self._reach(group)
        for _ in range(group.count()):
            if option.evaluate(ON_IT):
                break
            self._page.keyboard.press("ArrowDown")
        if not option.is_checked():
            self._page.keyboard.press("Space")

    def attach(self, field: Locator, file: Path) -> None:
        self._reach(field)
        with self._page.expect_file_chooser() as chooser:
            self._page.keyboard.press("Enter")
        chooser.value.set_files(file)

    def _reach(self, target: Locator) -> None:
        """The one, or whichever of them comes first."""
        target.first.wait_for()
        wanted = target.element_handles()
        for _ in range(MOST_TABS):
            if self._page.evaluate(ON_ONE_OF, wanted):
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"{MOST_TABS} times Tab and not there: {target}")

    def _write_date(self, text: str) -> None:
        """``2027-03-03`` or ``2027-03-03T10:10``. The day equals the month, because the browser decides which of them
        is asked for first; morning, because it may ask for that too."""
        day, _, hour = text.partition("T")
        year, month, _day = day.split("-")
        self._page.keyboard.type(month + month + year)
        if hour:
            self._page.keyboard.press("ArrowRight")
            self._page.keyboard.type(hour.replace(":", "") + "A")
