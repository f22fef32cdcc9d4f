import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received call. */
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
  const isPing =
    /^(?:ping_[0-9a-f-]{36}_\d+|test_[0-9a-f-]{36}_[0-9a-f-]{36})$/.test(id) && header("x-webhook-endpoint") !== "";
  if (!isPing && !/^[1-9]\d*$/.test(header("x-webhook-sequence"))) return "X-Webhook-Sequence is wrong";
  const parsed: unknown = JSON.parse(body);
  if (Object.keys(parsed as object).join() !== "action,data") return "the body has other keys than action and data";
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
    const { action, data } = JSON.parse(body) as { action: string; data: Record<string, unknown> };
    const call: Received = {
      path: request.url ?? "",
      sequence: Number(request.headers["x-webhook-sequence"]),
      id: String(request.headers["webhook-id"]),
      action,
      data,
      body,
      headers: request.headers,
    };
    calls.push(call);
    const subject = subjectOf(call);
    const together = (underway.get(subject) ?? 0) + 1;
    underway.set(subject, together);
    most = Math.max(most, together);
    const reply = await answer(call);
    underway.set(subject, (underway.get(subject) ?? 1) - 1);
    if (reply === "hang") hanging.add(response);
    else if (reply === "reset") response.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  const server = createServer((request, response) => {
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
    /** The faults of all received calls. */
    faults,
    /** The largest number of concurrent calls for one subject. */
    mostTogether: () => most,
    answerWith: (rule: typeof answer) => {
      answer = rule;
    },
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
