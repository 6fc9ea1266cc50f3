from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0004_event_entering"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="delays",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
