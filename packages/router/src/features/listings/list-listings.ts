import type { Prisma } from "@highstreet/db";
import { itemKeyOf } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import { sanitizeForPostgres, wordPatterns } from "../../kernel/text.ts";
import { findListed } from "./internal/find-listed.ts";
import type { ShownItem } from "./internal/wanted-item.ts";
import type { Listing, ListingState, ListListings } from "./listings.schema.ts";
import { listingsSql } from "./listings.sql.ts";

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
  };

/**
 * The listings of a channel, by item key.
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function listListings(ctx: Context, input: ListListings): Promise<PageResult<Listing>> {
  const { retailerId, storeId, channel } = await findListed(ctx, input);
  const q = sanitizeForPostgres(input.q?.trim() ?? "") || null;
  const statements = input.state === undefined ? listingsSql.all : listingsSql.ofState;
  const search = [q, q && wordPatterns(q), q && itemKeyOf(q)];
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
    ...{ barcode, title, state, problem },
    wanted: present(wanted),
    sent: present(sent),
    sentAt: sentAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }));
  return { ...page, data };
}
