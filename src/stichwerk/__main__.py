"""``python -m stichwerk`` is the same as ``stich``."""

from stichwerk.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
