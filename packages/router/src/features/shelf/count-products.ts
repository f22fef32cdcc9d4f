import { findRetailer } from "../../access/find-retailer.ts";
import { channelIds } from "../../core/channels/channel.schema.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { bits, type CountsRow, countProductsSql } from "./counts.sql.ts";
import { MAX_SEARCHED } from "./items.sql.ts";
import type { CountProducts, ProductCounts } from "./shelf.schema.ts";

/**
 * The ways of the products of a retailer, or of one store, to customers. Each number is the total of `findProducts` with the filter
 * of its name. @throws RetailerNotFound, StoreNotFound
 */
export async function countProducts(ctx: Context, { storeId, ...input }: CountProducts): Promise<ProductCounts> {
  const { retailerId } = storeId
    ? await findStore(ctx, { retailerId: input.retailerId, storeId })
    : await findRetailer(ctx, input.retailerId);
  const [row] = await ctx.db.query<CountsRow>(countProductsSql, [retailerId, storeId ?? null]);
  if (!row) throw new Error("A count has one row.");
  const { items, products, outOfStock, shown, hidden } = row;
  return {
    products,
    outOfStock,
    shown,
    hidden,
    isCut: items >= MAX_SEARCHED,
    channels: channelIds.map((id) => {
      const numbers = Object.fromEntries(bits.map((name, bit) => [name, row[id][bit] ?? 0]));
      const { Shown = 0, ListingRefused = 0, ChannelNotEnabled: _, ...others } = numbers;
      // Hidden products are counted before the channels, and a refused one is not counted by its two reasons again.
      const { Hidden: __, ListingRejected: ___, ListingDisapproved: ____, ...reasons } = others;
      return {
        ...{
          id,
          shown: Shown,
          refused: ListingRefused,
          isOn: Shown > 0 || Object.values(others).some((number) => number > 0),
        },
        reasons: Object.entries(reasons).flatMap(([because, number]) =>
          number ? [{ because: because as keyof typeof reasons, products: number }] : [],
        ) as ProductCounts["channels"][number]["reasons"],
      };
    }),
  };
}
