"""Writing as a person does it: in a real terminal, with the built-in reader's tags."""

import pytest

TAG = "04:E1:0C:DA:99:3C:80"
FACTORY = "ntag213-factory"
SIZES = pytest.mark.parametrize("columns, rows", [(80, 24), (200, 60)])
PASSWORD = "31415926"


@pytest.fixture
def open_desk(open_tmux, program):
    """Opens the program on its bench in tmux, with a tag as delivered on the reader."""
    def start(columns, rows):
        tmux = open_tmux(columns, rows)
        tmux.run(program.command("--simulate")).wait_for(TAG).wait_for("F10")
        return tmux

    return start


def again(tmux, program):
    """Leaves the program and starts it anew: nothing typed before is remembered."""
    tmux.press("F10").wait_for(lambda shown: shown.rstrip().endswith(tmux.PROMPT))
    tmux.run(program.command("--simulate")).wait_for(TAG).wait_for("F10")


def put_on(tmux, name=FACTORY):
    tmux.press("F6").wait_for("What is done to them is kept")
    tmux.choose(name)


def add(tmux, kind, text):
    tmux.press("a").choose(kind)
    tmux.wait_for("New record").type(text).wait_for(text)
    tmux.press("Enter").wait_for(lambda shown: "New record" not in shown and text in shown)


def agree(tmux, verb):
    """Says yes to a plan that has Cancel in front."""
    tmux.wait_for("[ Cancel ]").press("Tab").wait_for("[ %s ]" % verb)
    tmux.press("Enter")


def compose_three(tmux):
    tmux.press("F3").wait_for("No record yet.")
    add(tmux, "Link (URI)", "https://example.org/a")
    add(tmux, "Text ", "first text")
    add(tmux, "Phone number", "+491234567")


@SIZES
def test_a_tag_is_written_protected_and_opened_again(open_desk, program, columns, rows):
    tmux = open_desk(columns, rows)

    # Three records, the plan with old and new bytes, written, read back.
    compose_three(tmux)
    tmux.press("w").wait_for("Write: NTAG213 " + TAG)
    tmux.wait_for("steps, about").wait_for("34 03 00 FE").wait_for("[ Write ]")
    tmux.press("Enter").wait_for("written and read back")
    tmux.press("q").wait_for("3 records")

    # Protected against reading and writing; the password never shows.
    tmux.press("F4").wait_for("Set or change the password")
    tmux.press("s").wait_for("New password").type(PASSWORD).wait_for("8/8 hex")
    tmux.press("Tab", "Right").wait_for("reading and writing")
    assert PASSWORD not in tmux.text
    tmux.press("Enter").wait_for("PWD_AUTH").wait_for("********")
    assert PASSWORD not in tmux.text and "31 41 59 26" not in tmux.text
    agree(tmux, "Set the password")
    tmux.wait_for("set the password:").wait_for("password needed to read and write from page 04")
    tmux.press("q").wait_for("2 Memory")

    # Taken off, put on: closed, until the password is given again to a program that has never heard it.
    tmux.press("F6").wait_for("What is done to them is kept").press("x").wait_for("[tag gone]")
    put_on(tmux)
    tmux.wait_for("the message needs the password to be read")
    again(tmux, program)
    tmux.wait_for("the message needs the password to be read")
    # Its limit of tries lies behind the password: the first try is let through, a wrong one would be counted.
    tmux.press("p").wait_for("0/8 hex").press("Tab").type(PASSWORD).wait_for("8/8")
    assert PASSWORD not in tmux.text
    tmux.press("Enter").wait_for("[ Read ]").press("Enter")
    tmux.wait_for("example.org/a").wait_for("first text")

    # A record is changed; what it takes is known already, so nobody is asked again.
    tmux.press("F3").wait_for("from tag " + TAG)
    tmux.choose("first text")
    tmux.wait_for("Record: Text").press("End").type(" changed").wait_for("first text changed")
    tmux.press("Enter").wait_for(lambda shown: "Record: Text" not in shown and "* changed" in shown)
    tmux.press("w").wait_for("Write: NTAG213 " + TAG).wait_for("the password is given to the tag first")
    tmux.press("Enter").wait_for("written and read back")
    tmux.press("q").wait_for("first text changed")

    # The password goes; the tag lies open for anybody.
    tmux.press("F4").wait_for("Set or change the password").press("u")
    agree(tmux, "Remove the password")
    tmux.wait_for("remove the password:").wait_for("no password needed")
    tmux.press("q").wait_for("2 Memory")
    again(tmux, program)
    tmux.wait_for("first text changed")
    tmux.press("J").wait_for("4 operations").wait_for("unprotect")
    tmux.press("q").wait_for("2 Memory").press("q").wait_for(tmux.PROMPT)

    # The same tag without a screen.
    document = program.run("read", "--json", "--simulate").json
    assert [record["kind"] for record in document["ndef"]["records"]] == ["uri", "text", "uri"]
    assert document["ndef"]["records"][1]["text"] == "first text changed"
    assert document["protection"]["passwordProtects"] == "nothing"


@SIZES
@pytest.mark.parametrize("choice, label", [("Finish", "finish:"), ("Put back", "put back:")], ids=["finish", "put back"])
def test_a_tag_pulled_in_mid_write_is_recovered_by_a_dialog(open_desk, program, columns, rows, choice, label):
    tmux = open_desk(columns, rows)
    compose_three(tmux)
    # The tag goes at the tenth frame from now on: a few read it, the next write it.
    tmux.press("F6").wait_for("after 3 frames").press(*"+" * 7).wait_for("after 10 frames")
    tmux.press("p").wait_for("pulled away after 10 frames")
    tmux.press("w").wait_for("Write: NTAG213 " + TAG).press("Enter")
    tmux.wait_for("lost").wait_for("steps were done")
    # An escape right before another key would be that key with Alt.
    tmux.press("Escape").wait_for(lambda shown: "steps were done" not in shown)
    put_on(tmux)
    tmux.wait_for("This tag was being written").wait_for("step ").wait_for("of write")
    # What changes nothing is in front.
    tmux.wait_for("[ Later ]")
    for _ in range(2 if choice == "Put back" else 3):
        line = tmux.focused
        tmux.press("Up").wait_for(lambda _: tmux.focused != line)
    tmux.wait_for("[ %s ]" % choice).press("Enter")
    tmux.wait_for("%s: NTAG213 %s" % (choice, TAG))
    agree(tmux, choice)
    tmux.wait_for(label).wait_for("written and read back")
    # The draft is on the tag after finishing, and nowhere after putting back, which is said.
    tmux.press("F10")
    if choice == "Put back":
        tmux.wait_for("neither").wait_for("[ Stay ]").press("Tab").wait_for("[ Save as template ]")
        tmux.press("Tab").wait_for("[ Quit, lose it ]").press("Enter")
    tmux.wait_for(lambda shown: shown.rstrip().endswith(tmux.PROMPT))

    document = program.run("read", "--json", "--simulate").json
    if choice == "Finish":
        assert [record["kind"] for record in document["ndef"]["records"]] == ["uri", "text", "uri"]
    else:
        assert document["ndef"]["state"] == "empty"
    listed = program.run("journal", "list", "--json").json["operations"]
    assert not any(operation["needsRecovery"] for operation in listed)


def test_read_only_greys_out_everything_that_changes_a_tag(open_tmux, program):
    tmux = open_tmux(80, 24)
    tmux.run(program.command("--simulate", "--read-only")).wait_for(TAG).wait_for("[read-only]")
    tmux.press("F4").wait_for("started with --read-only")
    tmux.press("E").wait_for("started with --read-only")
    assert "[ Cancel ]" not in tmux.text
