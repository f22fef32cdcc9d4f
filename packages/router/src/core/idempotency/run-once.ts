import { createHash } from "node:crypto";
import { type BulkSize, type PgTx, type Sql, type TransactionScope, type Tx, within } from "@highstreet/db";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { tryLockName } from "../../kernel/kernel.sql.ts";
import { type KeptRow, keptAnswer, saveKey } from "./idempotency.sql.ts";

const KEPT_MS = 24 * 3_600_000;

/** The answer to a call. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** null: no body */
  body: string | null;
}

/** A call that runs once, although a client may send it several times. */
export interface KeyedCall {
  /** The `Idempotency-Key`, 1 to 255 characters. */
  key: string;
  /** Method, path without `/v1`, and query. */
  sent: readonly string[];
  /** The raw bytes of the body. */
  body: Uint8Array;
  /** The scope of the call's changes, from its path. */
  scope: TransactionScope;
  /** The call needs a bulk transaction of this size. */
  bulk?: BulkSize | undefined;
}

type KeyActor = Extract<Actor, { kind: "key" }>;

/** Identifies a call and the permissions of its key. A key with fewer permissions must not receive the answer of another key. */
export function fingerprintOf(actor: KeyActor, call: KeyedCall): Buffer<ArrayBuffer> {
  const permissions = [[...actor.scopes].sort(), actor.retailerIds && [...actor.retailerIds].sort()];
  return createHash("sha256")
    .update(JSON.stringify([...call.sent, ...permissions]))
    .update(call.body)
    .digest();
}

/** Running calls of this process, by partner and key. A call that waits in a queue holds no lock yet. */
const running = new Set<string>();

interface Once {
  partnerId: string;
  call: KeyedCall;
  fingerprint: Buffer<ArrayBuffer>;
  now: Date;
}

/** Locks a key until the transaction ends. @throws IdempotencyKeyInUse */
export async function lockKey(tx: Sql, partnerId: string, call: KeyedCall): Promise<void> {
  const [lock] = await tx.query<{ obtained: boolean }>(tryLockName, [`idempotency ${partnerId} ${call.key}`]);
  if (!lock?.obtained) throw inUse();
}

/** The kept answer of the call; undefined for a new call. @throws IdempotencyKeyReused, IdempotencyKeyInUse */
export async function readKept(ctx: Context, tx: Sql, once: Once): Promise<Answer | undefined> {
  const { partnerId, call, fingerprint, now } = once;
  const [kept] = await tx.query<KeptRow>(keptAnswer, [partnerId, call.key, now]);
  if (!kept) return undefined;
  if (!fingerprint.equals(kept.fingerprint)) throw reused();
  if (!kept.answer.length) throw inUse();
  return JSON.parse(ctx.vault.open(kept.answer, ["idempotency_key", partnerId, call.key])) as Answer;
}

/** Writes the row of a key. @param answer the sealed answer; empty while the call runs */
export async function writeKey(
  tx: Sql,
  { partnerId, call, fingerprint }: Omit<Once, "now">,
  answer: Uint8Array<ArrayBuffer>,
  expiresAt: Date,
): Promise<void> {
  await tx.query(saveKey, [partnerId, call.key, fingerprint, answer, expiresAt]);
}

/** Keeps an answer for 24 hours. */
export async function keepAnswer(ctx: Context, tx: Sql, once: Once, answer: Answer): Promise<void> {
  const { partnerId, call, now } = once;
  // Some answers hold secrets (new keys), so all answers are sealed.
  const sealed = ctx.vault.seal(JSON.stringify(answer), ["idempotency_key", partnerId, call.key]);
  await writeKey(tx, once, sealed, new Date(now.getTime() + KEPT_MS));
}

/**
 * Runs a call once. The answer is stored for 24 hours in the transaction of the change, so that a crash leaves both or neither.
 * The same call again receives the stored answer. After an error nothing is stored.
 * @param run runs the call with the given context. Its `db` is the transaction
 * @returns the answer, and whether it was stored before
 * @throws IdempotencyKeyInUse while the first call runs; IdempotencyKeyReused for another call with the same key
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
  const once = async (tx: Tx | PgTx) => {
    await lockKey(tx, partnerId, call);
    const record = { partnerId, call, fingerprint, now: ctx.now() };
    const kept = await readKept(ctx, tx, record);
    if (kept) return { ...kept, replayed: true };
    const answer = await run({ ...ctx, db: within(ctx.db, tx) });
    await keepAnswer(ctx, tx, record, answer);
    return { ...answer, replayed: false };
  };
  const runInTransaction = () =>
    call.bulk ? ctx.db.bulkTransaction(call.scope, call.bulk, once) : ctx.db.transaction(call.scope, once);
  const name = `${partnerId} ${call.key}`;
  if (running.has(name)) throw inUse();
  running.add(name);
  try {
    return await runInTransaction();
  } finally {
    running.delete(name);
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
