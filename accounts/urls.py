from django.urls import path, re_path

from accounts import views, views_privacy
from accounts.club.views import club_settings, colours, icon, logo
from accounts.pictures.views import change_picture, picture
from accounts.push import views as push_views
from accounts.security import reset_views

app_name = "accounts"

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("profile/table/", views.set_table_preferences, name="table_preferences"),
    path("profile/first-steps/", views.hide_first_steps, name="hide_first_steps"),
    path("profile/data.json", views_privacy.own_data, name="own_data"),
    path("profile/leave/", views_privacy.leave, name="leave"),
    path("profile/picture/", change_picture, name="change_picture"),
    path("people/<int:player_id>/<str:name>", picture, name="picture"),
    path("profile/devices/", push_views.add, name="push_add"),
    path("profile/devices/<int:device_id>/remove/", push_views.remove, name="push_remove"),
    path("club/", club_settings, name="club_settings"),
    re_path(
        r"^club/(?P<accent>[0-9a-f]{6})-(?P<cloth>[0-9a-f]{6})-(?P<mark>[0-9a-f]{10})\.css$",
        colours,
        name="colours",
    ),
    path("club/<str:name>", logo, name="logo"),
    path("club/<str:name>/<str:kind>.png", icon, name="icon"),
    path("people/", views_privacy.people, name="people"),
    path("people/<int:player_id>/erase/", views_privacy.erase, name="erase"),
    path("people/<int:player_id>/new-password/", reset_views.reset_link, name="reset_link"),
    path("new-password/", reset_views.new_password, name="new_password"),
    path("new-password/<str:token>/", reset_views.open_reset_link, name="open_reset_link"),
    path("invitations/", views.invitations, name="invitations"),
    path(
        "invitations/<int:invitation_id>/revoke/",
        views.revoke_invitation,
        name="revoke_invitation",
    ),
    path("join/<str:token>/", views.join, name="join"),
]
