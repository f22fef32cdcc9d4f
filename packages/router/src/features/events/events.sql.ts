import type { Prisma } from "@highstreet/db";

/** An event of a store's log, with its sequence as a number. */
export type EventRow = Pick<Prisma.StoreEventModel, "action" | "data" | "product" | "createdAt"> & { sequence: number };

const events = (beyond: ">" | "<", order: "ASC" | "DESC"): string => `
  SELECT sequence, action, data, product, created_at AS "createdAt" FROM store_event
  WHERE retailer_id = $1 AND store_id = $2 AND sequence ${beyond} $3
  ORDER BY sequence ${order} LIMIT $4`;

/** SQL, because a read through Prisma is not cancelled when the caller disconnects. `$3` sequence, `$4` number of rows. */
export const eventsSql = { after: events(">", "ASC"), before: events("<", "DESC") };
