import type { Context } from "../../kernel/context.ts";
import { type Answer, fingerprintOf, type KeyedCall, keepAnswer, lockKey, readKept } from "./run-once.ts";

/** A call that has not ended by then will not: its process is gone. */
const CLAIM_MS = 60_000;

const claim = `
  INSERT INTO idempotency_key (partner_id, key, fingerprint, answer, expires_at) VALUES ($1, $2, $3, '', $4)
  ON CONFLICT (partner_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, answer = '', expires_at = excluded.expires_at`;

const giveUp = `DELETE FROM idempotency_key WHERE partner_id = $1 AND key = $2 AND fingerprint = $3 AND answer = ''`;

/**
 * Makes a call once that waits for somebody outside: no transaction, and no connection, is held meanwhile. The key is claimed
 * before, and given up if the call fails. Should the process die over it, the same key makes the call again, a minute later.
 * @throws IdempotencyKeyInUse while the first call is under way; IdempotencyKeyReused for another call of the same key
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
    await tx.query(claim, [partnerId, call.key, fingerprint, new Date(now.getTime() + CLAIM_MS)]);
    return undefined;
  });
  if (kept) return { ...kept, replayed: true };
  try {
    const answer = await run(ctx);
    await keepAnswer(ctx, db, { partnerId, call, fingerprint, now: ctx.now() }, answer);
    return { ...answer, replayed: false };
  } catch (error) {
    await db.query(giveUp, [partnerId, call.key, fingerprint]);
    throw error;
  }
}
