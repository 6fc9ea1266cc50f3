"""Pages of a signed-in person: their events, profile, e-mail, sign-in links."""
