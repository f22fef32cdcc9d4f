import { createHash } from "node:crypto";
import { type Sql, type TransactionScope, within } from "@highstreet/db";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";

const KEPT_MS = 24 * 3_600_000;

/** An answer as it goes out. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** null: none */
  body: string | null;
}

/** A call that is to be made once, however often it is sent. */
export interface KeyedCall {
  /** The caller's name for it, 1 to 255 characters. */
  key: string;
  /** What was sent: method, path without `/v1`, query. */
  sent: readonly string[];
  /** The raw bytes of the body. */
  body: Uint8Array;
  /** The scope of the call's changes, from its path. */
  scope: TransactionScope;
}

// Taken before the look-up and by a statement of its own: a later one then sees what the holder before committed.
const tryLock = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS obtained";

const find = `SELECT fingerprint, answer FROM idempotency_key WHERE partner_id = $1 AND key = $2 AND expires_at > $3`;

const keep = `
  INSERT INTO idempotency_key (partner_id, key, fingerprint, answer, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (partner_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at`;

type KeyActor = Extract<Actor, { kind: "key" }>;

/** What was sent, and with which powers: a key that may do less must not be shown what another was answered. */
export function fingerprintOf(actor: KeyActor, call: KeyedCall): Buffer {
  const powers = [[...actor.scopes].sort(), actor.retailerIds && [...actor.retailerIds].sort()];
  return createHash("sha256")
    .update(JSON.stringify([...call.sent, ...powers]))
    .update(call.body)
    .digest();
}

/** Current calls of this process, by partner and key. A call that waits in a queue holds no lock yet. */
const underWay = new Set<string>();

interface Once {
  partnerId: string;
  call: KeyedCall;
  fingerprint: Buffer;
  now: Date;
}

/** Holds a key until the transaction's end. @throws IdempotencyKeyInUse */
export async function lockKey(tx: Sql, partnerId: string, call: KeyedCall): Promise<void> {
  const [lock] = await tx.query<{ obtained: boolean }>(tryLock, [`idempotency ${partnerId} ${call.key}`]);
  if (!lock?.obtained) throw inUse();
}

/** What the call was answered before; undefined: it was not made. @throws IdempotencyKeyReused, IdempotencyKeyInUse */
export async function readKept(ctx: Context, tx: Sql, once: Once): Promise<Answer | undefined> {
  const { partnerId, call, fingerprint, now } = once;
  const [kept] = await tx.query<{ fingerprint: Buffer; answer: Buffer }>(find, [partnerId, call.key, now]);
  if (!kept) return undefined;
  if (!fingerprint.equals(kept.fingerprint)) throw reused();
  if (!kept.answer.length) throw inUse();
  return JSON.parse(ctx.vault.open(kept.answer, ["idempotency_key", partnerId, call.key])) as Answer;
}

/** Keeps an answer for 24 hours. */
export async function keepAnswer(ctx: Context, tx: Sql, once: Once, answer: Answer): Promise<void> {
  const { partnerId, call, fingerprint, now } = once;
  // All are sealed, since some hold secrets (POST /keys, upload keys): none is forgotten.
  const sealed = ctx.vault.seal(JSON.stringify(answer), ["idempotency_key", partnerId, call.key]);
  await tx.query(keep, [partnerId, call.key, fingerprint, sealed, new Date(now.getTime() + KEPT_MS)]);
}

/**
 * Makes a call once (contract §1, Idempotency). Its answer is kept for 24 hours in the transaction of its change, so that
 * there is both or neither, whenever the process dies; the same call again is given that answer. An error keeps nothing.
 * @param run makes the call with the given context, whose `db` is the transaction
 * @returns the answer, and whether it was kept from before
 * @throws IdempotencyKeyInUse while the first call is under way; IdempotencyKeyReused for another call of the same key
 */
export async function runOnce(
  ctx: Context,
  call: KeyedCall,
  run: (ctx: Context) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { actor } = ctx;
  if (actor?.kind !== "key") return { ...(await run(ctx)), replayed: false };
  const { partnerId } = actor;
  const fingerprint = fingerprintOf(actor, call);
  const make = () =>
    ctx.db.transaction(call.scope, async (tx) => {
      await lockKey(tx, partnerId, call);
      const once = { partnerId, call, fingerprint, now: ctx.now() };
      const kept = await readKept(ctx, tx, once);
      if (kept) return { ...kept, replayed: true };
      const answer = await run({ ...ctx, db: within(ctx.db, tx) });
      await keepAnswer(ctx, tx, once, answer);
      return { ...answer, replayed: false };
    });
  const name = `${partnerId} ${call.key}`;
  if (underWay.has(name)) throw inUse();
  underWay.add(name);
  try {
    return await make();
  } finally {
    underWay.delete(name);
  }
}

function inUse(): DomainError {
  return new DomainError(
    "IdempotencyKeyInUse",
    "The first call with this Idempotency-Key is still under way; send it again in a moment.",
  );
}

function reused(): DomainError {
  return new DomainError(
    "IdempotencyKeyReused",
    "This Idempotency-Key was used for another call, or by a key with other powers; take a new one.",
  );
}
