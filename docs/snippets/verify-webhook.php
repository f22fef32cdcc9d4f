<?php

/** The oldest call to accept, in seconds. */
const HIGHSTREET_TOLERANCE = 300;

/**
 * @param string $rawBody file_get_contents('php://input'), before any parsing
 * @param array $headers $_SERVER, getallheaders(), or strings or lists by name in any case
 * @param string[] $secrets the channel's secret; during a change, the old and the new one
 * @param int|null $now Unix time in seconds
 */
function isFromHighstreet(string $rawBody, array $headers, array $secrets, ?int $now = null): bool
{
    $webhook = [];
    foreach ($headers as $name => $value) {
        if (preg_match('/\A(?:HTTP_WEBHOOK_|WEBHOOK-)(ID|TIMESTAMP|SIGNATURE)\z/i', $name, $match)) {
            $webhook[strtolower($match[1])] = implode('', (array) $value);
        }
    }
    $id = $webhook['id'] ?? '';
    $timestamp = $webhook['timestamp'] ?? '';
    if (!preg_match('/\A[0-9]{1,12}\z/', $timestamp) || abs(($now ?? time()) - (int) $timestamp) > HIGHSTREET_TOLERANCE) {
        return false;
    }
    $given = explode(' ', $webhook['signature'] ?? '');
    foreach ($secrets as $secret) {
        if (str_starts_with($secret, 'whpk_')) {
            continue; // a public key, and no secret
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $secret, true));
        foreach ($given as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}
