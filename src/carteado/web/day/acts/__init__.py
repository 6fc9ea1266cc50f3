"""What is done at the desk of a match: a form for each act, which makes the operation. The championship decides."""
