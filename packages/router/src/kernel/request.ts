import { randomUUID } from "node:crypto";

/** The caller's `X-Request-Id` if it has 1 to 128 visible characters, otherwise a new id. */
export function requestIdOf(given: unknown): string {
  return typeof given === "string" && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/**
 * Reads a body of at most `limit` bytes. Stops at the first chunk beyond the limit.
 * @returns undefined if the body is larger
 */
export async function readBounded(request: Request, limit: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length")) > limit) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
