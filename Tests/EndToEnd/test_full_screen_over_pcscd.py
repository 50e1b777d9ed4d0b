"""The full screen over a real pcscd: tags come and go, pcscd dies and comes back, and the screen follows."""

import signal

from harness import images

READER = "ACS ACR122U PICC Interface"


def test_the_screen_follows_tags_and_a_pcscd_that_dies_and_comes_back(pcscd, inside, serve, open_terminal):
    pcscd.start(READER)
    served = serve("acr122", "a=ntag213", "b=ntag215")
    terminal = open_terminal(using=inside)
    terminal.wait_for("NTAG213").wait_for(READER)
    served.command("remove")
    served.command("insert b")
    terminal.wait_for("NTAG215")

    pcscd.stop(signal.SIGKILL)
    served.close()
    terminal.wait_for("pcscd")
    assert terminal.fate == "running"

    pcscd.start(READER)
    serve("acr122", "c=ntag216")
    terminal.wait_for("NTAG216").wait_for(READER)

    terminal.press("q")
    assert terminal.wait_end() == "exit 0"
    assert terminal.modes_left_on == [] and terminal.line_modes_restored


def test_a_pcscd_that_comes_later_is_found(pcscd, inside, serve, open_terminal):
    terminal = open_terminal(using=inside).wait_for("F10")
    pcscd.start(READER)
    serve("acr122", "ntag216")
    terminal.wait_for("NTAG216").wait_for(READER)


def test_a_tag_torn_away_mid_read_is_said_and_the_next_one_is_read(pcscd, inside, serve, open_terminal):
    pcscd.start(READER)
    (inside.home / "tag.bin").write_bytes(images.memory("ntag216"))
    served = serve("acr122", "a=ntag213", "b=ntag216:tag.bin")
    terminal = open_terminal(using=inside).wait_for("NTAG213").wait_for("read 43 pages")
    # Reading again takes a few frames; the tag goes at the second.
    served.command("pull-after 2")
    terminal.press("R").wait_for("lost")
    served.command("insert b")
    terminal.wait_for("NTAG216").wait_for("example.com/tagdesk")
    assert terminal.fate == "running"
