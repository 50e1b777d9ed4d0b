"""The commands without a full screen, on the built-in reader: what scripts rely on."""

import os
import subprocess

import pytest

from harness import images

COMMANDS = [[], ["readers"], ["read"], ["ndef", "decode"], ["ndef", "encode"], ["simulate"]]
ESCAPE = b"\x1b"


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words) or "alone")
def test_help_is_on_stdout_and_exits_0(program, words):
    answer = program.run(*words, "--help")
    assert answer.code == 0
    assert "Usage: tagdesk" in answer.text
    assert answer.errors == ""
    assert all(len(line) <= 120 for line in answer.text.splitlines())


def test_version_is_a_number(program):
    answer = program.run("--version")
    assert answer.code == 0
    assert answer.text.startswith("tagdesk ") and answer.text.split()[1][0].isdigit()


def test_paths_follow_xdg(program):
    answer = program.run("--paths")
    assert answer.code == 0
    for folder in ("config", "data", "state"):
        assert str(program.home / folder / "tagdesk") in answer.text


@pytest.mark.parametrize("arguments", [
    ["--no-such-option"], ["no-such-command"], ["ndef"], ["ndef", "decode"], ["read", "--wait", "soon"],
    ["read", "surplus"], ["readers", "--uri", "https://example.com"], ["--simulate=no-such-chip"],
], ids=" ".join)
def test_wrong_usage_exits_2_with_words_on_stderr(program, arguments):
    answer = program.run(*arguments)
    assert answer.code == 2
    assert answer.out == b""
    assert answer.errors.strip()


def test_wrong_usage_with_json_still_gives_the_document(program):
    answer = program.run("read", "--json", "--wait", "soon")
    assert answer.code == 2
    assert answer.json["error"]["kind"] == "usage"


@pytest.mark.parametrize("term", ["xterm-256color", "dumb", None], ids=str)
def test_full_screen_without_a_terminal_exits_2_with_one_sentence(program, term):
    answer = program.run(env=program.environment(TERM=term))
    assert answer.code == 2
    assert answer.out == b""
    assert len(answer.errors.strip().splitlines()) == 1
    assert ESCAPE not in answer.err


@pytest.mark.parametrize("chip", images.CHIPS)
def test_read_gives_the_image_of_the_tag_on_the_built_in_reader(program, chip):
    image = images.memory(chip)
    (program.home / "tag.bin").write_bytes(image)
    answer = program.run("read", "--json", "--simulate=%s:tag.bin" % chip)
    assert answer.code == 0
    document = answer.json
    assert document["tag"]["uid"] == ":".join("%02X" % byte for byte in images.UID)
    assert document["tag"]["chip"] == images.CHIPS[chip][0]
    assert document["tag"]["type"] == "2"
    assert document["memory"]["pages"] == images.CHIPS[chip][1]
    assert images.differences(image, document) == []
    unread = {page for run in document["memory"]["unread"] for page in range(run["from"], run["to"] + 1)}
    assert unread == images.secret_pages(chip)
    assert document["ndef"]["state"] == "message"
    assert document["ndef"]["records"][0]["uri"] == "https://example.com/tagdesk"
    assert document["exchanges"] > 0


def test_read_shows_protected_pages_as_unread_and_never_as_zeros(program):
    image = images.memory("ntag215", auth0=0x10, access=0x80)
    (program.home / "tag.bin").write_bytes(image)
    document = program.run("read", "--json", "--simulate=ntag215:tag.bin").json
    assert images.differences(image, document) == []
    unread = {page for run in document["memory"]["unread"] for page in range(run["from"], run["to"] + 1)}
    assert set(range(0x10, 135)) <= unread
    assert document["protection"]["passwordProtects"] == "readWrite"
    assert document["protection"]["authenticated"] is False


def test_password_opens_what_it_protects_and_is_never_printed(program):
    image = images.memory("ntag215", auth0=0x10, access=0x80, password=b"a%Z9")
    (program.home / "tag.bin").write_bytes(image)
    answer = program.run("read", "--json", "--password", "ascii:a%Z9", "--simulate=ntag215:tag.bin")
    assert answer.code == 0
    assert answer.json["protection"]["authenticated"] is True
    assert images.differences(image, answer.json) == []
    assert b"a%Z9" not in answer.out + answer.err and b"61255A39" not in answer.out + answer.err


def test_a_wrong_password_is_the_tags_refusal(program):
    (program.home / "tag.bin").write_bytes(images.memory("ntag215", auth0=0x10, access=0x80, password=b"a%Z9"))
    answer = program.run("read", "--json", "--password", "hex:00000000", "--simulate=ntag215:tag.bin")
    assert answer.code == 1
    assert answer.json["error"]["kind"] == "refusedByTag"
    assert answer.json["error"]["message"] and answer.json["error"]["advice"]


def test_read_for_people_names_the_tag_and_uses_no_escape_sequences_in_a_pipe(program):
    answer = program.run("read", "--simulate=ntag213")
    assert answer.code == 0
    assert "NTAG213" in answer.text
    assert ESCAPE not in answer.out


HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\u2066\x00\x7f"


@pytest.mark.parametrize("options", [["--json"], []], ids=["json", "text"])
def test_hostile_tag_text_never_reaches_the_output_raw(program, options):
    text = HOSTILE.encode()
    payload = b"\x02en" + text
    message = bytes([0xD1, 1, len(payload)]) + b"T" + payload
    (program.home / "tag.bin").write_bytes(images.memory("ntag215", message=message))
    answer = program.run("read", *options, "--simulate=ntag215:tag.bin")
    assert answer.code == 0
    for raw in ("\x1b", "\x9b", "\u202e", "\u2066", "\x00", "\x7f", "\x07"):
        assert raw not in answer.text
    if options:
        assert answer.json["ndef"]["records"][0]["payload"] == payload.hex().upper()


RECORDS = [
    (["--uri", "https://www.example.com/a"], "uri", "D1010E5502" + b"example.com/a".hex()),
    (["--text", "de:Grüße"], "text", "D1010A5402" + "deGrüße".encode().hex()),
    (["--aar", "org.example.app"], "aar", None),
    (["--external", "example.com:t=hello"], "external", None),
    (["--bluetooth", "00:11:22:33:44:55=Desk"], "bluetooth", None),
    (["--wifi", "ssid=Café,auth=wpa2,key=12345678"], "wifi", None),
    (["--poster", "https://example.com=Title"], "smartPoster", None),
    (["--contact", "name=Ada,tel=+49 30 1,email=a@example.com"], "vcard", None),
]


@pytest.mark.parametrize("arguments, kind, expected", RECORDS, ids=[kind for _, kind, _ in RECORDS])
def test_what_is_encoded_decodes_to_the_same_kind(program, arguments, kind, expected):
    encoded = program.run("ndef", "encode", *arguments, "--json")
    assert encoded.code == 0
    octets = bytes.fromhex(encoded.json["hex"])
    assert encoded.json["bytes"] == len(octets)
    assert encoded.json["hex"] == encoded.json["hex"].upper()
    if expected:
        assert octets == bytes.fromhex(expected)
    decoded = program.run("ndef", "decode", "--json", "-", stdin=octets)
    assert decoded.code == 0
    assert [record["kind"] for record in decoded.json["records"]] == [kind]
    assert decoded.json["problems"] == []


def test_a_cut_message_exits_1_with_what_could_be_decoded(program):
    whole = bytes.fromhex("9101095402656E66697273743F") + bytes.fromhex("510140540265")
    answer = program.run("ndef", "decode", "--json", whole.hex())
    assert answer.code == 1
    assert answer.json["problems"]
    assert answer.json["records"][0]["kind"] == "text"


def test_readers_lists_the_built_in_one(program):
    answer = program.run("readers", "--json", "--simulate=ntag213")
    assert answer.code == 0
    assert any(reader["tag"] for reader in answer.json["readers"])


def test_the_built_in_simulator_leaves_nothing_outside_its_folders(program):
    program.run("read", "--simulate=ntag213")
    strays = [path.name for path in program.home.iterdir() if path.name not in ("config", "data", "state")]
    assert strays == []


LOUD = [["--version"], ["--help"], ["--keys"], ["--paths"], ["ndef", "encode", "--text", "x"],
        ["read", "--simulate=ntag213"], ["read", "--simulate=ntag213", "--json"]]


@pytest.mark.parametrize("arguments", LOUD, ids=" ".join)
def test_a_result_that_finds_no_room_exits_1_with_one_sentence(program, arguments):
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(program.command(*arguments, "--quiet"), stdout=full, stderr=subprocess.PIPE,
                               env=program.environment(), cwd=program.home)
    assert ended.returncode == 1
    assert len(ended.stderr.decode().strip().splitlines()) == 1


@pytest.mark.parametrize("arguments", LOUD, ids=" ".join)
def test_a_result_with_stdout_closed_exits_1_and_goes_into_no_file(program, arguments):
    ended = subprocess.run(["bash", "-c", 'exec "$@" >&-', "bash", *program.command(*arguments, "--quiet")],
                           stderr=subprocess.PIPE, env=program.environment(), cwd=program.home)
    assert ended.returncode == 1
    assert len(ended.stderr.decode().strip().splitlines()) == 1


def test_a_change_with_stdout_closed_leaves_its_journal_whole(program):
    command = program.command("write", "--uri", "https://a.example", "--simulate", "--json", "--quiet")
    ended = subprocess.run(["bash", "-c", 'exec "$@" >&- 2>&- <&-', "bash", *command],
                           env=program.environment(), cwd=program.home)
    assert ended.returncode == 1
    operations = program.run("journal", "list", "--json").json["operations"]
    assert [operation["result"] for operation in operations] == ["done"]


def test_a_reader_that_went_away_ends_it_quietly_with_1(program):
    ended = subprocess.run(["bash", "-c", '"$@" | true; exit ${PIPESTATUS[0]}', "bash", *program.command("--help")],
                           stderr=subprocess.PIPE, env=program.environment(), cwd=program.home)
    assert ended.returncode in (0, 1)
    assert ended.stderr == b""


@pytest.mark.parametrize("arguments", [
    ["ndef", "decode", "PIPE"], ["read", "--simulate=ntag213:PIPE"], ["ndef", "encode", "--vcard", "PIPE"],
    ["read", "--simulate=ntag213", "--password", "file:PIPE"]], ids=" ".join)
def test_a_named_pipe_in_place_of_a_file_is_refused_and_not_waited_for(program, arguments):
    os.mkfifo(program.home / "PIPE")
    answer = program.run(*arguments)
    assert answer.code == 2
    assert "named pipe" in answer.errors
