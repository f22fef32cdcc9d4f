import type { Prisma, Sql } from "@highstreet/db";
import { channelNotEnabled, readChannel, resolveChannel, type StoreIds } from "../../core/channels/index.ts";
import { findItem } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { type PageResult, type Scanned, scanPage, windowOf } from "../../kernel/paging.ts";
import { sanitizeForPostgres, wordPatterns } from "../../kernel/text.ts";
import type { ShownItem } from "./internal/compare-items.ts";
import {
  type CountListings,
  type Listing,
  type ListingCounts,
  type ListingState,
  type ListListings,
  MAX_COUNTED,
} from "./listings.schema.ts";
import { countProblemsSql, countStatesSql, listingsSql, publicationBacklogSql } from "./listings.sql.ts";

/**
 * Local ads use the listings of search.
 * @throws UnknownChannel, also for a channel without listings; RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
async function findListed(
  ctx: Context,
  input: StoreIds & { type: string },
): Promise<StoreIds & { channel: "search" | "local_ads" }> {
  const channel = resolveChannel(input.type);
  const { retailerId, storeId } = await findStore(ctx, input);
  if (channel === "webhooks") {
    throw new DomainError("UnknownChannel", "Webhooks have no listings. Only search and local_ads have listings.");
  }
  if (!(await readChannel(ctx.db, { retailerId, storeId }, channel))) throw channelNotEnabled(channel);
  return { retailerId, storeId, channel };
}

interface ListingRow extends Pick<Prisma.ListingModel, "itemKey" | "sentAt" | "updatedAt"> {
  barcode: string;
  title: string | null;
  state: ListingState;
  wanted: ShownItem | null;
  sent: ShownItem | null;
  problem: Listing["problem"];
}

const present = (item: ShownItem | null): Listing["sent"] =>
  item && {
    status: item.status,
    price: Number(item.price),
    currency: item.currency,
    title: item.description?.title ?? null,
    description: item.description?.description ?? null,
    brand: item.description?.brand ?? null,
    images: item.description?.images ?? [],
    pickup: item.pickup ?? null,
  };

/** By item key. @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled */
export async function listListings(ctx: Context, input: ListListings): Promise<PageResult<Listing>> {
  const { retailerId, storeId, channel } = await findListed(ctx, input);
  const q = sanitizeForPostgres(input.q?.trim() ?? "") || null;
  const statements = input.state === undefined ? listingsSql.all : listingsSql.ofState;
  const search = [q, q && wordPatterns(q), q && (await findItem(ctx.db, { retailerId, storeId }, q)).itemKey];
  const filters = [channel, ...search, ...(input.state === undefined ? [] : [input.state])];
  const page = await scanPage<ListingRow>(
    input.page,
    (row) => row.itemKey,
    async (position, candidates, limit) => {
      // All keys come after the empty key.
      const values = [retailerId, storeId, position?.key ?? "", candidates, limit, ...filters];
      const statement = position?.back ? statements.back : statements.forward;
      return windowOf(await ctx.db.query<Scanned<ListingRow>>(statement, values), candidates);
    },
  );
  const data = page.data.map(({ barcode, title, state, wanted, sent, sentAt, problem, updatedAt }) => ({
    barcode,
    title,
    state,
    problem,
    wanted: present(wanted),
    sent: present(sent),
    sentAt: sentAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }));
  return { ...page, data };
}

/** Up to `MAX_COUNTED` in each state. @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled */
export async function countListings(ctx: Context, input: CountListings): Promise<ListingCounts> {
  const { retailerId, storeId } = await findListed(ctx, input);
  const rows = await ctx.db.query<{ state: ListingState; count: number }>(countStatesSql, [retailerId, storeId]);
  return Object.fromEntries(rows.map((row) => [row.state, row.count])) as ListingCounts;
}

export interface ListedCounts {
  storeId: string;
  /** Refused, not shown, or not sent. */
  problems: number;
  message: string | null;
}

/** The caller has checked the retailer. */
export function countProblems(sql: Sql, retailerId: string, storeIds: string[]): Promise<ListedCounts[]> {
  return sql.query<ListedCounts>(countProblemsSql, [retailerId, storeIds, MAX_COUNTED]);
}

const MAX_STORES = 1_000;

/** The due stores, at most 1,000, with the earliest time. After `readByIndexSql`, the read costs the same for any number of stores. */
export async function publicationBacklog(
  db: Pick<Sql, "query">,
  now: Date,
): Promise<{ stores: number; since: Date | null }> {
  const [backlog] = await db.query<{ stores: number; since: Date | null }>(publicationBacklogSql, [now, MAX_STORES]);
  return backlog ?? { stores: 0, since: null };
}
