"""Screenshots of the real program; scripts/screenshots starts this with the right Python."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "Tests" / "EndToEnd"))

from harness.picture import svg  # noqa: E402
from harness.program import Program  # noqa: E402
from harness.terminal import Terminal  # noqa: E402

#: name: (size, theme, arguments, keys pressed before the picture is taken)
PICTURES = {
    "workbench": ("120x36", "default", ["--simulate"], ["f6", *["down"] * 2, "enter", "3"]),
    "workbench-80x24": ("80x24", "default", ["--simulate"], ["f6", "down", "enter"]),
    "protected": ("120x36", "dark", ["--simulate"], ["f6", *["down"] * 4, "enter", "2", *["down"] * 5]),
    "help": ("100x30", "default", ["--simulate"], ["f1"]),
    "palette": ("100x30", "default", ["--simulate"], [":"]),
    "compose": ("120x36", "default", ["--simulate"], ["f6", "down", "enter", "f3"]),
    "editor": ("120x36", "default", ["--simulate"], ["f6", "down", "enter", "2", *["down"] * 8, "f2", *"2d2d"]),
    "dumps": ("120x36", "default", ["--simulate"],
              ["f6", "down", "enter", "S", "f6", "down", "enter", "S", "f8"]),
    "compare": ("120x36", "dark", ["--simulate"],
                ["f6", "down", "enter", "S", "f6", "down", "enter", "f8", "c"]),
    "console": ("100x30", "default", ["--simulate"], ["f6", "down", "enter", "C", *"native", " ", *"60", "enter"]),
    "trace": ("120x36", "default", ["--simulate"], ["f6", "down", "enter", "T"]),
    "bench": ("100x30", "default", ["--simulate"], ["f6"]),
    "light": ("120x36", "light", ["--simulate"], ["f6", "down", "enter"]),
}


def take(size, theme, arguments, keys, out):
    columns, rows = (int(part) for part in size.split("x"))
    with tempfile.TemporaryDirectory() as home:
        program = Program(home)
        command = program.command(*arguments, "--theme", theme)
        with Terminal(command, columns, rows, program.environment(), home) as terminal:
            terminal.wait_for(lambda shown: shown.text.strip())
            terminal.settle(0.5)
            for key in keys:
                terminal.press(key).settle()
            if terminal.ended:
                sys.exit("the program ended (%s):\n%s" % (terminal.fate, terminal.text))
            picture = svg(terminal.screen)
    out = pathlib.Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    if out.suffix == ".svg":
        out.write_text(picture)
    else:
        drawn = subprocess.run(["rsvg-convert"], input=picture.encode(), check=True, stdout=subprocess.PIPE).stdout
        # A palette of 64 colours is a quarter of the size, and nobody sees the difference.
        out.write_bytes(subprocess.run(["pngquant", "64", "-"], input=drawn, check=True, stdout=subprocess.PIPE).stdout)
    print(out)


def main():
    parser = argparse.ArgumentParser(description="Screenshots of the real program.")
    parser.add_argument("--out", help="one picture into this file (.png or .svg)")
    parser.add_argument("--size", default="120x36")
    parser.add_argument("--theme", default="default")
    parser.add_argument("--argument", action="append", help="to the program, instead of --simulate")
    parser.add_argument("keys", nargs="*", help="keys to press first, such as down f1 :")
    chosen = parser.parse_args()
    if chosen.out:
        take(chosen.size, chosen.theme, chosen.argument or ["--simulate"], chosen.keys, chosen.out)
        return
    for name, (size, theme, arguments, keys) in PICTURES.items():
        take(size, theme, arguments, keys, REPOSITORY / "docs" / "pictures" / (name + ".png"))


if __name__ == "__main__":
    main()
