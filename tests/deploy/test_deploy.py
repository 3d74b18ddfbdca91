"""What is in `deploy/`: that it says what it should, and that what can be run here runs."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from stichwerk.cli.main import _parser
from stichwerk.client import Client, Pace, SeatWish
from stichwerk.protocol.messages import Start, TableView
from stichwerk.server.web.settings import Settings
from support.server.running import Running

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVERS = ("one", "two")
#: Variables that are no settings of `stich serve`, or are of servers in a cluster.
OTHERS = {"STICHWERK_CACHE", "STICHWERK_CLUSTER_SECRET", "STICHWERK_CLUSTER_ADDRESS"}


def instructions(name: str) -> list[str]:
    """What stands behind an instruction of the Containerfile, in the last of its stages."""
    last = CONTAINERFILE[CONTAINERFILE.rindex("\nFROM ") :].replace("\\\n", " ")
    return re.findall(rf"^{name} (.*)$", last, re.MULTILINE)


# ---------------------------------------------------------------- the image


def test_nothing_in_the_image_runs_as_root():
    [user] = instructions("USER")
    assert int(user) >= 1000
    after = CONTAINERFILE[CONTAINERFILE.index(f"USER {user}") :]
    assert not re.search(r"^(RUN|COPY|ADD) ", after, re.MULTILINE)


def test_the_image_is_made_of_the_wheel_and_of_files_that_are_there():
    assert re.findall(r"^COPY (?!--from).*", CONTAINERFILE, re.MULTILINE) == [
        "COPY requirements/play.lock /tmp/play.lock",
        "COPY dist/*.whl /tmp/",
        "COPY --chmod=0755 deploy/start /usr/local/bin/start",
    ]
    needed = {line[1:] for line in (DEPLOY / "Containerfile.dockerignore").read_text().splitlines() if line[0] == "!"}
    assert needed == {"requirements/play.lock", "dist/*.whl", "deploy/start"}
    assert (ROOT / "requirements/play.lock").is_file()


def test_code_is_compiled_when_the_image_is_built_and_for_any_processor():
    assert "stichwerk.play.precompile --bots 1 2 3 4 5" in CONTAINERFILE
    stages = CONTAINERFILE.split("\nFROM ")[1:]
    assert all("NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES= " in stage for stage in stages)


def test_the_image_begins_with_a_copy_of_the_compiled_code(tmp_path):
    kept, there = tmp_path / "compiled", tmp_path / "tmp"
    kept.mkdir()
    (kept / "code").write_text("compiled")
    start = (DEPLOY / "start").read_text().replace("/opt/stichwerk/compiled", str(kept))
    for _ in range(2):  # the second time it is there already
        found = subprocess.run(
            ["sh", "-c", start, "start", "cat", f"{there}/code"],
            env={**os.environ, "STICHWERK_CACHE": str(there)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert found.stdout == "compiled"
    assert os.access(DEPLOY / "start", os.X_OK)


def test_the_image_tells_its_health_and_starts_the_server():
    [health], [command] = instructions("HEALTHCHECK"), instructions("CMD")
    assert "/healthz" in health
    assert json.loads(command)[0] == "stich"
    assert _parser().parse_args(json.loads(command)[1:]).command == "serve"


# ---------------------------------------------------------------- compose, units, boards


@pytest.mark.parametrize("service", COMPOSE["services"].values(), ids=list(COMPOSE["services"]))
def test_every_service_has_as_few_rights_as_it_can(service):
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not service.get("privileged")
    assert "healthcheck" in service or service["image"] == "stichwerk"  # the image has its own
    for port in service.get("ports", ()):
        assert port.startswith("127.0.0.1:")
    for volume in service.get("volumes", ()):
        source = volume.split(":")[0]
        assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]


def test_no_secret_has_a_default():
    text = (DEPLOY / "compose.yaml").read_text()
    for name in ("POSTGRES_PASSWORD", "STICHWERK_CLUSTER_SECRET"):
        assert set(re.findall(rf"\$\{{{name}([^}}]*)\}}", text)) == {f":?set {name}"}


def test_only_the_servers_reach_the_database():
    assert COMPOSE["networks"]["back"] == {"internal": True}
    assert {name for name, each in COMPOSE["services"].items() if "back" in each["networks"]} == {*SERVERS, "database"}


def test_the_servers_of_a_cluster_have_the_same_settings_but_their_address():
    settings = [dict(COMPOSE["services"][name]["environment"]) for name in SERVERS]
    addresses = [each.pop("STICHWERK_CLUSTER_ADDRESS") for each in settings]
    assert settings[0] == settings[1]
    assert [address.split(":")[0] for address in addresses] == list(SERVERS)


def test_every_setting_is_known():
    known = {f"STICHWERK_{each.name.upper()}" for each in fields(Settings)} | OTHERS
    for file in DEPLOY.rglob("*"):
        if file.is_file():
            assert set(re.findall(r"STICHWERK_\w+", file.read_text())) <= known, file.name


def test_the_unit_is_the_one_of_the_guide():
    blocks = re.findall(r"```ini\n(\[Unit\].*?)```", (ROOT / "docs/deploy.md").read_text(), re.DOTALL)
    assert blocks == [(DEPLOY / "systemd/stichwerk.service").read_text()]


@pytest.mark.parametrize("unit", sorted(each.name for each in (DEPLOY / "systemd").glob("*.service")))
def test_what_units_start_is_a_command_of_ours(unit):
    text = (DEPLOY / "systemd" / unit).read_text()
    [started] = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    program, *arguments = started.split()
    assert program == "/opt/stichwerk/bin/stich"
    told = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
    secret = {"STICHWERK_CLUSTER_SECRET": "x" * 32} if "EnvironmentFile" in text else {}
    parsed = vars(_parser().parse_args(arguments))
    if parsed["command"] == "serve":
        Settings.read(parsed, told | secret)  # nothing contradicts anything


@pytest.mark.parametrize("unit", ["stichwerk.service", "stichwerk-cluster.service"])
def test_a_server_is_started_again_however_long_its_database_takes(unit):
    lines = (DEPLOY / "systemd" / unit).read_text().splitlines()
    assert {"Restart=on-failure", "RestartSec=2", "StartLimitIntervalSec=0"} <= set(lines)


def test_systemd_has_nothing_against_the_units(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    for each in (DEPLOY / "systemd").iterdir():
        text = each.read_text().replace("/opt/stichwerk/bin/stich", shutil.which("true") or "/bin/true")
        (tmp_path / each.name).write_text(text)
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *sorted(map(str, tmp_path.iterdir()))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in found.stderr.splitlines() if "stichwerk" in line]
    assert (found.returncode, ours) == (0, [])


def test_the_board_asks_for_metrics_that_there_are():
    board = json.loads((DEPLOY / "grafana/stichwerk.json").read_text())
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"stichwerk_\w+", target["expr"])
    }
    table = re.findall(r"^\| `stichwerk_.*", (ROOT / "docs/deploy.md").read_text(), re.MULTILINE)
    there = {name for line in table for name in re.findall(r"`(stichwerk_\w+)`", line)}
    assert {re.sub("_(bucket|count|sum)$", "", name) for name in asked} == there  # each of them has its place
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in board["panels"])


def test_caddy_sends_people_to_the_servers_and_keeps_metrics_inside(tmp_path):
    text = (DEPLOY / "Caddyfile").read_text()
    assert "@private path /metrics" in text
    assert "respond @private 404" in text
    assert text.count("{") == text.count("}")
    if shutil.which("caddy") is not None:
        subprocess.run(
            ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")], check=True
        )


@pytest.mark.parametrize("name", ["Caddyfile", "haproxy.cfg"])
def test_proxies_send_all_of_a_table_to_one_server(name):
    assert re.search(r"^\s*(lb_policy query|balance url_param) table\b", (DEPLOY / name).read_text(), re.MULTILINE)


# ---------------------------------------------------------------- HAProxy


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def asked(url: str) -> int:
    """The status of an answer; 0 if there was none."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as problem:
        return problem.code
    except OSError:
        return 0


def until(url: str, status: int) -> None:
    for _ in range(200):
        if asked(url) == status:
            return
        time.sleep(0.05)
    raise AssertionError(f"{url} did not answer {status} within ten seconds")


async def one_round(url: str) -> TableView:
    """A table through the proxy, over a WebSocket, until the first round is over."""
    client, random = Client(url), Random(1)
    seat = await client.open("rage", "Anja", [SeatWish("bot", 1)] * 2, pace=Pace(bots=0), options={})
    async with client.at(seat) as table:
        await table.ask(Start)
        playing = asyncio.create_task(table.play(lambda view: random.choice(view.play.legal) if view.play else ""))
        async for view in table.views():
            if view.play is not None and view.play.score_sheet:
                playing.cancel()
                return view
    raise AssertionError("the views never end")


@contextmanager
def proxied(servers: tuple[int, int], trust: str = "192.0.2.1") -> Iterator[str]:
    """HAProxy in front of servers at these ports; its address."""
    program = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
    if program is None:
        pytest.skip("HAProxy is not installed: apt-get install haproxy")
    port, (one, two) = free_port(), servers
    where = {"LISTEN": f"127.0.0.1:{port}", "ONE": f"127.0.0.1:{one}", "TWO": f"127.0.0.1:{two}", "TRUST": trust}
    environment, config = {**os.environ, **where}, str(DEPLOY / "haproxy.cfg")
    subprocess.run([program, "-c", "-q", "-f", config], env=environment, check=True)
    proxy = subprocess.Popen([program, "-db", "-f", config], env=environment, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        proxy.terminate()
        proxy.wait(10)


class Named(BaseHTTPRequestHandler):
    """A server that is always well, and answers with its port and with who asks, as it was told."""

    def do_GET(self) -> None:
        body = f"{self.connection.getsockname()[1]} {self.headers['X-Forwarded-For']}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


class Quiet(ThreadingHTTPServer):
    """It says nothing of those who go without waiting for an answer, as a proxy does that asks whether it is well."""

    def handle_error(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def named() -> Iterator[ThreadingHTTPServer]:
    with Quiet(("127.0.0.1", 0), Named) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


def told(url: str, who: str = "") -> list[str]:
    asked = urllib.request.Request(url, headers={"X-Forwarded-For": who} if who else {})
    with urllib.request.urlopen(asked, timeout=5) as answer:
        return str(answer.read().decode()).split()


def servers_of_tables(url: str) -> dict[int, str]:
    """The port at which each of 30 tables was answered."""
    return {table: told(f"{url}/ws?table=T{table}")[0] for table in range(30)}


def test_haproxy_sends_all_of_a_table_to_one_server_as_long_as_it_is_there():
    with named() as one, named() as two:
        ports = one.server_port, two.server_port
        with proxied(ports) as url:
            until(f"{url}/healthz", 200)
            # On a machine that has much to do a server may seem gone for a moment, or a connection that has ended may
            # still be counted, and some tables are sent elsewhere: one time of five, all are to be where they were.
            tries = [servers_of_tables(url) for _ in range(6)]
            kept = [before for before, after in pairwise(tries) if before == after]
            assert any(set(servers.values()) == set(map(str, ports)) for servers in kept)
            assert {told(f"{url}/api")[0] for _ in range(4)} == set(map(str, ports)), "all else goes to each in turn"
            two.shutdown()
            two.server_close()
            assert set(servers_of_tables(url).values()) == {str(ports[0])}


@pytest.mark.parametrize(("trust", "counted"), [("192.0.2.1", "127.0.0.1"), ("127.0.0.0/8", "192.0.2.7")])
def test_haproxy_believes_only_a_proxy_of_ours(trust, counted):
    with named() as one, proxied((one.server_port, free_port()), trust) as url:
        until(f"{url}/healthz", 200)
        assert told(f"{url}/api", "192.0.2.7")[1] == counted
        assert told(f"{url}/api")[1] == "127.0.0.1"


def test_haproxy(tmp_path):
    """One of two servers is there: people play over it, `/metrics` is not to be had, and each has their own address."""
    serving = Running(tmp_path / "stichwerk.db", "--proxy", "--tables-per-hour", "1")
    with serving as server, proxied((server.port, free_port())) as url:
        until(f"{url}/healthz", 200)
        assert asked(f"{url}/metrics") == 404
        assert asked(f"http://127.0.0.1:{server.port}/metrics") == 200
        assert asyncio.run(asyncio.wait_for(one_round(url), 30)).play is not None
        wish = json.dumps({"game": "rage", "name": "Bernd", "seats": [{"kind": "bot"}, {"kind": "bot"}]}).encode()
        another = urllib.request.Request(
            f"{url}/api/tables", wish, {"Content-Type": "application/json", "X-Forwarded-For": "192.0.2.7"}
        )
        with pytest.raises(urllib.error.HTTPError, match="429"):  # what a client says of itself is not believed
            urllib.request.urlopen(another, timeout=5)
        server.stop()
        until(f"{url}/healthz", 503)  # nobody is there
