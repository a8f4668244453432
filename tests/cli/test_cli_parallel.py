"""Many files in several processes: the same words in the same order, and nothing left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from command import kibitz
from kibitz.cli import parallel
from kibitz.cli.files import STDIN, Target
from lsp_client import PATIENCE

HAND = "{1.52}|1.1..ah.|0.1...?|1.1..kd.|0.1..kc.|1.1..._|0.1.%.7c._|[w]\n"
COMMAND = (
    sys.executable,
    "-c",
    # A shell that runs the tests in the background hands the signal down ignored.
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); from kibitz.cli import main; sys.exit(main(sys.argv[1:]))",
    "check",
)


@pytest.fixture
def many(tmp_path: Path) -> list[str]:
    """Files of different sizes, the first one the largest, most with something wrong; more than a megabyte."""
    for number in range(8):
        name = tmp_path / f"{number}.bjn"
        name.write_text(HAND * (9000 if number == 0 else 1200 + number) + "{1.52}|1.1..zz.\n" * number)
    (tmp_path / "8.bjn").write_bytes(b"\xff")
    (tmp_path / "9.bjn").write_text("")
    return sorted(str(path) for path in tmp_path.iterdir())


def checked(names: list[str], form: str) -> tuple[int, str, str]:
    done = subprocess.run([*COMMAND, "--format", form, *names], check=False, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_processes_report_like_one(many: list[str], form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_cores", lambda: 1)
    one = kibitz("check", "--format", form, *many)
    assert checked(many, form) == (one.status, one.text, one.errors)
    assert one.status == 2
    assert "8.bjn" in one.errors


def test_few_and_small_files_take_one_process(many: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    monkeypatch.setattr(parallel, "ALONE", PATIENCE)

    def ids(names: list[str]) -> set[int]:
        targets = [Target(name, "bjn") for name in names]
        return {one.outcome for one in parallel.results(process_of, targets, lambda *_: None)}

    assert ids(many[:1]) == ids(many[1:]) == ids([*many, STDIN]) == {os.getpid()}
    assert os.getpid() not in ids(many)
    monkeypatch.setattr(parallel, "ALONE", -1)
    assert os.getpid() not in ids(many[1:])


def process_of(_target: Target, _within: object) -> int:
    return os.getpid()


def huge_answer(_target: Target, _within: object) -> bytes:
    return bytes(50_000_000)


def test_half_an_answer_blocks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of a report goes away while a process sends a large answer."""
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    monkeypatch.setattr(parallel, "ALONE", -1)
    targets = [Target(f"{number}.bjn", "bjn") for number in range(8)]
    done = parallel.results(huge_answer, targets, lambda *_: None)
    next(done)
    done.close()
    assert not active_children()


def left(group: int) -> list[int]:
    """The processes of a group that are still there."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(parent) == group and state != "Z":
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("how", ["interrupt", "pipe", "kill a worker", "kill the first"])
def test_processes_end(many: list[str], tmp_path: Path, how: str) -> None:
    slow = [tmp_path / "slow1.bjn", tmp_path / "slow2.bjn"]
    for name in slow:
        # Records with findings take longer, so that no process is done too early.
        name.write_text("{1.52}|1.1..zz.\n" * 60_000)
    process = subprocess.Popen(
        [*COMMAND, "--format", "json", *many, *map(str, slow)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    deadline = time.monotonic() + PATIENCE
    while len(left(process.pid)) < 2 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    if how == "interrupt":
        os.killpg(process.pid, signal.SIGINT)
    elif how == "kill a worker":
        os.kill(max(left(process.pid)), signal.SIGKILL)
    elif how == "kill the first":
        process.kill()
    else:
        process.stdout.close()
        process.stdout = None
    _, errors = process.communicate(timeout=PATIENCE)
    status = {"interrupt": 130, "pipe": 141, "kill a worker": 2, "kill the first": -signal.SIGKILL}[how]
    if parallel._cores() > 1:
        assert process.returncode == status, errors
    assert b"Traceback" not in errors
    while left(process.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left(process.pid)
