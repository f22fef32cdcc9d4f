import type { Tx } from "@highstreet/db";
import { BLOCK, eventInBatch, plainHeaders, signDelivery, validSecrets } from "@highstreet/delivery";
import { isWaitingForReceiver, type StoreIds } from "../../core/channels/index.ts";
import type { Write } from "../../core/history/index.ts";
import { cleanBarcode } from "../../core/items/index.ts";
import { eventBody, eventsExpired, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { cursorToNumber, type PageResult, type Scanned, scanPage, windowOf } from "../../kernel/paging.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { deliveriesSql, summarizeDeliveriesSql, summarizeEndpointSql } from "./deliveries.sql.ts";
import { openSecrets } from "./internal/signing-secrets.ts";
import {
  type Attempt,
  type Delivery,
  type DeliveryDetail,
  type DeliverySummary,
  type EndpointHealth,
  type EndReason,
  endReasons,
  type GetDelivery,
  type ListDeliveries,
  type OfEndpoint,
  type SummarizeDeliveries,
} from "./webhooks.schema.ts";

export interface DeliveryRow {
  sequence: number;
  action: string;
  data: string;
  product: string | null;
  createdAt: Date;
  status: Delivery["status"];
  tries: number;
  lastStatus: number | null;
  lastTryAt: Date | null;
  /** Whether a call had `product`. */
  wasEnhanced: boolean | null;
  nextTryAt: Date | null;
  /** The last entry in the log of attempts, if it is no call. */
  reason: string | null;
  /** Of an endpoint: of its last call, as that of an attempt. */
  batch?: number | null;
}

/** The number of events of a call to an endpoint, in the form of a batch; null: another form, or no call. */
interface InBatch {
  batch: number | null;
}

/** `superseded`, or the stored reason of a failure. */
function endReason(status: Delivery["status"] | Attempt["outcome"], reason: string | null): EndReason | null {
  if (status === "superseded") return "superseded";
  return status === "failed" ? (endReasons.find((known) => known === reason) ?? null) : null;
}

function barcodeOf(row: DeliveryRow): string | null {
  const data = JSON.parse(row.data) as { barcode?: unknown };
  return row.action === "inventory.update" && typeof data.barcode === "string" ? data.barcode : null;
}

/** @param waitsForReceiver the events of the store wait because its receiver is down */
export function presentDelivery(row: DeliveryRow, waitsForReceiver: boolean): Delivery & InBatch {
  const isWaiting = row.status === "pending" && waitsForReceiver;
  return {
    sequence: row.sequence,
    action: row.action,
    barcode: barcodeOf(row),
    status: row.status,
    reason: isWaiting ? "receiver_down" : endReason(row.status, row.reason),
    tries: row.tries,
    lastStatus: row.lastStatus,
    lastTryAt: row.lastTryAt?.toISOString() ?? null,
    nextTryAt: isWaiting ? null : (row.nextTryAt?.toISOString() ?? null),
    createdAt: row.createdAt.toISOString(),
    batch: row.batch ?? null,
  };
}

/** @param what the requested deliveries */
export function deliveryWrite({ retailerId, storeId }: StoreIds, what: object): Write {
  const target = { type: "channel", id: "webhooks", storeId } as const;
  return { retailerId, action: "channel.redeliver", target, before: null, after: what };
}

/** A position above every sequence. */
const END = Number.MAX_SAFE_INTEGER;

/** The deliveries of the webhooks channel of a store, or of an endpoint in it. */
export interface DeliveryPlace extends StoreIds {
  endpointId?: string;
}

const statementsOf = ({ endpointId }: DeliveryPlace) =>
  endpointId === undefined ? deliveriesSql.channel : deliveriesSql.endpoint;

/** Their last parameter. */
const endpointOf = ({ endpointId }: DeliveryPlace): string[] => (endpointId === undefined ? [] : [endpointId]);

/** Newest first. @throws MalformedRequest for an invalid cursor */
export async function listDeliveriesOf(
  ctx: Context,
  place: DeliveryPlace,
  input: Pick<ListDeliveries, "page" | "status" | "action" | "q">,
): Promise<PageResult<Delivery & InBatch>> {
  const q = cleanBarcode(sanitizeForPostgres(input.q ?? "")) || null;
  const statements = statementsOf(place).list[input.status ?? "any"];
  const page = await scanPage<DeliveryRow>(
    input.page,
    (row) => String(row.sequence),
    async (position, candidates, limit) => {
      const blocks = Math.ceil(candidates / BLOCK);
      const rows = await ctx.db.query<Scanned<DeliveryRow>>(position?.back ? statements.back : statements.newestFirst, [
        place.retailerId,
        place.storeId,
        cursorToNumber(position) ?? END,
        blocks,
        limit,
        input.status ?? null,
        input.action ?? null,
        q,
        ...endpointOf(place),
      ]);
      return windowOf(rows, blocks);
    },
  );
  const waits = await waitsForReceiver(ctx.db, place);
  return { ...page, data: page.data.map((row) => presentDelivery(row, waits)) };
}

/** An endpoint has its own health, apart from the others of its receiver. */
const waitsForReceiver = async (sql: Pick<Tx, "prisma">, place: DeliveryPlace): Promise<boolean> =>
  place.endpointId === undefined && isWaitingForReceiver(sql, place);

/**
 * The log stays readable after the channel was removed.
 * @throws RetailerNotFound, StoreNotFound; MalformedRequest for an invalid cursor
 */
export async function listDeliveries(ctx: Context, input: ListDeliveries): Promise<PageResult<Delivery>> {
  return listDeliveriesOf(ctx, await findStore(ctx, input), input);
}

interface AttemptRow extends Omit<Attempt, "at" | "reason"> {
  at: Date;
  /** Sealed. */
  secret: Uint8Array | null;
  /** Only of an endpoint. */
  batch?: number | null;
}

/** @throws DeliveryNotFound, EventsExpired */
export async function readDelivery(
  sql: Pick<Tx, "query" | "prisma">,
  place: DeliveryPlace,
  sequence: string,
): Promise<DeliveryRow> {
  const number = /^[0-9]{1,15}$/.test(sequence) ? Number(sequence) : -1;
  const values = [place.retailerId, place.storeId, number, ...endpointOf(place)];
  const [row] = await sql.query<DeliveryRow>(statementsOf(place).read, values);
  if (row) return row;
  const floor = await readLogFloor(sql, place);
  if (number > 0 && number <= floor) throw eventsExpired(floor);
  throw new DomainError("DeliveryNotFound", "The store has no delivery of this sequence.");
}

/**
 * As it was sent. Only its time and its endpoint are stored. Of a batch, the part of this event, and the headers that do not follow from the
 * others.
 */
function requestOf(row: DeliveryRow, call: AttemptRow, { vault }: Context, place: DeliveryPlace) {
  const { url, at, secret, batch } = call;
  const { retailerId, storeId, endpointId } = place;
  const body = eventBody(row, row.wasEnhanced === true, endpointId && retailerId);
  if (batch) {
    const { "webhook-id": _, ...headers } = plainHeaders({ id: "", events: batch, endpointId, body, at });
    return { url, headers, body: eventInBatch(storeId, row.sequence, body) };
  }
  const sent = { storeId, sequence: row.sequence, body, at, endpointId };
  const signer = endpointId === undefined ? { retailerId, storeId } : { endpointId };
  const headers = secret
    ? signDelivery(sent, validSecrets(openSecrets(vault, signer, secret), at))
    : { ...plainHeaders(sent), "x-webhook-signature": null, "webhook-signature": null };
  return { url, headers, body };
}

/** The log stores the reason of an end without a call as its answer. */
function presentAttempt({ secret: _, batch = null, at, answer, ...attempt }: AttemptRow): Attempt & InBatch {
  const isCall = attempt.durationMs !== null;
  return {
    ...attempt,
    batch,
    at: at.toISOString(),
    answer: isCall ? answer : null,
    reason: isCall ? null : endReason(attempt.outcome, answer),
  };
}

/** @throws DeliveryNotFound, EventsExpired */
export async function getDeliveryOf(
  ctx: Context,
  place: DeliveryPlace,
  sequence: string,
): Promise<DeliveryDetail & InBatch & { attempts: (Attempt & InBatch)[] }> {
  const row = await readDelivery(ctx.db, place, sequence);
  const values = [place.retailerId, place.storeId, row.sequence, ...endpointOf(place)];
  const made = await ctx.db.query<AttemptRow>(statementsOf(place).readAttempts, values);
  const last = made.findLast(({ durationMs }) => durationMs !== null);
  return {
    ...presentDelivery(row, await waitsForReceiver(ctx.db, place)),
    request: last ? requestOf(row, last, ctx, place) : null,
    attempts: made.map(presentAttempt),
  };
}

/** @throws RetailerNotFound, StoreNotFound, DeliveryNotFound, EventsExpired */
export async function getDelivery(ctx: Context, input: GetDelivery): Promise<DeliveryDetail> {
  return getDeliveryOf(ctx, await findStore(ctx, input), input.sequence);
}

const HOUR_MS = 3_600_000;
const HOURS: Record<SummarizeDeliveries["period"], number> = { "24h": 24, "7d": 168 };

type Calls = Omit<DeliverySummary["hours"][number], "at">;

const none: Calls = { delivered: 0, failed: 0, medianMs: null, p95Ms: null };

/** Of a store's channel, or of an endpoint in all of its stores. Per UTC hour and in total. */
export async function summarize(
  ctx: Context,
  of: StoreIds | { endpointId: string },
  period: SummarizeDeliveries["period"],
): Promise<DeliverySummary> {
  const count = HOURS[period];
  const first = Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS - (count - 1) * HOUR_MS;
  type Row = Calls & { at: Date | null; isWhole: boolean };
  const rows = await ("endpointId" in of
    ? ctx.db.query<Row>(summarizeEndpointSql, [of.endpointId, new Date(first)])
    : ctx.db.query<Row>(summarizeDeliveriesSql, [of.retailerId, of.storeId, new Date(first)]));
  const found = new Map(rows.map(({ at, isWhole: _, ...calls }) => [at?.getTime() ?? null, calls]));
  return {
    ...(found.get(null) ?? none),
    isWhole: rows.every(({ isWhole }) => isWhole),
    hours: Array.from({ length: count }, (_, n) => {
      const at = first + n * HOUR_MS;
      return { at: new Date(at).toISOString(), ...(found.get(at) ?? none) };
    }),
  };
}

/**
 * `isWhole` is false if a store has too many calls: then the newest count.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function summarizeDeliveries(ctx: Context, input: SummarizeDeliveries): Promise<DeliverySummary> {
  const { retailerId, storeId } = await findStore(ctx, input);
  return summarize(ctx, { retailerId, storeId }, input.period);
}

/** Changes with each call. The warning of the channel comes only after ten failed calls. @throws RetailerNotFound, StoreNotFound */
export async function getEndpointHealth(ctx: Context, input: OfEndpoint): Promise<EndpointHealth> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const cursor = await ctx.db.prisma.deliveryCursor.findUnique({
    where: { retailerId_storeId: { retailerId, storeId } },
    select: { failures: true, failingSince: true },
  });
  const channel = await ctx.db.prisma.channel.findUnique({
    where: { retailerId_storeId_channel: { retailerId, storeId, channel: "webhooks" } },
    select: { status: true },
  });
  const { failures = 0, failingSince = null } = cursor ?? {};
  const isFailing = channel?.status === "connected" && failures > 0 && failingSince !== null;
  return { isFailing, failures, failingSince: failingSince?.toISOString() ?? null };
}
