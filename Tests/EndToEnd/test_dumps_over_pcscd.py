"""Dumps of tags over a real pcscd: whole, and what was read before a tag was pulled away."""

import pytest

from harness import images
from harness.readers import READERS
from harness.waiting import wait_until


def known_pages(document):
    """The pages that are known of a memory, with their bytes."""
    size = document["memory"]["pageSize"] * 2
    digits = document["memory"]["bytes"]
    pages = [digits[start:start + size] for start in range(0, len(digits), size)]
    return {number: page for number, page in enumerate(pages) if "?" not in page}


@pytest.mark.parametrize("profile", READERS)
def test_a_dump_is_the_same_as_the_tag_on_every_reader(desk, inside, profile):
    (inside.home / "tag.bin").write_bytes(images.memory("ntag213"))
    desk(profile, "ntag213:tag.bin")
    assert inside.run("dump", "--out", "dump.json").code == 0
    answer = inside.run("compare", "dump.json", "tag", "--json")
    assert answer.code == 0 and answer.json["same"] is True
    # The image itself is what was read, as far as the tag shows it.
    shown = inside.run("show", "dump.json", "--json").json
    assert images.differences(images.memory("ntag213"), shown) == []


def test_a_tag_pulled_away_leaves_what_was_read_and_nothing_invented(desk, inside):
    image = images.memory("ntag216")
    (inside.home / "tag.bin").write_bytes(image)
    served = desk("acr122", "ntag216:tag.bin")

    def is_there():
        return any(reader["tag"] for reader in inside.run("readers", "--json").json["readers"])

    partial = 0
    for frames in range(1, 60):
        wait_until(is_there, "a tag")
        served.command("pull-after %d" % frames)
        answer = inside.run("dump", "--out", "part.json", "--overwrite", "--json", "--wait", "1")
        if answer.code == 0:
            break
        assert answer.json["error"]["kind"] in ("tagLost", "noTag"), answer
        if "file" in answer.json:
            shown = inside.run("show", "part.json", "--json").json
            pages = known_pages(shown)
            assert len(pages) < 231
            for number, page in pages.items():
                assert bytes.fromhex(page) == image[number * 4:number * 4 + 4], number
            # What is not there is marked, not zero, and a comparison with the tag does not take it for a difference.
            served.command("insert ntag216")
            wait_until(is_there, "a tag")
            compared = inside.run("compare", "part.json", "tag", "--json")
            assert compared.code == 0, compared
            if len(pages) < 229:
                assert any("not read in part.json" in notice for notice in compared.json["notices"])
            partial += 1
            continue
        served.command("insert ntag216")
    assert partial > 0 and frames > 2
