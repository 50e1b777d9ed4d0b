"""Programs that nobody here wrote work on the simulated reader."""

import subprocess
import sys

import pytest

from harness import images
from harness.readers import READERS
from harness.waiting import wait_until


def python(inside, script):
    return subprocess.run([*inside.prefix, sys.executable, "-c", script], capture_output=True, text=True, timeout=60,
                          check=False)


@pytest.mark.parametrize("profile", READERS)
def test_pcsc_scan_names_the_tag(desk, inside, profile):
    desk(profile, "ntag213")
    # pcsc_scan never ends by itself: it is watched until it has said what the card is.
    scan = subprocess.Popen([*inside.prefix, "pcsc_scan", "-n"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        said = b""
        while b"3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03" not in said:
            part = scan.stdout.read1(4096)
            assert part, said.decode()
            said += part
    finally:
        scan.kill()
        scan.wait()
        scan.stdout.close()
    assert READERS[profile][0].encode() in said


PYSCARD = """
from smartcard.System import readers
connection = readers()[0].createConnection()
connection.connect()
for apdu in ([0xFF, 0xCA, 0, 0, 0], [0xFF, 0xB0, 0, 4, 16], [0xFF, 0xD6, 0, 5, 4, 1, 2, 3, 4], [0xFF, 0xB0, 0, 4, 16]):
    data, sw1, sw2 = connection.transmit(apdu)
    print(bytes(data).hex(), "%02x%02x" % (sw1, sw2))
"""


@pytest.mark.parametrize("profile", READERS)
def test_pyscard_reads_and_writes_by_the_standard_commands(desk, inside, profile):
    image = images.memory("ntag213")
    (inside.home / "tag.bin").write_bytes(image)
    served = desk(profile, "ntag213:tag.bin")
    wait_until(lambda: any(reader["tag"] for reader in inside.run("readers", "--json").json["readers"]), "the tag")
    answer = python(inside, PYSCARD)
    assert answer.returncode == 0, answer.stderr
    after = image[16:20] + bytes([1, 2, 3, 4]) + image[24:32]
    assert answer.stdout.split("\n")[:4] == [
        images.UID.hex() + " 9000", image[16:32].hex() + " 9000", " 9000", after.hex() + " 9000"]
    served.command("save ntag213 after.bin")
    assert (inside.home / "after.bin").read_bytes()[20:24] == bytes([1, 2, 3, 4])


SIMPLE_NFC_TAG = """
import simple_nfc_tag as snt
with snt.connect() as reader:
    tag = reader.wait_for_tag(timeout=10)
    print(tag.uid.hex(), tag.product)
    tag.write(["desk", 42])
    print(tag.read())
"""


@pytest.mark.parametrize("chip, product", [("ntag213", "NTAG213"), ("ntag215", "NTAG215"), ("ntag216", "NTAG216")])
def test_simple_nfc_tag_identifies_writes_and_reads_back_on_an_acr122u(desk, inside, chip, product):
    desk("acr122", chip)
    answer = python(inside, SIMPLE_NFC_TAG)
    assert answer.returncode == 0, answer.stderr
    first, second = answer.stdout.strip().split("\n")
    assert first.split()[1] == product
    assert second == "['desk', 42]"
