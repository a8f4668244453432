"""Records of the page: typed text stays until the user deletes it. The server has no part in that."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import TypeVar
from zlib import compressobj

import pytest

from editors.browser import Browser, Page
from editors.firefox import Firefox, firefox
from editors.page import TEXT, begin, focus, fragment, kept, packaged, served, shelf
from editors.vscode.setup import chromium, headless

P = TypeVar("P", bound=Page)
SILENT = "window.Worker = class extends EventTarget { postMessage() {} };"
"""A server that never answers."""
MENU = "[...document.querySelectorAll('#menu[open] #choices > *')].map((one) => one.textContent)"
CHOICES = "[...document.querySelectorAll('#choices button:not(.discard)')]"
NAME = "document.getElementById('name').textContent"
NOTE = "document.getElementById('keeping').textContent"


@pytest.fixture(scope="module")
def site(testrun_uid: str) -> Iterator[str]:
    with served(packaged(testrun_uid)) as (_, address):
        yield address


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with Browser(headless()) as one:
        one.before(SILENT)
        yield one


@pytest.fixture(scope="module")
def fox(one_firefox: Firefox) -> Iterator[Firefox]:
    with one_firefox.lent(SILENT) as one:
        yield one


@pytest.fixture
def browser(site: str, chrome: Browser) -> Browser:
    """The page at a first visit."""
    return first_visit(chrome, site)


@pytest.fixture(params=["chrome", "fox"])
def either(request: pytest.FixtureRequest, site: str) -> Page:
    """The same in Chromium, and in Firefox."""
    page: Page = request.getfixturevalue(request.param)
    return first_visit(page, site)


def first_visit(page: P, address: str) -> P:
    # Another page of the same origin has nothing open in the database.
    page.open(address + "policy.txt")
    page.run("[sessionStorage.clear(), localStorage.clear()]")
    page.run("new Promise((done) => { indexedDB.deleteDatabase('kibitz').onsuccess = () => done(1); })")
    return visited(page, address)


def visited(page: P, address: str) -> P:
    page.open(address)
    page.wait(f"{NAME} !== ''")
    return page


def typed(browser: Page, text: str) -> None:
    begin(browser, "record.botc")
    browser.type(text)
    kept(browser, text)


def listed(browser: Page) -> list[str]:
    """The list of records, by their first lines."""
    browser.click("document.getElementById('open')")
    browser.wait(f"{MENU}.length")
    found: list[str] = browser.run(f"{CHOICES}.map((one) => one.firstChild.data)")
    assert found[0] == "A file …"
    return found[1:]


def undo(browser: Page) -> None:
    browser.press("z", 90, modifiers=2)


def test_examples_and_links_keep_typed_text(either: Page) -> None:
    typed(either, "mine")
    begin(either, "bjn")
    either.wait(f"{NAME} === 'hand.bjn'")
    either.type("{9")
    kept(either, "{9")
    link = fragment("friend.qgn", '[key "go"]')
    either.run(f"location.hash = {json.dumps(link)}")
    either.wait(f"{NAME} === 'friend.qgn'")
    kept(either, "[key")
    assert listed(either) == ['[key "go"]', shelf(either)[1]["text"].split("\n")[0], "mine"]
    either.press("Escape", 27)
    focus(either)
    # Undo goes back through all changes, and redo repeats them.
    undo(either)
    either.wait(f"{NAME} === 'hand.bjn' && {TEXT}.includes('{{9')")
    undo(either)
    either.wait(f"!{TEXT}.includes('{{9')")
    undo(either)
    either.wait(f"{NAME} === 'record.botc' && {TEXT} === 'mine'")
    either.press("y", 89, modifiers=2)
    either.wait(f"{NAME} === 'hand.bjn'")
    either.press("y", 89, modifiers=2)
    either.wait(f"{TEXT}.includes('{{9')")
    either.press("y", 89, modifiers=2)
    either.wait(f"{NAME} === 'friend.qgn'")


def test_replaced_record_is_kept(either: Page) -> None:
    typed(either, "first")
    either.press("a", 65, modifiers=2)
    either.type("second")
    kept(either, "second")
    assert [one["text"] for one in shelf(either)] == ["second", "first"]


def test_records_are_listed_opened_deleted_and_brought_back(browser: Browser) -> None:
    typed(browser, "one")
    typed(browser, "two")
    assert listed(browser) == ["two", "one"]
    seen = browser.run(MENU)
    assert "record.botc" in seen[1]
    assert seen[1].endswith("open")
    # The open record cannot be deleted.
    assert browser.run("document.querySelectorAll('.discard').length") == 1
    browser.click("document.querySelector('.discard')")
    browser.wait("document.querySelector('.discard').textContent === 'Bring back'")
    assert [one["text"] for one in shelf(browser)] == ["two"]
    browser.click("document.querySelector('.discard')")
    browser.wait("document.querySelector('.discard').textContent === 'Delete'")
    browser.wait(f"!{CHOICES}[2].disabled")
    browser.click(f"{CHOICES}[2]")
    browser.wait(f"{TEXT} === 'one'")
    # It goes on as the same record.
    browser.type("!")
    kept(browser, "one!")
    assert [one["text"] for one in shelf(browser)] == ["one!", "two"]


def test_last_keys_are_kept(either: Page, site: str) -> None:
    typed(either, "some")
    either.type("more")
    either.open(site + "policy.txt")
    visited(either, site)
    assert either.run(TEXT) == "somemore"
    # It is the same record, not one more.
    either.type("!")
    kept(either, "somemore!")
    assert len(shelf(either)) == 1


def test_two_tabs_are_two_records(browser: Browser, site: str) -> None:
    typed(browser, "left")
    with browser.another_tab():
        browser.before(SILENT)
        visited(browser, site)
        # The latest record opens in both. The tab that changes it goes on with it, and the other one with a copy.
        browser.wait(f"{TEXT} === 'left'")
        browser.type(" right")
        kept(browser, "left right")
    browser.type(" behind")
    kept(browser, "left behind")
    assert sorted(one["text"] for one in shelf(browser)) == ["left behind", "left right"]


def test_long_records_are_kept(browser: Browser) -> None:
    text = "[Alice:imp Bob:chef]\n" * 100_000
    for number in range(6):
        browser.run(
            f"""(() => {{
                const files = new DataTransfer();
                files.items.add(new File([{json.dumps(text[:21])}.repeat(100_000)], "long{number}.botc"));
                document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer: files, bubbles: true }}));
            }})()"""
        )
        kept(browser, "Alice")
        browser.wait(f"{NAME} === 'long{number}.botc'")
    browser.settle()
    assert [len(one["text"]) for one in shelf(browser)] == [len(text)] * 6
    assert browser.run(NOTE) == ""


def test_full_storage_is_reported(site: str) -> None:
    with Browser(headless()) as browser:
        browser.before(SILENT)
        browser.quota(site, 1)
        visited(browser, site)
        begin(browser, "record.botc")
        browser.type("typed")
        assert "no space left" in browser.wait(NOTE)
        assert browser.run(TEXT) == "typed"
        browser.quota(site)
        browser.type(" again")
        browser.wait(f"{NOTE} === ''")
        kept(browser, "typed again")


@pytest.mark.parametrize("name", ["chromium", "firefox"])
def test_without_storage_the_page_works_and_says_so(name: str, site: str) -> None:
    denied = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    with (
        Browser(chromium(), preferences=denied)
        if name == "chromium"
        else Firefox(firefox(), {"network.cookie.cookieBehavior": 2})
    ) as browser:
        browser.before(SILENT)
        visited(browser, site)
        refused = "(() => { try { return localStorage.length; } catch (error) { return error.name; } })()"
        assert browser.run(refused) == "SecurityError"
        assert "does not let" in browser.wait(NOTE)
        begin(browser, "record.botc")
        browser.type("typed")
        browser.wait(f"{TEXT} === 'typed'")
        begin(browser, "bjn")
        browser.wait(f"{NAME} === 'hand.bjn'")
        undo(browser)
        browser.wait(f"{TEXT} === 'typed'")
        assert browser.complaints == []


def bomb(megabytes: int) -> str:
    """Return an address with a long and monotonous record."""
    packer = compressobj(9, wbits=-15)
    packed = b"".join(packer.compress(b" " * 1_000_000) for _ in range(megabytes)) + packer.flush()
    return f"#bomb.botc={urlsafe_b64encode(packed).decode().rstrip('=')}"


DAMAGED = {
    "no base64": "#x.botc=%%%",
    "cut": fragment("x.botc", "[Alice:imp Bob:chef]")[:-6],
    "no record": fragment("x.exe", "MZ"),
    "nothing": "#there",
    "a name that is none": "#%E0%A4%A.botc=AAAA",
}


@pytest.mark.parametrize("what", [*DAMAGED, "too long"])
def test_wrong_address_is_reported(what: str, browser: Browser) -> None:
    typed(browser, "mine")
    browser.run(f"location.hash = {json.dumps(DAMAGED.get(what) or bomb(200))}")
    (said,) = browser.wait(f"{MENU}.length && {MENU}")
    assert said.startswith("The record in the address is unreadable: ")
    assert ("10 MB" in said) == (what == "too long")
    browser.press("Escape", 27)
    assert browser.run(TEXT) == "mine"
    assert browser.complaints == []


def test_long_address_has_a_warning(browser: Browser) -> None:
    lines = "".join(
        f"[P{number * 7919 % 10007}:imp Q{number * 104729 % 99991}:chef]\\n" for number in range(9000)
    )
    browser.run(
        f"""(() => {{
            window.saved = [];
            HTMLAnchorElement.prototype.click = function () {{ saved.push(this.download); }};
            const files = new DataTransfer();
            files.items.add(new File([`{lines}`], "long.botc"));
            document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer: files, bubbles: true }}));
        }})()"""
    )
    browser.wait(f"{NAME} === 'long.botc'")
    browser.click("document.getElementById('share')")
    said, file, copy = browser.wait(f"{MENU}.length && {MENU}")
    assert "characters: many chats and mail programs" in said
    assert browser.run("location.hash") == ""
    browser.click("document.querySelector('#choices button')")
    browser.wait("saved.join() === 'long.botc'")
    browser.click("document.getElementById('share')")
    browser.wait(f"{MENU}.length")
    browser.click("document.querySelectorAll('#choices button')[1]")
    browser.wait(f"location.hash.length > 2000 && {MENU}[0]?.includes('now contains')")
    assert file
    assert copy
