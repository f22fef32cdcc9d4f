import type { Context } from "../context.ts";
import { type PageResult, readPage } from "../paging.ts";
import { effectiveItem, visibleIn } from "../products/index.ts";
import { storable } from "../storable.ts";
import { wordPatterns } from "../word-patterns.ts";
import { findListed } from "./find-listed.ts";
import type { Listing, ListingState, ListListings } from "./listings.schema.ts";
import type { ShownItem } from "./wanted-item.ts";

const list = (order: "ASC" | "DESC"): string => `
  SELECT e.item_key AS "itemKey", e.barcode, e.title, l.state,
         CASE WHEN $4 = 'search' OR ${visibleIn("local_ads")} THEN l.wanted END AS wanted,
         l.sent, l.sent_at AS "sentAt", l.problem, l.updated_at AS "updatedAt"
  FROM listing l
  JOIN ${effectiveItem} e ON e.retailer_id = l.retailer_id AND e.store_id = l.store_id AND e.item_key = l.item_key
  WHERE l.retailer_id = $1 AND l.store_id = $2
    AND ($3::text IS NULL OR l.item_key ${order === "ASC" ? ">" : "<"} $3)
    AND ($5::text IS NULL OR l.state = $5)
    AND ($6::text IS NULL OR starts_with(e.barcode, $6) OR starts_with(e.item_key, $6) OR e.title ILIKE ALL ($7::text[]))
  ORDER BY l.item_key ${order}
  LIMIT $8`;

const ascending = list("ASC");
const descending = list("DESC");

interface ListingRow {
  itemKey: string;
  barcode: string;
  title: string | null;
  state: ListingState;
  wanted: ShownItem | null;
  sent: ShownItem | null;
  sentAt: Date | null;
  problem: { code: string; message: string } | null;
  updatedAt: Date;
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
 * What a channel shows of each item (contract §5), by item key.
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function listListings(ctx: Context, input: ListListings): Promise<PageResult<Listing>> {
  const { retailerId, storeId, channel } = await findListed(ctx, input);
  const q = storable(input.q?.trim() ?? "") || null;
  const page = await readPage<ListingRow>(
    input.page,
    (row) => row.itemKey,
    (position, limit) =>
      ctx.db.query<ListingRow>(position?.back ? descending : ascending, [
        ...[retailerId, storeId, position?.key ?? null, channel, input.state ?? null],
        ...[q, q && wordPatterns(q), limit],
      ]),
  );
  const data = page.data.map(({ itemKey: _key, wanted, sent, sentAt, updatedAt, ...row }) => ({
    ...row,
    wanted: present(wanted),
    sent: present(sent),
    sentAt: sentAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }));
  return { ...page, data };
}
