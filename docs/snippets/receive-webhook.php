<?php

require_once __DIR__ . '/verify-webhook.php';

const HIGHSTREET_TABLE = 'CREATE TABLE IF NOT EXISTS highstreet_calls (subject text PRIMARY KEY, sequence bigint NOT NULL)';
const HIGHSTREET_RECORD = 'INSERT INTO highstreet_calls (subject, sequence) VALUES (?, ?) ON CONFLICT (subject) DO UPDATE
SET sequence = excluded.sequence WHERE highstreet_calls.sequence < excluded.sequence';

/** What a call is about, and its place in the log of the store. Both come from signed parts. */
function placeOfWebhook(string $id, array $event): array
{
    if (!preg_match('/\Aevt_([^_]+)_([0-9]{1,15})\z/', $id, $match)) {
        return [$id, 0]; // a test call, or the first call to an endpoint
    }
    $about = match ($event['action']) {
        'inventory.update' => $event['data']['id'],
        'channel.update' => $event['data']['channel']['id'],
        'inventory_source.update', 'webhook.enabled' => '',
        default => null,
    };
    return $about === null ? [$id, 0] : ["$match[1] $event[action] $about", (int) $match[2]];
}

/**
 * Returns the status to answer. $handle($event, $db) gets each state once, and none after a newer one. What it writes with $db is kept
 * with the record of the call, or neither is. If it fails, answer 500: the call comes again. A batch is one transaction. Answer 422
 * if an event of it can never be handled: then each comes alone.
 *
 * @param PDO $db PostgreSQL or SQLite, with PDO::ERRMODE_EXCEPTION, the default
 * @param callable $handle function (array $event, PDO $db): void
 * The others: isFromHighstreet
 */
function receiveWebhook(
    PDO $db,
    string $rawBody,
    array $headers,
    array $secrets,
    callable $handle,
    ?int $now = null,
): int {
    if (!isFromHighstreet($rawBody, $headers, $secrets, $now)) {
        return 400;
    }
    $id = '';
    foreach ($headers as $name => $value) {
        if (preg_match('/\A(?:HTTP_WEBHOOK_|WEBHOOK-)ID\z/i', $name)) {
            $id = implode('', (array) $value);
        }
    }
    $body = json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR);
    $db->beginTransaction();
    try {
        $record = $db->prepare(HIGHSTREET_RECORD);
        foreach ($body['events'] ?? [$body] as $event) {
            $record->execute(placeOfWebhook($event['id'] ?? $id, $event));
            if ($record->rowCount() === 1) {
                $handle($event, $db);
            }
        }
        $db->commit();
    } catch (Throwable $error) {
        if ($db->inTransaction()) {
            $db->rollBack();
        }
        throw $error;
    }
    return 204;
}
