"""The command line: the only module that sees the simulator, the strategies and the reports.

Nothing heavy is imported before a command runs, so that `--help` is instant.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulator.errors import DominosimError, ExperimentError, ResultsError

if TYPE_CHECKING:
    import pandas as pd

    from simulator.batch import Matchup
    from simulator.directory import RunDirectory
    from simulator.experiment import Experiment
    from simulator.results import Result
    from simulator.runner import Progress

# -- option types ------------------------------------------------------------------------------


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}


class Games(click.ParamType[int]):
    """A number of games: 1000000, 1_000_000, 1e6 or 1M."""

    name = "N"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the text; what is no whole number fails with an example."""
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"([\d_]+(?:\.\d+)?(?:e\+?\d+)?)([kmgb]?)", value.strip().lower())
        games = float(match[1].replace("_", "")) * _UNITS[match[2]] if match else -1.0
        if games < 0 or games != int(games):
            self.fail(f"{value!r} is no number of games; write 1000000, 1_000_000, 1e6 or 1M")
        return int(games)


class Setting(click.ParamType[tuple[str, str]]):
    """KEY=VALUE."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, str]:
        """Split at the first equals sign."""
        key, equals, text = str(value).partition("=")
        if not equals:
            self.fail(f"{value!r} is not KEY=VALUE, like target=150")
        return key.strip(), text.strip()


class GameRange(click.ParamType[range]):
    """N, or A:B for the games A to B - 1."""

    name = "N|A:B"

    def convert(self, value: Any, param: Any, ctx: Any) -> range:
        """Read one index or two."""
        match = re.fullmatch(r"(\d[\d_]*)(?::(\d[\d_]*))?", str(value).strip())
        if not match:
            self.fail(f"{value!r} is no game; write an index like 17, or 10:20 for 10 to 19")
        first = int(match[1])
        last = int(match[2]) if match[2] else first + 1
        if last <= first or last > 10**12:
            self.fail(f"{value!r} holds no game; the second index lies behind the last game")
        return range(first, last)


class Commands(click.Group):
    """A group that suggests the nearest command."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; an unknown one is answered with a suggestion."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            near = get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = f"did you mean {near[0]!r}?" if near else "see dominosim --help"
            raise click.UsageError(f"unknown command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dominosim", prog_name="dominosim")
def cli() -> None:
    """Which way of playing dominoes wins? Play millions of games and see."""


def table_options(command: Any) -> Any:
    """The options that say how a table is set up: rules and seed."""
    for option in (
        click.option("--seed", default=0, show_default=True,
        help="Seed of the deals, 0 to 2^64-1."), click.option(
            "--set", "settings", type=Setting(), multiple=True,
            help="Change a rule, as --set target=150; may be repeated.",
        ),
        click.option("--rules", default="draw", show_default=True, help="Rules; see `rules`."),
    ):  # fmt: skip
        command = option(command)
    return command


quiet_option = click.option("--quiet", "-q", is_flag=True, help="No progress and no notices.")
threads_option = click.option(
    "--threads", type=click.IntRange(1, 1024), help="Threads; by default all processors."
)

# -- commands ----------------------------------------------------------------------------------


@cli.command()
@click.argument("policies", nargs=-1, metavar="POLICY POLICY [POLICY [POLICY]]")
@table_options
@click.option("--games", type=Games(), default=10_000, show_default=True, help="As 1000000 or 1M.")
@threads_option
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep the results here."
)
@click.option("--save-games", is_flag=True, help="Keep a row of every game too (with --out).")
@click.option("--force", is_flag=True, help="Replace what DIR holds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@quiet_option
def simulate(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: int,
    threads: int | None,
    out: Path | None,
    save_games: bool,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play games between policies, one a seat, and sum them up.

    With --out the results, a report and the experiment that repeats them are kept in a directory.
    """
    experiment = _experiment(policies, games, seed, rules, settings)
    if save_games and out is None:
        raise ExperimentError("--save-games keeps rows in a directory; add --out DIR")
    run = _open_directory(out, force)
    matchup = _matchup(experiment, quiet)
    if run is not None:
        run.begin(experiment, save_games)
    _simulate(experiment, matchup, run, None, threads, as_json, quiet)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on with DIR's run."
)
@threads_option
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep the results here."
)
@click.option("--save-games", is_flag=True, help="Keep a row of every game too (with --out).")
@click.option("--force", is_flag=True, help="Replace what DIR holds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@quiet_option
def run(
    file: Path | None,
    resume: Path | None,
    threads: int | None,
    out: Path | None,
    save_games: bool,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Run the experiment in FILE, or go on with a run that was stopped.

    FILE is TOML, like the experiment.toml that --out leaves behind.
    """
    from simulator.experiment import read_experiment

    if (file is None) == (resume is None):
        raise click.UsageError("name an experiment FILE, or --resume DIR")
    if resume is not None:
        _resume(resume, threads, as_json, quiet)
        return
    assert file is not None
    experiment = read_experiment(file)
    if save_games and out is None:
        raise ExperimentError("--save-games keeps rows in a directory; add --out DIR")
    directory = _open_directory(out, force)
    matchup = _matchup(experiment, quiet)
    if directory is not None:
        directory.begin(experiment, save_games)
    _simulate(experiment, matchup, directory, None, threads, as_json, quiet)


@cli.command()
@click.argument("policies", nargs=-1, metavar="POLICY POLICY [POLICY [POLICY]]")
@table_options
@click.option(
    "--game", "games", type=GameRange(), required=True, help="A game, or A to B-1 as A:B."
)
@click.option("--json", "as_json", is_flag=True, help="Print events as JSON lines.")
def replay(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: range,
    as_json: bool,
) -> None:
    """Play single games again and print every deal, draw, play and pass."""
    from simulator.transcript import as_json as json_line
    from simulator.transcript import as_text, transcript

    experiment = _experiment(policies, len(games), seed, rules, settings)
    matchup = _matchup(experiment, quiet=False)
    for game in games:
        told = transcript(matchup, experiment.seed, game)
        for line in map(json_line, told) if as_json else as_text(told):
            click.echo(line)


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
def report(directory: Path) -> None:
    """Build the report of a results directory again."""
    from simulator.directory import read_directory

    read_directory(directory)
    click.echo(_build_report(directory))


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
@threads_option
@quiet_option
def verify(directory: Path, threads: int | None, quiet: bool) -> None:
    """Run a results directory's experiment again and compare the digests."""
    from simulator.directory import read_directory
    from simulator.progress import shown
    from simulator.results import play_experiment
    from simulator.sources import fingerprint

    experiment, manifest = read_directory(directory)
    matchup = _matchup(experiment, quiet)
    with shown(experiment.games, 0, quiet) as on_block:
        result = play_experiment(experiment, matchup, threads, on_block=on_block)
    if result.digest == manifest["digest"]:
        click.echo(f"verified: {result.games:,} games again give {result.digest}")
        return
    before = {policy.get("spec"): policy.get("sha256") for policy in manifest["policies"]}
    changed = [p.spec for p in matchup.policies if before.get(p.spec) != fingerprint(p.decide)]
    why = f"the source of {', '.join(changed)} has changed since; " if changed else ""
    versions = (
        f"it was made by dominosim {manifest.get('dominosim')}, numba {manifest.get('numba')}"
    )
    click.echo(
        f"not verified: {why}{directory} says {manifest['digest']}, "
        f"the run gives {result.digest}; {versions}"
    )
    raise click.exceptions.Exit(1)


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def strategies(as_json: bool) -> None:
    """List the policies that can be named, with their parameters."""
    from strategies.registry import installed, load_installed, shipped

    found = {**{name: load_installed(name) for name in installed()}, **shipped()}
    if as_json:
        listed = [
            {"name": name, "summary": policy.summary, "parameters": dict(policy.values)}
            for name, policy in sorted(found.items())
        ]
        click.echo(json.dumps({"schema": 1, "policies": listed}))
        return
    width = max(map(len, found)) + 2
    for name, policy in sorted(found.items()):
        click.echo(f"{name:{width}}{policy.summary}")
        for key, value in policy.values.items():
            click.echo(f"{'':{width}}  {key} = {value:g}")
    click.echo("\nA policy of your own: path/to/mine.py:name, with parameters name:key=value.")


@cli.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def rules(name: str | None, as_json: bool) -> None:
    """List the rule sets, or explain one parameter by parameter."""
    from simulator.rules import PRESETS, describe, known

    if name is not None:
        known(name, PRESETS, "rules")
    if as_json:
        click.echo(json.dumps({"schema": 1, "rules": describe(name)}))
        return
    _print_rules(name)


# -- what the commands share -------------------------------------------------------------------


def _experiment(
    policies: Sequence[str],
    games: int,
    seed: int,
    rules: str,
    settings: Sequence[tuple[str, str]],
) -> Experiment:
    from simulator.experiment import Experiment

    return Experiment(tuple(policies), games, seed, rules, dict(settings))


def _matchup(experiment: Experiment, quiet: bool) -> Matchup:
    """The experiment's policies, found, compiled and seated."""
    from simulator.batch import Matchup
    from simulator.kernels import on_first_compilation
    from strategies.registry import resolve

    if not quiet:
        notice = "compiling the engine and the policies, once for this machine ..."
        on_first_compilation(lambda: click.echo(notice, err=True))
    return Matchup(experiment.full_rules(), [resolve(spec) for spec in experiment.policies])


def _open_directory(out: Path | None, force: bool) -> RunDirectory | None:
    if out is None:
        return None
    from simulator.directory import RunDirectory

    return RunDirectory(out, force)


def _resume(target: Path, threads: int | None, as_json: bool, quiet: bool) -> None:
    from simulator.directory import RunDirectory
    from simulator.experiment import read_experiment

    directory = RunDirectory(target, force=True)
    if not directory.path.is_dir():
        done = "; it is finished" if target.is_dir() else ""
        raise ResultsError(f"there is no run of {target} to go on with{done}")
    experiment = read_experiment(directory.path / "experiment.toml")
    matchup = _matchup(experiment, quiet)
    progress = directory.resume(matchup.rules)
    if not quiet:
        click.echo(f"going on after {progress.games:,} of {experiment.games:,} games", err=True)
    _simulate(experiment, matchup, directory, progress, threads, as_json, quiet)


def _simulate(
    experiment: Experiment,
    matchup: Matchup,
    run: RunDirectory | None,
    progress: Progress | None,
    threads: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play an experiment, keep it in its directory if it has one, and print it."""
    from reports import summarise
    from simulator.directory import GameRows, write_result
    from simulator.progress import shown
    from simulator.results import empty_tally, play_experiment
    from simulator.runner import Progress

    progress = progress or Progress(0, empty_tally(matchup.rules))
    rows = GameRows(run.rows, experiment, matchup.rules) if run and run.rows.is_dir() else None
    try:
        with shown(experiment.games, progress.games, quiet) as show:

            def on_block(block: Any) -> None:
                show(block)
                if rows is not None:
                    rows.add(block)
                if run is not None and run.is_due():
                    _checkpoint(run, rows, progress)

            result = play_experiment(
                experiment, matchup, threads, progress, on_block, keep_rows=rows is not None
            )
    except DominosimError:
        if run is not None:
            run.discard()
        raise
    except KeyboardInterrupt:
        if run is not None:
            _checkpoint(run, rows, progress)
            kept = f"; go on with: dominosim run --resume {run.target}"
        else:
            kept = ""
        click.echo(
            f"stopped after {progress.games:,} of {experiment.games:,} games{kept}", err=True
        )
        raise
    summary = summarise(result.players)
    if run is not None:
        if rows is not None:
            rows.flush()
        tables = {"summary.csv": summary, "distributions.csv": result.distributions}
        write_result(run, result, matchup, tables)
        _build_report(run.path)
        run.finish()
    if as_json:
        click.echo(json.dumps(_document(result, summary)))
    else:
        _print_result(result, summary, run)


def _checkpoint(run: RunDirectory, rows: Any, progress: Progress) -> None:
    if rows is not None:
        rows.flush()
    run.save(progress)


def _build_report(directory: Path) -> Path:
    from reports import DamagedResults, build

    try:
        return build(directory)
    except DamagedResults as error:
        raise ResultsError(str(error)) from None


def _document(result: Result, summary: pd.DataFrame) -> dict[str, Any]:
    """The JSON document of `simulate`."""
    told = result.experiment.as_dict()
    schema = told.pop("schema")
    first = summary.iloc[0]
    at_once = result.rules.target_check == "at-once"
    players = []
    for row in summary.to_dict("records"):
        player: dict[str, Any] = {"seat": int(row["seat"]), "policy": row["policy"]}
        player["wins"] = int(row["wins"])
        for key in ("win_rate", "win_rate_low", "win_rate_high", "mean_score"):
            player[key] = float(row[key])
        counts = ["rounds_won", "rounds_won_out", "rounds_won_blocked"]
        counts += ["rounds_won_target"] if at_once else []
        counts += ["goats"] if result.rules.scoring == "losers-mark" else []
        counts += ["tiles_drawn", "tiles_drawn_by_choice", "passes"]
        players.append(player | {key: int(row[key]) for key in counts})
    elapsed = max(result.elapsed, 1e-9)
    return {
        "schema": schema,
        "experiment": told,
        "games": result.games,
        "rounds": result.rounds,
        **{key: int(first[key]) for key in ("blocked_rounds", "void_rounds", "drawn_games")},
        "blocked_rate": float(first["blocked_rate"]),
        "players": players,
        "digest": result.digest,
        "elapsed_seconds": round(elapsed, 4),
        "games_per_second": round(result.games / elapsed, 1),
        "rounds_per_second": round(result.rounds / elapsed, 1),
    }


def _print_result(result: Result, summary: pd.DataFrame, run: RunDirectory | None) -> None:
    from rich.console import Console

    from reports import player_table, totals

    rules, experiment = result.rules, result.experiment
    console = Console(highlight=False, soft_wrap=False)
    settings = rules.options().partition(" --set ")
    changed = f" (--set {settings[2]})" if settings[1] else ""
    pairs = " in pairs" if rules.teams else ""
    console.print(
        f"{rules.preset}{changed}, {rules.players} seats{pairs}, seed {experiment.seed}\n"
    )
    console.print(player_table(summary))
    console.print()
    for line in totals(summary):
        console.print(line)
    rate = result.rounds / max(result.elapsed, 1e-9)
    console.print(f"{result.elapsed:.1f} s, {rate:,.0f} rounds a second, {result.threads} threads")
    console.print(result.digest)
    if run is not None:
        console.print(f"report: {run.target / 'report.html'}", soft_wrap=True)


def _print_rules(name: str | None) -> None:
    """The rule sets, a line each, or one as a table beside `draw`."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from simulator.rules import PRESETS, describe

    console = Console(highlight=False)
    if name is None:
        for key, preset in PRESETS.items():
            players = "-".join(
                str(n) for n in (preset.players[0], preset.players[-1])[: len(preset.players)]
            )
            click.echo(f"{key:18}{players:5}{preset.title}")
        click.echo("\ndominosim rules NAME explains one.")
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading, width in (("parameter", 15), ("value", 21), ("meaning", None)):
        table.add_column(heading, min_width=width)
    for entry in describe(name):
        differs = entry["draw"] != entry["value"]
        value = entry["value"] + (f"\n  draw: {entry['draw']}" if differs else "")
        table.add_row(entry["parameter"], value, entry["meaning"])
    console.print(f"{name}: {PRESETS[name].title}\n")
    console.print(table)


# -- the program -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and exit: 0 done, 1 a run failed, 2 a senseless request, 130 Ctrl-C."""
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = cli.main(arguments, prog_name="dominosim", standalone_mode=False)
    except click.ClickException as error:
        return _complain(error.format_message(), 2)
    except DominosimError as error:
        return _complain(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:  # the reader, like `head`, has seen enough
        sys.stdout = None
        return 0
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    line = " ".join(message.split())
    click.echo(f"dominosim: {line}", err=True)
    return code


if __name__ == "__main__":
    main()
