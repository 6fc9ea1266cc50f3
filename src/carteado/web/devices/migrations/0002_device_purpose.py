from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def make_matches_as_late_as_their_broadcasts(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The delay of a broadcast was its own, while the pages told the score at once. Now it is the match's."""
    found = apps.get_model("devices", "Device").objects.filter(
        right="overlay", delay__gt=0, revoked_at=None, event__archived_at=None
    )
    for device in found.select_related("event").order_by("event", "number"):
        event = apps.get_model("events", "Event").objects.get(pk=device.event_id)
        kind, name = ("matches", device.match) if device.match else ("tables", device.table)
        if name:
            delays = event.delays.setdefault(kind, {})
            delays[name] = max(device.delay, delays.get(name, 0))
            event.save(update_fields=["delays"])


class Migration(migrations.Migration):
    dependencies = [
        ("devices", "0001_initial"),
        ("events", "0005_event_delays"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="purpose",
            field=models.CharField(
                choices=[("public", "on the air now"), ("programme", "recorded, for later")],
                default="public",
                max_length=9,
            ),
        ),
        migrations.RunPython(make_matches_as_late_as_their_broadcasts, migrations.RunPython.noop),
    ]
