"""Settings of the site: one file; what differs between clubs comes from the environment.

Every variable is described in docs/operations.md.
"""

from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import VERSION, env

RELEASE = VERSION
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("SIXIEME_VAR", str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.secret_key(VAR_DIR / "secret_key")
# Keys of before, newest first: what they signed stays valid, and their backups are the site's own.
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "config",
    "accounts",
    # Before games: who leaves the club is erased from leagues before live tables are locked.
    "leagues",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "monitoring.requests.RequestsMiddleware",
    "config.middleware.WellFormedMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.VisitMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

FORM_RENDERER = "config.forms.Renderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.site",
            ],
            "builtins": ["config.tags"],
            # Each subject of leagues has its own, beside what it is made of.
            "libraries": {
                "columns": "leagues.pages.columns",
                "lobby": "leagues.setup.home",
                "notices": "leagues.notices.tags",
                "people": "leagues.people.tags",
                "standings": "leagues.standings.tags",
                "tokens": "leagues.exports.token_views",
            },
        },
    },
]

# --- Where data lies -------------------------------------------------------------------

# NORMAL: a killed process loses nothing, a power cut the last seconds, never the file. FULL waits
# for the disk at every write (docs/operations.md).
SQLITE_SYNCHRONOUS = env.choice("SQLITE_SYNCHRONOUS", "NORMAL", {"NORMAL", "FULL"})
SQLITE_OPTIONS: dict[str, Any] = {
    # IMMEDIATE takes the write lock at BEGIN: two last choices queue instead of deadlocking.
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    # The log of writes gives its space back after a large one, such as a migration.
    "init_command": (
        f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS}; "
        "PRAGMA journal_size_limit=67108864"
    ),
}
# The most connections that one process opens. The live path keeps seven, pages share the others.
DATABASE_POOL = env.number("DATABASE_POOL", 20, least=10)
# Whoever waits is told after this time that the database is away (config/errors.py).
SECONDS_FOR_A_CONNECTION = 2
POSTGRES_OPTIONS: dict[str, Any] = {
    "pool": {"min_size": 1, "max_size": DATABASE_POOL, "timeout": SECONDS_FOR_A_CONNECTION},
    "connect_timeout": SECONDS_FOR_A_CONNECTION,
    # A host that is gone is noticed by the kernel, a server that hangs by config/database_pool.py.
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


def database(url: str) -> dict[str, Any]:
    """DATABASES["default"] for a URL; the pool and the locking mode follow from the engine."""
    found: dict[str, Any] = dict(dj_database_url.parse(env.server("DATABASE_URL", url)))
    if found["ENGINE"].endswith("sqlite3"):
        # A kept connection: opening one per play costs five times the play itself.
        found |= {"CONN_MAX_AGE": None, "OPTIONS": SQLITE_OPTIONS}
    else:
        # Checked as they leave the pool: a restart of the server costs no visitor an error.
        found |= {
            "CONN_MAX_AGE": 0,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": POSTGRES_OPTIONS | found.get("OPTIONS", {}),
        }
    return found


DATABASES = {
    "default": database(env.text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'sixieme.sqlite3'}"))
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Several servers share the groups of the channel layer; the first one also holds the cache.
REDIS_URLS = [env.server("REDIS_URL", url) for url in env.words("REDIS_URL")]
REDIS_HOST: dict[str, Any] = {"socket_connect_timeout": 2, "socket_timeout": 3}
# Rate limits live in the cache: a crowd of attempts must not push out those on one login.
MOST_CACHED = 20_000
if REDIS_URLS:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "config.shared_layer.SharedLayer",
            "CONFIG": {"hosts": [REDIS_HOST | {"address": url} for url in REDIS_URLS]},
        }
    }
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "config.shared_cache.SharedCache",
            "LOCATION": REDIS_URLS[0],
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": MOST_CACHED},
        }
    }

# The sign-ins of the demo club, readable by the owner of the process only.
DEMO_SIGN_INS = VAR_DIR / "demo.txt"

# Photos of paper sheets: private, and the same folder for all processes of the site.
PHOTOS = VAR_DIR / "photos"
# The server takes a little more (config/connections.py), so that a sentence can refuse it.
MOST_PHOTO_BYTES = 10_000_000

# Where server processes listen: the address of a private network where the proxy is elsewhere.
BIND = env.text("BIND", "127.0.0.1")
# Who makes the moves of bots and of the clock: each server process, or `manage.py keeper` alone.
KEEPER = env.choice("KEEPER", "embedded", {"embedded", "separate"})

# --- Who may come in -------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "accounts.passwords.Argon2InTurn",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "accounts.passwords.OwnWordsValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"
LOGOUT_REDIRECT_URL = "games:home"

# What the site calls itself: in its header, titles, mails and authenticator apps.
CLUB_NAME = env.label("CLUB_NAME", "Sixième", longest=40)
# Who runs the site and how they are reached, as the page about privacy says it.
OPERATOR = env.text("OPERATOR")
OPERATOR_CONTACT = env.text("OPERATOR_CONTACT")

# Whether posts may go to this machine itself: for tests alone, which set it; no variable
# of the environment does.
POSTS_TO_THIS_MACHINE = False

SIGNUP = env.choice("SIGNUP", "invitation", {"invitation", "approval", "open", "closed"})
# Whether hosts may seat people without an account at their tables.
GUEST_SEATS = env.flag("GUEST_SEATS", default=False)
EMAIL_IS_SENT = bool(env.text("EMAIL_HOST"))
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.ChangeEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_IS_SENT else "none"
ACCOUNT_EMAIL_NOTIFICATIONS = EMAIL_IS_SENT
# Of mails to the operator; those to people have the name that the club chose.
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{CLUB_NAME}] "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# Both are counted by the site itself, with counts of their own for browsers that are known
# (accounts/security/sign_in_page.py and forms.py, accounts/adapter.py).
ACCOUNT_RATE_LIMITS = {"login": "", "login_failed": ""}
# Who cannot do an organizer's work without a second factor.
REQUIRE_TWO_FACTOR_OF = env.choice(
    "REQUIRE_TWO_FACTOR_OF", "nobody", {"nobody", "administrators", "organizers"}
)
MFA_ADAPTER = "accounts.security.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# A passkey alone signs in, so the device must ask for a finger, a face or its PIN.
MFA_WEBAUTHN_USER_VERIFICATION = "required"
MFA_RECOVERY_CODES_SHOW_ONCE = True
# Codes of the period before and after, each of them once (accounts/security/forms.py).
MFA_TOTP_TOLERANCE = 1
# A server without mail confirms no address; one with mail lets nobody in before.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# A whole club may sign in from one address; each sign-in with a passkey asks twice.
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
MFA_FORMS = {
    "activate_totp": "accounts.security.forms.SetUpAppForm",
    "authenticate": "accounts.security.forms.CodeForm",
    "reauthenticate": "accounts.security.forms.ReauthenticateForm",
    "authenticate_webauthn": "accounts.security.forms.PasskeyForm",
    "reauthenticate_webauthn": "accounts.security.forms.PasskeyAgainForm",
    "login_webauthn": "accounts.security.forms.PasskeySignInForm",
    "add_webauthn": "accounts.security.forms.AddPasskeyForm",
    "edit_webauthn": "accounts.security.forms.RenamePasskeyForm",
}
# How many proxies stand before us: rate limits count addresses, not the proxy's.
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0)

EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_TIMEOUT = 10
# Port 465 speaks TLS from the first byte, the others after STARTTLS.
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=True) and not EMAIL_USE_SSL
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "sixieme@localhost")
EMAIL_BACKEND = (
    "accounts.mail_queue.EmailBackend" if EMAIL_IS_SENT else "config.private_mail.EmailBackend"
)
# What takes the mails of the queue.
MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"

# --- What a browser may do -------------------------------------------------------------

HTTPS = env.flag("HTTPS", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    # Service managers and proxies ask the process itself.
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
    SECURE_HSTS_SECONDS = 31_536_000
    # Browsers would refuse every other site below our name that has no HTTPS, for a year.
    HSTS_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", default=False)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HSTS_SUBDOMAINS
    if not HSTS_SUBDOMAINS:
        SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# Where mails lead; by default to the first name of ALLOWED_HOSTS.
SITE_URL = env.site_url("SITE_URL")
# Without either, as on a laptop, nothing tells the port but the request that asks for a mail.
IS_SITE_URL_KNOWN = bool(SITE_URL) or HTTPS
SITE_URL = SITE_URL or (
    f"{'https' if HTTPS else 'http'}://{(ALLOWED_HOSTS or ['localhost'])[0].lstrip('.')}"
)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- What the operator sees ------------------------------------------------------------

# Who may read /metrics: whoever has the token, and monitors that ask without a proxy.
METRICS_TOKEN = env.text("METRICS_TOKEN")
METRICS_FROM = env.networks("METRICS_FROM")
# Where errors are reported (monitoring/error_reports.py); nowhere by default.
SENTRY_DSN = env.text("SENTRY_DSN")

# --- Words and files -------------------------------------------------------------------

LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LANGUAGE_CODE = env.choice("LANGUAGE", "en", {code for code, _name in LANGUAGES})
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = env.time_zone("TIME_ZONE", "Europe/Paris")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_storage.BundlingStorage"},
}

# How the lines about failed sign-ins name where they came from.
LOG_ADDRESSES = env.choice("LOG_ADDRESSES", "hashed", {"hashed", "whole"})
LOG_LEVEL = env.choice("LOG_LEVEL", "WARNING", {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"})
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "monitoring.logs.TextFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "monitoring.logs.JsonFormatter"},
    },
    "filters": {
        "one line": {"()": "config.one_line_log.InOneLine"},
        "outages": {"()": "monitoring.logs.ReasonsOfOutages"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.choice("LOG_FORMAT", "text", {"text", "json"}),
            "filters": ["one line"],
        }
    },
    # While PostgreSQL or Redis is away, every connection to it would say so each second.
    "loggers": {
        # Its own handlers would write lines with secrets in them.
        "django": {"handlers": []},
        # At DEBUG it writes statements with their values: hands, seeds, addresses.
        "django.db.backends": {"level": "INFO"},
        "psycopg.pool": {"filters": ["outages"]},
        "channels_redis.pubsub": {"level": "CRITICAL"},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
