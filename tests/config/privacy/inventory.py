"""Every field of every model of the site: what of it is about a person, and what becomes of it.

Who adds a field or a model has to write it down here; test_inventory.py fails until then, and looks
whether what is said here is true.
"""

from enum import Enum


class Erased(Enum):
    """What becomes of a field when its person is erased."""

    ROW_GOES = "the whole row is deleted"
    EMPTIED = "the value is emptied, or the name is taken out of the text"
    STAYS = "it stays, and leads to a player without a name"


GOES, EMPTIED, STAYS = Erased.ROW_GOES, Erased.EMPTIED, Erased.STAYS
# Where a value is told in the export; "" where nothing is told, with the reason beside it.
Told = str
# Fields that are told under their own names.
CHOICES = (
    "language deck theme special_question reminders reveal_speed ask_first "
    "single_keys profile_for presence_for invite_mails not_pushed hides_first_steps"
)
SIGN_IN, DEVICE = "browser system began_at last_seen_at", "browser system added_at used_at"

# Model: {field: (where the export tells it, what erasure does)}.
PERSONAL: dict[str, dict[str, tuple[Told, Erased]]] = {
    "accounts.User": {
        "email": ("login.email", GOES),
        "password": ("", GOES),  # a fingerprint
        "last_login": ("login.last_sign_in", GOES),
        "date_joined": ("login.joined", GOES),
        **{name: (f"login.{name}", GOES) for name in CHOICES.split()},
        "is_staff": ("login.may_use_the_admin_pages", GOES),
    },
    "accounts.User_groups": {"user": ("", GOES)},  # the site has no groups
    "accounts.User_user_permissions": {"user": ("", GOES)},  # nor single permissions
    "accounts.Player": {
        "user": ("login.email", EMPTIED),
        "name": ("name", EMPTIED),
        "is_organizer": ("organizer", EMPTIED),
        "created_at": ("since", STAYS),
        "picture": ("picture", EMPTIED),
    },
    "accounts.ClubSettings": dict.fromkeys(
        ("changed_by", "changed_at"), ("changes_of_the_club_settings.changed_at", STAYS)
    ),
    # Of who is no member yet, or was opened on the administration pages.
    "accounts.SignUpRequest": dict.fromkeys(
        ("user", "name", "language", "asked_at", "refused_at"), ("", GOES)
    ),
    "accounts.Invitation": {
        "note": ("invitations_made.note", EMPTIED),
        "created_by": ("invitations_made.created", STAYS),
        "for_player": ("invitations_for_you.created", STAYS),
        "used_by": ("invitation_used.used", EMPTIED),
    },
    "accounts.SignIn": {
        "user": ("security.sign_ins.began_at", GOES),
        **{name: (f"security.sign_ins.{name}", GOES) for name in SIGN_IN.split()},
    },
    "accounts.SecurityNote": {
        "user": ("security.changes.kind", GOES),
        "by": ("", STAYS),  # it is about another person's login
    },
    "accounts.ResetLink": {
        "user": ("security.link_for_a_new_password_until", GOES),
        "created_by": ("", STAYS),  # it is another person's link
    },
    "accounts.QueuedMail": {
        # Told nowhere: it is on its way to whom it is about.
        "to": ("", GOES),
        "subject": ("", GOES),
        "body": ("", GOES),
    },
    "accounts.PushDevice": {
        "user": ("devices_for_notices.added_at", GOES),
        "subscription": ("", GOES),  # encrypted: who knows it could post there
        "host": ("", GOES),  # of the same address
        **{name: (f"devices_for_notices.{name}", GOES) for name in DEVICE.split()},
    },
    "accounts.PushMessage": {
        # Told nowhere: it is on its way to whom it is about.
        "title": ("", GOES),
        "body": ("", GOES),
    },
    "mfa.Authenticator": {
        "user": ("security.second_factors.type", GOES),
        "data": ("security.second_factors.name", GOES),  # its secrets are told nowhere
    },
    "account.EmailAddress": {
        "user": ("email_addresses.email", GOES),
        "email": ("email_addresses.email", GOES),
        "verified": ("email_addresses.verified", GOES),
        "primary": ("email_addresses.primary", GOES),
    },
    # Links are signed instead, so there are no rows; they would go with their address.
    "account.EmailConfirmation": {"email_address": ("", GOES)},
    "sessions.Session": {"session_data": ("security.sign_ins.until", GOES)},
    "admin.LogEntry": {
        "user": ("admin_log.at", GOES),
        "object_repr": ("", EMPTIED),  # of what somebody else changed
        "change_message": ("", EMPTIED),
    },
    "games.Table": {
        "name": ("tables.name", EMPTIED),
        "host": ("hosted_tables.code", STAYS),
        "origin": ("", EMPTIED),  # the names of a league and a season
    },
    "games.Seat": {
        "player": ("tables.table", STAYS),
        "name": ("name", EMPTIED),
        "client_seed": ("tables.text_for_the_deal", EMPTIED),
        "heads": ("tables.heads", STAYS),
        "rank": ("tables.rank", STAYS),
        "rounds": ("tables.rounds", STAYS),
        "highlights": ("tables.highlights", STAYS),
    },
    "games.GameRating": dict.fromkeys(
        ("player", "number", "before", "mu", "sigma"), ("tables.rating.after", STAYS)
    ),
    "games.GuestLink": {
        # Of a guest without an account; see test_guests_are_erased.
        "player": ("", GOES),
        "browser_hash": ("", GOES),
    },
    "games.HeldSeat": {
        "player": ("held_seats.table", GOES),
        "until": ("held_seats.until", GOES),
        "is_sent_away": ("held_seats.sent_away", GOES),
        "told_at": ("held_seats.mail_sent", GOES),
    },
    "games.TableInvite": {
        "by": ("invited_to_own_tables.table", GOES),
        "player": ("invitations_to_tables.table", GOES),
        "at": ("invitations_to_tables.at", GOES),
        "declined_at": ("invitations_to_tables.declined", GOES),
    },
    "games.Friendship": {
        **dict.fromkeys(("asker", "asked"), ("friends.with", GOES)),
        "state": ("friends.state", GOES),  # how the other answered is told to friends alone
        "at": ("friends.since", GOES),
    },
    "games.Reminder": {
        "seat": ("tables.reminders.kind", GOES),
        "sent_at": ("tables.reminders.sent", GOES),
    },
    "games.ActionLog": {
        # Cards by the number of a seat; the record of a game can be downloaded.
        "action": ("tables.table", STAYS)
    },
    "games.DailyGame": {
        "day": ("deals_of_the_day.day", STAYS),
        "player": ("deals_of_the_day.table", STAYS),
    },
    "games.Analysis": {
        "asked_by": ("analyses.asked_by_you", EMPTIED),
        "asked_at": ("analyses.asked", STAYS),
        "choices": ("analyses.choices", STAYS),
        "cost": ("analyses.heads_lost_by_choices", STAYS),
    },
    "games.PuzzleAnswer": {
        "puzzle": ("puzzles.day", GOES),
        "player": ("puzzles.day", GOES),
        "card": ("puzzles.card", GOES),
        "is_best": ("puzzles.solved", GOES),
        "is_in_time": ("puzzles.on_its_day", GOES),
        "streak": ("puzzles.streak", GOES),
        "is_listed": ("puzzles.in_the_clubs_table", GOES),
        "at": ("puzzles.answered", GOES),
    },
    "games.UploadedRecord": {
        "uploader": ("uploaded_records.code", GOES),
        "title": ("uploaded_records.record", EMPTIED),
        "text": ("uploaded_records.record", EMPTIED),
        "created_at": ("uploaded_records.uploaded", GOES),
    },
    "leagues.League": {
        # What organizers wrote; the export is not the place for it.
        "name": ("", EMPTIED),
        "description": ("", EMPTIED),
    },
    "leagues.Season": {"name": ("", EMPTIED)},
    "leagues.Session": {
        "name": ("", EMPTIED),
        "place": ("", EMPTIED),
        "cancelled_because": ("", EMPTIED),
    },
    "leagues.Team": {"name": ("teams.team", EMPTIED)},
    "leagues.TeamMember": {
        "player": ("teams.team", STAYS),
        "since": ("teams.since_session", STAYS),
        "until": ("teams.until_session", STAYS),
    },
    "leagues.Role": {"player": ("league_roles.league", GOES), "kind": ("league_roles.role", GOES)},
    "leagues.Entrant": {
        "player": ("seasons.season", STAYS),
        "joined_from": ("seasons.joined_from", STAYS),
        "withdrawn_at": ("seasons.withdrawn", STAYS),
        "is_rated": ("seasons.rated", STAYS),
    },
    "leagues.Adjustment": {
        "player": ("adjustments.season", STAYS),
        "points": ("adjustments.points", STAYS),
        "reason": ("adjustments.reason", EMPTIED),
        "by": ("adjustments_given.season", STAYS),
        "cancelled_by": ("adjustments_given.cancelled", STAYS),
    },
    "leagues.Amendment": {
        "by": ("amendments.season", STAYS),
        "reason": ("amendments.reason", EMPTIED),
    },
    "leagues.AuditLine": {
        "by": ("log.did", STAYS),
        "about": ("log.did", STAYS),
        "other": ("log.did", STAYS),
        "before": ("", EMPTIED),  # what others wrote
        "after": ("", EMPTIED),
    },
    "leagues.Attendance": {
        "player": ("attendances.session", STAYS),
        "arrived_at": ("attendances.arrived", STAYS),
        "left_at": ("attendances.left", STAYS),
    },
    "leagues.Reply": {
        "player": ("replies.session", GOES),
        "comes": ("replies.comes", GOES),
        "at": ("replies.replied", GOES),
        "waits": ("replies.on_the_waiting_list", GOES),
    },
    "leagues.Wish": {
        "first": ("wishes.kind", GOES),
        "second": ("wishes.kind", GOES),
    },
    "leagues.Round": {
        "by": ("rounds_drawn.number", STAYS),
    },
    "leagues.Bye": {
        "player": ("byes.kind", STAYS),
        "by": ("byes_given.kind", STAYS),
    },
    "leagues.Game": {
        "draft": ("drafts.typed_by_you", EMPTIED),
        "proposed_by": ("history.did", STAYS),
        "entered_by": ("history.did", STAYS),
        "confirmed_by": ("history.did", STAYS),
    },
    "leagues.GameSeat": {
        "player": ("results.game", STAYS),
        "substitute_for": ("sheets.game", STAYS),
        "counts_for": ("results.game", STAYS),
        "heads": ("results.heads", STAYS),
        "place": ("results.place", STAYS),
    },
    "leagues.GameVersion": {
        "by": ("history.did", STAYS),
        "reason": ("history.reason", EMPTIED),
    },
    "leagues.RevisionSeat": {
        "player": ("sheets.heads", STAYS),
        "substitute_for": ("sheets.game", STAYS),
        "heads": ("sheets.heads", STAYS),
        "total": ("sheets.heads", STAYS),
    },
    "leagues.Merge": {
        "guest": ("merges.guest", STAYS),
        "member": ("merges.guest", STAYS),
        "by": ("log.did", STAYS),
        "undone_by": ("log.did", STAYS),
    },
    "leagues.Notice": {
        "player": ("notices.kind", GOES),
        "at": ("notices.told", GOES),
        "read_at": ("notices.read", GOES),
        "mailed_at": ("notices.mailed", GOES),
        "pushed_at": ("notices.pushed", GOES),
    },
    "leagues.SignUp": {
        "player": ("sign_ups.state", GOES),
        "state": ("sign_ups.state", GOES),
        "at": ("sign_ups.signed_up", GOES),
    },
    "leagues.NoticePreference": {
        "player": ("notice_emails.wanted", GOES),
        "mails": ("notice_emails.wanted", GOES),
        "seats": ("notice_emails.seats", GOES),
        "plans": ("notice_emails.plans", GOES),
        "tomorrow": ("notice_emails.tomorrow", GOES),
        "results": ("notice_emails.results", GOES),
        "tasks": ("notice_emails.tasks", GOES),
        "reports": ("notice_emails.reports", GOES),
        "mailed_at": ("notice_emails.last_sent", GOES),
    },
    "leagues.SheetPhoto": {
        "by": ("sheet_photos.at", GOES),
        "file": ("", GOES),  # the file too; it is on the page of its game
    },
    "leagues.Standing": {
        "player": ("standings.session", STAYS),
        "place": ("standings.place", STAYS),
        "figure": ("standings.figure", STAYS),
    },
    "leagues.Rating": {
        "player": ("ratings.league", STAYS),
        "mu": ("ratings.mu", STAYS),
        "sigma": ("ratings.sigma", STAYS),
    },
    "leagues.RatingPoint": {
        "player": ("rating_points.game", STAYS),
        "mu": ("rating_points.mu", STAYS),
        "sigma": ("rating_points.sigma", STAYS),
    },
    "leagues.FeedAddress": {
        "player": ("feed_addresses.league", GOES),
        "used_at": ("feed_addresses.last_used", GOES),
    },
    "leagues.ApiToken": {
        "player": ("api_tokens.name", GOES),
        "name": ("api_tokens.name", GOES),
        "used_at": ("api_tokens.last_used", GOES),
    },
    "leagues.IdempotencyKey": {"player": ("api_requests.at", GOES)},
    "leagues.Webhook": {"by": ("webhooks.league", STAYS)},
}

# Fields that say nothing of anybody by themselves: numbers, rules, what a row belongs to.
IMPERSONAL = {
    "accounts.User_groups": "id group",
    "accounts.User_user_permissions": "id permission",
    "accounts.User": "id is_superuser is_active",
    "accounts.Player": "id erased_at is_table_guest",
    "accounts.Invitation": "id token_hash created_at expires_at limit uses used_at revoked_at",
    "accounts.ClubSettings": (
        "id number name accent cloth languages language signup guests openers logo "
        "usual_tables usual_leagues kept"
    ),
    "accounts.SignUpRequest": "id",
    "accounts.SignIn": "id session",
    "accounts.SecurityNote": "id kind at is_told",
    "accounts.ResetLink": "id token_hash sign_in_hash expires_at",
    "accounts.QueuedMail": "id sender headers created_at next_try_at tries",
    "accounts.PushKey": "id private made_at",
    "accounts.PushDevice": "id address_hash session_key sign_in_hash",
    "accounts.PushMessage": "id device path created_at next_try_at tries",
    "mfa.Authenticator": "id type created_at last_used_at",
    "games.GuestLink": "id table token_hash created_at expires_at",
    "games.HeldSeat": "id table",
    "games.TableInvite": "id table",
    "games.Friendship": "id",
    "games.Reminder": "id kind decision tries claimed_until",
    "games.Talk": "table number is_off",
    "games.Table": (
        "id code visibility status options time_per_choice deck server_seed version state due_at "
        "origin_url record rematch created_at started_at ended_at sealed_until counted_at is_rated "
        "rated_at"
    ),
    "games.Seat": "id table index bot",
    "games.GameRating": "id table",
    "games.Pulse": "id at",
    "games.ActionLog": "id table number by command version at",
    "games.DailyGame": "id table",
    # Cards by the number of a seat: of a game that everybody may see, or of bots.
    "games.Analysis": "id table seat beat done total rounds has_failed",
    "games.Puzzle": "id day table is_dealt position seat weighed",
    "games.PuzzleAnswer": "id",
    # Of a table; its players are those of the seats, and the export tells it with them.
    "games.OxResult": "id table players team ox lead is_listed",
    "games.GameExtremes": "table players has_bots rounds worst best clean_rounds total at",
    "games.GameSums": "id sums",
    "games.UploadedRecord": "id code digest",
    "leagues.Merge_games": "id merge game",
    "leagues.Merge_adjustments": "id merge adjustment",
    "leagues.Merge_attendances": "id merge attendance",
    "leagues.Merge_entrants": "id merge entrant",
    "leagues.Merge_byes": "id merge bye",
    "leagues.Merge_team_members": "id merge teammember",
    "leagues.Merge_wishes": "id merge wish",
    "leagues.Merge": "id league guest_was_rated member_was_rated at undone_at",
    "leagues.League": (
        "id slug visibility is_rated may_be_embedded created_at outdated_ratings ratings_notes "
        "has_webhooks"
    ),
    "leagues.Role": "id league",
    "leagues.Season": (
        "id preset best_of placement weight_index weight_win weight_presence weight_heads "
        "fewest preferred most min_games drop_percent final best_sessions min_sessions bye "
        "bye_points no_show second_person substitutes bots away abandoned options league "
        "number status version standings_version opened_at closed_at outdated_standings "
        "standings_notes sign_up sign_up_places sign_up_until sign_up_asks tie_breaks semi_final"
    ),
    "leagues.Entrant": "id set_aside_by season joined_by_game own_joined_from",
    "leagues.Adjustment": "id season session at cancelled_at",
    "leagues.Amendment": "id season at before after",
    "leagues.AuditLine": "id league season kind did place at",
    "leagues.Session": (
        "id season number starts_at status time_per_choice is_final places active_at "
        "deal_secret tables_opened is_semi_final"
    ),
    "leagues.Attendance": "id set_aside_by session has_joined",
    "leagues.Reply": "id session put_first_at",
    "leagues.Wish": "id set_aside_by season kind",
    "leagues.Round": (
        "id session number kind seed last_game released_at minutes timer_started_at "
        "timer_paused_at at"
    ),
    "leagues.Bye": "id set_aside_by round kind at",
    "leagues.SheetRevision": "id game round_count is_cut_short",
    "leagues.RevisionSeat": "id revision index",
    "leagues.Game": (
        "id session number round table_number kind status table options version sheet "
        "pending proposed size heads rounds entered_by_link entered_at confirmed_at"
    ),
    "leagues.GameSeat": "id game index bot twice_rank bot_turns",
    "leagues.GameVersion": "id game number did sheet by_link at",
    "leagues.Notice": "id kind season session game",
    "leagues.SignUp": "id season",
    "leagues.Invite": "id season invitation",
    "leagues.NoticePreference": "id claimed_until tries",
    "leagues.SheetPhoto": "id game size by_link at",
    "leagues.ScoreLink": "id game generation renewed_at revoked_at used_at",
    "leagues.Standing": (
        "id season session order kind change adjustment byes no_shows games counted share "
        "wins heads rounds counted_heads value expected_heads win sessions decided_by form"
    ),
    "leagues.Rating": "id league games",
    "leagues.RatingPoint": "id league game number",
    "leagues.Team": "id season",
    "leagues.TeamMember": "id set_aside_by team season",
    "leagues.FeedAddress": "id league nonce created_at",
    "leagues.ApiToken": "id token_hash created_at scopes expires_at",
    # Answers to what was written hold numbers only: tests/leagues/api/test_idempotency.py.
    "leagues.IdempotencyKey": "id key_hash request_hash status answer headers created_at",
    "leagues.Webhook": (
        "id league format address host secret language tells_sessions tells_tables "
        "tells_results tells_season created_at"
    ),
    "leagues.WebhookDelivery": (
        "id webhook season event items at status tries next_try_at tried_at answer problem"
    ),
    "admin.LogEntry": "id action_time content_type object_id action_flag",
    "auth.Permission": "id name content_type codename",
    "auth.Group_permissions": "id group permission",
    "auth.Group": "id name",
    "contenttypes.ContentType": "id app_label model",
    "sessions.Session": "session_key expire_date",
    "account.EmailAddress": "id",
    "account.EmailConfirmation": "id created sent key",
}
