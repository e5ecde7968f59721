"""Certificates for a receiver with a name of its own, signed by an authority that is made for the occasion."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

__all__ = ["client_context", "server_context"]


@cache
def _authority() -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    key = ec.generate_private_key(ec.SECP256R1())
    return key, _certificate("Test authority", key, key, x509.BasicConstraints(ca=True, path_length=0))


def _certificate(
    name: str, key: ec.EllipticCurvePrivateKey, signer: ec.EllipticCurvePrivateKey, *extensions: x509.ExtensionType
) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
    )
    for extension in extensions:
        builder = builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
    return builder.sign(signer, SHA256())


def server_context(folder: Path, name: str) -> ssl.SSLContext:
    """What a server needs to be `name`."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _certificate(name, key, _authority()[0], x509.SubjectAlternativeName([x509.DNSName(name)]))
    file = folder / "server.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def client_context() -> ssl.SSLContext:
    """A context that believes the authority."""
    pem = _authority()[1].public_bytes(Encoding.PEM).decode()
    return ssl.create_default_context(cadata=pem)
