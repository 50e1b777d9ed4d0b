// The driving screens live here; see Screen.swift.
