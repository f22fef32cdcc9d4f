import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

type Json = Record<string, unknown>;

interface Dry {
  dryRun: { response: Json | null; affected: { counts: { stores: number; events: number } } & Json };
  confirm: string;
  expiresAt: string;
}

/** An agent with the SDK's client, which checks each result against the output schema of its tool. */
export async function connectAgent(base: string, key: string, name = "Till Helper") {
  const client = new Client({ name, version: "1.4" });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit });
  await client.connect(transport);
  const { tools } = await client.listTools();

  async function call(tool: string, given: Json) {
    const { content, structuredContent, isError } = await client.callTool({ name: tool, arguments: given });
    const [block] = content as { type: string; text: string }[];
    const told: Json = JSON.parse(block?.text ?? "");
    if (!isError) assert.deepEqual(told, structuredContent);
    return { told, isError: isError === true };
  }

  async function ok<Result = Json>(tool: string, given: Json = {}): Promise<Result> {
    const { told, isError } = await call(tool, given);
    assert.deepEqual([tool, isError ? told : ""], [tool, ""]);
    return told as Result;
  }

  return {
    client,
    tools,
    ok,
    refused: async (tool: string, given: Json): Promise<Json> => {
      const { told, isError } = await call(tool, given);
      assert.deepEqual([tool, isError], [tool, true]);
      return told;
    },
    dry: (tool: string, given: Json): Promise<Dry> => ok<Dry>(tool, given),
    /** A write with its dry run and its confirmation. */
    write: async (tool: string, given: Json): Promise<Json | null> => {
      const { confirm } = await ok<Dry>(tool, given);
      return (await ok<{ result: Json | null }>(tool, { ...given, confirm })).result;
    },
    close: () => client.close(),
  };
}
