"""Options of the test suite."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import heap
import spread
from kibitz.core import internal_errors as guards
from kibitz.core.internal_errors import InternalError

PASS_ON = guards.report_errors

# Property tests draw the same records every time unless KIBITZ_PROFILE asks for a long search.
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "hour", deadline=None, max_examples=100_000, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("few", settings.get_profile("ci"), max_examples=10)
settings.load_profile(os.environ.get("KIBITZ_PROFILE", "ci"))


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the cache of the tests out of the user's cache folder."""
    folder = str(tmp_path_factory.mktemp("cache"))
    os.environ.update(XDG_CACHE_HOME=folder, LOCALAPPDATA=folder)


@pytest.fixture(autouse=True, scope="session")
def _no_fault_is_contained() -> Iterator[None]:
    """kibitz contains its own mistakes; a test that comes upon one fails, unless it asks for :func:`contained`."""

    def fail(faults: Iterable[InternalError]) -> None:
        faults = [*faults]
        if guards._heard.get() is None and faults:
            raise AssertionError(f"kibitz failed: {faults}")
        PASS_ON(faults)

    guards.report_errors = fail
    yield
    guards.report_errors = PASS_ON


@pytest.fixture
def contained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults are contained, as for people, and none of them has been seen before."""
    monkeypatch.setattr(guards, "report_errors", PASS_ON)
    monkeypatch.setattr(guards, "_seen", set())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Editors wait most of the time: where all are driven, two more tests are run at a time than there are processors."""
    return (os.cpu_count() or 1) + 2 if os.environ.get("KIBITZ_EDITORS") == "all" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = spread.spread([(one.path, one) for one in items], workers)


def pytest_collection_finish() -> None:
    heap.settle()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if nextitem is not None and nextitem.path != item.path:
        heap.settle()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-cases", action="store_true", help="rewrite what case files expect, for review with git diff"
    )


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A folder with more folders below one another than Python calls functions; Python can't take it away, either."""
    inner = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1000):
        os.mkdir("d", dir_fd=inner)
        outer, inner = inner, os.open("d", os.O_RDONLY, dir_fd=inner)
        os.close(outer)
    os.close(inner)
    yield tmp_path
    subprocess.run(["rm", "-rf", tmp_path / "d"], check=True)
