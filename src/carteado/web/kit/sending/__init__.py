"""What leaves the site: mail, QR codes, typeset papers, and the site's own address."""
