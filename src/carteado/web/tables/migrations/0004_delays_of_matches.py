from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def make_matches_as_late_as_their_tables(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The delay of a championship's live table is now that of its match, for every page."""
    found = apps.get_model("tables", "Table").objects.filter(event__archived_at=None, delay__gt=0)
    for table in found.exclude(event=None).order_by("pk"):
        event = apps.get_model("events", "Event").objects.get(tables=table)
        event.delays.setdefault("matches", {})[table.fixture] = table.delay
        event.save(update_fields=["delays"])


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0003_names_and_tables_taken_away"),
        ("events", "0005_event_delays"),
    ]

    operations = [
        migrations.RunPython(make_matches_as_late_as_their_tables, migrations.RunPython.noop),
    ]
