"""Changing tags over a real pcscd: what is on the tag afterwards is asked of the simulator, not of the program."""

import pytest

from harness import images
from harness.readers import READERS

LINK = "https://example.org/after"
NATIVE = [name for name, (_, native) in READERS.items() if native]


def saved(served, inside, name):
    """The tag's memory as it is now."""
    served.command("save %s now.bin" % name)
    return (inside.home / "now.bin").read_bytes()


def message_on(memory):
    """The first NDEF message of a memory, by the TLVs of an NFC Forum Type 2 tag."""
    at = 16
    while at < len(memory) and memory[at] != 0xFE:
        kind = memory[at]
        if kind == 0:
            at += 1
            continue
        length, head = memory[at + 1], 2
        if length == 0xFF:
            length, head = memory[at + 2] << 8 | memory[at + 3], 4
        if kind == 3:
            return memory[at + head:at + head + length]
        at += head + length
    return None


def encoded(inside, link):
    return bytes.fromhex(inside.run("ndef", "encode", "--uri", link, "--json").json["hex"])


@pytest.fixture
def tag(desk, inside):
    """`tag("acr122", "ntag213", ...)`: that tag, with a known memory, behind pcscd."""
    def start(profile, chip, **contents):
        image = images.memory(chip, **contents)
        (inside.home / "tag.bin").write_bytes(image)
        return desk(profile, "tag=%s:tag.bin" % chip), image
    return start


@pytest.mark.parametrize("profile", READERS)
@pytest.mark.parametrize("chip", ["ntag213", "ntag216", "ultralight", "ul21"])
def test_a_message_is_written_and_nothing_else_is_touched(tag, inside, profile, chip):
    served, image = tag(profile, chip)
    answer = inside.run("write", "--uri", LINK, "--json")
    assert answer.code == 0, answer
    assert answer.json["result"] == "done" and answer.json["verified"] is True
    after = saved(served, inside, "tag")
    assert message_on(after) == encoded(inside, LINK)
    planned = {step["page"] for step in answer.json["plan"] if "page" in step}
    changed = {index // 4 for index in range(len(image)) if image[index] != after[index]}
    assert changed <= planned
    again = inside.run("write", "--uri", LINK, "--json")
    assert again.code == 0 and again.json["result"] == "nothingToDo"


def test_a_dry_run_sends_no_write(tag, inside):
    served, image = tag("acr122", "ntag213")
    answer = inside.run("write", "--uri", LINK, "--dry-run", "--json")
    assert answer.code == 0 and answer.json["result"] == "planned" and answer.json["plan"]
    assert saved(served, inside, "tag") == image


def test_what_can_never_be_undone_needs_the_tags_own_uid(tag, inside):
    served, image = tag("acr122", "ntag213")
    for confirmation in ([], ["--confirm", "04:00:00:00:00:00:00"]):
        answer = inside.run("lock", "--all", "--json", *confirmation)
        assert answer.code == 1 and answer.json["result"] == "refusedHere", answer
        assert saved(served, inside, "tag") == image
    answer = inside.run("lock", "--all", "--json", "--confirm", ":".join("%02X" % byte for byte in images.UID))
    assert answer.code == 0 and answer.json["result"] == "done", answer
    refused = inside.run("write", "--uri", LINK, "--json")
    assert refused.code == 1 and refused.json["result"] in ("refusedHere", "refusedByTag")


@pytest.mark.parametrize("profile", NATIVE)
def test_a_password_is_set_kept_secret_and_taken_off(tag, inside, profile):
    served, image = tag(profile, "ntag213")
    protected = inside.run("protect", "--password", "hex:5EC3E7F0", "--mode", "readwrite", "--from", "08", "--json")
    assert protected.code == 0 and protected.json["result"] == "done", protected
    assert "5EC3E7F0" not in protected.text + protected.errors
    assert all(
        b"\x5E\xC3\xE7\xF0" not in path.read_bytes() and b"5EC3E7F0" not in path.read_bytes()
        for path in inside.home.rglob("*") if path.is_file() and path.name != "now.bin")
    # Configuration takes effect when the tag is powered anew.
    served.command("remove")
    served.command("insert tag")
    assert any(run["from"] == 8 for run in inside.run("read", "--json").json["memory"]["unread"])
    refused = inside.run("write", "--uri", LINK, "--json")
    assert refused.code == 1 and refused.json["result"] in ("refusedHere", "refusedByTag")
    opened = inside.run("unprotect", "--password", "hex:5EC3E7F0", "--json")
    assert opened.code == 0 and opened.json["result"] == "done", opened
    assert saved(served, inside, "tag")[:40 * 4] == image[:40 * 4]


@pytest.mark.parametrize("profile", ["acr122", "storage"])
@pytest.mark.parametrize("way", ["--finish", "--put-back"])
def test_a_tag_pulled_at_any_frame_of_a_write_is_recovered(tag, inside, profile, way):
    served, image = tag(profile, "ntag213")
    before, wanted = message_on(image), encoded(inside, LINK)
    interrupted = 0
    for frames in range(1, 60):
        served.command("pull-after %d" % frames)
        answer = inside.run("write", "--uri", LINK, "--json", "--wait", "1")
        if answer.code == 0:
            break
        assert answer.code in (1, 3), answer
        served.command("insert tag")
        listed = inside.run("journal", "list", "--json").json["operations"]
        if listed and listed[0]["needsRecovery"]:
            interrupted += 1
            recovered = inside.run("journal", "recover", way, "--json")
            assert recovered.code == 0, (frames, recovered)
        content = message_on(saved(served, inside, "tag"))
        assert content in (before, wanted), frames
        if content == wanted:
            restored = inside.run("write", "--raw", before.hex(), "--json")
            assert restored.code == 0, restored
    assert interrupted > 0
    assert message_on(saved(served, inside, "tag")) == wanted
