<?php

/**
 * @param string $rawBody file_get_contents('php://input'), before any parsing
 * @param array $server $_SERVER
 * @param string[] $secrets the channel's; while you change it, the old and the new
 */
function isFromHighstreet(string $rawBody, array $server, array $secrets): bool
{
    $given = [$server['HTTP_X_WEBHOOK_SIGNATURE'] ?? '', $server['HTTP_X_WEBHOOK_SIGNATURE_NEXT'] ?? ''];
    foreach ($secrets as $secret) {
        $expected = hash_hmac('sha256', $rawBody, $secret);
        foreach ($given as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}
