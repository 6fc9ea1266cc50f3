"""Django as a WSGI application, which ``routes`` calls from threads: all pages are answered by it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carteado.web.settings")
application = get_wsgi_application()
