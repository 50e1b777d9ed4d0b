"""Tags pulled away and programs killed in the middle of a change, over a real pcscd: recovered both ways, verified."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness import changes, images, workplace
from harness import pcscd as private_pcscd
from harness.wire import page_written

TEARS = ("old", "new", "zeros", "mix")
WAYS = ("--finish", "--put-back")
_PWD_AUTH = 0x1B


@pytest.fixture(scope="module")
def workplaces(namespace, tmp_path_factory):
    """One workplace for each way of tearing."""
    assert private_pcscd.reason_it_cannot_be() is None
    folder = tmp_path_factory.mktemp("workplaces")
    with ThreadPoolExecutor(len(TEARS)) as pool:
        made = dict(zip(TEARS, pool.map(lambda tear: workplace.Workplace(folder / tear), TEARS)))
    yield made
    for place in made.values():
        place.close()


def each(work, workplaces, cases):
    """Does the cases of all workplaces side by side: most of the time goes by in waiting for pcscd to see a tag."""
    def one(tear):
        return [work(workplaces[tear], case) for case in cases if case.tear == tear]

    with ThreadPoolExecutor(len(TEARS)) as pool:
        for result in [pool.submit(one, tear) for tear in TEARS]:
            result.result()


class Case:
    """One change, stopped at one of its steps, recovered one way."""

    def __init__(self, change, chip, position, way, tear):
        self.change, self.chip, self.position, self.way, self.tear = change, chip, position, way, tear
        self.uid = workplace.fresh_uid()
        self.before = changes.blank_behind_message(chip, self.uid)
        self.name = "tag"

    @property
    def uid_text(self):
        return workplace.text(self.uid)

    def __repr__(self):
        return "%s on %s at step %d, torn as %s, %s" % (self.change.name, self.chip, self.position, self.tear, self.way)


def planned(program, change, chip):
    """The steps of a change by its dry run."""
    uid = workplace.fresh_uid()
    change.prepare(program, chip)
    (program.home / "plan.bin").write_bytes(changes.blank_behind_message(chip, uid))
    answer = program.run(*change.arguments, "--dry-run", "--json", "--simulate=%s:plan.bin" % chip)
    assert answer.code == 0 and answer.json["result"] == "planned", answer
    return answer.json["plan"]


def at_step(position, act):
    """A watch on the wire that acts once: before the frame of that step, or, behind the last step, before the next frame
    of any kind. `count` is the number of steps."""
    seen = {"steps": 0, "done": False, "page": None}

    def watch(frame):
        step = page_written(frame) is not None or frame[:1] == bytes([_PWD_AUTH])
        if not seen["done"] and seen["steps"] == position[0] and (step or position[0] == position[1]):
            seen["done"] = True
            seen["page"] = page_written(frame)
            act()
        seen["steps"] += step

    watch.seen = seen
    return watch


def check_recovered(place, case):
    """Recovers the tag that lies on the reader, and judges by its true memory."""
    change, chip = case.change, case.chip
    torn = place.memory(case.name)
    listed = place.run("journal", "list", "--uid", case.uid_text, "--json").json["operations"]
    assert listed and listed[0]["needsRecovery"], (case, listed)
    answer = place.run(*change.recovery(case.way, case.uid_text), "--json")
    finished = case.way == "--finish"
    if not finished and change.permanent and answer.code == 1:
        # A lock bit that is set stays set: only finishing is left, and nothing was touched to find that out.
        assert answer.json["result"] == "refusedHere" and answer.json["advice"], (case, answer)
        assert place.memory(case.name) == torn, case
        answer = place.run(*change.recovery("--finish", case.uid_text), "--json")
        finished = True
    assert answer.code == 0, (case, answer)
    assert answer.json["result"] in ("done", "nothingToDo") and answer.json["verified"] is True, (case, answer)
    memory = place.memory(case.name)
    wrong = change.final(case.before, memory, chip) if finished else changes.not_put_back(
        change, case.before, memory, chip)
    assert wrong == [], (case, wrong)
    listed = place.run("journal", "list", "--uid", case.uid_text, "--json").json["operations"]
    assert not any(operation["needsRecovery"] for operation in listed), (case, listed)
    if change.secret:
        # What guards the tag acts from the next time it is put on.
        place.served.command("remove")
        place.insert(case.name)
    read = place.run(
        "read", "--json", *(["--password", "hex:" + changes.PASSWORD.hex()] if change.secret and finished else []))
    assert read.code == 0, (case, read)
    records = read.json["ndef"].get("records") or []
    uris = [record["uri"] for record in records]
    if change is changes.FORMAT and finished:
        assert read.json["ndef"]["state"] == "empty", (case, read)
    else:
        assert uris == [changes.NEW_URI if change.renews and finished else "https://example.com/tagdesk"], case
    assert read.json["protection"]["permanentlyReadOnly"] is (change.permanent and finished), (case, read)


def pull(count):
    def work(place, case):
        case.change.prepare(place.program, case.chip)
        place.serve({case.name: (case.chip, case.before)}, tear=case.tear, lying=case.name)
        watch = at_step((case.position, count), lambda: place.served.command("pull-after 1"))
        place.wire.watch = watch
        answer = place.run(*case.change.command(case.uid_text), "--json")
        place.wire.watch = lambda frame: None
        assert watch.seen["done"], (case, answer)
        assert answer.code == 1 and answer.json["result"] == "tagLost", (case, answer)
        assert answer.json["reason"] and answer.json["advice"], (case, answer)
        assert sum(step["sent"] for step in answer.json["plan"]) == case.position, (case, answer)
        torn = place.memory(case.name)
        assert changes.surprises(case.change, case.before, torn, case.chip, watch.seen["page"]) == [], case
        place.insert(case.name)
        check_recovered(place, case)

    return work


EVERY_STEP = [(changes.WRITE, "ntag213"), (changes.FORMAT, "ntag213"), (changes.PROTECT, "ntag213"),
              (changes.LOCK, "ntag213"), (changes.RESTORE, "ntag213")]
FIRST_AND_LAST = [(changes.WRITE, "ntag215"), (changes.WRITE, "ntag216"), (changes.WRITE, "ultralight-c"),
                  (changes.WRITE, "ul11")]
named = lambda value: value if isinstance(value, str) else value.name  # noqa: E731


@pytest.mark.parametrize("change, chip", EVERY_STEP, ids=named)
def test_a_tag_pulled_at_any_step_is_recovered_both_ways(workplaces, program, change, chip):
    count = len(planned(program, change, chip))
    cases = [Case(change, chip, position, way, TEARS[(position + turn * 2) % len(TEARS)])
             for position in range(count + 1) for turn, way in enumerate(WAYS)]
    each(pull(count), workplaces, cases)


@pytest.mark.parametrize("change, chip", FIRST_AND_LAST, ids=named)
def test_on_other_chips_too(workplaces, program, change, chip):
    count = len(planned(program, change, chip))
    positions = (0, count // 2, count - 1, count)
    cases = [Case(change, chip, position, WAYS[turn % 2], tear)
             for turn, (position, tear) in enumerate(zip(positions, TEARS))]
    each(pull(count), workplaces, cases)


@pytest.mark.parametrize("way", WAYS)
def test_the_length_may_tear_in_any_way(workplaces, program, way):
    count = len(planned(program, changes.WRITE, "ntag213"))
    cases = [Case(changes.WRITE, "ntag213", position, way, tear) for position in (0, count - 1) for tear in TEARS]
    each(pull(count), workplaces, cases)


def kill(count):
    def work(place, case):
        case.change.prepare(place.program, case.chip)
        place.serve({case.name: (case.chip, case.before)}, tear=case.tear, lying=case.name)
        started = threading.Event()
        process = None

        def strike():
            started.wait(10)
            process.send_signal(signal.SIGKILL)
            process.wait(10)
            # Every other time the tag goes with it, as when a whole desk loses its power.
            if case.position % 2:
                place.served.command("pull-after 1")

        watch = at_step((case.position, count), strike)
        place.wire.watch = watch
        with open(place.program.home / "killed.out", "wb") as out:
            process = place.program.start(*case.change.command(case.uid_text), "--json", stdout=out, stderr=out)
        started.set()
        assert process.wait(60) == -signal.SIGKILL, case
        place.wire.watch = lambda frame: None
        listed = place.run("journal", "list", "--uid", case.uid_text, "--json").json["operations"]
        assert [operation["result"] for operation in listed] == ["interrupted"], (case, listed)
        assert listed[0]["acknowledged"] == case.position, (case, listed)
        if case.position % 2:
            torn = place.memory(case.name)
            assert changes.surprises(case.change, case.before, torn, case.chip, watch.seen["page"]) == [], case
            place.insert(case.name)
        check_recovered(place, case)

    return work


@pytest.mark.parametrize("change", [changes.WRITE, changes.PROTECT, changes.RESTORE], ids=named)
def test_a_program_killed_at_any_step_is_recovered_by_the_next_both_ways(workplaces, program, change):
    count = len(planned(program, change, "ntag213"))
    cases = [Case(change, "ntag213", position, way, TEARS[(position + turn * 2) % len(TEARS)])
             for position in range(count + 1) for turn, way in enumerate(WAYS)]
    each(kill(count), workplaces, cases)
