"""The full screen in a real terminal: a pty with an emulator, and tmux."""

import re
import signal

import pytest

from harness import images
from harness.program import REPOSITORY

TAG = "NTAG213"
SIMULATED = "--simulate=ntag213"
COLOUR = re.compile(rb"\x1b\[[0-9;]*(?<![0-9])(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38;5;[0-9]+|48;5;[0-9]+)[0-9;]*m")
THEMES = sorted(path.stem for path in (REPOSITORY / "themes").glob("*.theme"))


def ended_politely(terminal):
    """The terminal is as it was found."""
    assert terminal.modes_left_on == []
    assert terminal.line_modes_restored


@pytest.mark.parametrize("columns, rows", [(80, 24), (120, 40), (200, 60)])
def test_it_opens_with_the_tag_that_lies_on_the_reader(open_terminal, columns, rows):
    terminal = open_terminal(SIMULATED, columns=columns, rows=rows)
    terminal.wait_for(TAG).wait_for("F10")
    terminal.press("q")
    assert terminal.wait_end() == "exit 0"
    ended_politely(terminal)


def test_it_follows_the_window_through_every_size(open_terminal):
    terminal = open_terminal(SIMULATED, columns=80, rows=24).wait_for(TAG)
    terminal.resize(40, 10).wait_for(TAG)
    terminal.resize(20, 5).wait_for(re.compile(r"Need \d+x\d+, have 20x5"))
    terminal.resize(1, 1).settle()
    terminal.resize(200, 60).wait_for(TAG).wait_for("F10")
    assert max(len(line) for line in terminal.lines) > 100
    terminal.resize(80, 24).wait_for(TAG).wait_for("F10")
    assert terminal.fate == "running"


@pytest.mark.parametrize("columns, rows", [(1, 1), (1, 60), (200, 1), (5, 3), (24, 6), (300, 100)])
def test_it_starts_at_any_size(open_terminal, columns, rows):
    terminal = open_terminal(SIMULATED, columns=columns, rows=rows)
    terminal.wait_for(lambda shown: shown.raw).settle()
    assert terminal.fate == "running"
    terminal.press("ctrl-c")
    assert terminal.wait_end() == "exit 0"
    ended_politely(terminal)


@pytest.mark.parametrize("keys", [["q"], ["f10"], ["ctrl-c"], [":", "q", "u", "i", "t", "enter"]], ids="-".join)
def test_it_quits_by(open_terminal, keys):
    terminal = open_terminal(SIMULATED).wait_for(TAG)
    terminal.press(*keys)
    assert terminal.wait_end() == "exit 0"
    ended_politely(terminal)


@pytest.mark.parametrize("key", ["f1", "?"])
def test_help_lists_the_keys_and_goes_away(open_terminal, program, key):
    terminal = open_terminal(SIMULATED, columns=100, rows=50).wait_for(TAG)
    terminal.press(key).wait_for(program.action("read"))
    terminal.press("esc").wait_for(program.action("read"), gone=True)
    assert terminal.fate == "running"


def test_the_palette_runs_an_action_by_name(open_terminal, program):
    terminal = open_terminal(SIMULATED).wait_for(TAG)
    terminal.press(":").wait_for("maximise")
    terminal.type("help").press("enter").wait_for(program.action("read"))


def test_escape_and_unknown_sequences_do_nothing_harmful(open_terminal):
    terminal = open_terminal(SIMULATED).wait_for(TAG)
    for sequence in (b"\x1b", b"\x1b[z", b"\x1b[99;99;99~", b"\x1bOz", b"\x1b[I", b"\x1b[O", b"\xff\xfe", b"\x00",
                     b"\x1b[M   ", b"\x1b[<0;1;1M\x1b[<0;1;1m", b"\x1b[<64;5;5M"):
        terminal.send(sequence).settle(0.05)
    assert terminal.fate == "running"
    assert TAG in terminal.text


def test_a_paste_is_not_taken_for_commands(open_terminal):
    terminal = open_terminal(SIMULATED).wait_for(TAG)
    terminal.send(b"\x1b[200~q:quit\rz\x1b[201~").settle()
    assert terminal.fate == "running"


def test_the_bench_takes_tags_off_and_puts_them_on(open_terminal):
    terminal = open_terminal("--simulate").wait_for(re.compile("NTAG|Ultralight"))
    terminal.press("f6").wait_for("Ultralight")
    terminal.press("esc")
    assert terminal.fate == "running"


# Colours, terminals, locales


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws(open_terminal, theme):
    terminal = open_terminal(SIMULATED, "--theme", theme).wait_for(TAG).settle()
    coloured = bool(COLOUR.search(terminal.raw))
    assert coloured == (theme != "mono")


def test_a_faulty_theme_is_named_and_the_program_starts(open_terminal, program):
    (program.home / "broken.theme").write_text("text = no-such-colour\nnonsense\n")
    terminal = open_terminal(SIMULATED, "--theme", "broken.theme").wait_for(TAG)
    terminal.wait_for("broken.theme")


@pytest.mark.parametrize("how", ["NO_COLOR", "--no-color"])
def test_no_colour_means_none(open_terminal, how):
    if how.startswith("--"):
        terminal = open_terminal(SIMULATED, how)
    else:
        terminal = open_terminal(SIMULATED, NO_COLOR="1")
    terminal.wait_for(TAG).settle()
    assert not COLOUR.search(terminal.raw)


TERMS = ["xterm-256color", "xterm", "tmux-256color", "screen-256color", "linux", "vt100", "no-such-terminal", None]


@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
@pytest.mark.parametrize("term", TERMS, ids=str)
def test_terminals_and_locales(open_terminal, term, locale):
    terminal = open_terminal(SIMULATED, TERM=term, LC_ALL=locale, columns=80, rows=24)
    terminal.wait_for(TAG).settle()
    assert terminal.fate == "running"
    if locale == "C":
        assert not re.search(rb"[\x80-\xff]", terminal.raw)
    if term == "vt100":
        assert not COLOUR.search(terminal.raw)
    terminal.press("ctrl-c")
    assert terminal.wait_end() == "exit 0"
    ended_politely(terminal)


def test_a_terminal_that_cannot_move_its_cursor_is_refused_in_one_sentence(open_terminal):
    terminal = open_terminal(SIMULATED, TERM="dumb")
    assert terminal.wait_end() == "exit 2"
    assert len(terminal.text.strip().splitlines()) in (1, 2)
    assert b"\x1b" not in terminal.raw
    ended_politely(terminal)


def test_lines_and_columns_in_the_environment_do_not_freeze_the_size(open_terminal):
    terminal = open_terminal(SIMULATED, columns=80, rows=24, LINES="10", COLUMNS="30").wait_for(TAG).wait_for("F10")
    terminal.resize(160, 50)
    terminal.wait_for(lambda shown: max(len(line) for line in shown.lines) > 90)


# Ways out


@pytest.mark.parametrize("name", ["TERM", "INT", "HUP", "QUIT", "SEGV", "ABRT", "USR1", "XCPU"])
def test_a_signal_leaves_the_terminal_as_it_was(open_terminal, name):
    terminal = open_terminal(SIMULATED).wait_for(TAG)
    number = signal.Signals["SIG" + name]
    terminal.kill(number)
    fate = terminal.wait_end()
    if name in ("SEGV", "ABRT"):
        assert fate == "signal SIG" + name
    ended_politely(terminal)


def test_it_ends_when_the_window_is_closed(open_terminal):
    terminal = open_terminal(SIMULATED).wait_for(TAG)
    terminal.hang_up()
    terminal.wait_end()


def test_ctrl_z_gives_the_shell_back_and_fg_returns(open_tmux, program):
    tmux = open_tmux()
    tmux.run(program.command(SIMULATED)).wait_for(TAG)
    tmux.wait_state("1")
    tmux.press("C-z").wait_for(tmux.PROMPT)
    tmux.wait_state("0 1 0")
    tmux.run(["fg"]).wait_for(TAG)
    tmux.wait_state("1")
    tmux.press("q").wait_for(tmux.PROMPT)
    tmux.wait_state("0 1 0")


def test_it_follows_a_resize_in_tmux(open_tmux, program):
    tmux = open_tmux()
    tmux.run(program.command(SIMULATED)).wait_for(TAG).wait_for("F10")
    tmux.resize(160, 50)
    tmux.wait_for(lambda text: max(len(line) for line in text.splitlines()) > 120 and "F10" in text)
    tmux.resize(60, 15).wait_for(TAG)
    tmux.press("q").wait_for(tmux.PROMPT)


def test_stop_and_continue_from_outside_repaints(open_terminal):
    terminal = open_terminal(SIMULATED).wait_for(TAG)
    terminal.kill(signal.SIGTSTP)
    terminal.wait_for(lambda shown: shown.stopped and shown.modes_left_on == [])
    before = len(terminal.raw)
    terminal.kill(signal.SIGCONT)
    terminal.wait_for(lambda shown: TAG.encode() in shown.raw[before:])
    assert terminal.fate == "running"


# What tags contain is hostile


@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
def test_tag_text_never_reaches_the_terminal_raw(open_terminal, program, locale):
    text = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\u2066\x1bc\x0e".encode()
    payload = b"\x02en" + text
    message = bytes([0xD1, 1, len(payload)]) + b"T" + payload
    (program.home / "tag.bin").write_bytes(images.memory("ntag215", message=message))
    terminal = open_terminal("--simulate=ntag215:tag.bin", columns=160, rows=50, LC_ALL=locale)
    terminal.wait_for("evil")
    terminal.press("3", "enter", "right").settle()
    terminal.press("2", "a", "down", "down").settle()
    for raw in (b"\x1b]", b"\x1b[2J\x9b", b"\x9b31m", "\u202e".encode(), "\u2066".encode(), b"\x1bc", b"\x07"):
        assert raw not in terminal.raw, raw
    # Undecoded C1 controls act on some terminals even as UTF-8.
    assert not re.search(rb"\xc2[\x80-\x9f]", terminal.raw)
