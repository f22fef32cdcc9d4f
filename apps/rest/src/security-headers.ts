/**
 * Headers of every answer: browsers take it for the type that it names, in no frame, and tell no other site of its address.
 * The pages of the documentation replace the content policy by their own.
 * @param publicUrl where the API is served; only an https address asks browsers to stay with https (RFC 6797)
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
}
