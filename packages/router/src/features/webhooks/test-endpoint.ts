import { randomUUID } from "node:crypto";
import { isSuccess, lockCursor, recordAnswer, releaseHold, signDelivery, validSecrets } from "@highstreet/delivery";
import type { CallResult } from "@highstreet/outbound";
import { channelNotEnabled, channelWrite, presentChannel, readChannel } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { eventBody, lockStores } from "../../core/log/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { changeEndpoint, endPing, endpointWarnings, pingOf } from "./internal/endpoint.ts";
import { openSecrets } from "./internal/signing-secrets.ts";
import type { OfEndpoint, TestAnswer } from "./webhooks.schema.ts";

interface Endpoint {
  webhookUrl: string;
  secret: Uint8Array;
  pingSequence: number;
}

const underway = new Set<string>();

async function findEndpoint({ db }: Context, { retailerId, storeId }: StoreRow): Promise<Endpoint | undefined> {
  // Read first: if the endpoint is replaced between the reads, `settleTest` finds another ping and does nothing.
  const cursor = await db.prisma.deliveryCursor.findUnique({ where: { retailerId_storeId: { retailerId, storeId } } });
  const channel = cursor && (await readChannel(db, { retailerId, storeId }, "webhooks"));
  if (!channel?.secret) return undefined;
  const { parameters, secret } = channel;
  return { webhookUrl: String(parameters.webhookUrl), secret, pingSequence: Number(cursor?.pingSequence) };
}

async function callEndpoint(ctx: Context, store: StoreRow, endpoint: Endpoint, at: Date): Promise<CallResult> {
  const { storeId } = store;
  const { action, data } = pingOf(store);
  const body = eventBody({ action, data: JSON.stringify(data), product: null }, false);
  // A receiver must not treat the call as a repetition of the ping.
  const delivery = { storeId, sequence: endpoint.pingSequence, body, at, id: `test_${storeId}_${randomUUID()}` };
  const headers = signDelivery(delivery, validSecrets(openSecrets(ctx.vault, store, endpoint.secret), at));
  return ctx.sender.send({ url: endpoint.webhookUrl, headers, body, mayStart: () => true }).result;
}

/**
 * A pending endpoint is verified, a failing one is healthy again, and waiting events are sent. Does nothing if the endpoint was replaced
 * after the call.
 */
async function settleTest(
  ctx: Context,
  store: StoreRow,
  { pingSequence, at, result }: { pingSequence: number; at: Date; result: CallResult },
): Promise<void> {
  const { retailerId, storeId } = store;
  await ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    await lockCursor(tx, store);
    const cursor = await tx.prisma.deliveryCursor.findFirst({
      where: { retailerId, storeId, pingSequence },
      select: { endpoint: true, receiver: true },
    });
    const before = await readChannel(tx, store, "webhooks");
    if (!cursor || !before) return;
    await recordAnswer(tx, cursor.receiver);
    const { verificationFailed, failing } = endpointWarnings;
    const isPending = before.status === "pending";
    if (!isPending && !before.warnings.some(({ id }) => id === failing.id)) return;
    if (isPending) {
      const { status, ms, answer } = result;
      const { endpoint } = cursor;
      const call = { attemptedAt: at, status, durationMs: ms, answer, endpoint };
      await endPing(tx, store, pingSequence, { ...call, outcome: "delivered" });
    }
    const remove = isPending ? verificationFailed : failing;
    await changeEndpoint(tx, store, { status: "connected", remove }, ctx.now());
    // The worker reads the endpoint again.
    await tx.prisma.deliveryCursor.updateMany({
      where: { retailerId, storeId },
      data: { leaseEpoch: { increment: 1 }, failures: 0, failingSince: null },
    });
    await releaseHold(tx, store);
    const after = await readChannel(tx, store, "webhooks");
    const [was, is] = [before, after].map((row) => row && presentChannel(row, store.timezone, ctx.now()));
    await recordHistory(ctx, tx, [channelWrite(store, was, is)]);
  });
}

function presentResult(result: CallResult): TestAnswer {
  const { status, ms, answer } = result;
  const answerOrError = status === null ? { answer: null, error: answer } : { answer, error: null };
  return { ok: isSuccess(result), status, durationMs: ms, ...answerOrError };
}

interface TestCall {
  send(at: Date): Promise<CallResult>;
  settle(result: CallResult, at: Date): Promise<void>;
}

/**
 * Makes a test call, one at a time.
 * @param id of the receiver's store or endpoint
 * @throws RateLimited during another test call
 */
export async function makeTestCall(ctx: Context, id: string, { send, settle }: TestCall): Promise<TestAnswer> {
  if (ctx.isDryRun) return { ok: false, status: null, durationMs: 0, answer: null, error: "a dry run makes no call" };
  if (underway.has(id)) {
    throw new DomainError("RateLimited", "The endpoint is being tested already; wait for that answer.");
  }
  underway.add(id);
  try {
    const at = ctx.now();
    const result = await send(at);
    if (isSuccess(result)) await settle(result, at);
    return presentResult(result);
  } finally {
    underway.delete(id);
  }
}

/**
 * Sends a signed `webhook.enabled` now, outside the log. A 2xx verifies a pending endpoint and ends its failures. Any other answer changes
 * nothing. A store has one test call at a time.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled; RateLimited during another test call
 */
export async function testEndpoint(ctx: Context, input: OfEndpoint): Promise<TestAnswer> {
  const store = await findStore(ctx, input);
  const endpoint = await findEndpoint(ctx, store);
  if (!endpoint) throw channelNotEnabled("webhooks");
  const { pingSequence } = endpoint;
  return makeTestCall(ctx, store.storeId, {
    send: (at) => callEndpoint(ctx, store, endpoint, at),
    settle: (result, at) => settleTest(ctx, store, { pingSequence, at, result }),
  });
}
