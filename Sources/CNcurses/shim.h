#pragma once
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <locale.h>
#include <langinfo.h>
#include <wchar.h>
#include <curses.h>

/* Getters for globals and constants for macros that Swift cannot import; nothing else lives here. */
static inline WINDOW *nc_stdscr(void) { return stdscr; }
static inline WINDOW *nc_curscr(void) { return curscr; }
static inline int nc_colors(void) { return COLORS; }
static inline int nc_color_pairs(void) { return COLOR_PAIRS; }

/* wchar.h hides it unless _XOPEN_SOURCE is set for the whole C library. */
int wcwidth(wchar_t character);

static const attr_t nc_a_bold = A_BOLD;
static const attr_t nc_a_dim = A_DIM;
static const attr_t nc_a_italic = A_ITALIC;
static const attr_t nc_a_underline = A_UNDERLINE;
static const attr_t nc_a_reverse = A_REVERSE;
