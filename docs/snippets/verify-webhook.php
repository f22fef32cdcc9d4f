<?php

/** The oldest call to accept, in seconds. */
const HIGHSTREET_TOLERANCE = 300;

/**
 * @param string $rawBody file_get_contents('php://input'), before any parsing
 * @param array $server $_SERVER
 * @param string[] $secrets the channel's secret; during a change, the old and the new one
 * @param int|null $now Unix time in seconds
 */
function isFromHighstreet(string $rawBody, array $server, array $secrets, ?int $now = null): bool
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!preg_match('/\A[0-9]{1,12}\z/', $timestamp) || abs(($now ?? time()) - (int) $timestamp) > HIGHSTREET_TOLERANCE) {
        return false;
    }
    $given = explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    foreach ($secrets as $secret) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $secret, true));
        foreach ($given as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}
