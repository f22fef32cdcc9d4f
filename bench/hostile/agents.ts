import { hostileCalls } from "../../apps/rest/tests/hostile-calls.ts";
import type { Arena, HostileCase } from "./arena.ts";

const FLOOD_MS = 10_000;
/** Calls at the same time. */
const LANES = 16;

type Post = (message: string) => Promise<{ status: number; text: string }>;

const posting = ({ world, origin }: Arena): Post => {
  const url = new URL("/mcp", origin);
  const headers = {
    authorization: `Bearer ${world.key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return async (body) => {
    const answer = await fetch(url, { method: "POST", headers, body });
    return { status: answer.status, text: await answer.text() };
  };
};

const messageOf = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`;

/** The same message again and again, as fast as the answers come. */
const flood = (name: string, message: () => string): HostileCase => ({
  name: `agent, ${name}`,
  prepare: async (arena) => {
    const [post, body] = [posting(arena), message()];
    return async () => {
      const counts = new Map<number, number>();
      const until = performance.now() + FLOOD_MS;
      const lane = async (): Promise<void> => {
        while (performance.now() < until) {
          const { status } = await post(body);
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
    };
  },
});

/** Lines of JSON as the argument of a tool. */
const lines: HostileCase[] = hostileCalls
  .filter(({ name }) => name.startsWith("lines:"))
  .map(({ name, body }) => ({
    name: `agent, ${name}`,
    prepare: async (arena) => {
      const post = posting(arena);
      const given = JSON.stringify({ name: "update_stock", arguments: { ...(await arena.world.newStore()), body: 0 } });
      const message = messageOf(
        "tools/call",
        given.replace('"body":0', () => `"body":${body()}`),
      );
      return async () => {
        const { status, text } = await post(message);
        const [, code = ""] = /\\?"(?:code|status)\\?":\\?"(\w+)/.exec(text) ?? [];
        return `${status} ${code}`;
      };
    },
  }));

const client = '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}';

/** Calls of an agent at `POST /mcp`. */
export const agentCases: HostileCase[] = [
  flood("the list of tools again and again", () => messageOf("tools/list", "{}")),
  flood("initialize again and again", () => messageOf("initialize", client)),
  flood("a long guide again and again", () => messageOf("resources/read", '{"uri":"guide://stock-in"}')),
  flood("a tool with a name of 900 KiB", () => messageOf("tools/call", `{"name":"${"x".repeat(900 << 10)}"}`)),
  flood("a list of retailers again and again", () =>
    messageOf("tools/call", '{"name":"list_retailers","arguments":{}}'),
  ),
  ...lines,
];
