"""The commands that change tags, over a real pcscd: what scripts rely on, judged by the tag's true memory and by what went
over the wire."""

import json
import os
import signal
import subprocess
import threading

import pytest

from harness import changes, images, workplace
from harness.wire import page_written

PASSWORD = "hex:" + changes.PASSWORD.hex()
_WRITES = (0xA2, 0xA0, 0xA5)


@pytest.fixture(scope="module")
def place(namespace, tmp_path_factory):
    made = workplace.Workplace(tmp_path_factory.mktemp("workplace") / "desk")
    yield made
    made.close()


class Tag:
    """One tag on the reader, with everything that is sent to it."""

    def __init__(self, place, chip="ntag213", **memory):
        self.place, self.chip = place, chip
        self.uid = workplace.fresh_uid()
        self.uid_text = workplace.text(self.uid)
        self.before = images.memory(chip, uid=self.uid, **memory)
        self.frames = []
        place.serve({"tag": (chip, self.before)}, lying="tag")
        place.wire.watch = self.frames.append

    @property
    def memory(self):
        return self.place.memory("tag")

    @property
    def writes(self):
        return [frame for frame in self.frames if frame[0] in _WRITES]

    def run(self, *arguments, **options):
        return self.place.run(*arguments, "--json", **options)

    def read(self, *arguments):
        answer = self.run("read", *arguments)
        assert answer.code == 0, answer
        return answer.json

    def journal(self):
        return self.run("journal", "list", "--uid", self.uid_text).json["operations"]


@pytest.fixture
def tag(place):
    """Puts a tag on the reader: `tag()`, `tag("ntag215", auth0=8)`."""
    yield lambda *arguments, **memory: Tag(place, *arguments, **memory)
    place.leave()


def done(answer):
    assert answer.code == 0, answer
    assert answer.json["result"] == "done" and answer.json["verified"] is True, answer
    assert all(step["sent"] for step in answer.json["plan"])
    return answer.json


def refused(answer, result="refusedHere"):
    assert answer.code == 1, answer
    assert answer.json["result"] == result, answer
    assert answer.json["reason"] and answer.json["advice"], answer
    return answer.json


CHANGES = {
    "write": ["write", "--uri", changes.NEW_URI],
    "append": ["write", "--append", "--text", "more"],
    "format": ["format"],
    "erase": ["erase"],
    "protect": ["protect", "--password", PASSWORD, "--limit", "5"],
    "lock": ["lock", "--all"],
    "lock pages": ["lock", "--pages", "04-06"],
    "configure": ["configure", "mirror=uid", "mirrorPage=10", "counter=on"],
}
every_change = pytest.mark.parametrize("words", CHANGES.values(), ids=CHANGES)


# Dry run, plan, done, nothing to do


@every_change
def test_a_dry_run_shows_the_plan_and_writes_nothing(tag, words):
    lying = tag()
    answer = lying.run(*words, "--dry-run")
    assert answer.code == 0 and answer.json["result"] == "planned", answer
    plan = answer.json["plan"]
    assert plan and not any(step["sent"] for step in plan)
    held = {page: lying.before[page * 4:page * 4 + 4].hex().upper() for page in range(len(lying.before) // 4)}
    for step in plan:
        assert step["why"] and isinstance(step["reversible"], bool)
        if "page" in step and step["new"] != "********":
            assert step["old"] == held[step["page"]] != step["new"], step
            held[step["page"]] = step["new"]
    assert answer.json["written"] == 0
    assert lying.writes == [] and lying.memory == lying.before and lying.journal() == []
    assert changes.PASSWORD.hex() not in answer.text + answer.errors


def test_a_written_message_is_verified_and_costs_the_pages_that_differ(tag):
    lying = tag()
    document = done(lying.run("write", "--uri", changes.NEW_URI))
    assert changes.message(lying.memory, "ntag213") == changes.NEW_MESSAGE
    assert lying.read()["ndef"]["records"][0]["uri"] == changes.NEW_URI
    differing = sum(lying.before[at:at + 4] != lying.memory[at:at + 4] for at in range(0, len(lying.before), 4))
    assert differing <= document["written"] <= differing + 2
    assert document["written"] == len(lying.writes)
    assert document["exchanges"] > 0 and document["tag"]["uid"] == lying.uid_text


def test_writing_what_is_there_does_nothing(tag):
    lying = tag()
    done(lying.run("write", "--uri", changes.NEW_URI))
    lying.frames.clear()
    again = lying.run("write", "--uri", changes.NEW_URI)
    assert again.code == 0 and again.json["result"] == "nothingToDo", again
    assert again.json["written"] == 0 and lying.writes == []
    assert len(lying.journal()) == 1


def test_records_are_put_behind_those_that_are_there(tag):
    lying = tag()
    done(lying.run("write", "--append", "--text", "de:dahinter", "--aar", "org.example.app"))
    records = lying.read()["ndef"]["records"]
    assert [record["kind"] for record in records] == ["uri", "text", "aar"]
    assert records[0]["uri"] == "https://example.com/tagdesk"


def test_a_message_that_is_too_big_is_refused_with_how_much(tag):
    lying = tag()
    document = refused(lying.run("write", "--text", "x" * 200))
    assert any(character.isdigit() for character in document["reason"]), document
    assert lying.writes == [] and lying.memory == lying.before


@pytest.mark.parametrize("chip", ["ultralight", "ultralight-c", "ul11", "ul21", "ntag210", "ntag212", "ntag215", "ntag216"])
def test_every_chip_is_written_and_put_back_by_undo(tag, chip):
    lying = tag(chip)
    done(lying.run("write", "--uri", "https://example.org/a"))
    assert lying.read()["ndef"]["records"][0]["uri"] == "https://example.org/a"
    number = lying.journal()[0]["id"]
    done(lying.run("journal", "undo", number))
    assert lying.memory == lying.before


# Refusals and usage


@every_change
def test_read_only_changes_nothing_and_asks_no_tag(tag, words):
    lying = tag()
    refused(lying.run(*words, "--read-only"))
    assert lying.frames == []


@pytest.mark.parametrize("words", [
    ["write"], ["lock"], ["lock", "--all", "--pages", "04"], ["lock", "--pages", "zz"], ["protect"],
    ["protect", "--password", "hex:1234"], ["protect", "--password", "ascii:abcde"], ["write", "--uri"],
    ["protect", "--password", "nonsense"], ["protect", "--password", PASSWORD, "--limit", "8"],
    ["protect", "--password", PASSWORD, "--mode", "both"], ["configure"], ["configure", "nothing=1"],
    ["configure", "counter=maybe"], ["lock", "--all", "--confirm", "12"], ["journal"], ["journal", "show", "x"],
    ["journal", "recover"], ["journal", "recover", "--finish", "--put-back"], ["format", "--uri", "https://example.com"],
], ids=" ".join)
def test_wrong_usage_exits_2(program, words):
    answer = program.run(*words, "--json", "--simulate")
    assert answer.code == 2, answer
    assert answer.json["error"]["kind"] == "usage"


@pytest.mark.parametrize("words", [CHANGES["write"], CHANGES["format"], CHANGES["lock"]], ids=lambda words: words[0])
def test_no_tag_in_time_exits_3(place, words):
    place.serve({"tag": ("ntag213", images.memory("ntag213"))})
    answer = place.run(*words, "--json", "--wait", "0")
    assert answer.code == 3, answer
    assert answer.json["error"]["kind"] == "noTag"


@pytest.mark.parametrize("words", [["lock", "--all"], ["lock", "--pages", "08-0B"], ["configure", "configLock=on"]],
                         ids=" ".join)
def test_what_cannot_be_undone_needs_the_tags_own_uid(tag, words):
    lying = tag()
    planned = lying.run(*words, "--dry-run").json
    assert any(not step["reversible"] for step in planned["plan"])
    for confirmation in ([], ["--confirm", "04:11:22:33:44:55:66"]):
        document = refused(lying.run(*words, *confirmation))
        assert lying.uid_text in document["advice"], document
    assert lying.writes == [] and lying.memory == lying.before
    done(lying.run(*words, "--confirm", lying.uid_text))


def test_a_tag_locked_for_good_is_refused_before_anything_is_sent(tag):
    lying = tag()
    done(lying.run("lock", "--all", "--confirm", lying.uid_text))
    protection = lying.read()["protection"]
    assert protection["permanentlyReadOnly"] is True
    assert set(range(4, 40)) <= set(protection["lockedPages"])
    lying.frames.clear()
    locked = lying.memory
    for words in (CHANGES["write"], CHANGES["format"], CHANGES["erase"]):
        refused(lying.run(*words))
    assert lying.writes == [] and lying.memory == locked
    refused(lying.run("journal", "undo", lying.journal()[0]["id"]))
    assert lying.memory == locked


def test_only_the_pages_named_are_locked(tag):
    lying = tag()
    done(lying.run("lock", "--pages", "08-0B", "--confirm", lying.uid_text))
    # Static lock byte 1 has a bit for each of the pages 08-0F.
    assert (lying.memory[10], lying.memory[11]) == (0x00, 0x0F)
    assert lying.read()["protection"]["lockedPages"] == [8, 9, 10, 11]


# Passwords


def test_a_password_is_set_used_changed_and_removed_and_never_shown(tag, place):
    lying = tag()
    said = []

    def run(*words):
        answer = lying.run(*words)
        said.append(answer.out + answer.err)
        return answer

    done(run("protect", "--password", PASSWORD, "--mode", "readwrite", "--from", "04", "--pack", "A55A"))
    at = images.CHIPS["ntag213"][2] * 4 + 8
    assert lying.memory[at:at + 6] == changes.PASSWORD + bytes.fromhex("A55A")
    state = lying.read()["protection"]
    assert (state["auth0"], state["passwordProtects"]) == (4, "readWrite")
    lying.frames.clear()
    refused(run("write", "--uri", changes.NEW_URI))
    assert lying.writes == []
    refused(run("write", "--uri", changes.NEW_URI, "--password", "hex:00000001"), "refusedByTag")
    assert lying.writes == []
    done(run("write", "--uri", changes.NEW_URI, "--password", "ascii:1234"))
    assert lying.read("--password", PASSWORD)["ndef"]["records"][0]["uri"] == changes.NEW_URI
    done(run("protect", "--password", PASSWORD, "--new", "nfctools:secret", "--mode", "write", "--from", "04"))
    # The first four bytes of the MD5 of "secret".
    assert lying.memory[at:at + 4].hex() == "5ebe2294"
    assert lying.read()["protection"]["passwordProtects"] == "write"
    refused(run("unprotect", "--password", PASSWORD), "refusedByTag")
    done(run("unprotect", "--password", "nfctools:secret"))
    assert lying.read()["protection"]["passwordProtects"] == "nothing"
    assert lying.read()["ndef"]["records"][0]["uri"] == changes.NEW_URI
    written = b"".join(said)
    kept = b"".join((place.program.home / "data" / "tagdesk" / name).read_bytes()
                    for name in os.listdir(place.program.home / "data" / "tagdesk") if name.startswith("journal"))
    for secret in (b"31323334", b"5EBE2294", b"5ebe2294"):
        assert secret not in written
        assert bytes.fromhex(secret.decode()) not in kept and secret not in kept


def test_a_password_comes_from_the_environment_or_a_file(tag, place):
    lying = tag()
    (place.program.home / "password").write_text("12345678\n")
    done(lying.run("protect", "--password", "file:password"))
    at = images.CHIPS["ntag213"][2] * 4 + 8
    assert lying.memory[at:at + 4].hex() == "12345678"
    done(lying.run("unprotect", "--password", "env:TAG_PASSWORD", env=place.program.environment(TAG_PASSWORD="12345678")))


def test_an_ultralight_c_takes_a_key(tag):
    lying = tag("ultralight-c")
    key = "hex:000102030405060708090A0B0C0D0E0F"
    done(lying.run("protect", "--password", key, "--mode", "write", "--from", "08"))
    refused(lying.run("write", "--text", "a text that is long enough to need the pages behind 08"))
    done(lying.run("write", "--text", "a text that is long enough to need the pages behind 08", "--password", key))
    done(lying.run("unprotect", "--password", key))


def elsewhere(place):
    """The same program on another computer: its journal knows nothing of what happened here."""
    return place.program.environment(XDG_DATA_HOME=str(place.program.home / ("elsewhere-%s" % workplace.fresh_uid().hex())))


GUARDED = {"auth0": 0x04, "access": 0x03, "password": changes.PASSWORD}
_WRONG = ["hex:%08X" % (0xA0000000 + number) for number in range(10)]


def attempts(lying):
    return [frame for frame in lying.frames if frame[0] == 0x1B]


@pytest.mark.parametrize("way", ["read", "write", "write with the UID confirmed"])
def test_ten_wrong_passwords_never_close_a_tag_with_a_limit_of_three(tag, place, way):
    lying = tag(**GUARDED)
    words = ["read"] if way == "read" else ["write", "--uri", changes.NEW_URI]
    if way.endswith("confirmed"):
        words += ["--confirm", lying.uid_text]
    kinds = []
    for wrong in _WRONG:
        answer = lying.run(*words, "--password", wrong)
        assert answer.code == 1, answer
        kinds.append(answer.json["error"]["kind"])
        assert answer.json["error"]["message"] and answer.json["error"]["advice"]
    # Of a limit of n, n - 2 are sent freely, one more with the UID; the n-th never.
    sent = 2 if way.endswith("confirmed") else 1
    assert len(attempts(lying)) == sent
    assert kinds == ["refusedByTag"] * sent + ["refusedHere"] * (len(_WRONG) - sent)
    assert lying.memory == lying.before
    # The tag takes the right one still.
    if sent == 1:
        answer = lying.run("write", "--uri", changes.NEW_URI, "--password", PASSWORD, "--confirm", lying.uid_text)
    else:
        answer = lying.run("write", "--uri", changes.NEW_URI, "--password", PASSWORD, env=elsewhere(place))
    done(answer)


def test_a_right_password_makes_the_count_begin_anew(tag):
    lying = tag(**GUARDED)
    for _ in range(3):
        refused(lying.run("format", "--password", _WRONG[0]), "refusedByTag")
        done(lying.run("format", "--password", PASSWORD, "--confirm", lying.uid_text))
        done(lying.run("write", "--uri", changes.NEW_URI, "--password", PASSWORD))


# The journal


def test_the_journal_lists_shows_and_undoes(tag):
    lying = tag()
    done(lying.run("write", "--uri", changes.NEW_URI))
    written = lying.memory
    [operation] = lying.journal()
    assert operation["kind"] == "write" and operation["result"] == "done"
    assert operation["uid"] == lying.uid_text and operation["started"].endswith("Z")
    assert operation["steps"] == operation["acknowledged"] > 0
    shown = lying.run("journal", "show", operation["id"])
    assert shown.code == 0
    hidden = {page * 4 + byte for page in images.secret_pages("ntag213") for byte in range(4)}
    for key, image in (("before", lying.before), ("after", written)):
        cells = [shown.json[key][at:at + 2] for at in range(0, len(shown.json[key]), 2)]
        assert all(cell == "%02X" % image[at] for at, cell in enumerate(cells) if at not in hidden), key
    done(lying.run("journal", "undo", operation["id"]))
    assert lying.memory == lying.before
    assert lying.read()["ndef"]["records"][0]["uri"] == "https://example.com/tagdesk"


def test_a_change_by_somebody_else_is_not_undone(tag):
    lying = tag()
    done(lying.run("write", "--uri", changes.NEW_URI))
    number = lying.journal()[0]["id"]
    done(lying.run("write", "--uri", "https://example.org/later"))
    later = lying.memory
    refused(lying.run("journal", "undo", number))
    assert lying.memory == later


def test_the_journal_refuses_what_it_does_not_know(tag):
    lying = tag()
    assert lying.run("journal", "show", 999999).code == 1
    refused(lying.run("journal", "undo", 999999))
    nothing = lying.run("journal", "recover", "--finish", "--uid", lying.uid_text)
    assert nothing.code == 0 and nothing.json["result"] == "nothingToDo"
    assert lying.writes == []


def interrupted_at(lying, place, step):
    """Writes, with Ctrl-C while step number `step` is on its way and not a moment later; gives exit code and document."""
    started = threading.Event()
    process, seen = None, []

    def watch(frame):
        if page_written(frame) is None:
            return
        if len(seen) == step:
            started.wait(10)
            process.send_signal(signal.SIGINT)
            # Said once the change knows of it.
            while b"Cancelling" not in (line := said.readline()):
                assert line, "the program never said that it cancels"
        seen.append(frame)

    place.wire.watch = watch
    reading, writing = os.pipe()
    with open(reading, "rb") as said:
        process = place.program.start(
            "write", "--uri", changes.NEW_URI, "--json", stdout=subprocess.PIPE, stderr=writing)
        os.close(writing)
        started.set()
        out, _ = process.communicate(timeout=60)
    place.wire.watch = lambda frame: None
    assert place.wire.failure is None and len(seen) > step
    return process.returncode, json.loads(out)


def test_cancelling_at_any_step_leaves_a_whole_tag(tag, place):
    count = len(tag().run("write", "--uri", changes.NEW_URI, "--dry-run").json["plan"])
    for step in range(count):
        lying = tag()
        code, document = interrupted_at(lying, place, step)
        if step < count - 1:
            # What was written is put back.
            assert (code, document["result"]) == (1, "cancelled"), document
            assert document["reason"] and document["advice"]
            assert lying.memory == lying.before
        else:
            # The last step is under way: there is nothing left to leave out.
            assert (code, document["result"]) == (0, "done"), document
            assert changes.message(lying.memory, "ntag213") == changes.NEW_MESSAGE
        assert not any(operation["needsRecovery"] for operation in lying.journal())


# A journal that cannot be kept


class Disk:
    """A small file system of its own for the journal."""

    def __init__(self, place, name):
        self._place = place
        self.path = str(place.program.home / name)
        os.mkdir(self.path)
        self._do("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", self.path)

    @property
    def environment(self):
        return self._place.program.environment(XDG_DATA_HOME=self.path)

    def _do(self, *words, check=True):
        return subprocess.run([*self._place.program.prefix, *words], check=check, capture_output=True)

    def fill(self):
        # It ends with "no space left", which is what it is for.
        self._do("dd", "if=/dev/zero", "of=%s/filler" % self.path, "bs=4096", check=False)

    def make_read_only(self):
        self._do("mount", "-o", "remount,ro", self.path)

    def empty(self):
        self._do("rm", self.path + "/filler")

    def close(self):
        self._do("umount", self.path)


@pytest.fixture
def disk(place):
    made = Disk(place, "disk-%s" % workplace.fresh_uid().hex())
    yield made
    made.close()


@pytest.mark.parametrize("used", [False, True], ids=["no journal yet", "a journal that was used"])
@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_without_a_journal_nothing_is_written(tag, disk, trouble, used):
    lying = tag()
    if used:
        done(lying.run("write", "--text", "first", env=disk.environment))
    before = lying.memory
    lying.frames.clear()
    if trouble == "full":
        disk.fill()
    else:
        disk.make_read_only()
    document = refused(lying.run("write", "--uri", changes.NEW_URI, env=disk.environment))
    assert ("full" if trouble == "full" else "written") in document["reason"], document
    assert lying.writes == [] and lying.memory == before
    # Reading and planning need no journal.
    assert lying.run("read", env=disk.environment).code == 0
    planned = lying.run("write", "--uri", changes.NEW_URI, "--dry-run", env=disk.environment)
    assert planned.code == 0 and planned.json["result"] == "planned", planned
    if trouble == "full":
        disk.empty()
        done(lying.run("write", "--uri", changes.NEW_URI, env=disk.environment))
