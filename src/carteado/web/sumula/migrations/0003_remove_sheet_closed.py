from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("sumula", "0002_one_sheet_a_playing")]

    operations = [migrations.RemoveField("sheet", "closed")]
