"""`kibitz web` serves the page that is installed, on this machine only, with its policy."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from command import kibitz
from kibitz.cli import web
from kibitz.cli.console import UserError
from lsp_client import PATIENCE


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A page as the package brings it."""
    folder = tmp_path / "kibitz_web"
    (folder / "python").mkdir(parents=True)
    (folder / "policy.txt").write_text("default-src 'none'\n")
    (folder / "index.html").write_text("<h1>kibitz</h1>")
    (folder / "python" / "a.mjs").write_text("export default 1")
    return tmp_path


def test_the_page_comes_with_its_policy(package: Path) -> None:
    command = (sys.executable, "-m", "kibitz", "web", "--port", "0")
    environment = {**os.environ, "PYTHONPATH": str(package)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=package
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("kibitz is at http://127.0.0.1:")
            port = int(said.split("/")[2].rpartition(":")[2])
            here = f"127.0.0.1:{port}"
            for path, host, status, kind in (
                ("/", here, 200, "text/html"),
                ("/python/a.mjs", "localhost:1", 200, "text/javascript"),
                ("/python/a.mjs", "localhost", 200, "text/javascript"),
                ("/../secret", here, 404, None),
                ("/python/", here, 404, None),
                ("/%00", here, 400, None),
                ("/%ED%A0%80", here, 400, None),
                ("/", f"evil.example:{port}", 403, None),
                ("/", f"{here}.evil.example", 403, None),
                ("/", here.replace(".", "x"), 403, None),
                ("/", "", 403, None),
            ):
                connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
                connection.request("GET", path, headers={"Host": host})
                answer = connection.getresponse()
                assert (path, answer.status) == (path, status)
                assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
                assert kind is None or answer.headers.get_content_type() == kind
                assert b"a.mjs" not in answer.read()
                connection.close()
            again = subprocess.run(
                [*command[:-1], str(port)], capture_output=True, text=True, env=environment, check=False
            )
            assert again.returncode == 2
            assert f"cannot listen on {here}" in again.stderr
        finally:
            process.terminate()
        assert process.stderr is not None
        assert not process.stderr.read()


def test_ports_are_ports() -> None:
    assert kibitz("web", "--port", "65536").status == 2


def test_missing_page_can_be_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(web, "__file__", str(tmp_path / "a" / "b" / "c" / "web.py"))
    monkeypatch.setattr(web, "find_spec", lambda _: None)
    with pytest.raises(UserError, match=r"pip install \./editors/web"):
        web.page()


def test_only_this_machine_is_served() -> None:
    assert socket.inet_aton(web.HOST)[0] == 127
