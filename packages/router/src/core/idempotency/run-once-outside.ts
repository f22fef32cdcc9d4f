import type { Context } from "../../kernel/context.ts";
import { type Answer, fingerprintOf, type KeyedCall, keepAnswer, lockKey, readKept, writeKey } from "./run-once.ts";

/** A call that runs longer than this has lost its process. */
const CLAIM_MS = 60_000;

/** The answer of a key while its call runs. */
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
