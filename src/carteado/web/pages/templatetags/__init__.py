"""Tags and filters of the site's templates."""
