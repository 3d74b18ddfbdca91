"""The one door to the compiler: ``jit`` for functions, ``bind`` for loops that are written once for all games.

Compiled code is kept on disk in the user's cache folder, under a hash of the sources: Numba's own cache does
not notice an edit in an imported file. A folder that cannot be written to is no error: then nothing is kept.
"""

import hashlib
import os
import types
from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

#: With ``NUMBA_DISABLE_JIT=1`` the same source runs as ordinary Python (the *plain mode*).
PLAIN = bool(numba.config.DISABLE_JIT)
#: With ``NUMBA_BOUNDSCHECK=1`` every index is checked.
BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)

_PACKAGE = Path(__file__).resolve().parent.parent
_RULES = (_PACKAGE / "kernel", _PACKAGE / "games")


def jit(function: Function) -> Function:
    """Compile ``function`` on first use, free of the interpreter lock, kept on disk.

    Rules are small functions that call each other. Inlined, they become one tight loop (twice the speed), without the
    reference counts of the arrays that are passed along.

    >>> @jit
    ... def next_seat(seat: int, players: int) -> int:
    ...     return (seat + 1) % players
    >>> next_seat(3, 4)
    0
    """
    return _compiled(function, inline=True)


def jit_apart(function: Function) -> Function:
    """Like `jit`, for a large function that does a lot per call: it is compiled once, not again in every caller."""
    return _compiled(function, inline=False)


def _compiled(function: Function, inline: bool, uses: Iterable[Any] = ()) -> Function:
    # A function that only compiled code calls needs no wrapper for Python, and compiles faster without one. (Calling
    # it from Python would crash, so this is for our own functions only.)
    private = function.__name__.startswith("_") and _PACKAGE in _file_of(function).parents
    compiled: Function = numba.njit(
        nogil=True,
        forceinline=inline,
        error_model="numpy",
        no_cfunc_wrapper=True,
        no_cpython_wrapper=private,
    )(function)
    if not PLAIN and (folder := cache_folder(other_folders(map(_file_of, [function, *uses])))) is not None:
        _keep_on_disk(compiled, folder)
    return compiled


def plain(function: Function) -> Function:
    """The same function as ordinary Python, and all that it calls as well: for a snapshot instead of a state."""
    if not hasattr(function, "py_func"):
        return function
    source: Any = function.py_func
    called = {name: source.__globals__[name] for name in source.__code__.co_names if name in source.__globals__}
    return with_globals(source, {name: plain(value) for name, value in called.items()})


def with_globals(function: Any, names: Mapping[str, Any]) -> Any:
    """A copy of a function in which some of the global names mean something else."""
    known = {**function.__globals__, **names}
    copy = types.FunctionType(function.__code__, known, function.__name__, function.__defaults__)
    copy.__qualname__, copy.__module__, copy.__doc__ = function.__qualname__, function.__module__, function.__doc__
    return copy


def bind(
    name: str,
    templates: Iterable[Function],
    verbs: Mapping[str, Any],
    apart: Container[Function] = (),
    **constants: Any,
) -> dict[str, Function]:
    """Compile ``templates`` with the global names they leave open set to ``verbs``.

    This is how a loop over ``legal`` and ``apply`` is written once and compiled for each game. (A closure over
    the verbs would do the same, but Numba never finds a closure over compiled functions in its disk cache.)
    Later templates may use earlier ones; those in ``apart`` are not inlined. ``name`` tells the copies apart in
    the cache; ``constants`` are further names that a template leaves open.
    """
    bound: dict[str, Any] = {}
    used = [getattr(verb, "py_func", verb) for verb in verbs.values()]
    identity = hashlib.sha256(repr([(verb.__module__, verb.__qualname__) for verb in used]).encode()).hexdigest()[:8]
    for template in templates:
        copy = with_globals(template, {**constants, **verbs, **bound})
        copy.__qualname__ = f"{name}-{identity}.{copy.__qualname__}"
        bound[copy.__name__] = _compiled(copy, inline=template not in apart, uses=used)
    return bound


def _keep_on_disk(compiled: Any, folder: Path) -> None:
    # Numba asks its configuration where to keep a function only while caching is being switched on. The setting
    # goes back afterwards, because other users of Numba in this process have a cache of their own.
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        compiled.enable_caching()
    except (RuntimeError, OSError):
        pass  # no source file (a notebook cell, a doctest): it is compiled anew in each process
    finally:
        numba.config.CACHE_DIR = before


def _file_of(function: Any) -> Path:
    return Path(function.__code__.co_filename)


def other_folders(files: Iterable[Path]) -> frozenset[Path]:
    """The folders of sources besides those of the rules: bots, or somebody else's games."""
    return frozenset(map(_top_folder, files)) - set(_RULES)


def _top_folder(file: Path) -> Path:
    return _PACKAGE / file.relative_to(_PACKAGE).parts[0] if _PACKAGE in file.parents else file.parent


@cache
def cache_folder(others: frozenset[Path] = frozenset()) -> Path | None:
    """Where compiled code is kept: one folder per state of the sources; None if it cannot be written.

    ``others`` are further folders of sources that the code depends on.
    """
    import platformdirs

    base = os.environ.get("STICHWERK_CACHE") or platformdirs.user_cache_path("stichwerk")
    folder = Path(base) / "compiled" / _fingerprint(others)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


def _fingerprint(others: frozenset[Path]) -> str:
    """A hash of everything the compiled code depends on."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} bounds={BOUNDS_CHECKED}".encode())
    for source in [source for folder in (*_RULES, *sorted(others)) for source in _sources(folder)]:
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources(folder: Path) -> list[Path]:
    """The sources of a package, with all its subfolders; of a folder of scripts, just the scripts."""
    return sorted(folder.rglob("*.py") if (folder / "__init__.py").exists() else folder.glob("*.py"))
