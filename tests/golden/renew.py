"""Plays the runs again and keeps their digests: `python -m tests.golden.renew`.

For a change that is meant to change results. Commit what it writes together with the change.
"""

from __future__ import annotations

import json

from tests.golden.runs import FILE, RUNS


def main() -> None:
    """Write the digests of all runs."""
    digests = {str(run): run.digest() for run in RUNS}
    FILE.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
