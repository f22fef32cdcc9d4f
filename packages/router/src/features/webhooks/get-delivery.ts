import type { Tx } from "@highstreet/db";
import { plainHeaders, signDelivery, validSecrets } from "@highstreet/delivery";
import type { StoreIds } from "../../core/channels/index.ts";
import { eventBody, eventsExpired, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { Attempt, DeliveryDetail, GetDelivery } from "./deliveries.schema.ts";
import { readAttemptsSql, readDeliverySql } from "./deliveries.sql.ts";
import { type DeliveryRow, endReason, presentDelivery } from "./internal/delivery-row.ts";
import { openSecrets } from "./internal/signing-secrets.ts";

interface AttemptRow extends Omit<Attempt, "at" | "reason"> {
  at: Date;
  /** Sealed. */
  secret: Uint8Array | null;
}

/**
 * @param sequence the text in the request
 * @throws DeliveryNotFound, EventsExpired
 */
export async function readDelivery(
  sql: Pick<Tx, "query" | "prisma">,
  store: StoreIds,
  sequence: string,
): Promise<DeliveryRow> {
  const number = /^[0-9]{1,15}$/.test(sequence) ? Number(sequence) : -1;
  const [row] = await sql.query<DeliveryRow>(readDeliverySql, [store.retailerId, store.storeId, number]);
  if (row) return row;
  const floor = await readLogFloor(sql, store);
  if (number > 0 && number <= floor) throw eventsExpired(floor);
  throw new DomainError("DeliveryNotFound", "The store has no delivery of this sequence.");
}

/** Rebuilds a call as it was sent. Only its time and its endpoint are stored, and the rest follows from them. */
function requestOf(row: DeliveryRow, { url, at, secret }: AttemptRow, { vault }: Context, store: StoreIds) {
  const body = eventBody(row, row.wasEnhanced === true);
  const call = { storeId: store.storeId, sequence: row.sequence, body, at };
  const headers = secret
    ? signDelivery(call, validSecrets(openSecrets(vault, store, secret), at))
    : { ...plainHeaders(call), "x-webhook-signature": null, "webhook-signature": null };
  return { url, headers, body };
}

/** The log stores the reason of an end without a call in place of the answer. */
function presentAttempt({ secret: _, at, answer, ...attempt }: AttemptRow): Attempt {
  const isCall = attempt.durationMs !== null;
  return {
    ...attempt,
    at: at.toISOString(),
    answer: isCall ? answer : null,
    reason: isCall ? null : endReason(attempt.outcome, answer),
  };
}

/**
 * One delivery with its last call and all attempts.
 * @throws RetailerNotFound, StoreNotFound, DeliveryNotFound, EventsExpired
 */
export async function getDelivery(ctx: Context, input: GetDelivery): Promise<DeliveryDetail> {
  const store = await findStore(ctx, input);
  const row = await readDelivery(ctx.db, store, input.sequence);
  const made = await ctx.db.query<AttemptRow>(readAttemptsSql, [store.retailerId, store.storeId, row.sequence]);
  const last = made.findLast(({ durationMs }) => durationMs !== null);
  return {
    ...presentDelivery(row),
    request: last ? requestOf(row, last, ctx, store) : null,
    attempts: made.map(presentAttempt),
  };
}
