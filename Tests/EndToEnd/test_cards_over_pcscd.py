"""Cards with files behind a real pcscd, read by programs that nobody here wrote: pcsc_scan and plain APDUs of pyscard."""

import json
import subprocess
import sys

import pytest

from harness.readers import READERS
from harness.waiting import wait_until

every_reader = pytest.mark.parametrize("profile", READERS)

# NFC Forum Type 4 Tag: an empty record, its length field in front.
EMPTY_RECORD = "0003D00000"
# NT4H2421Gx: the capability container as delivered.
NTAG424_CONTAINER = "001720010000FF0406E104010000000506E10500808283000000000000000000"

APDUS = """
import json, sys
from smartcard.Exceptions import CardConnectionException, NoCardException
from smartcard.System import readers
said = {"answers": []}
try:
    connection = readers()[0].createConnection()
    connection.connect()
    said["atr"] = bytes(connection.getATR()).hex().upper()
    for apdu in json.loads(sys.argv[1]):
        data, sw1, sw2 = connection.transmit(list(bytes.fromhex(apdu)))
        said["answers"].append(bytes(data).hex().upper() + "%02X%02X" % (sw1, sw2))
except (CardConnectionException, NoCardException) as problem:
    said["lost"] = str(problem)
print(json.dumps(said))
"""


def transmit(inside, *apdus):
    """What pyscard gets for these APDUs."""
    answer = subprocess.run([*inside.prefix, sys.executable, "-c", APDUS, json.dumps(apdus)], capture_output=True,
                            text=True, timeout=60, check=False)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def wait_for_tag(inside, present=True):
    wait_until(lambda: any(reader["tag"] for reader in inside.run("readers", "--json").json["readers"]) == present,
               "the card" if present else "the card's going")


def state(inside, served, name):
    """The lines of a card's state as the simulator saves it, by their first word."""
    served.command("save %s saved.txt" % name)
    lines = {}
    for line in (inside.home / "saved.txt").read_text().split("\n"):
        word, _, value = line.partition(" ")
        lines.setdefault(word, []).append(value)
    return lines


@every_reader
def test_pcsc_scan_names_a_card_by_its_historical_bytes(desk, inside, profile):
    desk(profile, "ntag424")
    scan = subprocess.Popen([*inside.prefix, "pcsc_scan", "-n"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        said = b""
        while b"3B 81 80 01 80 80" not in said:
            part = scan.stdout.read1(4096)
            assert part, said.decode()
            said += part
    finally:
        scan.kill()
        scan.wait()
        scan.stdout.close()


@every_reader
def test_container_and_message_of_a_plain_card_are_read_and_written(desk, inside, profile):
    (inside.home / "file.hex").write_text(EMPTY_RECORD)
    served = desk(profile, "type4:file.hex")
    wait_for_tag(inside)
    said = transmit(
        inside, "FFCA000000", "00A4040007D276000085010100", "00A4000C02E103", "00B000000F", "00A4000C02E104",
        "00B0000002", "00B0000203", "00D60000020000", "00D6000204D1010055", "00D60000020004", "00B0000006")
    assert said["atr"] == "3B80800101"
    assert said["answers"] == [
        "02A4001B2C3D4E9000", "9000", "9000", "000F2000F600F60406E104080000009000", "9000", "00039000", "D000009000",
        "9000", "9000", "9000", "0004D10100559000"]
    saved = state(inside, served, "type4")
    assert any(value.startswith("E104 0004D1010055") for value in saved["file"])


@every_reader
def test_an_ntag_424_dna_tells_what_it_is_and_counts_its_readings(desk, inside, profile):
    served = desk(profile, "link=ntag424-link", "ntag424")
    wait_for_tag(inside)
    links = set()
    for reading in range(1, 4):
        said = transmit(
            inside, "00A4040007D276000085010100", "00A4000C02E104", "00B0000000")
        assert said["atr"] == "3B8180018080"
        link = bytes.fromhex(said["answers"][2][:-4]).split(b"example.com")[1].rstrip(b"\0")
        assert link.startswith(b"/t?p=") and len(link) == 5 + 32 + 3 + 16
        links.add(link)
        assert state(inside, served, "link")["readCounter"] == [str(reading)]
    assert len(links) == 3
    served.command("remove")
    wait_for_tag(inside, present=False)
    served.command("insert ntag424")
    wait_for_tag(inside)
    said = transmit(
        inside, "00A4040007D276000085010100", "00A4000C02E103", "00B0000020", "9060000000", "90AF000000", "90AF000000",
        "90F50000010200", "9071000002000000", "90F50000010200", "9051000000")
    answers = said["answers"]
    assert answers[:6] == [
        "9000", "9000", NTAG424_CONTAINER + "9000", "0404023000110591AF", "0404020102110591AF", answers[5]]
    assert answers[5].startswith("04518DFAA96180") and answers[5].endswith("9100")
    assert answers[6] == "0000E0EE0001009100"
    assert len(answers[7]) == 36 and answers[7].endswith("91AF")
    assert answers[8:] == ["91CA", "91AE"]


@pytest.mark.parametrize("profile, tear", list(zip(READERS, ["old", "new", "zeros", "mix"])))
def test_a_card_pulled_in_the_middle_of_a_write_has_it_torn(desk, inside, profile, tear):
    served = desk(profile, "type4", options=["--tear", tear])
    old, new = "00" * 48, "A5" * 48
    seen = set()
    # pcscd may have powered the card off meanwhile: then its selection takes frames first. One frame later each time, until
    # the pull comes after the last.
    for frame in range(1, 30):
        wait_for_tag(inside)
        transmit(inside, "00A4040007D276000085010100", "00A4000C02E104", "00D6000030" + old)
        served.command("pull-after %d" % frame)
        said = transmit(inside, "00A4040007D276000085010100", "00A4000C02E104", "00D6000030" + new)
        content = next(value for value in state(inside, served, "type4")["file"] if value.startswith("E104 "))[5:101]
        if "lost" not in said:
            assert said["answers"] == ["9000"] * 3 and content == new
            break
        assert said["answers"] == ["9000"] * len(said["answers"]) and len(said["answers"]) < 3
        if content != old:
            seen.add(content)
            assert len(said["answers"]) == 2, "only the write itself is torn"
        wait_for_tag(inside, present=False)
        served.command("insert type4")
    # Units of 16 bytes: whole ones, one that is torn, untouched ones.
    if tear == "old":
        assert seen == set()
    elif tear == "new":
        assert seen == {new}
    else:
        assert seen and all(content[:64] in (new[:64], new[:32] + content[32:64], content[:32] + old[:32])
                            for content in seen)
