"""The Django app of registrations. Its label is older than its folder: tables and migrations are named after it."""

from django.apps import AppConfig


class EntriesConfig(AppConfig):
    name = "carteado.web.registrations"
    label = "entries"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.events.store import ELIGIBILITY_FACTS, LISTENERS
        from carteado.web.registrations.eligibility_facts import people_of
        from carteado.web.registrations.mail_to_pairs import mail_news

        ELIGIBILITY_FACTS[0] = people_of
        LISTENERS.append(mail_news)
