# Everything runs in .venv, which the first target that needs it sets up.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
# Where it is set, every process that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-slow check lint types test-python wheel bounds bench clean

# The main job: a million games of three policies at one table, and a report to open.
demo: $(READY)
	$(BIN)/dominosim simulate greedy hoarder draw-eagerly --games 1M --out demo --force
	@echo "open demo/report.html"

# Two processes; the tests of reports share figures and pages and stay in one of them.
test: $(READY)
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadgroup

test-slow: $(READY)
	$(BIN)/python -m pytest -m slow -n 2 --dist worksteal

# What CI runs.
check: lint types wheel bounds test-python test

lint: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: $(READY)
	$(BIN)/mypy

# The same games with the compiler off: the kernels as plain Python.
test-python: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/golden tests/strategies -m "not slow" \
		-n 2 --dist worksteal

# The built wheel, run from an empty directory.
wheel: $(READY)
	rm -rf build/wheel build/installed build/empty
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir build/wheel .
	$(BIN)/python -m pip install --quiet --no-deps --target build/installed build/wheel/*.whl
	mkdir -p build/empty
	cd build/empty && PYTHONPATH=../installed ../../$(BIN)/python -P -m simulator.cli \
		simulate greedy draw-eagerly --games 2000 --out results --force --quiet
	test -s build/empty/results/report.html

# The oldest and the newest libraries that pyproject.toml allows: the same digests with both.
bounds: $(READY)
	.ci/bounds

bench: $(READY)
	$(BIN)/python -m tests.benchmarks

clean:
	rm -rf .venv build demo

$(READY): pyproject.toml .ci/constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[dev]'
	touch $@
