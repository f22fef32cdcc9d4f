import { createHmac } from "node:crypto";
import { Pool } from "undici";

/** The stored data of a call. */
export interface Payload {
  id: string;
  sequence: number;
  body: string;
}

/** Sends the calls of all peers: signed as the worker does, over the same number of connections of one undici pool. */
export function senderTo(url: string, secret: string, connections: number) {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const hmac = (text: string) => createHmac("sha256", secret).update(text, "utf8");
  return ({ id, sequence, body }: Payload): Promise<void> => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const headers = {
      "content-type": "application/json",
      "accept-encoding": "identity",
      "user-agent": "Highstreet-Webhooks/1",
      "x-webhook-sequence": String(sequence),
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "x-webhook-signature": hmac(body).digest("hex"),
      "webhook-signature": `v1,${hmac(`${id}.${timestamp}.${body}`).digest("base64")}`,
    };
    return new Promise((resolve, reject) => {
      pool.dispatch(
        { method: "POST", path: pathname, headers, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_, status) => {
            if (status !== 204) reject(new Error(`answered by ${status}`));
          },
          onResponseData: () => undefined,
          onResponseEnd: () => resolve(),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
  };
}
