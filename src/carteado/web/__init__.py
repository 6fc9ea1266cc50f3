"""The site: a Django platform with live pushes beside it. The domain decides, the web asks."""
