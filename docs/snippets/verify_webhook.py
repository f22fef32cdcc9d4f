import hashlib
import hmac


def is_from_highstreet(raw_body, headers, secrets):
    """raw_body: the bytes as they came, before any parsing; headers: your framework's, by any case, such as request.headers;
    secrets: the channel's; while you change it, the old and the new."""
    given = [headers.get(name) or "" for name in ("X-Webhook-Signature", "X-Webhook-Signature-Next")]
    for secret in secrets:
        expected = hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
        if any(hmac.compare_digest(signature.encode(), expected.encode()) for signature in given):
            return True
    return False
