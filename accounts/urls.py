from django.urls import path

from accounts import views, views_privacy

app_name = "accounts"

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("profile/speed/", views.set_reveal_speed, name="reveal_speed"),
    path("profile/data.json", views_privacy.own_data, name="own_data"),
    path("profile/leave/", views_privacy.leave, name="leave"),
    path("people/", views_privacy.people, name="people"),
    path("people/<int:player_id>/erase/", views_privacy.erase, name="erase"),
    path("invitations/", views.invitations, name="invitations"),
    path(
        "invitations/<int:invitation_id>/revoke/",
        views.revoke_invitation,
        name="revoke_invitation",
    ),
    path("join/<str:token>/", views.join, name="join"),
]
