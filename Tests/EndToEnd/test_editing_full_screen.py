"""Editing bytes as a person does it: in a real terminal, with the built-in reader's tags."""

import pytest

TAG = "04:E1:0C:DA:99:3C:80"
SIZES = pytest.mark.parametrize("columns, rows", [(80, 24), (200, 60)])


@pytest.fixture
def open_desk(open_tmux, program):
    """Opens the program on its bench in tmux, with a tag as delivered on the reader."""
    def start(columns, rows, *arguments):
        tmux = open_tmux(columns, rows)
        tmux.run(program.command("--simulate", *arguments)).wait_for(TAG).wait_for("read 43 pages")
        return tmux

    return start


def go_to(tmux, place, shown):
    tmux.press("F5").wait_for("1C page").type(place).press("Enter").wait_for(shown)


def memory(program):
    """The bytes of the tag on the bench's reader, as the command without a screen reads them; unread ones as 0."""
    text = program.run("read", "--json", "--simulate").json["memory"]["bytes"]
    return bytes.fromhex("".join(digit if digit in "0123456789ABCDEF" else "0" for digit in text))


def paste(tmux, text):
    """Pastes as a terminal does it, in brackets where the program asked for them."""
    tmux("set-buffer", "--", text)
    tmux("paste-buffer", "-p", "-d")


@SIZES
def test_bytes_are_typed_taken_back_planned_written_and_read_back(open_desk, program, columns, rows):
    tmux = open_desk(columns, rows)
    go_to(tmux, "10", "page 10 byte 0")
    tmux.press("F2").wait_for("typing hex")
    tmux.type("dead").wait_for("DE*AD*00 00").wait_for("[2 bytes changed]")
    tmux.press("M-u").wait_for("DE*00 00 00").press("C-y").wait_for("DE*AD*00 00")
    tmux.press("Tab").wait_for("typing ASCII").type("q").wait_for("DE*AD*71*00")
    tmux.press("Tab").wait_for("typing hex")
    paste(tmux, "0xBE, 0xEF")
    tmux.wait_for("pasted: 2 bytes").wait_for("DE*AD*71*BE*").wait_for("11  EF*00 00 00")

    # Nothing was sent: the tag is as it was.
    tmux.press("Escape").wait_for("5 bytes changed and kept here")
    tmux.press("w").wait_for("Write the edits: NTAG213 " + TAG).wait_for("can be undone")
    tmux.press("Escape").wait_for(lambda shown: "Write the edits:" not in shown and "[5 bytes changed]" in shown)
    tmux.press("F10").wait_for("5 bytes of the tag shown were changed").press("Escape")
    tmux.wait_for(lambda shown: "Quit?" not in shown)

    # Now it is.
    tmux.press("w").wait_for("Write the edits: NTAG213 " + TAG).press("Enter")
    tmux.wait_for("written and read back").wait_for(lambda shown: "changed]" not in shown)
    tmux.wait_for("DE AD 71 BE")
    tmux.press("F10").wait_for(lambda shown: shown.rstrip().endswith(tmux.PROMPT))
    assert memory(program)[0x10 * 4:0x12 * 4] == bytes.fromhex("DEAD71BEEF000000")


def test_a_lock_bit_is_turned_over_only_with_the_end_of_the_uid(open_desk, program):
    tmux = open_desk(80, 24)
    go_to(tmux, "2.2", "page 02 byte 2")
    tmux.press("B").wait_for("bit 7").wait_for("setting it can never be undone")
    tmux.press("j").press("j").press("j").wait_for("bit 4: setting it").press("Space")
    tmux.wait_for("page 04 can never be written again").press("Escape")
    # An escape right before another key would be that key with Alt.
    tmux.wait_for(lambda shown: "turns over" not in shown and "[1 byte changed]" in shown).press("w")
    tmux.wait_for("can never be undone").wait_for("[ Cancel ]").press("Enter")
    tmux.wait_for(lambda shown: "[ Cancel ]" not in shown and "[1 byte changed]" in shown)
    tmux.press("F10").wait_for("Quit?").press("Tab").wait_for("[ Quit, lose them ]").press("Enter").wait_for(lambda shown: shown.rstrip().endswith(tmux.PROMPT))
    assert memory(program)[10:12] == bytes(2)


def test_edits_stay_with_their_tag(open_desk):
    tmux = open_desk(80, 24)
    go_to(tmux, "10", "page 10 byte 0")
    tmux.press("F2").wait_for("typing hex").type("77").wait_for("77*").press("Escape")
    tmux.wait_for("1 byte changed and kept here").press("F6").wait_for("What is done to them is kept")
    tmux.choose("ntag216-empty")
    tmux.wait_for("NTAG216").wait_for(lambda shown: "changed" not in shown)
    tmux.press("F6").wait_for("What is done to them is kept")
    tmux.press("g").choose("ntag213-factory")
    tmux.wait_for(TAG).wait_for("[1 byte changed]")
    go_to(tmux, "10", "77*")


def test_read_only_greys_the_editor_out(open_desk):
    tmux = open_desk(80, 24, "--read-only")
    tmux.wait_for("2 unread").wait_for("read 43 pages").press("F2").wait_for("Edit bytes: started with --read-only")
