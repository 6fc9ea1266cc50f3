from django.apps import AppConfig


class EntriesConfig(AppConfig):
    name = "carteado.web.registrations"
    label = "entries"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.events.store import ELIGIBILITY_FACTS, LISTENERS
        from carteado.web.registrations.eligibility_facts import people_of
        from carteado.web.registrations.pairs_told import tell_pairs

        ELIGIBILITY_FACTS[0] = people_of
        LISTENERS.append(tell_pairs)
