"""The scripts say what they do when asked, and do nothing then."""

import pathlib
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = sorted(path for path in (REPOSITORY / "scripts").iterdir() if path.read_text().startswith("#!"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_prints_the_scripts_own_words_and_nothing_else(script, word, tmp_path):
    # Without a PATH but the system's there is no swift: a script that began its work would fail.
    answer = subprocess.run([script, word], capture_output=True, text=True, cwd=tmp_path, timeout=20,
                            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == ""
    head = [line for line in script.read_text().splitlines()[1:] if line.startswith("#")]
    assert answer.stdout.splitlines()[0] == head[0].lstrip("# ")
