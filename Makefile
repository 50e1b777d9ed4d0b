# Thin targets: each calls a script or swift. `make` alone lists them.
.POSIX:
.PHONY: help setup run build test bench lint fuzz install uninstall deb pictures keys

PREFIX = /usr/local
FUZZ_SECONDS = 20

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

run: build ## Install what is missing, build, open the workbench: on a reader, or on the built-in simulator without one
	@.build/release/tagdesk

build: ## Build .build/release/tagdesk, which needs no Swift where it runs
	@scripts/setup build
	@scripts/build-release

test: ## Run all tests: swift test, then the built program in a real terminal and over a real pcscd
	@scripts/setup
	@scripts/test

bench: ## Exchanges and milliseconds for every chip and reader, NDEF speed, what the terminal feels
	@scripts/setup
	@scripts/bench

lint: ## Check formatting, layers and generated pages
	@scripts/lint

fuzz: ## Fuzz the parsers, FUZZ_SECONDS each (20)
	@scripts/setup build
	@FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/fuzz

install: build ## Install under PREFIX (/usr/local); DESTDIR is put before it
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install

uninstall: ## Remove what install put there
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install --remove

deb: build ## Make a Debian package in dist/
	@scripts/setup
	@scripts/make-deb

pictures: build ## Render the screenshots of docs/pictures
	@scripts/setup
	@scripts/screenshots

keys: ## Write docs/KEYS.md from the program's own table of keys
	@scripts/keys

setup: ## Install the Debian packages that are missing
	@scripts/setup
