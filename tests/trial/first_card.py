"""On the machine itself: sign in through the proxy, play against bots, choose a card.

Needs nothing but Python. Arguments: the name of the site, the owner's address and password.
"""

import re
import ssl
import sys
from http.client import HTTPSConnection
from http.cookies import SimpleCookie
from socket import create_connection
from urllib.parse import urlencode

NAME, EMAIL, PASSWORD = sys.argv[1:]
SEE_OTHER = range(301, 309)


class Browser:
    """Follows the proxy of this machine, whoever signed its certificate."""

    def __init__(self) -> None:
        self.cookies: SimpleCookie = SimpleCookie()
        self.path, self.page = "/", ""

    def get(self, path: str, method: str = "GET", body: str = "") -> None:
        """Open a page, and those that it leads to. Raises RuntimeError where there is none."""
        # The proxy's certificate is of the machine itself.
        context = ssl._create_unverified_context()  # noqa: S323
        connection = HTTPSConnection("127.0.0.1", context=context, timeout=60)
        connection.sock = context.wrap_socket(
            create_connection(("127.0.0.1", 443), 60), server_hostname=NAME
        )
        cookie = "; ".join(f"{each.key}={each.value}" for each in self.cookies.values())
        headers = {"Host": NAME, "Cookie": cookie, "Referer": f"https://{NAME}{self.path}"}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(line)
        self.path, self.page = path, answer.read().decode()
        if answer.status in SEE_OTHER:
            self.get(answer.headers["Location"].removeprefix(f"https://{NAME}"))
        elif answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}\n{self.page[:500]}")

    def post(self, path: str, **fields: str) -> None:
        """Send a form of the page that is open."""
        self.get(path, "POST", urlencode(self.hidden("csrfmiddlewaretoken") | fields))

    def hidden(self, name: str) -> dict[str, str]:
        found = re.search(rf'name="{name}"\s+value="([^"]+)"', self.page)
        return {name: found[1]} if found else {}


browser = Browser()
browser.get("/account/login/")
browser.post("/account/login/", login=EMAIL, password=PASSWORD)
browser.get("/tables/")
browser.post("/tables/play/", **browser.hidden("code"))
table = browser.path
cards = re.findall(r'form="do-choose"\s+name="card"\s+value="(\d+)"', browser.page)
browser.post(f"{table}act/", kind="choose", card=cards[0], **browser.hidden("version"))
print(f"card {cards[0]} of {len(cards)} was chosen at {table}")
