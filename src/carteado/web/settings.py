"""Django's settings. ``configuration`` lists what can be set in the environment."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.process.configuration import read_configuration

CONFIGURATION = read_configuration()
HERE = Path(__file__).parent

DEBUG = False
SECRET_KEY = CONFIGURATION.secrets.django
PERSONAL_DATA_KEYS = CONFIGURATION.secrets.personal_data
PERSONAL_DATA_INDEX_KEY = CONFIGURATION.secrets.index
ALLOWED_HOSTS = list(CONFIGURATION.hosts)  # changed while the site runs if the local network gives other addresses
CSRF_TRUSTED_ORIGINS = list(CONFIGURATION.origins)
PUBLIC_URL = CONFIGURATION.public_url
HALL = CONFIGURATION.hall  # the site's addresses in a club's local network, None elsewhere
BOT_WORKERS = CONFIGURATION.bot_workers  # processes in which bots think

INSTALLED_APPS = [
    "carteado.web.people",
    "carteado.web.events",
    "carteado.web.registrations",
    "carteado.web.draw",
    "carteado.web.devices",
    "carteado.web.sumula",
    "carteado.web.referee",
    "carteado.web.tables",
    "carteado.web.ratings",
    "carteado.web.log",
    "carteado.web.pages",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "carteado.web.server.headers.PrivateAnswersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "carteado.web.server.body_limits.BodyLimitMiddleware",
    "carteado.web.pages.access.PolicyMiddleware",
]

ROOT_URLCONF = "carteado.web.urls"
WSGI_APPLICATION = "carteado.web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "carteado.web.pages.page_frame.frame",
                "carteado.web.pages.access.can",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "carteado.web.pages.templatetags.carteado",
            ],
            "libraries": {
                "desk": "carteado.web.desk.template_tags",
                "history": "carteado.web.history.template_tags",
                "lessons": "carteado.web.regulations.lesson_tags",
            },
        },
    }
]

FORM_RENDERER = "carteado.web.pages.form_renderer.SiteRenderer"

# --- storage ------------------------------------------------------------------------------------------------------

DATABASES = {"default": dj_database_url.parse(CONFIGURATION.database_url, conn_max_age=600, conn_health_checks=True)}
if "sqlite3" in DATABASES["default"].get("ENGINE", ""):
    # By default SQLite makes writers fail: a transaction that reads before it writes cannot wait for its turn.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "PRAGMA temp_store=MEMORY;",
    }
# Counters of limits: "misses" holds those of the site itself, "default" those of its libraries. A full cache drops the
# entries not used for longest. There is room for so many that an attacker cannot have a counter dropped by filling the
# cache.
CACHES = {
    name: {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
    for name in ("default", "misses")
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# in bytes; a PDF document may have 5 MB
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

STATIC_URL = "/static/"
STATIC_ROOT = CONFIGURATION.data / "static"
STATICFILES_DIRS = [HERE / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]  # pages use no files of other packages
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# --- language and time --------------------------------------------------------------------------------------------

LANGUAGE_CODE = "pt-br"
LANGUAGES = [("pt-br", _("Portuguese")), ("en", _("English"))]
LOCALE_PATHS = [HERE / "locale"]
FORMAT_MODULE_PATH = "carteado.web.kit.words.date_formats"
USE_TZ = True
TIME_ZONE = "America/Sao_Paulo"

# --- accounts -----------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-events"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 3600  # seconds

ACCOUNT_ADAPTER = "carteado.web.people.allauth_adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_CHANGE_EMAIL = True
# Without a mail server no user can be asked to confirm an address.
ACCOUNT_EMAIL_VERIFICATION = "optional" if CONFIGURATION.smtp_url else "none"
# Mails to many people are sent by a thread, so that the page answers at once. Tests send them directly.
MAIL_IN_BACKGROUND = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Carteado: "
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# "login_failed" limits codes of authenticator apps, which only a user with the password can try. Axes limits wrong
# passwords; ``AccountAdapter`` switches the library's limit on them off.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/15m/key", "login": "60/m/ip", "signup": "60/m/ip"}
ACCOUNT_FORMS = {
    "login": "carteado.web.people.account_forms.LoginForm",
    "signup": "carteado.web.people.account_forms.SignupForm",
    "change_password": "carteado.web.people.account_forms.ChangePasswordForm",
    "set_password": "carteado.web.people.account_forms.SetPasswordForm",
    "reset_password": "carteado.web.people.account_forms.ResetPasswordForm",
    "reset_password_from_key": "carteado.web.people.account_forms.NewPasswordForm",
    "reauthenticate": "carteado.web.people.account_forms.ConfirmPasswordForm",
}
MFA_ADAPTER = "carteado.web.people.allauth_adapters.SecondFactorAdapter"
# With mail, a second step needs a confirmed address. Otherwise a stranger could register another person's address and
# lock its owner out for ever.
MFA_ALLOW_UNVERIFIED_EMAIL = not CONFIGURATION.smtp_url
MFA_TOTP_TOLERANCE = 1  # codes, of 30 seconds each, before and after the current one
MFA_FORMS = {
    "authenticate": "carteado.web.people.account_forms.CodeForm",
    "reauthenticate": "carteado.web.people.account_forms.ConfirmCodeForm",
    "activate_totp": "carteado.web.people.account_forms.ActivateAppForm",
}

# A person who guesses at an account is locked out at their own IP address. The account's owner, elsewhere, is not.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_USERNAME_CALLABLE = "carteado.web.people.allauth_adapters.account_tried"
AXES_CLIENT_IP_CALLABLE = "carteado.web.kit.guarding.attempt_limits.visitor_key"
AXES_LOCKOUT_CALLABLE = "carteado.web.people.allauth_adapters.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# --- security -----------------------------------------------------------------------------------------------------

SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "carteado.web.pages.error_pages.csrf_failure"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = CONFIGURATION.is_https
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if CONFIGURATION.is_https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = CONFIGURATION.is_https
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- mail ---------------------------------------------------------------------------------------------------------

if CONFIGURATION.smtp_url:
    _mail = urlsplit(CONFIGURATION.smtp_url)
    EMAIL_HOST, EMAIL_PORT = _mail.hostname or "localhost", _mail.port or 587
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_mail.username or ""), unquote(_mail.password or "")
    EMAIL_USE_TLS = _mail.scheme == "smtp+tls"
    EMAIL_TIMEOUT = 10  # seconds
    DEFAULT_FROM_EMAIL = EMAIL_HOST_USER if "@" in EMAIL_HOST_USER else f"carteado@{CONFIGURATION.hosts[0]}"
else:
    # Many clubs have no mail server. Every link that would be mailed can also be copied, scanned or sent on.
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

# --- logs ---------------------------------------------------------------------------------------------------------

# To standard error, for the operator. Unknown hosts and oversized requests are not logged, because any visitor could
# fill the disk with such lines; failures are.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        **{
            f"django.security.{refusal}": {"level": "CRITICAL"}
            for refusal in ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")
        },
    },
}
