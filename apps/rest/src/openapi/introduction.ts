/** The text before the operations, in Markdown. */
export const introduction = `
Highstreet publishes the stock of a shop to search listings, local ads and your own systems.
You send stock and edits. We publish them, and call you when something changes.

**Begin** with a retailer, a store and its stock, then enable channels for the store.

- **Authentication**: \`Authorization: Bearer hs_…\` on every call. A key has scopes, and may be limited to named retailers.
- **Bodies** are JSON in UTF-8. An unknown field is refused (422), and so is an unknown query parameter (400), so that no typo
  passes silently. A record may be sent back to the call that writes it: fields that answers hold and requests do not take
  (\`id\`, \`createdAt\`, \`updatedAt\`, \`version\`, …) are ignored. Answers may get new members at any time. Ignore unknown members.
- **Errors** are \`application/problem+json\`. \`code\` names the kind. All are explained in [the list of errors](/docs/errors).
- **Lists** are pages: \`page[size]\`, and \`links.next\` until it is null. No row is skipped or repeated. A call reads
  a bounded number of rows. So with filters a page can be short or empty and still have \`links.next\`.
- **Retries**: send \`Idempotency-Key\` with POST and PATCH. A call that arrives several times is then executed once.
  PUT and DELETE may be repeated as they are.
- **Concurrency**: send an ETag back as \`If-Match\`. The change is made only if the record still has this version (otherwise 412).
- **Dry run**: \`?dryRun=true\` on every write checks all and changes nothing.
- **Prices** are exact decimals with two places; **times** are RFC 3339 in UTC.
- **Limits**: see the \`RateLimit\` headers; after a 429 wait for \`Retry-After\`.
`.trim();
