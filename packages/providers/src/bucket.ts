import { createHash, createHmac } from "node:crypto";

/** Files in an S3-compatible bucket, by names of URL-safe letters. A call fails with an Error if the bucket does not do it. */
export interface Bucket {
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** undefined: there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** A file that is missing is removed. */
  remove(name: string): Promise<void>;
}

const CALL_MS = 20_000;
const SIGNED = "host;x-amz-content-sha256;x-amz-date";

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/**
 * Opens a bucket. Each call is signed with AWS Signature Version 4.
 * @param address `https://<key>:<secret>@<host>/<bucket>?region=<region>`
 * @param now the time must be right to 15 minutes
 */
export function openBucket(address: string, now: () => Date): Bucket {
  const { username, password, searchParams, origin, pathname } = new URL(address);
  const [key, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const region = searchParams.get("region") ?? "us-east-1";

  const headersOf = (method: string, url: URL, body: Uint8Array): Record<string, string> => {
    const time = now()
      .toISOString()
      .replace(/[-:]|\.\d{3}/g, "");
    const day = time.slice(0, 8);
    const digest = sha256(body);
    const headers = `host:${url.host}\nx-amz-content-sha256:${digest}\nx-amz-date:${time}\n`;
    const request = [method, url.pathname, "", headers, SIGNED, digest].join("\n");
    const scope = `${day}/${region}/s3/aws4_request`;
    const signing = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
    const signature = hmac(Buffer.from(signing), `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(request)}`);
    return {
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature.toString("hex")}`,
      "x-amz-content-sha256": digest,
      "x-amz-date": time,
    };
  };

  async function call(method: "PUT" | "GET" | "DELETE", name: string, body?: { bytes: Uint8Array; type: string }) {
    const url = new URL(`${origin}${pathname.replace(/\/$/, "")}/${name}`);
    const signed = headersOf(method, url, body?.bytes ?? new Uint8Array());
    const answer = await fetch(url, {
      method,
      headers: { ...signed, ...(body && { "content-type": body.type }) },
      ...(body && { body: Buffer.from(body.bytes) }),
      redirect: "error",
      signal: AbortSignal.timeout(CALL_MS),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.status === 404 && method !== "PUT") return undefined;
    if (answer.ok) return bytes;
    throw new Error(`the bucket answered ${answer.status}: ${Buffer.from(bytes).toString("utf8").slice(0, 200)}`);
  }

  return {
    put: async (name, bytes, type) => void (await call("PUT", name, { bytes, type })),
    get: (name) => call("GET", name),
    remove: async (name) => void (await call("DELETE", name)),
  };
}
