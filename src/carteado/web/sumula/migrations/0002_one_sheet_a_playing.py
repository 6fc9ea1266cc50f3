from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F

import carteado.web.sumula.models


def all_was_in_time(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Until now a sheet had one score, with late entries and without. It is copied, so that pages show what they showed
    before."""
    apps.get_model("sumula", "Sheet").objects.update(in_time=F("counted"))


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial"), ("sumula", "0001_initial")]

    operations = [
        migrations.RemoveConstraint(model_name="sheet", name="one_sheet_a_match"),
        migrations.AddField("sheet", "playing", models.PositiveIntegerField(default=0)),
        migrations.AddField("sheet", "moved_seq", models.PositiveIntegerField(default=0)),
        migrations.AddField("sheet", "begun_seq", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("sheet", "told_seq", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("sheet", "in_time", models.JSONField(default=carteado.web.sumula.models.nothing_counted)),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.UniqueConstraint(
                fields=("event", "match", "first", "second", "playing"), name="one_sheet_a_playing"
            ),
        ),
        migrations.RunPython(all_was_in_time, migrations.RunPython.noop, elidable=True),
    ]
