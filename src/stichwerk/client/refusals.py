"""What comes out of a client when it cannot have what it asked for."""

from stichwerk.errors import StichwerkError


class Refused(StichwerkError):
    """The server has refused something: its code and its sentence. ``status`` is that of HTTP, if it was asked so."""

    code = "refused"

    def __init__(self, message: str, code: str, status: int | None = None) -> None:
        super().__init__(message, code)
        self.status = status


class NoServer(StichwerkError):
    """No server answers there."""

    code = "no-server"
