import base64
import hashlib
import hmac
import re
import time

TOLERANCE = 300
"""The oldest call to accept, in seconds."""


def is_from_highstreet(raw_body, headers, secrets, now=None):
    """raw_body: the received bytes, before any parsing; headers: names in any case, such as request.headers, or a dict of strings
    or lists; secrets: the channel's secret; during a change, the old and the new one; now: Unix time in seconds."""
    by_name = {
        name.lower(): "".join(value) if isinstance(value, (list, tuple)) else str(value) for name, value in headers.items()
    }
    webhook_id = by_name.get("webhook-id", "")
    timestamp = by_name.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        return False
    given = by_name.get("webhook-signature", "").split(" ")
    signed = f"{webhook_id}.{timestamp}.".encode() + raw_body
    for secret in secrets:
        if secret.startswith("whpk_"):
            continue  # a public key, and no secret
        digest = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(signature.encode(), expected) for signature in given):
            return True
    return False
