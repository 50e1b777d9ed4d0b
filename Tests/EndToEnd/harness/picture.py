"""The emulated screen as an SVG picture: one text element a run of cells that look alike."""

import re
from html import escape

FONT = "DejaVu Sans Mono"
SIZE = 14.0
CELL_WIDTH = 8.43       # the font's advance at this size
CELL_HEIGHT = 16.3      # its ascent and descent, so that lines of box characters meet
_ASCENT = 13.0
_MARGIN = 6.0

#: The sixteen colours as many terminals have them; pyte calls yellow brown.
_COLOURS = {
    "black": "#1c1c1c", "red": "#d7574f", "green": "#5fae5f", "brown": "#c9a23f", "blue": "#5a8fd6",
    "magenta": "#b27ac4", "cyan": "#4fb0b8", "white": "#d0d0d0",
    "brightblack": "#7c7c7c", "brightred": "#f2837b", "brightgreen": "#8ad08a", "brightbrown": "#e8cb75",
    "brightblue": "#86b3f0", "brightmagenta": "#d29fe2", "bfightmagenta": "#d29fe2", "brightcyan": "#82d6dd",
    "brightwhite": "#ffffff",
}
FOREGROUND, BACKGROUND = "#d8d8d8", "#1e1f22"


def _colour(name, default):
    if name == "default":
        return default
    return _COLOURS.get(name) or "#" + name


def _look(cell):
    front, back = _colour(cell.fg, FOREGROUND), _colour(cell.bg, BACKGROUND)
    if cell.reverse:
        front, back = back, front
    return front, back, cell.bold, cell.italics, cell.underscore


def _runs(screen, row):
    """The cells of a row as (column, [characters], look); the second half of a wide character is empty."""
    run = None
    for column in range(screen.columns):
        cell = screen.buffer[row][column]
        look = _look(cell)
        if screen.cursor.y == row and screen.cursor.x == column and not screen.cursor.hidden:
            look = (look[1], look[0], *look[2:])
        if run and run[2] == look:
            run[1].append(cell.data)
        else:
            if run:
                yield run
            run = (column, [cell.data], look)
    if run:
        yield run


def _words(characters):
    """What a run shows, as (index, text): split at gaps, and where a character may not have the font's own width."""
    at = 0
    for part in re.findall(r" +|[\u0021-\u2bff]+(?: [\u0021-\u2bff]+)*|.", "".join(c or " " for c in characters), re.S):
        if part.strip():
            yield at, part.replace(" ", "\u00a0")
        at += len(part)


def svg(screen):
    width = screen.columns * CELL_WIDTH + 2 * _MARGIN
    height = screen.lines * CELL_HEIGHT + 2 * _MARGIN
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" font-family="%s, monospace" font-size="%g">'
        % (width, height, FONT, SIZE),
        '<rect width="100%%" height="100%%" rx="6" fill="%s"/>' % BACKGROUND]
    for row in range(screen.lines):
        y = _MARGIN + row * CELL_HEIGHT
        for column, characters, (front, back, bold, italic, underlined) in _runs(screen, row):
            x = _MARGIN + column * CELL_WIDTH
            if back != BACKGROUND:
                parts.append('<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s" shape-rendering="crispEdges"/>'
                             % (x, y, len(characters) * CELL_WIDTH + 0.2, CELL_HEIGHT + 0.2, back))
            style = (' font-weight="bold"' if bold else "") + (' font-style="italic"' if italic else "")
            style += ' text-decoration="underline"' if underlined else ""
            for index, text in _words(characters):
                parts.append('<text x="%.2f" y="%.2f" fill="%s"%s>%s</text>' % (
                    x + index * CELL_WIDTH, y + _ASCENT, front, style, escape(text)))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
