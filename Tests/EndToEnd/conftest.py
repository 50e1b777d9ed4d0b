"""Fixtures: see the `harness` folder for what they are made of."""

import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))

from harness import pcscd as private_pcscd  # noqa: E402
from harness import program as built_program  # noqa: E402
from harness import tmux as real_tmux  # noqa: E402
from harness.readers import READERS  # noqa: E402
from harness.served import Served  # noqa: E402
from harness.terminal import Terminal  # noqa: E402


def pytest_sessionstart(session):
    if not os.access(built_program.path(), os.X_OK):
        pytest.exit("%s is not there: run scripts/build-release first" % built_program.path(), returncode=1)


@pytest.fixture
def program(tmp_path):
    """The program with folders of its own."""
    home = tmp_path / "home"
    home.mkdir()
    return built_program.Program(home)


@pytest.fixture
def open_terminal(program):
    """Opens the full screen on a pty: `open_terminal("--simulate", columns=80, rows=24)`."""
    opened = []

    def open_one(*arguments, columns=120, rows=40, using=None, **changes):
        chosen = using or program
        terminal = Terminal(chosen.command(*arguments), columns, rows, chosen.environment(**changes), chosen.home)
        opened.append(terminal)
        return terminal

    yield open_one
    for terminal in opened:
        terminal.close()


@pytest.fixture
def open_tmux(program, tmp_path):
    """Opens tmux with a shell that has the program's environment."""
    reason = real_tmux.reason_it_cannot_be()
    if reason:
        pytest.skip(reason)
    opened = []

    def open_one(columns=80, rows=24):
        terminal = real_tmux.Tmux(tmp_path / ("tmux%d" % len(opened)), columns, rows, program.environment())
        opened.append(terminal)
        return terminal

    yield open_one
    for terminal in opened:
        terminal.close()


@pytest.fixture(scope="session")
def namespace():
    """Where the private pcscd lives. Skipped where it cannot be had, unless TAGDESK_REQUIRE_PCSCD says it must."""
    reason = private_pcscd.reason_it_cannot_be()
    if reason:
        if os.environ.get("TAGDESK_REQUIRE_PCSCD"):
            pytest.fail("TAGDESK_REQUIRE_PCSCD is set, but " + reason)
        pytest.skip(reason)
    made = private_pcscd.Namespace()
    yield made
    made.close()


@pytest.fixture
def pcscd(namespace, tmp_path):
    """A private pcscd, not yet started: `pcscd.start("ACS ACR122U PICC Interface")`."""
    daemon = private_pcscd.Pcscd(namespace, tmp_path / "pcscd")
    yield daemon
    daemon.stop()


@pytest.fixture
def inside(namespace, program):
    """The program as run beside the private pcscd."""
    return built_program.Program(program.home, namespace.prefix)


@pytest.fixture
def serve(inside):
    """Puts the simulated reader behind the private pcscd: `serve("acr122", "a=ntag215", "b=ultralight")`."""
    running = []

    def start(profile, *tags, options=()):
        served = Served(inside, profile, *tags, options=options)
        running.append(served)
        return served

    yield start
    for served in running:
        served.close()


@pytest.fixture
def desk(pcscd, serve):
    """pcscd with one kind of reader and the simulator behind it: `desk("acr122", "ntag213")`."""
    def start(profile, *tags, options=()):
        pcscd.start(READERS[profile][0])
        return serve(profile, *tags, options=options)

    return start
