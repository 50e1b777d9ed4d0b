"""A signal while the program waits for input or a tag: one document all the same, and the exit code that is promised."""

import json
import os
import pty
import signal
import subprocess
import time

import pytest

SIGNALS = [signal.SIGINT, signal.SIGTERM]

WAITING_FOR_STDIN = [
    ("show", "-"), ("convert", "-", "out.nfc"), ("compare", "-", "tag", "--simulate=ntag213"), ("ndef", "decode", "-"),
    ("trace", "show", "-"), ("trace", "replay", "-"), ("show", "/dev/stdin"), ("console", "--simulate=ntag213"),
    ("restore", "-", "--simulate=ntag213"), ("read", "--simulate=ntag213", "--password", "file:/dev/stdin"),
]

# A reader of that name never comes.
WAITING_FOR_A_TAG = [
    (*words, "--simulate", "--reader", "nobody", "--wait", "600") for words in [
        ("read",), ("dump",), ("write", "--uri", "https://example.com"), ("erase",), ("clone",), ("compare", "a.json", "tag"),
        ("restore", "a.json"),
    ]
]


def blocks_signals(process):
    """The program took it upon itself to answer SIGINT."""
    with open("/proc/%d/status" % process.pid) as status:
        for line in status:
            if line.startswith("SigBlk:"):
                return int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1 == 1
    return False


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        os.sched_yield()


def document_after(process, kind):
    until(lambda: process.poll() is not None or blocks_signals(process))
    process.send_signal(kind)
    out, errors = process.communicate(timeout=60)
    assert out.count(b"\n") == 1, (out, errors)
    return process.returncode, json.loads(out)


@pytest.mark.parametrize("kind", SIGNALS)
@pytest.mark.parametrize("arguments", WAITING_FOR_STDIN, ids=" ".join)
def test_a_signal_while_stdin_is_read_ends_with_a_document(program, arguments, kind):
    process = program.start(
        *arguments, "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    code, document = document_after(process, kind)
    assert document["error"]["kind"] == "cancelled"
    assert document["error"]["message"] and document["error"]["advice"]
    # Of a comparison 1 says that the two differ.
    assert code == (2 if arguments[0] == "compare" else 1)


@pytest.mark.parametrize("kind", SIGNALS)
@pytest.mark.parametrize("arguments", WAITING_FOR_A_TAG, ids=" ".join)
def test_a_signal_while_a_tag_is_waited_for_ends_with_a_document(program, arguments, kind):
    if "a.json" in arguments:
        assert program.run("dump", "--simulate=ntag213", "--out", "a.json").code == 0
    process = program.start(
        *arguments, "--json", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    code, document = document_after(process, kind)
    assert document.get("error", {}).get("kind") == "cancelled" or document.get("result") == "cancelled", document
    assert code == (2 if arguments[0] == "compare" else 1)


@pytest.mark.parametrize("end", [b"\x03", b"\x04", signal.SIGTERM])
def test_giving_up_at_the_password_is_cancelled(program, end):
    main, side = pty.openpty()
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["setsid", "--ctty", "--wait", *program.command(
            "read", "--simulate=ntag213", "--password", "ask", "--json")],
        stdin=side, stdout=writing, stderr=subprocess.PIPE, env=program.environment())
    os.close(writing)
    os.close(side)
    asked = b""
    while b"Password" not in asked:
        asked += os.read(main, 4096)
    if isinstance(end, bytes):
        os.write(main, end)
    else:
        process.send_signal(end)
    with open(reading, "rb") as out:
        document = json.loads(out.read())
    process.wait(60)
    os.close(main)
    assert document["error"]["kind"] == "cancelled"
    assert process.returncode == 1
