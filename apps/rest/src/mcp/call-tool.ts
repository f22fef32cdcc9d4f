import { type Affected, type DomainError, problemOf, publicError } from "@highstreet/router";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import inject, { type Response } from "light-my-request";
import { type BaseContext, callOfAgent } from "../call.ts";
import { createConfirmations } from "./confirmations.ts";
import { type AgentTool, MAX_ROWS, requestOf } from "./tools.ts";

type Json = Record<string, unknown>;

/** Who calls: the request with the key, and the agent's name. */
export interface Caller {
  request: FastifyRequest;
  keyId: string;
  agent: string;
}

interface Headers {
  "if-match"?: string;
  "idempotency-key"?: string;
}

const CONFIRM_MS = 10 * 60_000;

/** No record has this version, so the answer is 412 and names the current one. */
const NO_VERSION = 999_999_999_999_999;

const tagOf = (version: number): Headers => ({ "if-match": `"${version}"` });

function succeeded(structuredContent: Json): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

/** Only text: the structured content would have to be of the tool's output schema. */
function failed(problem: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: problem }] };
}

const notConfirmed = (detail: string): CallToolResult =>
  failed(JSON.stringify({ code: "ConfirmationInvalid", status: 422, title: "Confirmation invalid", detail }));

/** The cursor at the end of a link. */
const cursorOf = (link = ""): string | null => /page\[after\]=([^&>]+)/.exec(link)?.[1] ?? null;

/** A list as `{data, next}`, because its links are for callers of REST. */
function shapeOf({ route }: AgentTool, { headers, body }: Response): Json {
  const value = JSON.parse(body);
  if (route.page === "body") return { data: value.data, next: cursorOf(value.links.next ?? "") };
  const [next] = String(headers.link ?? "")
    .split(",")
    .filter((link) => link.includes('rel="next"'));
  if (route.page === "header") return { data: value, next: cursorOf(next) };
  return Array.isArray(value) ? { data: value } : value;
}

/** The first entries of each list. `counts` has all. */
function firstOf({ stores, channels, events, counts, truncated }: Affected): Affected {
  const isLong = [stores, channels, events].some((list) => list.length > MAX_ROWS);
  return {
    stores: stores.slice(0, MAX_ROWS),
    channels: channels.slice(0, MAX_ROWS),
    events: events.slice(0, MAX_ROWS),
    counts,
    truncated: truncated || isLong,
  };
}

/** Makes the calls of tools. Each one is a call of the operation's own path with the caller's key, so that REST has all rules. */
export function createToolCalls(app: FastifyInstance, { now, vault }: BaseContext, docs: string) {
  const confirmations = createConfirmations(vault.derive("mcp confirmations"));

  function send(caller: Caller, { route }: AgentTool, { url, body }: ReturnType<typeof requestOf>, headers: Headers) {
    const { request, agent } = caller;
    // Not `app.inject`, which refuses calls while the server ends.
    // `inject` begins when it is awaited, so that is inside.
    return callOfAgent.run(
      // Without bytes: an `Idempotency-Key` has the confirmation, which is of this body.
      { agent, body: { value: body, bytes: new Uint8Array() } },
      async () =>
        await inject(app.routing, {
          method: route.method,
          url,
          remoteAddress: request.ip,
          headers: {
            authorization: request.headers.authorization,
            "x-request-id": request.id,
            ...headers,
          },
        }),
    );
  }

  async function read(caller: Caller, tool: AgentTool, input: Json): Promise<CallToolResult> {
    const answer = await send(caller, tool, requestOf(tool, input), {});
    return answer.statusCode === 200 ? succeeded(shapeOf(tool, answer)) : failed(answer.body);
  }

  async function rehearse(caller: Caller, tool: AgentTool, input: Json): Promise<CallToolResult> {
    const { url, body } = requestOf(tool, input);
    const dry = { url: `${url}${url.includes("?") ? "&" : "?"}dryRun=true`, body };
    // A dry run stores no answer. Differences of quantities need a key.
    const key = { "idempotency-key": "dry run" };
    const {
      guarded,
      tool: { name, proof },
    } = tool.route;
    let answer = await send(caller, tool, dry, { ...key, ...(guarded && tagOf(NO_VERSION)) });
    const version: number | undefined = answer.statusCode === 412 ? answer.json().version : undefined;
    if (version !== undefined) answer = await send(caller, tool, dry, { ...key, ...tagOf(version) });
    if (answer.statusCode !== 200) return failed(answer.body);
    const { response, affected } = answer.json();
    const until = now().getTime() + CONFIRM_MS;
    const terms = { until, version, proof: proof && response[proof] };
    const confirm = confirmations.make({ keyId: caller.keyId, tool: name, input }, terms);
    return succeeded({
      dryRun: { response, affected: firstOf(affected) },
      confirm,
      expiresAt: new Date(until).toISOString(),
    });
  }

  async function take(caller: Caller, tool: AgentTool, { confirm, ...input }: Json): Promise<CallToolResult> {
    const { name, proof } = tool.route.tool;
    const terms = confirmations.read({ keyId: caller.keyId, tool: name, input }, confirm);
    if (!terms)
      return notConfirmed(
        "It is of another call: of other arguments, another tool or another key. Leave out confirm to get a new one.",
      );
    if (terms.until <= now().getTime()) return notConfirmed("It has expired. Leave out confirm to get a new one.");
    const call = requestOf(tool, input);
    const body = proof === undefined ? call.body : { ...(call.body as Json), [proof]: terms.proof };
    const answer = await send(
      caller,
      tool,
      { ...call, body },
      {
        "idempotency-key": confirmations.idempotencyKeyOf(confirm as string),
        ...(terms.version !== undefined && tagOf(terms.version)),
      },
    );
    if (answer.statusCode >= 300) return failed(answer.body);
    return succeeded({ result: answer.body === "" ? null : answer.json() });
  }

  function problemIn(caller: Caller, error: DomainError): CallToolResult {
    const call = { docs, instance: "/mcp", requestId: caller.request.id };
    return failed(JSON.stringify(problemOf(error, call)));
  }

  /** Errors of the call are results, which the agent reads. */
  return async (caller: Caller, tool: AgentTool, input: Json): Promise<CallToolResult> => {
    try {
      if (!tool.isWrite) return await read(caller, tool, input);
      return await ("confirm" in input ? take : rehearse)(caller, tool, input);
    } catch (thrown) {
      const error = publicError(thrown);
      if (error.status >= 500) caller.request.log.error({ err: thrown }, error.code);
      return problemIn(caller, error);
    }
  };
}
