"""Cards with files changed over a real pcscd: written, read back, pulled away at every step, recovered both ways, undone."""

import itertools

import pytest

from harness import pcscd as private_pcscd
from harness import workplace
from harness.wire import is_write_to_card

URI = "https://example.org/a-card-that-is-written-and-torn"
MESSAGE = bytes.fromhex("D101") + bytes([len(URI) - 8 + 1, 0x55, 0x04]) + URI[8:].encode()
OLD_URI = "https://example.com/before"
OLD = bytes.fromhex("D101") + bytes([len(OLD_URI) - 8 + 1, 0x55, 0x04]) + OLD_URI[8:].encode()
TEARS = ("old", "new", "zeros", "mix")
CHIPS = ("type4", "ntag424")


@pytest.fixture(scope="module")
def place(namespace, tmp_path_factory):
    assert private_pcscd.reason_it_cannot_be() is None
    made = workplace.Workplace(tmp_path_factory.mktemp("cards") / "place")
    yield made
    made.close()


def file_of(message):
    return len(message).to_bytes(2, "big") + message


def content(place, chip):
    """The NDEF file as the card really holds it, by the state that the simulator saves."""
    lines = [line.split(" ") for line in place.memory("card").decode().split("\n")]
    files = [line[1:] for line in lines if line[0] == "file"]
    if chip == "type4":
        return next(bytes.fromhex(file[1]) for file in files if file[0] == "E104")
    return bytes.fromhex(files[1][0])


def put(place, chip, tear="old"):
    place.serve({"card": (chip, file_of(OLD))}, tear=tear, lying="card")


def starts_with(file, message):
    return file.startswith(file_of(message)) and not any(file[2 + len(message):].strip(b"\0"))


@pytest.mark.parametrize("chip", CHIPS)
def test_a_card_is_read_written_erased_and_undone(place, chip):
    put(place, chip)
    read = place.run("read", "--json")
    assert read.code == 0, read
    assert read.json["tag"]["type"] == "4" and read.json["ndef"]["records"][0]["uri"] == OLD_URI
    assert [file["id"] for file in read.json["files"]][:2] == ["E103", "E104"] and "memory" not in read.json
    assert bytes.fromhex(read.json["files"][1]["bytes"].replace("?", "0")[:2 * len(file_of(OLD))]) == file_of(OLD)
    if chip == "ntag424":
        assert read.json["tag"]["chip"] == "NTAG 424 DNA" and read.json["tag"]["signature"]["valid"] is True
        assert read.json["exchanges"] <= 21 and len(read.json["tag"]["keys"]) == 5
    planned = place.run("write", "--uri", URI, "--dry-run", "--json")
    assert planned.code == 0 and planned.json["result"] == "planned"
    assert [(step["file"], step["offset"]) for step in planned.json["plan"]][0] == ("E104", 0)
    assert starts_with(content(place, chip), OLD)
    written = place.run("write", "--uri", URI, "--json")
    assert written.code == 0 and written.json["result"] == "done" and written.json["verified"] is True, written
    assert content(place, chip).startswith(file_of(MESSAGE))
    again = place.run("write", "--uri", URI, "--json")
    assert again.json["result"] == "nothingToDo"
    number = place.run("journal", "list", "--json").json["operations"][0]["id"]
    shown = place.run("journal", "show", str(number), "--json").json
    assert shown["files"][-1]["id"] == "E104" and shown["verified"] is True
    undone = place.run("journal", "undo", str(number), "--json")
    assert undone.code == 0 and undone.json["verified"] is True, undone
    assert starts_with(content(place, chip), OLD)
    erased = place.run("erase", "--json")
    assert erased.code == 0 and not any(content(place, chip)), erased
    assert place.run("read", "--json").json["ndef"]["state"] == "empty"


def at_write(position, count, act):
    """A watch on the wire that acts once: before that write, or, behind the last one, before the next command."""
    seen = {"writes": 0, "done": False}

    def watch(frame):
        write = is_write_to_card(frame)
        if not seen["done"] and seen["writes"] == position and (write or position == count):
            seen["done"] = True
            act()
        seen["writes"] += write

    watch.seen = seen
    return watch


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("way", ("--finish", "--put-back"))
def test_a_card_pulled_at_any_write_is_recovered_both_ways(place, chip, way):
    put(place, chip)
    count = len(place.run("write", "--uri", URI, "--dry-run", "--json").json["plan"])
    assert count >= 3
    tears = itertools.cycle(TEARS)
    for position in range(count + 1):
        tear = next(tears)
        put(place, chip, tear)
        case = (chip, way, position, tear)
        watch = at_write(position, count, lambda: place.served.command("pull-after 1"))
        place.wire.watch = watch
        answer = place.run("write", "--uri", URI, "--json")
        place.wire.watch = lambda frame: None
        assert watch.seen["done"], (case, answer)
        assert answer.code == 1 and answer.json["result"] == "tagLost", (case, answer.json)
        assert sum(step["sent"] for step in answer.json["plan"]) == position, (case, answer)
        torn = content(place, chip)
        if 0 < position < count - 1:
            assert torn[:2] == bytes(2), (case, "a length over a torn body", torn.hex())
        place.insert("card")
        uid = answer.json["tag"]["uid"]
        told = place.run("journal", "list", "--uid", uid, "--json").json["operations"][0]
        assert told["needsRecovery"] is True, (case, told)
        recovered = place.run("journal", "recover", way, "--json")
        assert recovered.code == 0 and recovered.json["verified"] is True, (case, recovered)
        if way == "--finish":
            assert content(place, chip).startswith(file_of(MESSAGE)), case
        else:
            assert starts_with(content(place, chip), OLD), case
        left = place.run("journal", "list", "--uid", uid, "--json").json["operations"]
        assert not any(operation["needsRecovery"] for operation in left), (case, left)
