import type { Tx } from "@highstreet/db";
import { queueForEndpoint } from "@highstreet/delivery";
import type { StoreIds } from "../../core/channels/index.ts";
import { eventsExpired, lockStores, readLogFloor } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { firstSince, newestOfEventSql, presentDelivery, readDelivery } from "../webhooks/index.ts";
import type { EndpointDelivery, RedeliveredToEndpoint, RedeliverToEndpoint } from "./endpoints.schema.ts";
import { type EndpointRow, findEndpoint, findOwner, type OfEndpoint, recordWrite } from "./internal/endpoint-record.ts";
import { findPlace, type OfDelivery } from "./read-endpoint-deliveries.ts";
import { ownerTransaction } from "./save-endpoint.ts";

/**
 * A waiting delivery is sent now, a finished one starts a new cycle of tries.
 * @throws RetailerNotFound, EndpointNotFound, StoreNotFound, DeliveryNotFound, EventsExpired; DeliverySuperseded (`newerSequence`)
 */
export async function redeliverToEndpoint(ctx: Context, input: OfDelivery): Promise<EndpointDelivery> {
  const now = ctx.now();
  const { endpointId, ...store } = await findPlace(ctx, input);
  const owner = await findOwner(ctx, input);
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    const row = await findEndpoint(tx, owner, endpointId);
    const { sequence } = await readDelivery(tx, { ...store, endpointId }, input.sequence);
    const floor = await readLogFloor(tx, store);
    if (sequence <= floor) throw eventsExpired(floor);
    const { superseded } = await queueForEndpoint(
      tx,
      store,
      endpointId,
      { from: sequence, upTo: sequence, status: null },
      now,
    );
    if (superseded) {
      const [event] = await tx.query<{ newest: number | null }>(newestOfEventSql, [
        store.retailerId,
        store.storeId,
        sequence,
      ]);
      const detail =
        "A newer event of the same subject exists: sending this one would tell the receiver an older state. Redeliver `newerSequence`.";
      throw new DomainError("DeliverySuperseded", detail, { newerSequence: event?.newest });
    }
    await recordWrite(ctx, tx, row, "redeliver", {
      before: null,
      after: { storeId: store.storeId, from: sequence, to: sequence },
    });
    return { ...presentDelivery(await readDelivery(tx, { ...store, endpointId }, input.sequence), false), ...store };
  });
}

/** Sequences of a transaction, and stores and transactions of a call. */
const [BATCH, MAX_STEPS] = [1_000, 500];

const STORES = 100;

/** Where a call ended: it goes on in this store. */
interface Place extends StoreIds {
  from: number;
}

const encode = ({ retailerId, storeId, from }: Place): string => `${retailerId}.${storeId}.${from}`;

/** @throws ValidationFailed for a text that is no `next` of an answer */
function decode(after: string): Place {
  const [retailerId = "", storeId = "", from = "", ...rest] = after.split(".");
  if (isId(retailerId) && isId(storeId) && /^[0-9]{1,15}$/.test(from) && !rest.length)
    return { retailerId, storeId, from: Number(from) };
  throw validationFailed([{ pointer: "/after", code: "InvalidValue", message: "must be `next` of an answer" }]);
}

/** The followed stores from a place on, in the order of their ids. */
async function* storesFrom({ prisma }: Pick<Tx, "prisma">, endpointId: string, start: StoreIds | undefined) {
  const followed = await prisma.deliveryFollowing.findMany({
    where: { endpointId, ...(start && { retailerId: { gte: start.retailerId } }) },
    orderBy: { retailerId: "asc" },
    select: { retailerId: true, storeIds: true },
  });
  for (const { retailerId, storeIds } of followed) {
    let from = start?.retailerId === retailerId ? { gte: start.storeId } : {};
    for (;;) {
      const id = { ...from, ...(storeIds.length && { in: storeIds }) };
      const stores = await prisma.store.findMany({
        where: { retailerId, id },
        orderBy: { id: "asc" },
        take: STORES,
        select: { id: true, logFloor: true, nextSequence: true },
      });
      for (const store of stores) yield { retailerId, storeId: store.id, ...store };
      const last = stores.at(-1);
      if (!last || stores.length < STORES) break;
      from = { gt: last.id } as never;
    }
  }
}

type Range = Pick<RedeliverToEndpoint, "since" | "from" | "to" | "status">;

/**
 * Sends each delivery again as `redeliverToEndpoint` does, and events that the endpoint never got. At most the newest event of each subject
 * is sent. Each batch commits by itself. A call takes 500 stores and batches at most: `next` of the answer continues.
 * @throws RetailerNotFound, EndpointNotFound, StoreNotFound; ValidationFailed for a wrong `after`
 */
export async function redeliverRangeToEndpoint(
  ctx: Context,
  input: OfEndpoint & { body: RedeliverToEndpoint },
): Promise<RedeliveredToEndpoint> {
  const { storeId, after, ...range } = input.body;
  const owner = await findOwner(ctx, input);
  const endpoint = await findEndpoint(ctx.db, owner, input.endpointId);
  const start = after === undefined ? undefined : decode(after);
  const only = storeId === undefined ? undefined : await findPlace(ctx, { ...input, storeId });
  const done = await queueAll(ctx, endpoint, range, only, start);
  await ownerTransaction(ctx, owner, (tx) =>
    recordWrite(ctx, tx, endpoint, "redeliver", { before: null, after: { ...input.body, ...done } }),
  );
  return done;
}

async function queueAll(
  ctx: Context,
  { id: endpointId }: EndpointRow,
  range: Range,
  only: StoreIds | undefined,
  start: Place | undefined,
): Promise<RedeliveredToEndpoint> {
  const done: RedeliveredToEndpoint = { queued: 0, superseded: 0, next: null };
  let steps = 0;
  const isFull = () => steps++ >= MAX_STEPS;
  for await (const { retailerId, storeId, logFloor, nextSequence } of storesFrom(ctx.db, endpointId, start ?? only)) {
    const store = { retailerId, storeId };
    if (only && only.storeId !== storeId) break;
    if (isFull()) return { ...done, next: encode({ ...store, from: 0 }) };
    const oldest = Number(logFloor) + 1;
    const next = Number(nextSequence);
    const first = range.since
      ? await firstSince(ctx, store, new Date(range.since), oldest, next)
      : (range.from ?? oldest);
    const resumed = start?.storeId === storeId ? start.from : 0;
    const last = Math.min(range.to ?? next, next - 1);
    for (let from = Math.max(first, oldest, resumed); from <= last; from += BATCH) {
      if (isFull()) return { ...done, next: encode({ ...store, from }) };
      const part = { from, upTo: Math.min(from + BATCH - 1, last), status: range.status ?? null };
      const { queued, superseded } = await ctx.db.transaction(store, async (tx) => {
        await lockStores(tx, retailerId, [storeId]);
        return queueForEndpoint(tx, store, endpointId, part, ctx.now());
      });
      done.queued += queued;
      done.superseded += superseded;
    }
  }
  return done;
}
