"""What messages and views are made of: plain data, which is made anew with every move."""

from msgspec import Struct


class PlainData(Struct, frozen=True, gc=False):
    """A tree: nothing that is in it refers back to it.

    So Python need not look at it when it searches for garbage. With thousands of tables that search would take longer
    than anything else and hold everybody up, and most of what it finds there are views.
    """
