"""What every page stands on: permission guard, error answers, page frame, live stream, template tags."""
