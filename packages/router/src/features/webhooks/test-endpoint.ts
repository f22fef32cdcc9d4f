import { randomUUID } from "node:crypto";
import type { CallResult } from "@highstreet/outbound";
import { channelNotEnabled } from "../../core/channels/index.ts";
import { eventBody } from "../../core/log/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { TestAnswer, TestEndpoint } from "./endpoint.schema.ts";
import { isGood } from "./is-good.ts";
import { pingOf } from "./ping.ts";
import { settleTest } from "./settle-test.ts";
import { signDelivery } from "./sign-delivery.ts";
import { openSecrets, secretsInForce } from "./signing-secrets.ts";

interface Endpoint {
  webhookUrl: string;
  /** Sealed. */
  secret: Uint8Array;
  generation: number;
}

const find = `
  SELECT ch.parameters ->> 'webhookUrl' AS "webhookUrl", ch.secret, c.generation
  FROM channel ch JOIN delivery_cursor c ON c.retailer_id = ch.retailer_id AND c.store_id = ch.store_id
  WHERE ch.retailer_id = $1 AND ch.store_id = $2 AND ch.channel = 'webhooks'`;

/** Stores that this process is testing: each call may take ten seconds, and there is nothing to gain by more at once. */
const underway = new Set<string>();

async function callEndpoint(ctx: Context, store: StoreRow, endpoint: Endpoint, at: Date): Promise<CallResult> {
  const { storeId } = store;
  const { action, data } = pingOf(store);
  const body = eventBody({ action, data: JSON.stringify(data), product: null }, false);
  // It tells what the channel's own ping told, but is a call of its own: a receiver must not take it for one seen before.
  const delivery = { storeId, sequence: endpoint.generation, body, at, id: `test_${storeId}_${randomUUID()}` };
  const headers = signDelivery(delivery, secretsInForce(openSecrets(ctx.vault, store, endpoint.secret), at));
  return ctx.sender.send({ url: endpoint.webhookUrl, headers, body, mayStart: () => true }).result;
}

function presentResult(result: CallResult): TestAnswer {
  const { status, ms, answer } = result;
  const said = status === null ? { answer: null, error: answer } : { answer, error: null };
  return { ok: isGood(result), status, durationMs: ms, ...said };
}

/**
 * Sends a signed `webhook.enabled` now, beside the log, and tells what the receiver said (contract §6). A 2xx verifies an
 * endpoint that is pending, and ends its failing; another answer changes nothing. One at a time of each store.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled; RateLimited while another is under way
 */
export async function testEndpoint(ctx: Context, input: TestEndpoint): Promise<TestAnswer> {
  const store = await findStore(ctx, input);
  const [endpoint] = await ctx.db.query<Endpoint>(find, [store.retailerId, store.storeId]);
  if (!endpoint) throw channelNotEnabled("webhooks");
  if (ctx.isDryRun) return { ok: false, status: null, durationMs: 0, answer: null, error: "a dry run calls nobody" };
  if (underway.has(store.storeId)) {
    throw new DomainError("RateLimited", "The endpoint is being tested already; wait for that answer.");
  }
  underway.add(store.storeId);
  try {
    const at = ctx.now();
    const result = await callEndpoint(ctx, store, endpoint, at);
    if (isGood(result)) await settleTest(ctx, store, { generation: endpoint.generation, at, result });
    return presentResult(result);
  } finally {
    underway.delete(store.storeId);
  }
}
