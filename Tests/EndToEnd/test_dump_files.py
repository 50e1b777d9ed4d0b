"""Dumps and messages that other tools made: each is opened, and shows the key facts that its index names."""

import hashlib
import json
import os
import pathlib
import shutil

import pytest

CASES = os.environ.get("TAGDESK_CASES")
pytestmark = pytest.mark.skipif(not CASES, reason="TAGDESK_CASES does not name the folder of cases")


def folder():
    return pathlib.Path(CASES)


def index():
    if not CASES:
        return []
    return json.loads((folder() / "files" / "index.json").read_text())


def inline_cases():
    """The cases of the area `file` whose input stands in the case itself."""
    if not CASES:
        return []
    cases = json.loads((folder() / "cases.json").read_text())["cases"]
    return [case for case in cases if case["area"] == "file" and "text" in case["input"]]


class Shown:
    """What `show --json` says of a dump."""

    def __init__(self, document):
        self.document = document

    @property
    def uid(self):
        return (self.document["tag"]["uid"] or "").replace(":", "")

    @property
    def memory(self):
        return self.document["memory"]

    def page(self, number):
        size = self.memory["pageSize"] * 2
        return self.memory["bytes"][number * size:(number + 1) * size]

    @property
    def raw(self):
        return self.document.get("ndef", {}).get("raw")

    @property
    def records(self):
        return self.document.get("ndef", {}).get("records", [])

    def value(self, word):
        """The value whose name holds the word."""
        for value in self.document.get("values", []):
            if word.lower() in value["name"].lower():
                return value["value"].replace(" ", "")
        raise AssertionError("no value of the name %s in %s" % (word, self.document.get("values")))


def sha256(hex_digits):
    return hashlib.sha256(bytes.fromhex(hex_digits)).hexdigest()


# Configuration pages by chip: CFG0; CFG1, PWD and PACK follow it.
CFG0 = {"NTAG213": 41, "NTAG216": 227, "Mifare Ultralight 21": 37}


def check_type2(shown, expected):
    if "memory_sha256" in expected:
        assert sha256(shown.memory["bytes"]) == expected["memory_sha256"]
    for key in ("pages", "pages_total"):
        if key in expected:
            assert shown.memory["pages"] == expected[key]
    if "get_version" in expected:
        assert shown.document["tag"]["version"] == expected["get_version"]
    if isinstance(expected.get("signature"), str):
        assert shown.document["tag"]["signature"]["bytes"] == expected["signature"]
        assert shown.document["tag"]["signature"]["valid"] is True
    if expected.get("signature_present"):
        assert set(shown.document["tag"]["signature"]["bytes"]) != {"0"}
    if "sak" in expected:
        assert shown.document["tag"]["sak"] == expected["sak"]
    if "cc" in expected:
        assert shown.page(3) == expected["cc"]
    if "static_lock" in expected:
        assert shown.page(2)[4:] == expected["static_lock"]
    if "dyn_lock" in expected:
        assert shown.page(226) == expected["dyn_lock"]
    cfg0 = CFG0.get(expected.get("device_type") or expected.get("ic"))
    configuration = expected.get("config")
    if isinstance(configuration, dict):
        protection = shown.document["protection"]
        assert [shown.page(cfg0), shown.page(cfg0 + 1)] == [configuration["cfg0"], configuration["cfg1"]]
        assert protection["auth0"] == configuration["auth0"]
        if configuration["prot"]:
            assert protection["passwordProtects"] == "readWrite"
        assert protection["configLocked"] is configuration["cfglck"]
        assert protection["authLimit"] == configuration["authlim"]
        assert shown.page(cfg0 + 2) == configuration["pwd"]
        assert shown.page(cfg0 + 3).startswith(configuration["pack"])
    if isinstance(expected.get("cfg"), list):
        assert [shown.page(cfg0), shown.page(cfg0 + 1)] == expected["cfg"]
        assert [shown.page(cfg0 + 2), shown.page(cfg0 + 3)] == [expected["pwd"], expected["pack"]]


def check_ndef(shown, expected):
    if "ndef_state" in expected and expected["ndef_state"] == "empty":
        assert shown.document["ndef"]["state"] == "empty"
    if expected.get("ndef_hex"):
        assert shown.raw == expected["ndef_hex"]
    if "ndef_hex" in expected and expected["ndef_hex"] is None and "raw_records" not in expected:
        assert not shown.raw
    if "ndef_len" in expected and not str(expected.get("ndef_state", "")).startswith("broken"):
        assert len(shown.raw) == 2 * expected["ndef_len"]
    if "ndef_sha256" in expected:
        assert sha256(shown.raw) == expected["ndef_sha256"]
    for record, wanted in zip(shown.records, expected.get("raw_records", [])):
        assert record["tnf"] == wanted["tnf"]
        assert record.get("type", "") == wanted["type"]
        assert record["id"] == (wanted["id"] or "")
        # A chunked or long payload is given by its beginning.
        assert record["payload"].startswith(wanted["payload_head"])
        assert len(record["payload"]) == 2 * wanted["payload_len"]
    if "raw_records" in expected:
        assert len(shown.records) == len(expected["raw_records"])
    records = expected.get("records")
    for record, wanted in zip(shown.records, records.get("records", []) if isinstance(records, dict) else records or []):
        if wanted.get("iri"):
            assert record["uri"] == wanted["iri"]
        if wanted.get("payload_len") is not None:
            assert len(record["payload"]) == 2 * wanted["payload_len"]
        if wanted.get("text"):
            assert (record["text"], record["language"]) == (wanted["text"], wanted["language"])


def check_type5(shown, expected):
    if "blocks" in expected:
        assert shown.memory["blocks"] == expected["blocks"]
    if "block_size" in expected:
        assert shown.memory["pageSize"] == expected["block_size"]
    if "data_sha256" in expected:
        assert sha256(shown.memory["bytes"]) == expected["data_sha256"]
    if "cc" in expected and "area_bytes" in expected:
        assert shown.page(0) == expected["cc"]
    for key, word in (("dsfid", "DSFID"), ("afi", "AFI"), ("privacy_password", "privacy"),
                      ("protection_pointer", "protection pointer"),
                      ("protection_condition", "protection condition")):
        if key in expected:
            assert shown.value(word) == expected[key]
    if expected.get("capabilities"):
        assert shown.value("capabilities") == expected["capabilities"]
    if expected.get("cc_valid") is False:
        assert shown.document["ndef"]["state"] == "unformatted"


def check_desfire(shown, expected):
    applications = {application["aid"]: application for application in shown.document["applications"]}
    for text in expected["applications"]:
        aid = text.split("AID ")[-1]
        assert aid in applications
    for number, wanted in expected.get("files", {}).items():
        files = {file["number"]: file for file in applications["123456"]["files"]}
        file = files[int(number)]
        assert file["kind"] == wanted["type"]
        assert file["size"] == wanted["size"]
        assert file["bytes"].startswith(wanted["starts"])
    for place in expected.get("file_types", {}):
        aid, number = place.split("/")
        aid = "".join(reversed([aid[i:i + 2] for i in range(0, 6, 2)])).upper()
        assert int(number) in {file["number"] for file in applications[aid]["files"]}
    if isinstance(expected.get("free_memory"), int):
        assert shown.value("free memory").startswith(str(expected["free_memory"]))
    if "ats" in expected:
        assert shown.document["tag"]["ats"] == expected["ats"]


@pytest.mark.parametrize("entry", index(), ids=lambda entry: entry["file"].split("/")[-1])
def test_a_file_shows_the_key_facts_of_its_index(program, entry):
    answer = program.run("show", "--json", folder() / entry["file"])
    assert answer.code == 0, answer.errors
    shown, expected = Shown(answer.json), entry["expected"]
    assert shown.document["format"]
    assert isinstance(shown.document["problems"], list)
    if "uid" in expected:
        assert shown.uid == expected["uid"]
    if "ic" in expected and isinstance(expected["ic"], str) and entry["kind"].startswith("pm3_mfu"):
        assert shown.document["tag"]["chip"] == expected["ic"]
    if "applications" in expected:
        check_desfire(shown, expected)
    elif "memory" in shown.document and shown.document["tag"]["type"] == "2":
        check_type2(shown, expected)
    elif "memory" in shown.document:
        check_type5(shown, expected)
    check_ndef(shown, expected)
    # The text for people is there too, and holds nothing that a terminal would obey.
    plain = program.run("show", folder() / entry["file"])
    assert plain.code == 0
    assert b"\x1b" not in plain.out and not any(byte < 0x20 and byte != 0x0A for byte in plain.out)


@pytest.mark.parametrize("entry", index(), ids=lambda entry: entry["file"].split("/")[-1])
def test_a_file_is_the_same_as_itself_and_as_its_copy_in_our_own_format(program, entry):
    path = folder() / entry["file"]
    same = program.run("compare", "--json", path, path)
    assert same.code == 0, same.errors
    assert same.json["same"] is True and same.json["differences"] == []
    converted = program.run("convert", path, "copy.tagdesk.json", "--json")
    assert converted.code == 0, converted.errors
    assert converted.json["lost"] == []
    again = program.run("compare", "--json", path, "copy.tagdesk.json")
    assert again.code == 0, again.text
    first, second = (program.run("show", "--json", place).json for place in (path, "copy.tagdesk.json"))
    for document in (first, second):
        document.pop("format")
        document.pop("problems")
        # Where a file keeps no moment or reader of its own, the copy has none either.
    assert first == second


def test_the_name_of_a_file_serves_to_find_contradictions(program):
    entry = next(entry for entry in index() if "filename_uid" in entry["expected"])
    name = "hf-15-%s-dump.bin" % entry["expected"]["filename_uid"]
    shutil.copy(folder() / entry["file"], program.home / name)
    document = program.run("show", "--json", name).json
    assert Shown(document).uid == entry["expected"]["uid"]
    assert any("name" in problem for problem in document["problems"])


@pytest.mark.parametrize("case", inline_cases(), ids=lambda case: case["id"])
def test_an_inline_file_is_opened_or_refused_as_its_case_says(program, case):
    (program.home / "case.nfc").write_text(case["input"]["text"])
    answer = program.run("show", "--json", "case.nfc")
    piped = program.run("show", "--json", "-", stdin=case["input"]["text"].encode())
    assert answer.code == piped.code
    expected = case["expected"]
    if expected["ok"] is False:
        assert answer.code == 1
        assert answer.json["error"]["kind"] == "refusedHere"
        assert answer.json["error"]["message"] and answer.json["error"]["advice"]
        return
    assert answer.code == 0, answer.errors
    shown = Shown(answer.json)
    check_ndef(shown, expected)
    if "uid_len" in expected:
        assert len(shown.uid) == 2 * expected["uid_len"]
    if "ic" in expected:
        assert shown.document["tag"]["chip"] == expected["ic"]
    if "pages" in expected:
        assert shown.memory["pages"] == expected["pages"]
    if "pages_present" in expected:
        assert shown.memory["bytes"].count("??") // shown.memory["pageSize"] \
            == shown.memory["pages"] - expected["pages_present"]
    if expected["ok"] == "partial" or expected.get("warnings"):
        findings = [finding["sentence"] for finding in shown.document.get("findings", [])]
        assert shown.document["problems"] or shown.memory["unread"] or findings
