"""Fair deals: they follow from seed and salts as the module says, so that anyone can recompute them."""

import hashlib
import hmac
import itertools
import json
import struct
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.games import games
from stichwerk.play import fair
from stichwerk.play.fair import FairDeals
from stichwerk.play.match import Match
from support.chi_square import assert_uniform
from support.matches import NAMES, begin, play_round

TEXTS = st.text(max_size=20)


# ---------------------------------------------------------------- the method, written again


def numbers(seed: str, salts: tuple[str, ...], purpose: str) -> Iterator[int]:
    cuts = json.dumps(salts, ensure_ascii=False, separators=(",", ":"))
    for block in itertools.count():
        text = "\n".join(["stichwerk 1", purpose, str(block), cuts])
        yield from struct.unpack(">8I", hmac.new(seed.encode(), text.encode(), hashlib.sha256).digest())


def below(source: Iterator[int], n: int) -> int:
    return next(x for x in source if x < 2**32 - 2**32 % n) % n


def shuffled(cards: list[int], source: Iterator[int]) -> list[int]:
    for last in reversed(range(1, len(cards))):
        other = below(source, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


@given(seed=TEXTS, salts=st.lists(TEXTS, max_size=8).map(tuple), round_no=st.integers(1, 100))
def test_the_same_as_written_again(seed: str, salts: tuple[str, ...], round_no: int) -> None:
    deals = FairDeals(seed, salts)
    for chosen in games():
        cards = chosen.book.deck.tolist()
        expected = shuffled(list(cards), numbers(seed, salts, f"deck {round_no}"))
        assert deals.deck(cards, round_no) == expected
    for players in range(2, 9):
        assert deals.first_dealer(players) == below(numbers(seed, salts, "dealer"), players)


def test_a_number_that_would_favour_some_is_skipped() -> None:
    largest = 2**32 - 1  # a multiple of three, so that 0 would come once more than 1 and 2
    assert fair._below(iter([largest, largest, 5]), 3) == 2
    assert fair._below(iter([largest - 1, 5]), 3) == 2
    assert fair._below(iter([largest]), 4) == 3
    assert fair._below(iter([largest]), 1) == 0


# ---------------------------------------------------------------- commitment and seed


@given(TEXTS)
def test_the_commitment_is_the_sha_256_of_the_seed(seed: str) -> None:
    expected = hashlib.sha256(seed.encode("utf-8")).hexdigest()
    assert fair.commitment(seed) == FairDeals(seed, ("a", "b")).commitment == expected


def test_new_seeds_are_256_random_bits() -> None:
    seeds = {fair.new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 64 and set(seed) <= set("0123456789abcdef") for seed in seeds)


def test_without_a_seed_a_secret_one_is_drawn() -> None:
    one, other = (Match.new("rage", names=NAMES[:3]) for _ in range(2))
    assert one.deals is not None
    assert one.deals != other.deals
    assert one.view(0).commitment == hashlib.sha256(one.deals.seed.encode()).hexdigest()


# ---------------------------------------------------------------- decks


@given(seed=TEXTS, salts=st.lists(TEXTS, min_size=3, max_size=3).map(tuple))
def test_a_deck_is_the_whole_deck(seed: str, salts: tuple[str, ...]) -> None:
    for chosen in games():
        fresh = chosen.book.deck.tolist()
        dealt = FairDeals(seed, salts).deck(fresh, 1)
        assert sorted(dealt) == fresh == chosen.book.deck.tolist()
        assert all(type(card) is int for card in dealt)


def test_everything_changes_with_the_seed_each_salt_and_the_round() -> None:
    cards = list(range(112))
    decks = [
        FairDeals(seed, salts).deck(cards, round_no)
        for seed, salts, round_no in [
            ("tea", ("", "", ""), 1),
            ("tea", ("", "", ""), 2),
            ("tea", ("", "", ""), 12),
            ("teb", ("", "", ""), 1),
            ("tea", ("a", "", ""), 1),
            ("tea", ("", "a", ""), 1),
            ("tea", ("", "", "a"), 1),
            ("tea", ("", "", "a "), 1),
            ("tea", ("", ""), 1),
            ("tea", ('","', "", ""), 1),
            ("tea", ("", '","'), 1),
        ]
    ]
    for one, other in itertools.combinations(decks, 2):
        assert one != other
        assert sum(a == b for a, b in zip(one, other, strict=True)) < 15  # in the same place by chance: about one


def test_a_match_deals_these_decks() -> None:
    match = Match.new("alles-oder-nichts", {"rounds": 2}, NAMES[:3], "tea", ["mine", "", "yours"])
    play_round(match)
    match.deal()
    deals = FairDeals("tea", ("mine", "", "yours"))
    names = match._engine.notation.cards
    for number, part in enumerate(match.record()["rounds"], 1):
        cards = [card for hand in part["hands"] for card in hand] + part["stock"]
        assert cards == [names[card] for card in deals.deck(range(48), number)]
    assert match.record()["rounds"][0]["dealer"] == deals.first_dealer(3)


def test_no_cuts_are_empty_cuts() -> None:
    assert begin("rage").record()["rounds"] == Match.new("rage", None, NAMES[:3], "tea", [""] * 3).record()["rounds"]


# ---------------------------------------------------------------- fairness


DECKS = [FairDeals(f"seed {number}", ("Anja", "", "Claudia")).deck(range(10), 1) for number in range(3000)]


@pytest.mark.parametrize("place", range(10))
def test_every_card_is_equally_likely_in_every_place(place: int) -> None:
    assert_uniform([deck[place] for deck in DECKS], range(10))


def test_neighbours_are_independent() -> None:
    pairs = [(deck[place], deck[place + 1]) for deck in DECKS for place in range(0, 10, 2)]
    assert_uniform(pairs, list(itertools.permutations(range(10), 2)))


@pytest.mark.parametrize("players", range(2, 9))
def test_every_seat_is_equally_likely_to_deal_first(players: int) -> None:
    assert_uniform([FairDeals(f"seed {n}").first_dealer(players) for n in range(3000)], range(players))


def test_the_rounds_of_one_game_are_independent() -> None:
    deals = FairDeals("tea", ("", ""))
    assert_uniform([deals.deck(range(10), round_no)[0] for round_no in range(1, 1001)], range(10))
