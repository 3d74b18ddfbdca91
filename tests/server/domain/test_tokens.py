"""Tokens, invites and short codes."""

import pytest

from stichwerk.server.domain import tokens
from stichwerk.server.domain.tokens import Invite, Inviter
from stichwerk.server.errors import NoEntry


def test_tokens_ids_and_codes_are_never_the_same_and_not_short():
    for new, least in ((tokens.new_token, 40), (tokens.new_table_id, 20), (tokens.new_code, 6), (tokens.new_key, 64)):
        found = {new() for _ in range(200)}
        assert len(found) == 200
        assert min(map(len, found)) >= least


def test_codes_have_no_letters_that_look_alike():
    assert not set("".join(tokens.new_code() for _ in range(500))) & set("0O1IL2Z5SUV8")


def test_a_code_as_people_type_it():
    code = tokens.new_code()
    assert tokens.tidy_code(f" {code[:3].lower()}-{code[3:]}\n") == code


def test_an_invite_comes_back_as_it_was():
    inviter = Inviter("key")
    for invite in (Invite("T", None, 0), Invite("T", 3, 7)):
        assert inviter.read(inviter.signed(invite)) == invite


@pytest.mark.parametrize("text", ["", "x", "....", "WyJUIixudWxsLDBd.x", "\ud800", "é" * 300])
def test_a_damaged_invite_is_refused(text):
    with pytest.raises(NoEntry, match="ask for the link again"):
        Inviter("key").read(text)


def test_an_invite_signed_elsewhere_or_changed_is_refused():
    signed = Inviter("another key").signed(Invite("T", 1, 0))
    for text in (signed, "A" + signed[1:], signed[:-1]):
        with pytest.raises(NoEntry):
            Inviter("key").read(text)
    ours = Inviter("key").signed(Invite("T", 1, 0))
    assert Inviter("key").read(ours) == Invite("T", 1, 0)
    with pytest.raises(NoEntry):
        Inviter("key").read("V" + ours[1:])


def test_a_hash_does_not_show_the_token():
    token = tokens.new_token()
    assert token not in tokens.hashed(token)
    assert tokens.hashed("\ud800")  # what a client sends is hashed before anything else looks at it
