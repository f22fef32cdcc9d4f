import base64
import hashlib
import hmac
import re
import time

TOLERANCE = 300
"""The oldest call to accept, in seconds."""


def is_from_highstreet(raw_body, headers, secrets, now=None):
    """raw_body: the received bytes, before any parsing; headers: your framework's, case-insensitive, such as request.headers;
    secrets: the channel's secret; during a change, the old and the new one; now: Unix time in seconds."""
    webhook_id = headers.get("Webhook-Id") or ""
    timestamp = headers.get("Webhook-Timestamp") or ""
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        return False
    given = (headers.get("Webhook-Signature") or "").split(" ")
    signed = f"{webhook_id}.{timestamp}.".encode() + raw_body
    for secret in secrets:
        digest = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(signature.encode(), expected) for signature in given):
            return True
    return False
