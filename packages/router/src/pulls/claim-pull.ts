import type { Sql } from "@highstreet/db";

/** Longer than a fetch and the taking in of what it brought may take: then the source is another's to fetch. */
const LEASE_MS = 15 * 60_000;
/** Others may be faster at some of them. */
const CANDIDATES = 20;

const due = `SELECT retailer_id AS "retailerId", store_id AS "storeId", next_pull_at AS "dueAt" FROM inventory_source
  WHERE next_pull_at <= $1 ORDER BY next_pull_at LIMIT ${CANDIDATES}`;

const claim = `
  UPDATE inventory_source SET next_pull_at = $4
  WHERE retailer_id = $1 AND store_id = $2 AND next_pull_at = $3
  RETURNING parameters, "authorization"`;

const held = `SELECT FROM inventory_source WHERE retailer_id = $1 AND store_id = $2 AND next_pull_at = $3`;

interface Due {
  retailerId: string;
  storeId: string;
  dueAt: Date;
}

/** The right to fetch a source's file: it holds as long as the source is due at its end, and nobody connected it anew. */
export interface Claim {
  retailerId: string;
  storeId: string;
  until: Date;
  parameters: { url: string; intervalMinutes: number; mode?: "update" | "replace" };
  /** Sealed. */
  authorization: Uint8Array | null;
}

/** Claims the source that is due longest: of any number of workers, one fetches it. @returns undefined: none is due */
export async function claimPull(sql: Sql, now: Date): Promise<Claim | undefined> {
  const until = new Date(now.getTime() + LEASE_MS);
  for (const { retailerId, storeId, dueAt } of await sql.query<Due>(due, [now])) {
    const [row] = await sql.query<Pick<Claim, "parameters" | "authorization">>(claim, [
      ...[retailerId, storeId, dueAt, until],
    ]);
    if (row) return { retailerId, storeId, until, ...row };
  }
  return undefined;
}

/** Whether a claim holds; where the store is locked, until the end of the transaction. */
export async function holdsClaim(sql: Sql, { retailerId, storeId, until }: Claim): Promise<boolean> {
  return (await sql.query(held, [retailerId, storeId, until])).length > 0;
}
