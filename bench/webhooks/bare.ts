/**
 * The minimum cost of a webhook call. A loop signs bodies in memory as the worker does, sends them through an undici pool, and
 * stores nothing.
 */
import { createHmac } from "node:crypto";
import pg from "pg";
import { Pool } from "undici";

/** Bodies are read before `go`. */
export interface BareJob {
  url: string;
  database: string;
  retailerId: string;
  storeIds: string[];
  secret: string;
  connections: number;
}

export interface BareDone {
  done: true;
  ms: number;
}

interface Event {
  storeId: string;
  sequence: number;
  data: string;
}

const read = `
  SELECT store_id AS "storeId", sequence::int, data FROM store_event
  WHERE retailer_id = $1 AND store_id = ANY ($2) AND action = 'inventory.update' ORDER BY sequence`;

async function eventsOf(job: BareJob): Promise<Event[]> {
  const client = new pg.Client({ connectionString: job.database });
  await client.connect();
  const { rows } = await client.query<Event>(read, [job.retailerId, job.storeIds]);
  await client.end();
  return rows;
}

function run(job: BareJob, events: Event[]): Promise<number> {
  const { origin, pathname } = new URL(job.url);
  const pool = new Pool(origin, { connections: job.connections, pipelining: 1 });
  const hmac = (text: string) => createHmac("sha256", job.secret).update(text, "utf8");
  const began = performance.now();
  let next = 0;
  let open = 0;
  return new Promise((resolve, reject) => {
    function send(): void {
      const event = events[next++];
      if (!event) {
        if (!open) pool.close().then(() => resolve(performance.now() - began), reject);
        return;
      }
      open++;
      const body = `{"action":"inventory.update","data":${event.data}}`;
      const id = `evt_${event.storeId}_${event.sequence}`;
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const headers = {
        "content-type": "application/json",
        "accept-encoding": "identity",
        "user-agent": "Highstreet-Webhooks/1",
        "x-webhook-sequence": String(event.sequence),
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "x-webhook-signature": hmac(body).digest("hex"),
        "webhook-signature": `v1,${hmac(`${id}.${timestamp}.${body}`).digest("base64")}`,
      };
      pool.dispatch(
        { method: "POST", path: pathname, headers, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_, status) => {
            if (status !== 204) reject(new Error(`answered by ${status}`));
          },
          onResponseData: () => undefined,
          onResponseEnd: () => {
            open--;
            send();
          },
          onResponseError: (_, error) => reject(error),
        },
      );
    }
    for (let n = 0; n < job.connections; n++) send();
  });
}

let job: BareJob;
let events: Event[] = [];

async function obey(message: BareJob | "go"): Promise<void> {
  if (message === "go") {
    process.send?.({ done: true, ms: await run(job, events) } satisfies BareDone);
    return;
  }
  job = message;
  events = await eventsOf(job);
  process.send?.({ ready: true, events: events.length });
}

process.on("message", (message: BareJob | "go") => {
  obey(message).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.channel?.ref();
process.send?.({ started: true });
