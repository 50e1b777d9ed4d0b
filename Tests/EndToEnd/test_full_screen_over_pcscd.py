"""The full screen over a real pcscd: tags come and go, pcscd dies and comes back, and the screen follows."""

import signal

from harness import images


def test_the_screen_follows_tags_and_a_pcscd_that_dies_and_comes_back(pcscd, inside, serve, open_terminal):
    terminal = open_terminal(using=inside)
    terminal.wait_for("pcscd")

    pcscd.start("ACS ACR122U PICC Interface")
    served = serve("acr122", "a=ntag213", "b=ntag215")
    terminal.wait_for("NTAG213").wait_for("ACR122U")
    served.command("remove")
    served.command("insert b")
    terminal.wait_for("NTAG215")

    pcscd.stop(signal.SIGKILL)
    served.close()
    terminal.wait_for("pcscd")
    assert terminal.fate == "running"

    pcscd.start("ACS ACR122U PICC Interface")
    serve("acr122", "c=ntag216")
    terminal.wait_for("NTAG216")

    terminal.press("q")
    assert terminal.wait_end() == "exit 0"
    assert terminal.modes_left_on == [] and terminal.line_modes_restored


def test_a_tag_torn_away_mid_read_is_said_and_the_next_one_is_read(pcscd, inside, serve, open_terminal):
    pcscd.start("ACS ACR1252 1S CL Reader")
    (inside.home / "tag.bin").write_bytes(images.memory("ntag216"))
    served = serve("acr1252", "a=ntag213", "b=ntag216:tag.bin")
    terminal = open_terminal(using=inside).wait_for("NTAG213")
    served.command("remove")
    served.command("pull-after 3")
    served.command("insert b")
    served.command("insert a")
    terminal.wait_for("NTAG213")
    served.command("remove")
    served.command("insert b")
    terminal.wait_for("NTAG216").wait_for("example.com/tagdesk")
    assert terminal.fate == "running"
