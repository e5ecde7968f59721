# Everything starts from a fresh clone: each target first makes .venv ready (.ci/setup says what it needs).
# PYTHON=/path/to/python3 chooses the Python; ARGS="..." is handed to the command, to pytest or to the benchmark.

BIN := .venv/bin
ARGS ?=

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: run demo test bench lint pack clean help core dev

run:  ## Start the service on 127.0.0.1:8000, with a finished game to look at
	@bash .ci/setup run
	@exec $(BIN)/fairdice serve $(ARGS)

demo: core  ## Play a game, verify its record, forge one byte, verify again
	@$(BIN)/fairdice demo $(ARGS)

test: dev  ## Run all tests, on all cores; one of them: make test ARGS="tests/replay -k star"
	@$(BIN)/python -m pytest -n auto $(ARGS)

lint: dev  ## Check style, types (of the JavaScript, too) and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	tests/web/node_modules/.bin/tsc -p tests/web/tsconfig.json

pack: dev  ## Pack the JavaScript of api/web into what is served
	@$(BIN)/python -m api.embeds.pack

bench:  ## Measure speed against peers, as ratios in one run
	@bash .ci/setup bench
	@$(BIN)/python -m tests.bench $(ARGS)

clean:  ## Remove what the other targets made
	rm -rf .venv tests/web/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## Say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' Makefile

core dev:
	@bash .ci/setup $@
