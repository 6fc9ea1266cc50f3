"""Form fields and a base for forms that every page with a form can use."""
