"""What a browser keeps of the site for the time in which it cannot be reached."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

LANGUAGES = {"en": "The club cannot be reached", "fr": "Le club est injoignable"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worker_keeps_the_page_of_its_language_and_the_files_of_that_page(
    language: str,
) -> None:
    answer = Client().get(f"/service-worker.js?language={language}")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    text = answer.content.decode()
    kept = re.findall(r'"(/[^"]*)"', text.split("const FILES")[1].split(";")[0])
    assert f'const PAGE = "/offline/?language={language}"' in text
    page = Client().get(f"/offline/?language={language}").content.decode()
    assert set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page)) <= set(kept)
    assert all(finders.find(file.removeprefix("/static/")) for file in kept)


@pytest.mark.parametrize(("language", "title"), LANGUAGES.items())
def test_the_page_is_the_same_for_everybody_and_in_the_language_of_its_address(
    language: str, title: str
) -> None:
    answer = Client(headers={"accept-language": "fr, en"}).get(f"/offline/?language={language}")
    assert answer.status_code == 200
    assert title in answer.content.decode()
    assert not answer.cookies


@pytest.mark.parametrize("address", ["/offline/", "/service-worker.js"])
def test_an_unknown_language_is_the_one_of_the_browser(address: str) -> None:
    client = Client(headers={"accept-language": "fr"})
    answer = client.get(address, {"language": '"};alert(1)//'})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "alert" not in text
    assert "language=fr" in text or 'lang="fr"' in text
