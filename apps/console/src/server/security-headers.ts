/**
 * The headers of every answer of the console: pages, files and errors. Pages also have a `Content-Security-Policy` with a
 * new nonce (proxy.ts).
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
    "permissions-policy": "camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    // Browsers keep this header for the whole host name, so only a console with HTTPS sends it.
    ...(consoleUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}
