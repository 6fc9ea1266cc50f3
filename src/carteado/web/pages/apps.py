from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "carteado.web.pages"
    label = "pages"
