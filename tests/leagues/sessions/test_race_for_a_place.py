"""The last place of a session, wanted by many at the same moment."""

from datetime import datetime, timedelta

import pytest

from leagues.models import Notice
from leagues.sessions import replying, session_life
from leagues.sessions.session_life import SessionPlan
from tests.support.leagues import make_season
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)


def test_exactly_one_gets_the_last_place_and_one_moves_up_into_it(now: datetime) -> None:
    plan = SessionPlan(now + timedelta(days=3), places=2)
    session = session_life.plan_session(make_season().pk, plan)
    first, *others = people(6)
    replying.reply(session, first, now, comes=True)
    results = at_once(
        *[
            lambda player=player: replying.reply(session, player, now, comes=True)
            for player in others
        ]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert session.replies.with_a_place().count() == 2
    assert session.replies.waiting().count() == 4
    leave = lambda: replying.reply(session, first, now, comes=False)  # noqa: E731
    assert not [one for one in at_once(leave, leave, leave) if isinstance(one, Exception)]
    assert session.replies.with_a_place().count() == 2
    assert session.replies.waiting().count() == 3
    assert Notice.objects.filter(kind=Notice.Kind.PLACE).count() == 1
