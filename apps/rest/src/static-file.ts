import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const compress = promisify(gzip);

/** An answer that is the same for all callers. */
export interface StaticFile {
  type: string;
  plain: string | Buffer;
  zipped: Buffer;
  etag: string;
}

export async function fileOf(type: string, plain: string | Buffer): Promise<StaticFile> {
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { type, plain, zipped: await compress(plain), etag: `"${hash}"` };
}

/** Sets the headers, and returns the body: packed if the caller can unpack it, null if the caller has it. */
export function answerWith(request: FastifyRequest, reply: FastifyReply, file: StaticFile): string | Buffer | null {
  const { "accept-encoding": encodings = "", "if-none-match": known = "" } = request.headers;
  reply.headers({ etag: file.etag, "cache-control": "no-cache", vary: "Accept-Encoding", "content-type": file.type });
  if (known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === file.etag)) {
    reply.code(304).removeHeader("content-type");
    return null;
  }
  if (!/\bgzip\b/.test(String(encodings))) return file.plain;
  reply.header("content-encoding", "gzip");
  return file.zipped;
}

/** Makes a value at its first use. */
export const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
