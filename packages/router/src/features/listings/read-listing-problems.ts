import { type ItemProblem, type MerchantCountry, ProviderError } from "@highstreet/providers";
import { forRetailer, runEnd } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";

/** Real life's. */
const EVERY_MS = 3_600_000;
/** However fast the outside is. */
const SHORTEST_MS = 2_000;
/** So many problems are kept together. */
const BATCH = 1_000;

const due = `
  SELECT retailer_id AS "retailerId" FROM publication WHERE problems_due_at <= $1
  GROUP BY retailer_id ORDER BY min(problems_due_at)`;

/** Whoever is first asks for all stores of the retailer. */
const claim = `
  UPDATE publication SET problems_due_at = $3 WHERE retailer_id = $1 AND problems_due_at <= $2 RETURNING store_id`;

const shops = `
  SELECT u.told->>'merchantId' AS "merchantId", u.told->>'country' AS country, array_agg(u.store_id) AS "storeIds"
  FROM publication p
  JOIN search_setup u ON u.retailer_id = p.retailer_id AND u.store_id = p.store_id
  WHERE p.retailer_id = $1 AND u.told IS NOT NULL
  GROUP BY 1, 2`;

/** The stores of a retailer that are one shop to the provider. */
interface Shop extends MerchantCountry {
  retailerId: string;
  storeIds: string[];
}

const disapprove = `
  UPDATE listing l SET state = 'disapproved', problem = v.problem::jsonb, disapproved_at = $3
  FROM unnest($4::text[], $5::text[]) v (item_key, problem)
  WHERE l.retailer_id = $1 AND l.store_id = ANY ($2::uuid[]) AND l.item_key = ANY ($4::text[]) AND l.item_key = v.item_key
    AND l.state IN ('sent', 'disapproved')`;

const approve = `
  UPDATE listing SET state = 'sent', problem = NULL, disapproved_at = NULL
  WHERE retailer_id = $1 AND store_id = ANY ($2::uuid[]) AND state = 'disapproved' AND disapproved_at < $3`;

async function readShop(ctx: Context, { retailerId, storeIds, ...merchant }: Shop): Promise<number> {
  const now = ctx.now();
  const ids = [retailerId, storeIds, now];
  let disapproved = 0;
  let batch = new Map<string, ItemProblem>();
  const keep = async (): Promise<void> => {
    const problems = [...batch.values()].map(({ code, message }) => JSON.stringify({ code, message }));
    await ctx.db.query(disapprove, [...ids, [...batch.keys()], problems]);
    disapproved += batch.size;
    batch = new Map();
  };
  for await (const problem of ctx.providers.search.listProblems(merchant)) {
    // Of several, one that somebody can mend.
    if (!batch.has(problem.offerId) || problem.mendedBy) batch.set(problem.offerId, problem);
    if (batch.size >= BATCH) await keep();
  }
  await keep();
  await ctx.db.query(approve, ids);
  return disapproved;
}

/**
 * Asks, for each retailer once an hour of real life, which of its items the search engine does not show, and why: they are
 * disapproved until it says nothing of them any more. A provider that does not answer is asked the next time.
 * @returns the number of items disapproved
 * @throws AggregateError after the last one, of all that went wrong on our side
 */
export async function readListingProblems(ctx: Context): Promise<number> {
  const now = ctx.now();
  const end = runEnd(now);
  const next = new Date(now.getTime() + Math.max(SHORTEST_MS, EVERY_MS / ctx.providers.speed));
  const errors: unknown[] = [];
  let disapproved = 0;
  for (const { retailerId } of await ctx.db.query<{ retailerId: string }>(due, [now])) {
    if (ctx.now() >= end) break;
    if (!(await ctx.db.query(claim, [retailerId, now, next])).length) continue;
    for (const shop of await ctx.db.query<Omit<Shop, "retailerId">>(shops, [retailerId])) {
      try {
        disapproved += await forRetailer(ctx, retailerId, () => readShop(ctx, { retailerId, ...shop }));
      } catch (error) {
        if (!(error instanceof ProviderError)) errors.push(error);
      }
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} retailers' problems could not be kept`);
  return disapproved;
}
