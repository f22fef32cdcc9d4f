import type { IncomingMessage } from "node:http";
import { cutOff, DomainError, parseBody, tooLarge } from "@highstreet/router";

const FORM = "application/x-www-form-urlencoded";
const gzipMagic = [0x1f, 0x8b];
const json = /^application\/(?:[\w.!#$&^-]+\+)?json$/i;

function mediaTypeOf(request: IncomingMessage): { type: string; charset: string | undefined } {
  const header = request.headers["content-type"] ?? "";
  const [type = ""] = header.split(";", 1);
  return {
    type: type.trim().toLowerCase(),
    charset: /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(header)?.[1]?.toLowerCase(),
  };
}

function hasBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  return request.headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

/** @throws PayloadTooLarge; MalformedRequest if the body ends too early */
async function* bytesOf(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers["content-length"]) > limit) throw tooLarge(limit);
  let received = 0;
  const chunks: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      // After any error the rest will not arrive. Only the procedure that reads can get the error.
      const chunk = await chunks.next().catch(() => {
        throw cutOff(received);
      });
      if (chunk.done) return;
      received += chunk.value.length;
      if (received > limit) throw tooLarge(limit);
      yield chunk.value;
    }
  } finally {
    // Drops the unread rest. Otherwise a caller that still sends would not read the answer, and the next call would fail.
    await chunks.return?.();
    request.resume();
  }
}

/** A JSON body: its bytes and its value; `value` is undefined without a body. */
export interface JsonBody {
  bytes: Uint8Array;
  value: unknown;
}

export const noBody: JsonBody = { bytes: new Uint8Array(), value: undefined };

/**
 * @param limit in bytes
 * @throws UnsupportedMediaType, PayloadTooLarge; the errors of `parseBody`
 */
export async function readJson(
  request: IncomingMessage,
  { limit, owner, ofLines }: { limit: number; owner: string; ofLines: boolean | undefined },
): Promise<JsonBody> {
  if (!hasBody(request)) return noBody;
  const { type, charset } = mediaTypeOf(request);
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (
    !json.test(type) ||
    (charset !== undefined && charset !== "utf-8" && charset !== "utf8") ||
    encoding !== "identity"
  ) {
    const advice = "Send the body as UTF-8 JSON, uncompressed, with Content-Type: application/json.";
    const curl = " With curl -d, add -H 'Content-Type: application/json'.";
    throw new DomainError("UnsupportedMediaType", type === FORM ? advice + curl : advice);
  }
  const bytes = Buffer.concat(await Array.fromAsync(bytesOf(request, limit)));
  return bytes.length ? { bytes, value: await parseBody(bytes, owner, ofLines) } : noBody;
}

/**
 * Checks that a body with `Content-Encoding: gzip` is gzip. The procedure unpacks every body with gzip's first two bytes.
 */
async function* packed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const notGzip = new DomainError("MalformedRequest", "The body is not gzip.");
  let at = 0;
  for await (const piece of bytes) {
    for (const byte of piece.subarray(0, gzipMagic.length - at)) if (byte !== gzipMagic[at++]) throw notGzip;
    yield piece;
  }
  if (at < gzipMagic.length) throw notGzip;
}

/** First bytes of JSON (`[` and `{`) and gzip, which can have one line. */
const oneLine = [0x5b, 0x7b, 0x1f];

/**
 * Refuses a file whose line ends are gone. `curl -d @file` removes CR, LF and NUL, and declares a form.
 */
async function* withLineEnds(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isWhole = false;
  let first: number | undefined;
  for await (const piece of bytes) {
    first ??= piece[0];
    isWhole ||= [0x0a, 0x0d, 0].some((byte) => piece.includes(byte));
    yield piece;
  }
  if (isWhole || first === undefined || oneLine.includes(first)) return;
  throw new DomainError("UnsupportedMediaType", "The file has no line ends. curl -d removes them: use curl -T file.");
}

/**
 * A body that the procedure reads while it arrives. Any type except multipart, because the bytes decide. The body can be gzip.
 * @throws UnsupportedMediaType, PayloadTooLarge; PayloadTooLarge and MalformedRequest during the read
 */
export function readStream(request: IncomingMessage, limit: number): AsyncIterable<Uint8Array> {
  if (mediaTypeOf(request).type.startsWith("multipart/")) {
    throw new DomainError("UnsupportedMediaType", "Send the file itself as the body (curl -T file), not a form.");
  }
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const isGzip = encoding === "gzip" || encoding === "x-gzip";
  if (!isGzip && encoding !== "identity") {
    throw new DomainError("UnsupportedMediaType", "Send the body as it is, or with Content-Encoding: gzip.");
  }
  if (Number(request.headers["content-length"]) > limit) throw tooLarge(limit);
  const bytes = bytesOf(request, limit);
  if (isGzip) return packed(bytes);
  return mediaTypeOf(request).type === FORM ? withLineEnds(bytes) : bytes;
}
