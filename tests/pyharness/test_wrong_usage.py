"""Whatever is wrong with what was asked: exit status 2, one sentence, nothing run."""

from __future__ import annotations

import pytest
from harness_bench import Bench, Typed, one_sentence

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
    ("[parameters]\nnodes = 5\n[vary]\nnodes = [5, 6]", "nodes stands in [parameters] and in [vary]", ""),
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
    ('log = ["ShopParent=inof"]', "'inof' is no level of ns-3's log (did you mean 'info'?)", ""),
    ('name = "../up"', "name is '../up', expected a folder name", ""),
    ("question = 5", "question is 5, expected a sentence", ""),
    ("[parameters\nnodes = 5", "not valid TOML", ""),
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
        (["sweep"], "Missing argument 'FILE'"),
        (["swep"], "did you mean 'sweep'"),
        (["sweep", "trial.toml", "--jobs", "0"], "--jobs"),
        (["sweep", "trial.toml", "--replications", "0"], "--replications"),
        (["sweep", "trial.toml", "--seed", "5"], "No such option"),
        (["sweep", "trial.toml", "--set", "nodes"], "--set nodes: expected key=value"),
        (["sweep", "trial.toml", "--set", "nodes=0"], "--set nodes is 0, expected an int from 1 to 1000"),
        (["sweep", "trial.toml", "--set", "nodes=many"], "--set nodes is 'many', expected an int"),
        (["sweep", "trial.toml", "--set", "nods=5"], "--set nods: unknown key"),
        (["sweep", "trial.toml", "--set", "protocol=topsin"], "did you mean 'topsim'"),
        (["sweep", "trial.toml", "--set", "nodes=[]"], "--set nodes is an empty list"),
        (["sweep", "trial.toml", "--results", "trial.toml"], "trial.toml: cannot hold results"),
        (["sweep", "trial.toml", "--log", "ShopParent:info"], "--log is 'ShopParent:info', expected Component"),
        (["run", "standing"], "did you mean 'standin'"),
        (["--run", "standing --nodes=5"], "did you mean 'standin'"),
        (["--run", "standin 'x"], "no closing quotation"),
        (["--run"], "Missing argument 'PROGRAM'"),
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
