"""Keys, rights and links of an NTAG 424 DNA over a real pcscd, from the factory's state and back to it."""

import json
import os

import pytest

from harness.readers import READERS

ZERO = "00" * 16
KEYS = ["%02X" % (0x11 * (number + 1)) * 16 for number in range(5)]
TEMPLATE = "https://example.com/t?uid={uid}&n={counter}&m={mac}"


def given(keys):
    """`--key N=SPEC` for each of these keys."""
    return [word for number, key in keys.items() for word in ("--key", "%d=hex:%s" % (number, key))]


def link_on(inside):
    """The link that a reading finds."""
    answer = inside.run("read", "--json")
    assert answer.code == 0, answer
    return answer.json["ndef"]["records"][0]["uri"]


@pytest.fixture
def card(desk, inside):
    """A factory-new NTAG 424 DNA behind pcscd."""
    return lambda profile="acr122", chip="ntag424": desk(profile, "tag=" + chip)


@pytest.mark.parametrize("profile", READERS)
def test_a_tag_is_keyed_linked_tapped_and_brought_back(card, inside, profile):
    card(profile)
    changed = {}
    for number in (1, 2, 3, 4, 0):
        answer = inside.run("key", "set", str(number), "--old", "hex:" + ZERO, "--new", "hex:" + KEYS[number],
                            "--version", "5", "--json", *given({0: ZERO} if number else {}))
        assert answer.code == 0 and answer.json["result"] == "done" and answer.json["verified"] is True, answer
        assert KEYS[number] not in answer.text
        changed[number] = KEYS[number]
    status = inside.run("key", "status", "--json").json
    assert [key["version"] for key in status["keys"]] == [5] * 5

    refused = inside.run("access", "preset", "public-read", "--json")
    assert refused.code == 1 and refused.json["result"] == "refusedHere", refused
    answer = inside.run("access", "preset", "public-read", "--json", *given({0: KEYS[0]}))
    assert answer.code == 0 and answer.json["result"] == "done", answer
    shown = inside.run("access", "show", "--json").json["files"][1]
    assert (shown["read"], shown["write"], shown["mode"]) == ("free", "0", "plain")

    answer = inside.run("sdm", "setup", "--url", TEMPLATE, "--meta", "free", "--file", "2", "--json",
                        *given({0: KEYS[0], 2: KEYS[2]}))
    assert answer.code == 0 and answer.json["result"] == "done", answer
    last = 0
    for _ in range(20):
        check = inside.run("sdm", "check", link_on(inside), "--file", "hex:" + KEYS[2], "--json")
        assert check.code == 0 and check.json["macValid"] is True, check
        assert check.json["counter"] > last
        last = check.json["counter"]
    wrong = inside.run("sdm", "check", link_on(inside), "--file", "hex:" + KEYS[3], "--json")
    assert wrong.code == 1 and wrong.json["macValid"] is False

    assert inside.run("sdm", "off", *given({0: KEYS[0]})).code == 0
    assert inside.run("access", "preset", "factory", *given({0: KEYS[0]})).code == 0
    keys = inside.home / "keys"
    keys.write_text("".join("%d=%s\n" % (number, key) for number, key in changed.items()))
    os.chmod(keys, 0o644)
    open_file = inside.run("key", "reset", "--keys", str(keys))
    assert open_file.code == 2 and "chmod 600" in open_file.errors
    os.chmod(keys, 0o600)
    answer = inside.run("key", "reset", "--keys", str(keys), "--json")
    assert answer.code == 0 and answer.json["result"] == "done", answer
    status = inside.run("key", "status", "--json").json
    assert [key["version"] for key in status["keys"]] == [0] * 5


@pytest.mark.parametrize("way", ["--finish", "--put-back"])
@pytest.mark.parametrize("number", [0, 2])
def test_a_key_change_that_is_torn_is_finished_or_put_back(card, inside, number, way):
    """At every frame of the change the tag is pulled away; the keys tell afterwards which of both is on it."""
    served = card()
    torn = 0
    for frames in range(8, 60):
        served.command("pull-after %d" % frames)
        answer = inside.run("key", "set", str(number), "--old", "hex:" + ZERO, "--new", "hex:" + KEYS[number], "--json",
                            *given({0: ZERO} if number else {}))
        served.command("insert tag")
        if answer.code == 0:
            break
        if "operation" not in answer.json:
            continue
        torn += 1
        answer = inside.run("journal", "recover", way, "--json", *given({number: ZERO, 0: ZERO} if number else {0: ZERO}),
                            "--new-key", "%d=hex:%s" % (number, KEYS[number]))
        assert answer.code == 0 and answer.json["result"] == "done", (frames, answer)
        present = KEYS[number] if way == "--finish" else ZERO
        back = inside.run("key", "reset", "--json", *given({number: present, **({0: ZERO} if number else {})}))
        assert back.code == 0, (frames, back)
    assert torn > 0


def test_a_bolt_card_is_made(card, inside):
    card()
    answer = inside.run("sdm", "boltcard", "--url", "https://pay.example/card", "--issuer", "hex:" + "00" * 15 + "01", "--json")
    assert answer.code == 0 and answer.json["result"] == "done", answer
    assert link_on(inside).startswith("lnurlw://pay.example/card?p=")
    assert "00" * 15 + "01" not in answer.text


def test_a_link_is_checked_without_any_reader(inside):
    link = "https://ntag.nxp.com/424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086"
    answer = inside.run("sdm", "check", link, "--meta", "hex:" + ZERO, "--file", "hex:" + ZERO, "--json")
    assert answer.code == 0, answer
    assert answer.json["uid"] == "04:DE:5F:1E:AC:C0:40" and answer.json["counter"] == 61
    assert json.loads(answer.text)["macValid"] is True
