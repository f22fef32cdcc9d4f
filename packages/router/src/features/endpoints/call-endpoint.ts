import { randomUUID } from "node:crypto";
import { awaitFollower, changeFollower, signDelivery, validSecrets } from "@highstreet/delivery";
import type { CallResult } from "@highstreet/outbound";
import type { Warning } from "../../core/channels/channel.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { endpointPing, endpointWarnings, makeTestCall, noteEndpointAlert, openSealed } from "../webhooks/index.ts";
import type { TestAnswer } from "../webhooks/webhooks.schema.ts";
import {
  type EndpointRow,
  findEndpoint,
  findOwner,
  type OfEndpoint,
  type Owner,
  presentSettings,
  recordWrite,
  urlOf,
} from "./internal/endpoint-record.ts";
import { lockEndpoint, ownerTransaction, writeEndpoint } from "./save-endpoint.ts";

function send(ctx: Context, row: EndpointRow, at: Date): Promise<CallResult> {
  const { id: endpointId } = row;
  const body = endpointPing(row);
  const { secrets, headers } = openSealed(ctx.vault, { endpointId }, row.secret);
  const id = `test_${endpointId}_${randomUUID()}`;
  const signed = signDelivery({ endpointId, body, at, id }, validSecrets(secrets, at));
  return ctx.sender.send({
    url: urlOf(row),
    headers: { ...headers, ...signed },
    body,
    deadlineMs: row.timeoutSeconds * 1_000,
    mayStart: () => true,
  }).result;
}

/** Does nothing if the address or the secret was replaced after the call. */
async function settle(ctx: Context, owner: Owner, called: EndpointRow): Promise<void> {
  await ownerTransaction(ctx, owner, async (tx) => {
    const before = await lockEndpoint(ctx, tx, owner, called.id);
    const ended: string[] = [endpointWarnings.verificationFailed.id, endpointWarnings.failing.id];
    const warnings = (before.warnings as Warning[]).filter(({ id }) => !ended.includes(id));
    const isWell = before.status === "connected" && warnings.length === (before.warnings as Warning[]).length;
    if (isWell || before.urls.length !== called.urls.length) return;
    const data = { status: "connected" as const, warnings: warnings as never, updatedAt: ctx.now() };
    const row = await writeEndpoint(tx, before.id, data);
    const workerId = await changeFollower(tx, row.id, { isWell: true }, ctx.now());
    await noteEndpointAlert(tx, row, ctx.now());
    await recordWrite(ctx, tx, row, "update", { before: presentSettings(before), after: presentSettings(row) });
    tx.afterCommit((sql) => awaitFollower(sql, row.id, workerId));
  });
}

/**
 * Sends a signed `webhook.enabled` now. A 2xx verifies a pending endpoint and ends its failures. Any other answer changes nothing.
 * @throws RetailerNotFound, EndpointNotFound; RateLimited during another test call
 */
export async function callEndpoint(ctx: Context, input: OfEndpoint): Promise<TestAnswer> {
  const owner = await findOwner(ctx, input);
  const row = await findEndpoint(ctx.db, owner, input.endpointId);
  return makeTestCall(ctx, row.id, { send: (at) => send(ctx, row, at), settle: () => settle(ctx, owner, row) });
}
