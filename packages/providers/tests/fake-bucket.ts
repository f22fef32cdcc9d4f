import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const hash = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const mac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

interface Access {
  key: string;
  secret: string;
  now: () => Date;
}

/** What is wrong with the signature of a request, as the documents of AWS define it; undefined: nothing. */
function wrongIn(
  { method = "", url = "", headers }: IncomingMessage,
  body: Buffer,
  access: Access,
): string | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/eu-west-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!given) return "AuthorizationHeaderMalformed";
  const [, key, day = "", signedHeaders = "", signature] = given;
  if (key !== access.key) return "InvalidAccessKeyId";
  const names = signedHeaders.split(";");
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.includes(name))) return "MissingHeaders";
  const time = String(headers["x-amz-date"]);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!time.startsWith(day) || !(Math.abs(at - access.now().getTime()) < 900_000)) return "RequestTimeTooSkewed";
  if (headers["x-amz-content-sha256"] !== hash(body)) return "XAmzContentSHA256Mismatch";
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const request = [method, url, "", lines, signedHeaders, hash(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", time, `${day}/eu-west-1/s3/aws4_request`, hash(request)].join("\n");
  const ofDay = mac(mac(mac(mac(`AWS4${access.secret}`, day), "eu-west-1"), "s3"), "aws4_request");
  return mac(ofDay, text).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

/** A strict S3 on this machine with one bucket, `shop`. */
export async function startFakeBucket(access: Access) {
  const objects = new Map<string, Buffer>();
  let isDown = false;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const wrong = isDown ? "SlowDown" : wrongIn(request, body, access);
    if (wrong) return response.writeHead(isDown ? 503 : 403).end(`<Error><Code>${wrong}</Code></Error>`);
    const name = /^\/shop\/(pictures\/[\w/.-]+)$/.exec(request.url ?? "")?.[1];
    if (!name) return response.writeHead(400).end();
    if (request.method === "PUT") {
      objects.set(name, body);
      return response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    const found = request.method === "GET" ? objects.get(name) : undefined;
    return found ? response.writeHead(200).end(found) : response.writeHead(404).end("<Error/>");
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    address: (secret = access.secret) =>
      `http://${access.key}:${encodeURIComponent(secret)}@127.0.0.1:${port}/shop?region=eu-west-1`,
    goDown: (down: boolean) => {
      isDown = down;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
