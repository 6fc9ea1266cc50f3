"""The addresses of reports about remarks and names."""

from django.urls import path

from carteado.web.tables.talk import report_pages as reporting

urlpatterns = [
    path("mesa/<slug:code>/denunciar/", reporting.show_names, name="live-report"),
    path("mesa/<slug:code>/denunciar/nome/", reporting.report_name, name="live-report-name"),
    path("denuncias/", reporting.show_reports, name="reports"),
    path("denuncias/<int:number>/", reporting.settle_report, name="settle-report"),
    path("denuncias/<int:number>/fechar-mesa/", reporting.close_table, name="close-reported-table"),
]
