"""The authority as an iPhone configuration profile with one certificate."""

import plistlib
from uuid import NAMESPACE_URL, uuid5

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from carteado.web.server.lan.certificate_authority import fingerprint

ROOT_PAYLOAD = "com.apple.security.root"


def profile_of(certificate: x509.Certificate, *, name: str, about: str) -> bytes:
    """The profile, with the ``name`` and the text ``about`` it that the phone shows. Its ids depend only on the
    certificate, so that installing it again replaces the first."""
    mark = fingerprint(certificate).replace(":", "").lower()
    payload = {
        "PayloadType": ROOT_PAYLOAD,
        "PayloadVersion": 1,
        "PayloadIdentifier": f"carteado.lan.{mark[:16]}.root",
        "PayloadUUID": str(uuid5(NAMESPACE_URL, f"carteado:{mark}:root")),
        "PayloadDisplayName": name,
        "PayloadCertificateFileName": "carteado.crt",
        "PayloadContent": certificate.public_bytes(Encoding.DER),
    }
    return plistlib.dumps(
        {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"carteado.lan.{mark[:16]}",
            "PayloadUUID": str(uuid5(NAMESPACE_URL, f"carteado:{mark}")),
            "PayloadDisplayName": name,
            "PayloadDescription": about,
            "PayloadContent": [payload],
        }
    )
