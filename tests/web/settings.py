"""The site's settings for tests: secrets that are none, fast passwords, static files as they lie, mail in memory."""

import os
from importlib import import_module

os.environ |= {
    "SECRET_KEY": "for-tests-only-" * 5,
    "CARTEADO_KEYS": "Y2FydGVhZG8tdGVzdHMtb25seS1jYXJ0ZWFkby0xMjM=",
    "CARTEADO_INDEX_KEY": "for-tests-only",
}
globals().update(
    {name: value for name, value in vars(import_module("carteado.web.settings")).items() if name.isupper()}
)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MAIL_IN_BACKGROUND = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
