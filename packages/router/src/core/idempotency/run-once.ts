import { createHash } from "node:crypto";
import { type BulkSize, type PgTx, type Sql, type TransactionScope, type Tx, within } from "@highstreet/db";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { tryLockName } from "../../kernel/kernel.sql.ts";
import { type KeptRow, keptAnswer, saveKey } from "./idempotency.sql.ts";

const KEPT_MS = 24 * 3_600_000;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** A call that runs once, although a client may send it several times. */
export interface KeyedCall {
  key: string;
  /** Method, path without `/v1`, and query. */
  sent: readonly string[];
  body: Uint8Array;
  scope: TransactionScope;
  bulk?: BulkSize | undefined;
}

type KeyActor = Extract<Actor, { kind: "key" }>;

/** Identifies a call and the permissions of its key. A key with fewer permissions must not receive the answer of another key. */
export function fingerprintOf(actor: KeyActor, call: KeyedCall): Buffer<ArrayBuffer> {
  const kind = actor.isTest ? ["test"] : [];
  const permissions = [[...actor.scopes].sort(), actor.retailerIds && [...actor.retailerIds].sort(), ...kind];
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
    const answer = await run({ ...ctx, db: within(ctx.db, tx), runsOnce: true });
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

/** A call that runs longer than this has lost its process. */
const CLAIM_MS = 60_000;

const noAnswer = new Uint8Array();

/**
 * Runs a call once that waits for an outside service. It holds no transaction and no connection during the wait. The key is claimed
 * before the call and released if the call fails. After a crash, the same key can run the call again a minute later.
 * @throws IdempotencyKeyInUse while the first call runs; IdempotencyKeyReused for another call with the same key
 */
export async function runOnceOutside(
  ctx: Context,
  call: KeyedCall,
  run: (ctx: Context) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { actor, db } = ctx;
  if (actor?.kind !== "key") return { ...(await run(ctx)), replayed: false };
  const { partnerId } = actor;
  const fingerprint = fingerprintOf(actor, call);
  const kept = await db.transaction("no shop", async (tx) => {
    await lockKey(tx, partnerId, call);
    const now = ctx.now();
    const answer = await readKept(ctx, tx, { partnerId, call, fingerprint, now });
    if (answer) return answer;
    await writeKey(tx, { partnerId, call, fingerprint }, noAnswer, new Date(now.getTime() + CLAIM_MS));
    return undefined;
  });
  if (kept) return { ...kept, replayed: true };
  try {
    const answer = await run(ctx);
    await keepAnswer(ctx, db, { partnerId, call, fingerprint, now: ctx.now() }, answer);
    return { ...answer, replayed: false };
  } catch (error) {
    const where = { partnerId, key: call.key, fingerprint, answer: noAnswer };
    await db.prisma.idempotencyKey.deleteMany({ where });
    throw error;
  }
}
