"""The site: Django pages with live pushes beside them. The site asks, the domain decides."""
