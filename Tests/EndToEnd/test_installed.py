"""The program as others get it: no Swift at run time, `make install`, the Debian package."""

import os
import re
import shutil
import subprocess

import pytest

from harness import program as built
from harness.program import REPOSITORY


def make(*arguments):
    return subprocess.run(["make", "--no-print-directory", "-C", str(REPOSITORY), *arguments],
                          check=True, capture_output=True, text=True).stdout


def linked(path):
    return subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout


def test_the_program_needs_no_swift_where_it_runs():
    libraries = linked(built.path())
    assert "swift" not in libraries.lower()
    assert "Foundation" not in libraries
    assert "not found" not in libraries


def test_install_and_uninstall(tmp_path):
    make("install", "DESTDIR=" + str(tmp_path), "PREFIX=/usr")
    installed = tmp_path / "usr" / "bin" / "tagdesk"
    answer = subprocess.run([str(installed), "--version"], check=True, capture_output=True, text=True,
                            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    assert answer.stdout.startswith("tagdesk ")
    files = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    for expected in ("usr/share/man/man1/tagdesk.1", "usr/share/tagdesk/themes/default.theme",
                     "usr/share/bash-completion/completions/tagdesk", "usr/share/doc/tagdesk/LICENSE"):
        assert expected in files
    make("uninstall", "DESTDIR=" + str(tmp_path), "PREFIX=/usr")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_the_manual_page_has_no_faults():
    answer = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(REPOSITORY / "docs/tagdesk.1")],
                            capture_output=True, text=True, env={**os.environ, "MANROFFSEQ": ""}, check=False)
    assert answer.returncode == 0
    assert answer.stderr == ""


@pytest.mark.skipif(not shutil.which("dpkg-shlibdeps"), reason="dpkg-dev is not installed")
def test_the_debian_package_depends_on_what_the_program_links():
    package = REPOSITORY / make("deb").strip().splitlines()[-1]
    fields = subprocess.run(["dpkg-deb", "-f", str(package)], check=True, capture_output=True, text=True).stdout
    for library in ("libncursesw6", "libtinfo6", "libpcsclite1", "libssl3"):
        assert re.search(r"^Depends:.*\b%s\b" % library, fields, re.M), fields
    assert re.search(r"^Recommends:.*\bpcscd\b", fields, re.M)
    contents = subprocess.run(["dpkg-deb", "-c", str(package)], check=True, capture_output=True, text=True).stdout
    assert "./usr/bin/tagdesk" in contents and "./usr/share/man/man1/tagdesk.1.gz" in contents


def test_bash_completes_commands_and_options():
    script = 'source scripts/completion.bash; COMP_WORDS=(%s %s); COMP_CWORD=%d; _tagdesk; echo "${COMPREPLY[@]}"'
    for words, wanted in (("re", {"read", "readers"}), ("ndef en", {"encode"}), ("read --js", {"--json"})):
        count = len(words.split())
        answer = subprocess.run(["bash", "-c", script % (built.path(), words, count)], cwd=REPOSITORY, check=True,
                                capture_output=True, text=True)
        assert wanted <= set(answer.stdout.split())
