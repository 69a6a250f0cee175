"""A mail server of our own, which keeps what it is sent (RFC 5321, as far as Django speaks it)."""

import socketserver
import threading
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from types import TracebackType
from typing import cast


class _Talk(socketserver.StreamRequestHandler):
    """One connection of a client."""

    def handle(self) -> None:
        self._say("220 mail.example")
        for line in iter(self.rfile.readline, b""):
            command = line[:4].upper()
            if command == b"DATA":
                self._say("354 go on")
                self._take()
            elif command == b"QUIT":
                self._say("221 bye")
                return
            self._say("250 done")

    def _take(self) -> None:
        # A line that begins with a full stop is sent with another one before it.
        lines = (line.removeprefix(b".") for line in iter(self.rfile.readline, b".\r\n"))
        message = message_from_bytes(b"".join(lines), policy=default)
        cast("MailServer", self.server).take(message)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    """Listens on a free port of this machine inside a with block; received: all mails, in order."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.received: list[EmailMessage] = []
        self._has_mail = threading.Condition()

    def take(self, message: EmailMessage) -> None:
        with self._has_mail:
            self.received.append(message)
            self._has_mail.notify_all()

    def sent_to(self, address: str) -> list[EmailMessage]:
        """The mails to an address so far."""
        return [one for one in self.received if one["To"] == address]

    def first_to(self, address: str, patience: float) -> EmailMessage:
        """The first mail to an address, for which so many seconds are waited."""
        with self._has_mail:
            assert self._has_mail.wait_for(lambda: self.sent_to(address), patience)
            return self.sent_to(address)[0]

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which a site sends its mails here."""
        host, port = self.server_address[:2]
        return {"EMAIL_HOST": str(host), "EMAIL_PORT": str(port), "EMAIL_USE_TLS": "no"}

    def __enter__(self) -> "MailServer":
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.shutdown()
        self.server_close()
