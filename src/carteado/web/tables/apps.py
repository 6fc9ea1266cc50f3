"""The Django app of live tables: it listens to signals, and gives ``people`` the check for names that were taken
away."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_migrate, post_save


class TablesConfig(AppConfig):
    name = "carteado.web.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from carteado.web.events.models import Operation, Version
        from carteado.web.people.name_checks import NAME_CHECKS
        from carteado.web.tables import triggers as guards
        from carteado.web.tables.championship import official_table as official
        from carteado.web.tables.players.taken_names import TakenNames
        from carteado.web.tables.seats import guest_accounts as guests

        NAME_CHECKS[:] = [TakenNames()]  # the only one; packages that may not import tables ask by this list
        post_migrate.connect(guards.install, sender=self)  # the database refuses changes to the acts of a match
        user_logged_in.connect(guests.on_signed_in)
        post_save.connect(official.on_operation, sender=Operation)
        post_save.connect(official.on_version, sender=Version)
