"""What the players of a game add to its verbs, for templates that name them (see `kernel.verbs`)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stichwerk.kernel.state import State

if TYPE_CHECKING:
    STATE: Any
    policy: Callable[[State, int, Any, Any, Any], int]
    bid: Callable[[State, int, Any, Any], int]
    advise: Callable[[State, int, Any, Any, Any], int]
    believe_as_usual: Callable[[State, int, Any, Any], float]
    believe: Callable[[State, int, Any, Any], float]
    gain: Callable[[State, int], float]
    judged: Callable[[State, int, Any, Any, Any], float]
    look: Callable[[State, int, Any], None]
    describe: Callable[[State, int, int, Any, Any], tuple[int, int]]
    expected: Callable[[State, int, Any], float]
    wanted: Callable[[State, float], float]
    bid_is_secret: Callable[[State, int], bool]
    sight: Callable[[State, int, Any], int]
    sight_of_all: Callable[[State, int, Any], int]
    regard: Callable[[State, int, int, Any, Any], None]
    number_of: Callable[[State, int], int]
