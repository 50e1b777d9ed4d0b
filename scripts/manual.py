"""docs/KEYS.md and docs/tagdesk.1, written by asking the program; scripts/keys starts this."""

import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"


def ask(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "HOME": "/", "LC_ALL": "C.UTF-8"}).stdout


def commands(help_text):
    """The commands that the program's help lists: what stands before the first operand or column."""
    block = help_text.split("\nCommands", 1)[1].split("\n\n", 1)[0].split("\n")[1:]
    names = []
    for line in block:
        match = re.match(r"  ([a-z]+(?: [a-z]+)?)(?= {2}| [A-Z\[-]|$)", line)
        if match:
            names.append(match.group(1))
    return names


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(['.])", r"\\&\1", text, flags=re.M)


def literal(text):
    return ".nf\n" + roff(text.strip("\n")) + "\n.fi\n"


def key_rows(markdown):
    """(heading, [(keys, what)]) of each table of the key sheet."""
    for part in re.split(r"^## ", markdown, flags=re.M)[1:]:
        heading, _, table = part.partition("\n")
        rows = []
        for line in table.splitlines():
            cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) >= 4 and cells[0].startswith("`"):
                rows.append((re.sub(r"`([^`]*)`", r"\1", cells[0]), cells[3], cells[2].strip("`")))
        yield heading, rows


def manual(program, keys):
    help_text = ask(program, "--help")
    version = ask(program, "--version").strip()
    page = [
        '.\\" Written by scripts/keys out of the program\'s own help; change it there.',
        '.TH TAGDESK 1 "" "%s" "User Commands"' % roff(version),
        ".SH NAME", "tagdesk \\- a full\\-screen terminal workstation for NFC tags",
        ".SH SYNOPSIS", ".B tagdesk", "[\\fIOPTION\\fR...]", ".br", ".B tagdesk", "\\fICOMMAND\\fR [\\fIOPTION\\fR...]",
        ".SH DESCRIPTION",
        "Put a tag on a PC/SC reader: tagdesk says what the tag is, what its memory holds and what it will let you do.",
        "Without a command it opens the full screen; the commands answer in text or, with",
        ".BR \\-\\-json ,", "as one JSON document.",
        ".SH OPTIONS AND COMMANDS", literal(help_text.split("\n", 2)[2])]
    for name in commands(help_text):
        page += [".SS tagdesk " + roff(name), literal(ask(program, *name.split(), "--help").split("\n\nCommon options")[0])]
    page += [".SH KEYS", "The name after the colon runs the same action from the palette."]
    for heading, rows in key_rows(keys):
        page.append(".SS " + roff(heading))
        for pressed, what, name in rows:
            page += [".TP", ".B " + roff(pressed), roff(what) + ". " + roff(name)]
    page += [
        ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "No colours.", ".TP",
        ".BR XDG_CONFIG_HOME \", \" XDG_DATA_HOME \", \" XDG_STATE_HOME",
        "Where configuration, data and state are kept;", ".B tagdesk \\-\\-paths", "prints the result.",
        ".SH SEE ALSO", ".BR pcscd (8)"]
    return "\n".join(line.rstrip("\n") for line in page) + "\n"


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    keys = ask(program, "--keys")
    pages = {
        DOCS / "KEYS.md": "# Keys\n\nWritten by `scripts/keys` out of the program's own table of actions. The names after "
                          "the colon run\nan action from the palette (`:`).\n\n" + keys,
        DOCS / "tagdesk.1": manual(program, keys),
    }
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text() != text]
    if check:
        for path in stale:
            print("keys: docs/%s is not what the program says; scripts/keys writes it anew" % path.name, file=sys.stderr)
        sys.exit(1 if stale else 0)
    for path in stale:
        path.write_text(pages[path])
        print(path)


if __name__ == "__main__":
    main()
