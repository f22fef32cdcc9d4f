/** Headers of answers. */
export const answerHeaders = {
  "X-Request-Id": {
    description:
      "The id of the request. Your own id is kept if it has 1 to 128 visible characters. Quote it in questions to us.",
    schema: { type: "string" },
    example: "0d9a6a0e-2f0c-4d7e-9a43-1a2b3c4d5e6f",
  },
  ETag: {
    description: "The version of the answer, for `If-Match` and `If-None-Match`.",
    schema: { type: "string" },
    example: '"1"',
  },
  Location: {
    description: "Address of the new resource.",
    schema: { type: "string", format: "uri" },
    example: "https://api.highstreet.example/v1/retailers/01939f30-5a00-7000-8000-000000000001",
  },
  Link: {
    description: "For a page: the neighbouring pages (RFC 8288), `rel` `next` and `prev`.",
    schema: { type: "string" },
    example: '<https://api.highstreet.example/v1/…?page%5Bafter%5D=nMTIz>; rel="next"',
  },
  "Idempotent-Replayed": {
    description: "`true` if an earlier call had this `Idempotency-Key`. This is its answer.",
    schema: { type: "string", enum: ["true"] },
  },
  RateLimit: {
    description: "The rest of the key's limit (`r` calls), and the seconds until the full limit (`t`).",
    schema: { type: "string" },
    example: '"default";r=999;t=1',
  },
  "RateLimit-Policy": {
    description: "The key's limit: `q` calls in `w` seconds.",
    schema: { type: "string" },
    example: '"default";q=1000;w=1',
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" }, example: 2 },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string" }, example: "Bearer" },
} as const;

export type AnswerHeader = keyof typeof answerHeaders;

/** The `headers` of an answer, as references. */
export function headersOf(names: AnswerHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
