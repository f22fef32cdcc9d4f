import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received event: a call, or a part of one. */
export interface Received {
  path: string;
  sequence: number;
  id: string;
  action: string;
  data: Record<string, unknown>;
  body: string;
  headers: IncomingMessage["headers"];
}

/** What to answer; `hang`: nothing, until the receiver is closed; `reset`: cuts the connection. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string } | "hang" | "reset";

function isSame(given: string, computed: string): boolean {
  return given.length === computed.length && timingSafeEqual(Buffer.from(given), Buffer.from(computed));
}

/** Checks method, headers, signatures and body of a call. @returns the fault; undefined if the call is right */
export function faultOf(request: IncomingMessage, body: string, secret: string): string | undefined {
  const header = (name: string): string => {
    const value = request.headers[name];
    return typeof value === "string" ? value : "";
  };
  if (request.method !== "POST") return `method ${request.method}`;
  if (header("content-type") !== "application/json") return `content type ${header("content-type")}`;
  if (!isSame(header("x-webhook-signature"), createHmac("sha256", secret).update(body).digest("hex"))) {
    return "X-Webhook-Signature is wrong";
  }
  const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
  if (!/^\d{10}$/.test(timestamp)) return "Webhook-Timestamp is wrong";
  const standard = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  if (!isSame(header("webhook-signature"), `v1,${standard}`)) return "Webhook-Signature is wrong";
  if (header("x-webhook-events")) return faultOfBatch(body, header);
  const isPing =
    /^(?:ping_[0-9a-f-]{36}_\d+|test_[0-9a-f-]{36}_[0-9a-f-]{36})$/.test(id) && header("x-webhook-endpoint") !== "";
  if (!isPing && !/^[1-9]\d*$/.test(header("x-webhook-sequence"))) return "X-Webhook-Sequence is wrong";
  const parsed: unknown = JSON.parse(body);
  if (Object.keys(parsed as object).join() !== "action,data") return "the body has other keys than action and data";
  return undefined;
}

interface Batched {
  id: string;
  sequence: number;
  action: string;
  data: Record<string, unknown>;
}

function faultOfBatch(body: string, header: (name: string) => string): string | undefined {
  const { events, ...rest } = JSON.parse(body) as { events: Batched[] };
  if (Object.keys(rest).length) return "the body has other keys than events";
  if (String(events.length) !== header("x-webhook-events")) return "X-Webhook-Events is wrong";
  if (!/^batch_[0-9a-f]{32}$/.test(header("webhook-id"))) return "the id of the batch is wrong";
  if (header("x-webhook-sequence")) return "a batch has X-Webhook-Sequence";
  const subjects = events.map(({ id, action, data }) => `${id.split("_")[1]} ${action} ${String(data.barcode ?? "")}`);
  if (new Set(subjects).size < events.length) return "a batch has two events of an item";
  if (events.some((event) => Object.keys(event).join() !== "id,sequence,action,data")) return "an event has other keys";
  return undefined;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** A partner's endpoint on this machine: it verifies each call, notes it, and answers as `answer` says. */
export async function startReceiver(secret: string, port = 0) {
  const calls: Received[] = [];
  const batches: Received[][] = [];
  const faults: string[] = [];
  const hanging = new Set<ServerResponse>();
  /** Number of calls that wait for their answer, by subject. */
  const underway = new Map<string, number>();
  let most = 0;
  let answer: (call: Received) => Answer | Promise<Answer> = () => ({ status: 204 });

  const subjectOf = ({ action, data }: Received): string => `${action} ${String(data.barcode ?? "")}`;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const fault = faultOf(request, body, secret);
    if (fault) faults.push(fault);
    const { events, ...single } = JSON.parse(body) as Pick<Batched, "action" | "data"> & { events?: Batched[] };
    const head = { sequence: Number(request.headers["x-webhook-sequence"]), id: String(request.headers["webhook-id"]) };
    const rest = { path: request.url ?? "", body, headers: request.headers };
    const received: Received[] = (events ?? [{ ...head, ...single }]).map((event) => ({ ...event, ...rest }));
    if (events) batches.push(received);
    calls.push(...received);
    for (const subject of received.map(subjectOf)) {
      const together = (underway.get(subject) ?? 0) + 1;
      underway.set(subject, together);
      most = Math.max(most, together);
    }
    const replies = await Promise.all(received.map((call) => answer(call)));
    for (const subject of received.map(subjectOf)) underway.set(subject, (underway.get(subject) ?? 1) - 1);
    const isRefused = (one: Answer) => typeof one === "string" || one.status >= 300;
    const reply = replies.find(isRefused) ?? replies[0] ?? "reset";
    if (reply === "hang") hanging.add(response);
    else if (reply === "reset") response.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  const server = createServer((request, response) => {
    // The demo has its pictures at the address of its receiver, and the worker visits them.
    if (request.method === "GET" && request.url?.startsWith("/demo/")) return void response.writeHead(404).end();
    take(request, response).catch((error: unknown) => {
      faults.push(String(error));
      response.destroy();
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    /** The events of each call with a batch. */
    batches,
    /** The faults of all received calls. */
    faults,
    /** For each event of a batch; it gets the first answer that refuses one of them. */
    answerWith: (rule: typeof answer) => {
      answer = rule;
    },
    /** The largest number of concurrent calls for one subject. */
    mostTogether: () => most,
    /** The calls about an item, in order. */
    callsAbout: (barcode: string) => calls.filter(({ data }) => data.barcode === barcode),
    ofAction: (action: string) => calls.filter((call) => call.action === action),
    close: async () => {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
