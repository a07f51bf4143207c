"""Whatever is wrong with what was asked: exit status 2, one sentence, nothing run."""

from __future__ import annotations

import pytest
from harness_bench import Bench, Typed, one_sentence
from pyspark.sql import SparkSession

CASES = [
    ("[parameters]\nnods = 5", "trial.toml: parameters.nods: unknown key", "did you mean 'nodes'?"),
    ("replication = 3", "unknown key replication (did you mean 'replications'?)", ""),
    ("[parameter]\nnodes = 5", "unknown key parameter (did you mean 'parameters'?)", ""),
    ("[parameters]\nnodes = 0", "parameters.nodes is 0, expected an int from 1 to 1000 (nodes)", ""),
    ("[parameters]\nnodes = 1001", "parameters.nodes is 1001", ""),
    ("[parameters]\nnodes = 5.0", "parameters.nodes is 5.0, expected an int", ""),
    ("[parameters]\nnodes = true", "parameters.nodes is true, expected an int", ""),
    ('[parameters]\nnodes = "5"', "parameters.nodes is '5', expected an int", ""),
    ("[parameters]\nnodes = [5, 6]", "parameters.nodes is [5, 6], expected an int", ""),
    ("[parameters]\nspeed = -1", "parameters.speed is -1, expected a float of at least 0", ""),
    ("[parameters]\nspeed = nan", "parameters.speed is nan, expected a float", ""),
    ("[parameters]\nfading = 1", "parameters.fading is 1, expected true or false", ""),
    ('[parameters]\nprotocol = "topsin"', "expected one of sp-nhop and topsim (did you mean 'topsim'?)", ""),
    ('[vary]\nprotocol = ["topsim", "odmrp"]', "vary.protocol is 'odmrp', expected one of", ""),
    ('[vary]\nprotocol = ["topsim", "topsim"]', "vary.protocol has 'topsim' twice", ""),
    ("[vary]\nspeed = [1, 1.0]", "vary.speed has 1.0 twice", ""),
    ("[vary]\nnodes = []", "vary.nodes is [], expected a list of at least one value", ""),
    ("[vary]\nnodes = 5", "vary.nodes is 5, expected a list of at least one value", ""),
    ("[parameters]\nnodes = 5\n[vary]\nnodes = [5, 6]", "nodes is in [parameters] and in [vary]", ""),
    ('[parameters]\nmobility_file = "gone.tcl"', "mobility_file is 'gone.tcl', expected an existing file", ""),
    ('[parameters]\n"ns3::ShopParent::BeaconPeriod" = ""', "is an empty text", ""),
    ("[parameters]\nRngRun = 5", "RngRun cannot be set", ""),
    ('[parameters]\nBeaconPeriod = "1s"', "did you mean 'ns3::ShopParent::BeaconPeriod'?", ""),
    ('[parameters]\n"ns3::ShopParent::BeaconPeriod" = ["1s"]', "expected one value such as '+2e+09ns'", ""),
    ('program = "standing"', "no program 'standing' (did you mean 'standin'?); there are standin", ""),
    ("replications = 0", "replications is 0, expected a whole number of at least 1", ""),
    ('replications = "2"', "replications is '2', expected a whole number", ""),
    ("timeout_s = -1", "timeout_s is -1, expected a number of seconds above 0", ""),
    ("memory_mb = 0.5", "memory_mb is 0.5, expected a whole number of megabytes", ""),
    ("retries = -1", "retries is -1, expected a whole number of at least 0", ""),
    ('log = "ShopParent"', "log is 'ShopParent', expected a list of texts", ""),
    ('log = ["Shop Parent=info"]', "log is 'Shop Parent=info', expected Component or Component=level", ""),
    ("replications = 1000000000", "plans 1,000,000,000 runs, expected at most 2,000,000", ""),
    ('log = ["ShopParent=inof"]', "'inof' is not a level of ns-3's log (did you mean 'info'?)", ""),
    ('name = "../up"', "name is '../up', expected a folder name", ""),
    ("question = 5", "question is 5, expected a sentence", ""),
    ("[parameters\nnodes = 5", "not valid TOML", ""),
    ("[[zip]]\nnodes = [1, 2]\nspeed = [1, 2, 3]", "zip.speed has 3 values, expected 2, as many as nodes", ""),
    ("[zip]\nnodes = [1, 2]", "expected tables of lists, each under a [[zip]] of its own", ""),
    ("[[zip]]\nnodes = 2", "zip.nodes is 2, expected a list of at least one value", ""),
    ("[[zip]]\nnods = [2]", "zip.nods: unknown key", "did you mean 'nodes'?"),
    ("[[zip]]\nnodes = [2]\n[vary]\nnodes = [3]", "nodes is in [[zip]] and in [vary]", ""),
    ("[[zip]]\nnodes = [2]\n[[zip]]\nnodes = [3]", "nodes is in [[zip]] and in [[zip]]", ""),
    ("[[zip]]", "zip.1 is {}, expected tables of lists", ""),
    ("[[points]]\nnodes = 0", "points.1.nodes is 0, expected an int from 1 to 1000", ""),
    ("[[points]]\nnodes = 1\n[[points]]\nnodes = []", "points.2.nodes is [], expected a list of at least one", ""),
    ("[[points]]\nnodes = 1\n[derived]\nnodes = '2'", "nodes is in [[points]] and in [derived]", ""),
    ("[vary]\nnodes = {from = 1, to = 9}", "vary.nodes: expected either a step or a count with from and to", ""),
    ("[vary]\nnodes = {from = 1, to = 9, step = -1}", "step is -1, expected one that leads from 1 to 9", ""),
    ("[vary]\nnodes = {from = 1, to = 9, stp = 1}", "unknown key stp (did you mean 'step'?)", ""),
    ("[vary]\nnodes = {from = 1, to = 'x', step = 1}", "vary.nodes: to is 'x', expected a number", ""),
    ("[vary]\nnodes = {from = 1, to = 2, step = 0.5}", "vary.nodes is 1.0, expected an int", ""),
    ("[vary]\nnodes = {from = 1, to = 3, count = 9}", "vary.nodes has 1 twice", ""),
    ("[vary]\nspeed = {from = 0, to = 3, count = 9, scale = 'log'}", "has no logarithms, expected numbers above 0", ""),
    ("[vary]\nspeed = {from = 1, to = 3, count = 9, scale = 'lg'}", "scale is 'lg', expected 'linear' or 'log'", ""),
    ("[vary]\nspeed = {from = 0, to = 1e9, step = 1e-9}", "is of more than 100,000 values", ""),
    ("[vary]\nspeed = {from = 0, to = 9, count = 1}", "count is 1, expected a whole number of at least 2", ""),
    ("[vary]\nlabel = {from = 1, to = 9, step = 1}", "vary.label is of numbers, expected a string", ""),
    ("[vary]\nspeed = {unifrom = [1, 2]}", "expected a table such as {from = 10", "did you mean 'uniform'?"),
    ("[vary]\nspeed = {uniform = [1, 2], count = 5}", "vary.speed: seed is missing, expected a whole number", ""),
    ("[vary]\nspeed = {uniform = [2, 1], count = 5, seed = 1}", "expected the first number below the second", ""),
    ("[vary]\nspeed = {normal = 3, count = 5, seed = 1}", "normal is 3, expected [mean, standard deviation]", ""),
    ("[vary]\nspeed = {normal = [0, 9], count = 9, seed = 1}", ", expected a float of at least 0 (m/s)", ""),
    (
        "[vary]\nnodes = {uniform = [1, 3], count = 4, seed = 1}",
        "expects 4 distinct values, but the draws give fewer",
        "",
    ),
    ("[vary]\nnodes = {uniform = [1.1, 1.9], count = 1, seed = 1}", "no whole number lies between 1.1 and 1.9", ""),
    ("[derived]\nnodes = 5", "derived.nodes is 5, expected an expression in quotes", ""),
    ("[derived]\nnods = '5'", "derived.nods: unknown key", "did you mean 'nodes'?"),
    ("[derived]\nnodes = '2 * sped'", "names sped, which standin does not have", "did you mean 'speed'?"),
    ("[derived]\nnodes = 'speed +'", "derived.nodes: 'speed +' is no expression", ""),
    ("[derived]\nnodes = 'nodes + 1'", "derived.nodes depends on itself: nodes needs nodes", ""),
    ("[derived]\nnodes = 'speed * 2'\nspeed = 'nodes / 2'", "depends on itself", ""),
    (
        "[derived]\nnodes = 'speed / 2'",
        "derived.nodes is 0.5, expected an int from 1 to 1000 (nodes), where speed=1",
        "",
    ),
    ("[derived]\nnodes = '9**9**9'", "'9**9**9' has a number in it that is too large", ""),
    ("[derived]\nspeed = '1 / (nodes - 5)'", "divides by zero, where nodes=5", ""),
    ("[derived]\nspeed = 'sqrt(-nodes)'", "has no value", ""),
    ("[derived]\nspeed = 'sqr(nodes)'", "has 'sqr', which is no function here", ""),
    ("[derived]\nlabel = 'nodes'", "derived.label is 5, expected a string, where nodes=5", ""),
    ("[derived]\nspeed = '__import__(\"os\")'", "has '__import__', which is no function here", ""),
    ('constraints = ["nodes * 2"]', "'nodes * 2' is 10, where nodes=5, expected true or false", ""),
    ('constraints = ["nodes > 10"]', "constraints: 'nodes > 10' holds at none of 1 point", ""),
    ('constraints = ["nods > 10"]', "names nods, which standin does not have", "did you mean 'nodes'?"),
    ('constraints = ["protocol < 5"]', "compares 'topsim' with 5", ""),
    ('constraints = "nodes > 10"', "constraints is 'nodes > 10', expected a list of expressions", ""),
    ("[vary]\nnodes = [1]\nconstraints = ['true']", "vary.constraints: unknown key", "goes above all tables"),
    ("constraints = [5]", "constraints.1 is 5, expected a list of expressions", ""),
    (
        "[vary]\nspeed = {from = 0, to = 9999, step = 1}\nseconds = {from = 0, to = 9999, step = 1}",
        "plans 100,000,000 variants, expected at most 200,000",
        "",
    ),
    ('extends = "gone.toml"', "extends is 'gone.toml', expected an existing file", ""),
    ("extends = 5", "extends is 5, expected the path of another experiment", ""),
    ('extends = "trial.toml"', "extends goes in a circle: trial.toml extends trial.toml", ""),
    ('without = ["nodes"]', "without is given without extends, expected both", ""),
    ("nodes = ", "not valid TOML", ""),
]


@pytest.mark.parametrize(("text", "says", "hints"), CASES)
def test_in_the_file(bench: Bench, typed: Typed, text: str, says: str, hints: str) -> None:
    done = typed("sweep", bench.experiment(text).name, "--no-report")
    assert done.exit_status == 2
    sentence = one_sentence(done.err)
    assert says in sentence and hints in sentence
    assert done.out == "" and not (bench.root / "results").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sweep", "gone.toml"], "gone.toml: no such file"),
        (["sweep", "."], "cannot be read"),
        (["sweep"], "are required: FILE"),
        (["swep"], "did you mean 'sweep'"),
        (["sweep", "trial.toml", "--jobs", "0"], "--jobs"),
        (["sweep", "trial.toml", "--replications", "0"], "--replications"),
        (["sweep", "trial.toml", "--seed", "5"], "no such option: --seed"),
        (["sweep", "trial.toml", "--set", "nodes"], "--set nodes: expected key=value"),
        (["sweep", "trial.toml", "--set", "nodes=0"], "--set nodes is 0, expected an int from 1 to 1000"),
        (["sweep", "trial.toml", "--set", "nodes=many"], "--set nodes is 'many', expected an int"),
        (["sweep", "trial.toml", "--set", "nods=5"], "--set nods: unknown key"),
        (["sweep", "trial.toml", "--set", "protocol=topsin"], "did you mean 'topsim'"),
        (["sweep", "trial.toml", "--set", "nodes=[]"], "--set nodes is [], expected a list of at least one value"),
        (["sweep", "trial.toml", "--results", "trial.toml"], "trial.toml: cannot hold results"),
        (["sweep", "trial.toml", "--log", "ShopParent:info"], "--log is 'ShopParent:info', expected Component"),
        (["run", "standing"], "did you mean 'standin'"),
        (["--run", "standing --nodes=5"], "did you mean 'standin'"),
        (["--run", "standin 'x"], "no closing quotation"),
        (["--run"], "are required: PROGRAM"),
        (["status", "."], "not an experiment's results"),
        (["report", "nowhere"], "not an experiment's results"),
        (["compare", "nowhere"], "not an experiment's results"),
    ],
)
def test_on_the_command_line(bench: Bench, typed: Typed, arguments: list[str], says: str) -> None:
    bench.experiment("")
    done = typed(*arguments)
    assert done.exit_status == 2
    assert says in done.err and len(done.err.splitlines()) == 1
    assert done.out == "" and not (bench.root / "results").exists()


def test_bytes_that_are_no_text(bench: Bench, typed: Typed) -> None:
    (bench.root / "trial.toml").write_bytes(b"\xff\xfe\x00")
    done = typed("sweep", "trial.toml")
    assert done.exit_status == 2 and "not UTF-8 text" in one_sentence(done.err)


def test_a_program_that_does_not_describe_itself(bench: Bench, typed: Typed) -> None:
    program = bench.root / "build" / "bin" / "dumb"
    program.write_text("#!/bin/sh\necho hello\n")
    program.chmod(0o755)
    done = typed("sweep", bench.experiment('program = "dumb"'))
    assert done.exit_status == 2 and "dumb does not describe itself" in done.err


def test_what_only_the_program_can_tell(bench: Bench, typed: Typed) -> None:
    """A combination of good values that the program refuses: its own sentence, and no run is left."""
    done = typed("sweep", bench.experiment('[parameters]\nfault = "usage"'), "--no-report")
    assert done.exit_status == 2
    assert done.err.splitlines()[-1] == "standin refuses only: nodes and speed do not go together."
    assert not list((bench.root / "results").rglob("manifest.json"))


@pytest.mark.parametrize("buffered", [True, False])
def test_a_refusal_is_what_was_written_to_standard_error(
    bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch, buffered: bool
) -> None:
    """Whatever is on standard output, and whenever it was flushed: Python and C flush it at the end of the process."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    if not buffered:
        monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    done = typed("sweep", bench.experiment('[parameters]\nfault = "usage"'), "--no-report")
    assert done.exit_status == 2
    assert done.err.splitlines()[-1] == "standin refuses only: nodes and speed do not go together."


BASE = 'question = "?"\nprogram = "standin"\nreplications = 1\n[vary]\nnodes = [1, 2]\n'


@pytest.mark.parametrize(
    ("base", "own", "says"),
    [
        (BASE, "", "own.toml: name is missing, expected a folder name"),
        (BASE, 'name = "a"\nwithout = ["nods"]', "own.toml: without has 'nods', expected a key of the file it extends"),
        (BASE.replace("1, 2", "0"), 'name = "a"', "base.toml: vary.nodes is 0"),
        (BASE.replace("nodes", "nods"), 'name = "a"', "base.toml: vary.nods: unknown key"),
        (BASE.replace("= 1", "= 0"), 'name = "a"', "base.toml: replications is 0"),
        (BASE, 'name = "a"\nreplications = 0', "own.toml: replications is 0"),
        (BASE + "[", 'name = "a"', "base.toml: not valid TOML"),
        (
            f'extends = "own.toml"\n{BASE}',
            'name = "a"',
            "extends goes in a circle: own.toml extends base.toml extends own",
        ),
    ],
)
def test_in_a_file_that_is_extended(bench: Bench, typed: Typed, base: str, own: str, says: str) -> None:
    (bench.root / "base.toml").write_text(base)
    (bench.root / "own.toml").write_text(f'extends = "base.toml"\n{own}')
    done = typed("sweep", "own.toml", "--no-report")
    assert done.exit_status == 2 and says in one_sentence(done.err)
    assert not (bench.root / "results").exists()


def test_a_build_that_is_no_release(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDIN_BUILD", "debug")
    file = bench.experiment("replications = 1")
    done = typed("sweep", file.name, "--no-report")
    assert done.exit_status == 2 and "program: standin is a debug build" in one_sentence(done.err)
    assert typed("sweep", file.name, "--no-report", "--any-build").exit_status == 0


def test_two_places_at_once(bench: Bench, typed: Typed) -> None:
    done = typed("sweep", bench.experiment("").name, "--no-report", "--master", "local", "--slurm", "")
    assert done.exit_status == 2
    assert "--master and --slurm each choose where runs are executed" in one_sentence(done.err)


@pytest.mark.parametrize("master", ["nonsense", "", "local[0]", "local[", "spark://host", "spark://a:1,b", "yarn"])
def test_no_master(bench: Bench, typed: Typed, master: str) -> None:
    for verb, what in {"sweep": bench.experiment("").name, "report": "results/trial"}.items():
        done = typed(verb, what, "--master", master)
        assert done.exit_status == 2 and f"--master: {master!r} is no Spark master, expected local, " in one_sentence(
            done.err
        )
    assert not (bench.root / "results").exists()


def test_nobody_at_the_master(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no Spark runs in this process: that of other tests would be taken."""
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    done = typed("sweep", bench.experiment("").name, "--master", "spark://127.0.0.1:1")
    assert done.exit_status == 2
    assert "--master spark://127.0.0.1:1: no Spark answers there (nothing listens)" in one_sentence(done.err)
