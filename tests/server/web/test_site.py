"""The pages that the server gives out, with and without a client that was built."""

import os
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from stichwerk.server.web import site
from stichwerk.server.web.app import create_app
from stichwerk.server.web.settings import Settings


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client that was built, or what is needed of it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Stichwerk</title>")
    (tmp_path / "pad.html").write_text("<!doctype html><title>The pad</title>")
    (tmp_path / "sw.js").write_text("const BUILD = {};")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "index-3f2a.js").write_text("let a = 1;" * 200)
    monkeypatch.setattr(site, "STATIC", tmp_path)
    return tmp_path


def client() -> TestClient[Any]:
    return TestClient(create_app(Settings(db="sqlite://")))


def test_files_that_are_named_by_their_content_are_kept_for_good(built):
    with client() as browser:
        answer = browser.get("/static/assets/index-3f2a.js", headers={"accept-encoding": "gzip"})
        assert answer.headers["cache-control"] == "max-age=31536000, public, immutable"
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/", "/pad", "/sw.js", "/static/icon.svg", "/api/docs", "/pages/api.js"])
def test_all_else_is_asked_for_every_time(built, path):
    with client() as browser:
        answer = browser.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/pad", "/sw.js", "/static/assets/index-3f2a.js", "/api/docs", "/metrics"])
def test_a_text_says_once_how_it_is_written(built, path):
    with client() as browser:
        assert browser.get(path).headers["content-type"].lower().count("charset=utf-8") == 1


@pytest.mark.parametrize("path", ["/", "/static/icon.svg", "/static/assets/index-3f2a.js"])
def test_what_is_still_the_same_is_not_sent_again(built, path):
    with client() as browser:
        tag = browser.get(path).headers["etag"]
        again = browser.get(path, headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        (built / "icon.svg").write_text("<svg></svg>")
        (built / "index.html").write_text("<!doctype html><title>Newer</title>")
        changed = browser.get(path, headers={"if-none-match": tag})
        assert changed.status_code == (304 if "assets" in path else 200)


def test_a_browser_that_cannot_unpack_gets_it_plain(built):
    with client() as browser:
        for accepted, packed in (("identity", None), ("gzip", "gzip")):
            answer = browser.get("/static/assets/index-3f2a.js", headers={"accept-encoding": accepted})
            assert answer.headers.get("content-encoding") == packed
            assert answer.text == "let a = 1;" * 200
            assert answer.headers["vary"] == "Accept-Encoding"


def test_a_browser_that_can_gets_the_copy_that_was_packed_more_tightly(built):
    script = built / "assets" / "index-3f2a.js"
    copy = script.with_name(f"{script.name}.br")
    copy.write_bytes(b"packed tightly")
    with client() as browser:
        for accepted, packed in (("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0.9", "br"), ("brr", None)):
            headers = {"accept-encoding": accepted}
            with browser.stream("GET", "/static/assets/index-3f2a.js", headers=headers) as answer:
                assert answer.headers.get("content-encoding") == packed
                assert (b"".join(answer.iter_raw()) == b"packed tightly") == (packed == "br")


def test_a_packed_copy_of_another_build_is_not_sent(built):
    script = built / "assets" / "index-3f2a.js"
    copy = script.with_name(f"{script.name}.br")
    copy.write_bytes(b"of an older build")
    os.utime(copy, (0, 0))
    with client() as browser:
        answer = browser.get("/static/assets/index-3f2a.js", headers={"accept-encoding": "br, gzip"})
        assert answer.headers["content-encoding"] == "gzip"


def test_a_client_that_was_not_built_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "STATIC", tmp_path / "nothing")
    with client() as browser:
        page = browser.get("/")
        assert page.status_code == 200
        assert "make web" in page.text
        assert browser.get("/api/docs").status_code == 200
        for path in ("/sw.js", "/static/index.html", "/static/assets/index-3f2a.js"):
            assert browser.get(path).status_code == 404


def test_it_is_there_as_soon_as_it_is_built(built):
    page = built / "index.html"
    text = page.read_text()
    page.unlink()
    with client() as browser:
        assert "make web" in browser.get("/").text
        page.write_text(text)
        assert browser.get("/").text == text
