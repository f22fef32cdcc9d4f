import type { Tx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { forEachConcurrent } from "../../kernel/jobs.ts";
import { bucketPicturesSql } from "./bucket.sql.ts";

type Bucketed = Pick<Context, "bucket">;

/** The bytes of a row whose picture is in the bucket. */
export const IN_BUCKET = new Uint8Array();
/** Pictures that one transaction removes. */
const BATCH = 100;

const nameOf = (retailerId: string, token: string): string => `pictures/${retailerId}/${token}.webp`;

const noAnswer = (cause: unknown): DomainError => {
  const error = new DomainError("Unavailable", "The store of pictures gave no answer. Send the call again.");
  return Object.assign(error, { cause });
};

/** @throws Unavailable */
export async function putInBucket({ bucket }: Bucketed, retailerId: string, token: string, bytes: Uint8Array) {
  await bucket?.put(nameOf(retailerId, token), bytes, "image/webp").catch((error) => {
    throw noAnswer(error);
  });
}

/** @throws Unavailable */
export async function getFromBucket({ bucket }: Bucketed, retailerId: string, token: string) {
  return bucket?.get(nameOf(retailerId, token)).catch((error) => {
    throw noAnswer(error);
  });
}

export async function removeFromBucket({ bucket }: Bucketed, retailerId: string, tokens: string[]): Promise<void> {
  if (bucket) await forEachConcurrent(tokens, (token) => bucket.remove(nameOf(retailerId, token)));
}

/**
 * Removes pictures in the bucket that are unused since before `unused` (undefined: all), some at a time. The lock of their rows keeps a
 * call from using them again.
 */
export async function removeBucketPictures(
  ctx: Bucketed,
  tx: Tx,
  retailerId: string,
  unused?: Date,
): Promise<{ count: number }> {
  if (!ctx.bucket) return { count: 0 };
  const rows = await tx.query<{ token: string }>(bucketPicturesSql, [retailerId, unused ?? null, BATCH]);
  const tokens = rows.map(({ token }) => token);
  await removeFromBucket(ctx, retailerId, tokens);
  return tx.prisma.picture.deleteMany({ where: { retailerId, token: { in: tokens } } });
}
