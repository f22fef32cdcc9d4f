import json
import re

from verify_webhook import is_from_highstreet

TABLE = "CREATE TABLE IF NOT EXISTS highstreet_calls (subject text PRIMARY KEY, sequence bigint NOT NULL)"
# For PostgreSQL with psycopg, write %s for each question mark.
RECORD = """INSERT INTO highstreet_calls (subject, sequence) VALUES (?, ?) ON CONFLICT (subject) DO UPDATE
SET sequence = excluded.sequence WHERE highstreet_calls.sequence < excluded.sequence"""


def place_of(webhook_id, event):
    """What a call is about, and its place in the log of the store. Both come from signed parts."""
    match = re.fullmatch(r"evt_([^_]+)_([0-9]{1,15})", webhook_id)
    if not match:
        return webhook_id, 0  # a test call, or the first call to an endpoint
    action, data = event["action"], event["data"]
    if action == "inventory.update":
        about = data["id"]
    elif action == "channel.update":
        about = data["channel"]["id"]
    elif action in ("inventory_source.update", "webhook.enabled"):
        about = ""
    else:
        return webhook_id, 0
    return f"{match[1]} {action} {about}", int(match[2])


def receive(connection, raw_body, headers, secrets, handle, now=None):
    """Returns the status to answer. handle(event, connection) gets each state once, and none after a newer one. What it writes with
    the connection is kept with the record of the call, or neither is. If it fails, answer 500: the call comes again. A batch is one
    transaction. Answer 422 if an event of it can never be handled: then each comes alone.
    connection: a new transaction, such as that of sqlite3; the others as in is_from_highstreet."""
    if not is_from_highstreet(raw_body, headers, secrets, now):
        return 400
    webhook_id = next("".join(value) for name, value in headers.items() if name.lower() == "webhook-id")
    body = json.loads(raw_body)
    with connection:
        for event in body.get("events", [body]):
            if connection.execute(RECORD, place_of(event.get("id", webhook_id), event)).rowcount == 1:
                handle(event, connection)
    return 204
