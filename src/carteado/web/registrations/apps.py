from django.apps import AppConfig


class EntriesConfig(AppConfig):
    name = "carteado.web.registrations"
    label = "entries"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.events.store import ELIGIBILITY_FACTS
        from carteado.web.registrations.eligibility_facts import people_of

        ELIGIBILITY_FACTS[0] = people_of
