/**
 * The headers of every answer. Browsers must trust the content type, show no answer in a frame, and send no Referer.
 * The documentation pages have a different content security policy.
 * @param publicUrl the URL of the API; with https, browsers are asked to stay with https (RFC 6797)
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}
