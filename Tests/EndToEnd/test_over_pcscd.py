"""The engine over a real pcscd, with the simulated reader behind it: each reader profile, tags coming, going, torn away."""

import pytest

from harness import images
from harness.readers import READERS
from harness.waiting import wait_until

every_reader = pytest.mark.parametrize("profile", READERS)


def wait_for_tag(inside, present=True):
    """Waits until pcscd knows whether a tag lies on the reader."""
    def state():
        readers = inside.run("readers", "--json").json["readers"]
        return bool(readers) and any(reader["tag"] for reader in readers) == present
    wait_until(state, "a tag" if present else "the tag's going")


def write_images(program, chips):
    written = {}
    for chip in chips:
        written[chip] = images.memory(chip)
        (program.home / (chip + ".bin")).write_bytes(written[chip])
    return written


@every_reader
def test_every_chip_is_read_whole_and_tags_come_and_go(desk, inside, profile):
    written = write_images(inside, images.CHIPS)
    served = desk(profile, *("%s=%s:%s.bin" % (chip, chip, chip) for chip in images.CHIPS))
    native = READERS[profile][1]
    for chip, image in written.items():
        served.command("insert " + chip)
        answer = inside.run("read", "--json")
        assert answer.code == 0, answer
        document = answer.json
        assert document["profile"] == profile
        assert document["reader"].startswith(READERS[profile][0])
        assert document["tag"]["uid"] == ":".join("%02X" % byte for byte in images.UID)
        assert images.differences(image, document) == [], chip
        if native:
            assert document["tag"]["chip"] == images.CHIPS[chip][0]
            unread = {page for run in document["memory"]["unread"] for page in range(run["from"], run["to"] + 1)}
            assert unread == images.secret_pages(chip)
        served.command("remove")
        # Until pcscd has looked again, the tag is one that was just lost.
        wait_for_tag(inside, present=False)
        gone = inside.run("read", "--json", "--wait", "0")
        assert gone.code == 3
        assert gone.json["error"]["kind"] == "noTag"


@pytest.mark.parametrize("profile", [name for name, (_, native) in READERS.items() if native])
def test_the_password_opens_what_it_protects(desk, inside, profile):
    image = images.memory("ntag213", auth0=0x08, access=0x80, password=b"a%Z9")
    (inside.home / "tag.bin").write_bytes(image)
    desk(profile, "ntag213:tag.bin")
    closed = inside.run("read", "--json").json
    assert images.differences(image, closed) == []
    assert {"from": 8, "to": 44} == {key: closed["memory"]["unread"][0][key] for key in ("from", "to")} or any(
        run["from"] == 8 for run in closed["memory"]["unread"])
    opened = inside.run("read", "--json", "--password", "ascii:a%Z9")
    assert opened.code == 0
    assert images.differences(image, opened.json) == []
    assert not any(run["from"] < 43 for run in opened.json["memory"]["unread"])
    wrong = inside.run("read", "--json", "--password", "hex:01020304")
    assert wrong.code == 1
    assert wrong.json["error"]["kind"] == "refusedByTag"


def test_mirrored_bytes_are_named_and_the_rest_is_the_image(desk, inside):
    image = images.memory("ntag213", mirror=0xC4, mirror_page=0x10)
    (inside.home / "tag.bin").write_bytes(image)
    desk("acr122", "ntag213:tag.bin")
    document = inside.run("read", "--json").json
    assert images.differences(image, document) == []
    shown = bytes.fromhex(document["memory"]["bytes"].replace("??", "00"))
    assert images.UID.hex().upper().encode() in shown


@every_reader
def test_a_tag_pulled_at_any_frame_is_said_to_be_lost_and_the_next_read_is_whole(desk, inside, profile):
    image = write_images(inside, ["ntag213"])["ntag213"]
    served = desk(profile, "ntag213:ntag213.bin")
    # One frame later each time, until the pull comes after the last. While the tag is being identified, losing it means
    # waiting for another; once it is known, the read fails.
    kinds = set()
    for frames in range(1, 40):
        wait_for_tag(inside)
        served.command("pull-after %d" % frames)
        answer = inside.run("read", "--json", "--wait", "1")
        if answer.code == 0:
            assert images.differences(image, answer.json) == []
            break
        error = answer.json["error"]
        assert (answer.code, error["kind"]) in ((1, "tagLost"), (3, "noTag")), answer
        assert error["advice"]
        kinds.add(error["kind"])
        served.command("insert ntag213")
        whole = inside.run("read", "--json")
        assert whole.code == 0, whole
        assert images.differences(image, whole.json) == []
    assert "tagLost" in kinds and frames > 2


def test_two_readers_work_at_once(pcscd, inside, serve):
    pcscd.start(READERS["acr122"][0])
    first, second = images.memory("ntag213"), images.memory("ul21", uid=bytes.fromhex("04010203040506"))
    (inside.home / "a.bin").write_bytes(first)
    (inside.home / "b.bin").write_bytes(second)
    serve("acr122", "ntag213:a.bin")
    serve("acr122", "ul21:b.bin", options=["127.0.0.1:35964"])
    for slot, image in (("00 00", first), ("00 01", second)):
        answer = inside.run("read", "--json", "--reader", slot)
        assert answer.code == 0, answer
        assert images.differences(image, answer.json) == []


def test_readers_says_what_there_is(desk, inside, pcscd):
    served = desk("acr122", "ntag213")
    wait_for_tag(inside)
    answer = inside.run("readers", "--json")
    assert answer.code == 0
    assert answer.json["pcscd"] == "running"
    first = next(reader for reader in answer.json["readers"] if reader["name"].endswith("00 00"))
    assert first["name"] == READERS["acr122"][0] + " 00 00"
    assert first["profile"] == "acr122" and first["native"] is True and first["tag"] is True
    assert first["atr"].startswith("3B8F8001804F0CA000000306")
    served.command("remove")
    wait_for_tag(inside, present=False)


def test_without_pcscd_readers_and_read_exit_3_and_say_what_to_do(namespace, inside):
    readers = inside.run("readers", "--json")
    assert readers.code == 3
    assert readers.json["pcscd"] == "unreachable"
    assert readers.json["readers"] == []
    assert readers.json["advice"]
    read = inside.run("read", "--json", "--wait", "0")
    assert read.code == 3
    assert read.json["error"]["kind"] in ("pcscd", "noReader")
    assert read.json["error"]["advice"]


def test_no_such_reader_exits_3(desk, inside):
    desk("acr122", "ntag213")
    answer = inside.run("read", "--json", "--reader", "no such reader", "--wait", "0")
    assert answer.code == 3
    assert answer.json["error"]["kind"] == "noReader"


def test_what_the_simulator_is_told_is_answered_line_by_line(desk, inside):
    served = desk("acr122", "a=ntag213", "b=ultralight")
    assert served.ask("insert nobody").startswith("error")
    assert served.ask("what is this").startswith("error")
    served.command("insert b")
    assert inside.run("read", "--json").json["tag"]["chip"] == "Ultralight"
    served.command("save b saved.bin")
    assert len((inside.home / "saved.bin").read_bytes()) == 64
    served.command("quit")
    assert served.close() == 0


@pytest.mark.parametrize("address", ["0.0.0.0:35963", "192.0.2.1:35963", "example.com:35963"])
def test_the_simulator_serves_this_machine_only(inside, address):
    answer = inside.run("simulate", "--serve", address, "--tag", "ntag213")
    assert answer.code == 2
    assert answer.errors.strip()
