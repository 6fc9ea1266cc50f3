"""Addresses of accounts, personal pages and one-time links.

The account libraries' own list has more than the site needs. Only what the site uses is here, under Portuguese words.
Their views find each other by name, so the names with an underscore are theirs, also where the view is our own.
"""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.usersessions import views as sessions
from django.urls import path, re_path

from carteado.web.my_account import one_time_link_pages as links
from carteado.web.my_account import own_pages as mine

urlpatterns = [
    path("entrar/", account.login, name="account_login"),
    path("entrar/codigo/", mfa.authenticate, name="mfa_authenticate"),
    path("entrar/link/<str:secret>/", links.sign_in, name="sign-in-link"),
    path("entrar/nova-senha/", account.password_reset, name="account_reset_password"),
    path("entrar/nova-senha/enviada/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^entrar/nova-senha/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("entrar/conta-inativa/", account.account_inactive, name="account_inactive"),
    path("criar-conta/", account.signup, name="account_signup"),
    path("sair/", account.logout, name="account_logout"),
    path("conta/", mine.my_events, name="my-events"),
    path("conta/dados/", mine.profile, name="profile"),
    path("conta/email/", mine.email, name="account_email"),
    re_path(r"^conta/email/(?P<key>[-:\w]+)/$", mine.ConfirmEmail.as_view(), name="account_confirm_email"),
    path("conta/senha/", account.password_change, name="account_change_password"),
    path("conta/senha/primeira/", account.password_set, name="account_set_password"),
    path("conta/confirmar/", account.reauthenticate, name="account_reauthenticate"),
    path("conta/confirmar/codigo/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("conta/seguranca/", mfa.index, name="mfa_index"),
    path("conta/seguranca/aplicativo/", totp.activate_totp, name="mfa_activate_totp"),
    path("conta/seguranca/aplicativo/desligar/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path(
        "conta/seguranca/codigos/",
        mine.offers_new_codes(recovery_codes.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path("conta/seguranca/codigos/novos/", recovery_codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path(
        "conta/seguranca/codigos/arquivo/",
        mine.offers_new_codes(recovery_codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("conta/aparelhos/", sessions.list_usersessions, name="usersessions_list"),
    path("convite/<str:secret>/", links.invitation, name="invitation"),
]
