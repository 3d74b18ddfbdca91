"""The API, fuzzed by its own description: whatever is sent, the answer is one that the description allows."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import allow_header_conformance, positive_data_acceptance

from stichwerk.server.web.app import create_app
from stichwerk.server.web.openapi import with_limits
from stichwerk.server.web.service import Service
from stichwerk.server.web.settings import Settings
from support.server.running import Running


def described() -> dict[str, Any]:
    """The description as the server would give it."""
    how = Settings(db="sqlite://")
    service = Service(how)
    try:
        return with_limits(create_app(how, service).openapi_schema.to_schema())
    finally:
        asyncio.run(service.close())


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Running]:
    limits = ("--tables-per-hour", "0", "--requests-per-minute", "0")
    with Running(tmp_path_factory.mktemp("server") / "test.db", *limits) as server:
        yield server
        assert "Traceback" not in server.logged()


@schemathesis.openapi.from_dict(described()).parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_is_described(case, running):
    # What is well-formed may still be refused: a game has its own options and numbers of players. And the answer to
    # OPTIONS, which is the framework's, names only one of the methods of an address that has two.
    checks = [positive_data_acceptance, allow_header_conformance]
    case.call_and_validate(base_url=running.url, excluded_checks=checks)
