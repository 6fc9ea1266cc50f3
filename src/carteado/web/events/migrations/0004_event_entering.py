from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def close_settled(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Of events that were there before; all others learn it with the next thing that is done in them."""
    settled = apps.get_model("events", "Operation").objects.filter(document__type="settle")
    is_closed = ~models.Q(stage__in=("draft", "published")) | models.Q(pk__in=settled.values("event"))
    apps.get_model("events", "Event").objects.filter(is_closed).update(entering="closed")


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0003_event_archived_at_event_embargo_until"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="entering",
            field=models.CharField(
                choices=[("open", "Open"), ("full", "Full"), ("closed", "Closed")], default="open", max_length=6
            ),
        ),
        migrations.RunPython(close_settled, migrations.RunPython.noop),
    ]
