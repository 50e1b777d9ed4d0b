"""Dumps put on tags over a real pcscd: every pair of chips, tags in a row, and what a clone is made of."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness import changes, dumps, images, workplace
from harness import pcscd as private_pcscd
from harness.waiting import wait_until

CHIPS = list(images.CHIPS)
HANDS = 4


@pytest.fixture(scope="module")
def workplaces(namespace, tmp_path_factory):
    assert private_pcscd.reason_it_cannot_be() is None
    folder = tmp_path_factory.mktemp("restoring")
    with ThreadPoolExecutor(HANDS) as pool:
        made = list(pool.map(lambda number: workplace.Workplace(folder / str(number)), range(HANDS)))
    yield made
    for place in made:
        place.close()


def user_memory(chip, image):
    _, pages, config = images.CHIPS[chip]
    last = {"ultralight": 16, "ultralight-c": 40, "ntag203": 40, "ntag210": 16, "ul11": 16}.get(
        chip, None if config is None else config - 1)
    return bytes(image[16:last * 4])


def source(chip, uid="04A1B2C3D4E580", **contents):
    contents.setdefault("message", changes.NEW_MESSAGE)
    return images.memory(chip, uid=bytes.fromhex(uid), **contents)


def test_every_pair_of_chips_either_gets_the_data_or_is_refused_untouched(workplaces):
    def on_targets(number):
        place = workplaces[number]
        for chip in CHIPS:
            (place.program.home / (chip + ".nfc")).write_bytes(dumps.flipper(chip, source(chip)))
        for target in CHIPS[number::HANDS]:
            before = images.memory(target, uid=workplace.fresh_uid())
            place.serve({"tag": (target, before)}, lying="tag")
            for chip in CHIPS:
                answer = place.run("restore", chip + ".nfc", "--json")
                after = place.memory("tag")
                if chip != target:
                    assert answer.code == 1 and answer.json["result"] == "refusedHere", (chip, target, answer)
                    assert answer.json["advice"], (chip, target, answer)
                    assert after == before, (chip, target)
                    continue
                assert answer.code == 0 and answer.json["result"] == "done", (chip, answer)
                assert answer.json["verified"] is True and answer.json["kind"] == "restore"
                assert user_memory(chip, after) == user_memory(chip, source(chip)), chip
                assert after[:16] == before[:16], chip
                end = 16 + len(user_memory(chip, after))
                assert after[end:] == before[end:], chip
                assert any(notice.startswith("not written: pages 00-02") for notice in answer.json["notices"]), answer
                before = after

    with ThreadPoolExecutor(HANDS) as pool:
        for result in [pool.submit(on_targets, number) for number in range(HANDS)]:
            result.result()


class Series:
    """A command that takes one tag after the other, and what it said so far."""

    def __init__(self, place, *arguments):
        self.place = place
        self.out, self.err = place.program.home / "series.out", place.program.home / "series.err"
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self.process = place.program.start(*arguments, "--json", stdout=out, stderr=err)

    def asks(self, count):
        """Waits until a tag was asked for that many times; one that is done or refused is followed by such a question."""
        wait_until(lambda: self.err.read_text().count("Put a tag on") >= count, "the program to ask for tag %d" % count)

    def end(self):
        code = self.process.wait(60)
        return code, json.loads(self.out.read_text())


def test_a_series_writes_each_tag_once_and_tells_of_each(workplaces):
    place = workplaces[0]
    (place.program.home / "dump.nfc").write_bytes(dumps.flipper("ntag213", source("ntag213")))
    uid = workplace.fresh_uid()
    tags = {"a": ("ntag213", images.memory("ntag213", uid=uid)),
            "wrong": ("ntag215", images.memory("ntag215", uid=workplace.fresh_uid())),
            "b": ("ntag213", images.memory("ntag213", uid=workplace.fresh_uid()))}
    place.serve(tags)
    series = Series(place, "restore", "dump.nfc", "--count", "2")
    series.asks(1)
    for asked, name in enumerate(["a", "a", "wrong", "b"]):
        # The first comes twice: it is left alone the second time, and nobody is asked anew.
        place.insert(name)
        if name != "b":
            series.asks({0: 2, 1: 2, 2: 3}[asked])
            place.served.command("remove")
    code, answer = series.end()
    assert [tag["result"] for tag in answer["tags"]] == ["done", "refusedHere", "done"], answer
    assert (code, answer["done"], answer["failed"]) == (1, 2, 1), answer
    for name in ("a", "b"):
        assert user_memory("ntag213", place.memory(name)) == user_memory("ntag213", source("ntag213")), name
    assert place.memory("wrong") == tags["wrong"][1]
    operations = place.run("journal", "list", "--uid", workplace.text(uid), "--json").json["operations"]
    assert [(one["kind"], one["result"]) for one in operations] == [("restore", "done")]


def test_a_clone_goes_from_the_first_tag_to_the_next_ones_until_somebody_ends_it(workplaces):
    place = workplaces[1]
    tags = {name: ("ntag215", images.memory("ntag215", uid=workplace.fresh_uid())) for name in ("b", "c")}
    original = source("ntag215", uid=workplace.fresh_uid().hex())
    place.serve({"original": ("ntag215", original), **tags})
    series = Series(place, "clone", "--each")
    series.asks(1)
    for asked, name in enumerate(["original", "b", "c"]):
        place.insert(name)
        series.asks(asked + 2)
        place.served.command("remove")
    series.process.send_signal(signal.SIGINT)
    code, answer = series.end()
    assert (code, answer["result"], answer["done"]) == (0, "done", 2), answer
    assert [tag["result"] for tag in answer["tags"]] == ["done", "done"], answer
    assert place.memory("original") == original
    for name in tags:
        assert user_memory("ntag215", place.memory(name)) == user_memory("ntag215", original), name
        assert place.memory(name)[:16] == tags[name][1][:16], name
