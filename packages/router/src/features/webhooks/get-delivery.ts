import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { eventBody, eventsExpired, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { attemptsOf } from "./attempts-of.ts";
import type { Attempt, DeliveryDetail, GetDelivery } from "./deliveries.schema.ts";
import { blockOf, deliveriesIn } from "./deliveries.sql.ts";
import { type DeliveryRow, presentDelivery } from "./delivery-row.ts";
import { plainHeaders, signDelivery } from "./sign-delivery.ts";
import { openSecrets, secretsInForce } from "./signing-secrets.ts";

const one = `SELECT * FROM ${deliveriesIn(blockOf("$3::bigint"), "e.sequence = $3")} d`;

/** `secret`: where the endpoint called is the one of now. */
const attempts = `
  SELECT a.try, a.at, a.status, a.ms AS "durationMs", a.outcome, a.answer, p.url, ch.secret
  FROM ${attemptsOf("$3::bigint")} a
  LEFT JOIN delivery_endpoint p ON p.retailer_id = $1 AND p.store_id = $2 AND p.endpoint = a.endpoint
  LEFT JOIN delivery_cursor c ON c.retailer_id = $1 AND c.store_id = $2 AND c.endpoint = a.endpoint
  LEFT JOIN channel ch ON ch.retailer_id = c.retailer_id AND ch.store_id = c.store_id AND ch.channel = 'webhooks'
  ORDER BY a.try`;

interface AttemptRow extends Omit<Attempt, "at"> {
  at: Date;
  /** Sealed. */
  secret: Uint8Array | null;
}

/**
 * @param sequence as it was given
 * @throws DeliveryNotFound, EventsExpired
 */
export async function readDelivery(sql: Sql, store: StoreIds, sequence: string): Promise<DeliveryRow> {
  const number = /^[0-9]{1,15}$/.test(sequence) ? Number(sequence) : -1;
  const [row] = await sql.query<DeliveryRow>(one, [store.retailerId, store.storeId, number]);
  if (row) return row;
  const floor = await readLogFloor(sql, store);
  if (number > 0 && number <= floor) throw eventsExpired(floor);
  throw new DomainError("DeliveryNotFound", "The store has no delivery of this sequence.");
}

/** A call as it was sent. Nothing of it is kept but when it was and to which endpoint: the rest follows. */
function requestOf(row: DeliveryRow, { url, at, secret }: AttemptRow, { vault }: Context, store: StoreIds) {
  const body = eventBody(row, row.wasEnhanced === true);
  const call = { storeId: store.storeId, sequence: row.sequence, body, at };
  const headers = secret
    ? signDelivery(call, secretsInForce(openSecrets(vault, store, secret), at))
    : { ...plainHeaders(call), "x-webhook-signature": null, "webhook-signature": null };
  return { url, headers, body };
}

/**
 * One delivery: its last call, and every attempt (contract §6).
 * @throws RetailerNotFound, StoreNotFound, DeliveryNotFound, EventsExpired
 */
export async function getDelivery(ctx: Context, input: GetDelivery): Promise<DeliveryDetail> {
  const store = await findStore(ctx, input);
  const row = await readDelivery(ctx.db, store, input.sequence);
  const made = await ctx.db.query<AttemptRow>(attempts, [store.retailerId, store.storeId, row.sequence]);
  const last = made.findLast(({ durationMs }) => durationMs !== null);
  return {
    ...presentDelivery(row),
    request: last ? requestOf(row, last, ctx, store) : null,
    attempts: made.map(({ secret: _, at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
  };
}
