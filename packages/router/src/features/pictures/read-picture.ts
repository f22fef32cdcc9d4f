import { getFromBucket } from "../../core/pictures/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isId } from "../../kernel/ids.ts";

/**
 * The bytes (WebP) of a public address, whose token is the permission; undefined for a wrong or an old address.
 * @throws Unavailable if the bucket gives no answer
 */
export async function readPicture(
  ctx: Pick<Context, "db" | "bucket">,
  { retailerId: asked, token }: { retailerId: string; token: string },
): Promise<Uint8Array | undefined> {
  if (!isId(asked) || !/^[\w-]{22}$/.test(token)) return undefined;
  const retailerId = asked.toLowerCase();
  const where = { retailerId_token: { retailerId, token } };
  const row = await ctx.db.prisma.picture.findUnique({ where, select: { bytes: true } });
  return row?.bytes.length === 0 ? getFromBucket(ctx, retailerId, token) : row?.bytes;
}
