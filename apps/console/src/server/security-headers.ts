/**
 * What every answer of the console carries, pages, files and errors alike. Pages add a `Content-Security-Policy` with a
 * nonce of their own (proxy.ts).
 * @param consoleUrl `HIGHSTREET_CONSOLE_URL`
 */
export function securityHeaders(consoleUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    // Browsers ignore the header over plain HTTP, and remember it for the host name: only where the console has HTTPS.
    ...(consoleUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}
