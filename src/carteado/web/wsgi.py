"""Django as a WSGI application, which the ASGI application calls from its threads."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carteado.web.settings")
application = get_wsgi_application()
