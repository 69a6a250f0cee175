"""A statement that is compiled once finds for each argument what the queryset would find."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.test.utils import CaptureQueriesContext

from accounts.compiled_once import compiled_once
from accounts.models import Player
from tests.factories import PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


@compiled_once
def named(name: str) -> QuerySet[Player]:
    return Player.objects.filter(name=name).select_related("user").order_by("pk")


@compiled_once
def numbered(pk: int) -> QuerySet[Player]:
    return Player.objects.filter(pk=pk)


@compiled_once
def among(pks: tuple[int, ...]) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=pks).order_by("pk")


@compiled_once
def among_or_named(pks: tuple[int, ...], name: str) -> QuerySet[Player]:
    return Player.objects.filter(Q(pk__in=pks) | Q(name=name))


@compiled_once
def since(moment: datetime, but: int) -> QuerySet[Player, str]:
    of_others = Player.objects.filter(created_at__gte=moment).exclude(pk=but)
    return of_others.order_by("name").values_list("name", flat=True)


@compiled_once
def namesakes(name: str) -> QuerySet[Player, tuple[str, str | None]]:
    own = Player.objects.filter(pk=OuterRef("pk"), name=name).values("user__email")[:1]
    people = Player.objects.annotate(email=Subquery(own), called=F("name"))
    return people.order_by("name").values_list("called", "email")


def test_each_call_finds_the_rows_of_its_own_arguments() -> None:
    ada, bob = PlayerFactory.create(name="Ada"), PlayerFactory.create(name="Bob")
    assert (named("Ada"), named("Bob"), named("Cleo")) == ([ada], [bob], [])


def test_rows_are_whole_and_bring_what_is_selected_with_them() -> None:
    ada = PlayerFactory.create(name="Ada", user=UserFactory.create(email="ada@example.org"))
    with CaptureQueriesContext(connection) as statements:
        (found,) = named("Ada")
        assert found.user is not None
        assert (found.user.email, found.created_at) == ("ada@example.org", ada.created_at)
    assert len(statements) == 1


def test_what_is_written_after_the_first_call_is_found_by_the_second() -> None:
    assert named("Ada") == []
    ada = PlayerFactory.create(name="Ada")
    assert named("Ada") == [ada]


def test_moments_and_ids_are_asked_for_as_the_database_stores_them() -> None:
    noon = datetime(2026, 11, 29, 12, tzinfo=UTC)
    for name, hours in (("Ada", 11), ("Bob", 12), ("Cleo", 13)):
        player = PlayerFactory.create(name=name)
        Player.objects.filter(pk=player.pk).update(created_at=noon.replace(hour=hours))
    cleo = Player.objects.get(name="Cleo")
    assert since(noon, 0) == ["Bob", "Cleo"]
    assert since(noon, but=cleo.pk) == ["Bob"]


def test_an_argument_may_stand_in_a_subquery() -> None:
    PlayerFactory.create(name="Ada", user=UserFactory.create(email="ada@example.org"))
    PlayerFactory.create(name="Bob", user=UserFactory.create(email="bob@example.org"))
    assert namesakes("Bob") == [("Ada", None), ("Bob", "bob@example.org")]


def test_a_text_is_a_value_and_never_a_part_of_the_statement() -> None:
    PlayerFactory.create(name="Ada")
    assert named("' OR '1' = '1") == []
    assert named("%s") == []


def test_a_number_that_no_column_holds_finds_nothing() -> None:
    ada = PlayerFactory.create(name="Ada")
    assert (numbered(ada.pk), numbered(2**63), numbered(-(2**70))) == ([ada], [], [])


def test_a_tuple_may_have_any_length() -> None:
    everybody = [PlayerFactory.create(name=f"Player {number}") for number in range(9)]
    ids = [player.pk for player in everybody]
    for length in (1, 2, 3, 5, 8, 9):
        assert among(tuple(ids[:length])) == everybody[:length]
    assert among(()) == []


def test_few_lengths_of_a_tuple_are_compiled() -> None:
    asked_with: list[int] = []

    @compiled_once
    def noted(pks: tuple[int, ...]) -> QuerySet[Player]:
        asked_with.append(len(pks))
        return Player.objects.filter(pk__in=pks)

    for length in range(1, 65):
        noted(tuple(range(length)))
    assert asked_with == [1, 2, 4, 8, 16, 32, 64]


def test_an_empty_tuple_beside_another_condition_leaves_that_one() -> None:
    ada, _bob = PlayerFactory.create(name="Ada"), PlayerFactory.create(name="Bob")
    assert among_or_named((), "Ada") == [ada]


@pytest.mark.django_db(transaction=True)
def test_threads_ask_for_their_own_at_the_same_time() -> None:
    names = [f"Player {number}" for number in range(20)]
    for name in names:
        PlayerFactory.create(name=name)

    def found(name: str) -> list[str]:
        try:
            return [player.name for player in named(name)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(found, names)) == [[name] for name in names]
