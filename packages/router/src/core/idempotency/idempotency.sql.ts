import type { Prisma } from "@highstreet/db";

export type KeptRow = Pick<Prisma.IdempotencyKeyGetPayload<object>, "fingerprint" | "answer">;

// SQL, because the call's transaction is Prisma's or one with COPY.
/** `$1` partner, `$2` key, `$3` now. Row: `KeptRow`. */
export const keptAnswer = `
  SELECT fingerprint, answer FROM idempotency_key WHERE partner_id = $1 AND key = $2 AND expires_at > $3`;

export const saveKey = `
  INSERT INTO idempotency_key (partner_id, key, fingerprint, answer, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (partner_id, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at`;
