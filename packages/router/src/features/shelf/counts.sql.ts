import { type ChannelId, channelIds } from "../../core/channels/channel.schema.ts";
import { effectiveItem } from "../../core/items/index.ts";
import { channelOf, isRefused, listingOf, MAX_SEARCHED, whyNotShown } from "./items.sql.ts";
import { NotShownBecause } from "./shelf.schema.ts";

/** What a channel has of a product, by the number of a bit: it shows it, refuses it, or has another reason. */
export const bits = ["Shown", "ListingRefused", ...NotShownBecause.options] as const;

export interface CountsRow extends Record<ChannelId, number[]> {
  items: number;
  products: number;
  outOfStock: number;
  shown: number;
  hidden: number;
}

const bitsOf = (channel: ChannelId): string => {
  const codes = `ARRAY[${NotShownBecause.options.map((code) => `'${code}'`).join(", ")}]`;
  const why = whyNotShown(`'${channel}'`, channel);
  return `(1 << COALESCE(array_position(${codes}, ${why}) + 1, 0)) | (COALESCE(${isRefused(`'${channel}'`, channel)}, false)::int << 1) AS ${channel}`;
};

const numbersOf = (channel: ChannelId): string =>
  `ARRAY[${bits.map((_, bit) => `count(*) FILTER (WHERE ${channel} & ${1 << bit} <> 0)`).join(", ")}]::int[] AS ${channel}`;

/** Counts products as `matchProductsSql` finds them: in the stores of the retailer `$1`, or in the store `$2`. Reads each item once. */
export const countProductsSql = `
  WITH matching AS MATERIALIZED (
    SELECT e.item_key, e.status, e.hidden, ${channelIds.map(bitsOf).join(",\n      ")}
    FROM ${effectiveItem} e
    ${[...channelIds.map((channel) => channelOf(`'${channel}'`, channel)), listingOf].join("\n    ")}
    WHERE e.retailer_id = $1 AND ($2::uuid IS NULL OR e.store_id = $2)
    LIMIT ${MAX_SEARCHED}),
  products AS (
    SELECT count(*) AS items, bool_or(status = 'out_of_stock') AS out, bool_or(NOT hidden) AS shown, bool_or(hidden) AS hidden,
      ${channelIds.map((channel) => `bit_or(${channel}) AS ${channel}`).join(", ")}
    FROM matching GROUP BY item_key)
  SELECT COALESCE(sum(items), 0)::int AS items, count(*)::int AS products, (count(*) FILTER (WHERE out))::int AS "outOfStock",
    (count(*) FILTER (WHERE shown))::int AS shown, (count(*) FILTER (WHERE hidden))::int AS hidden,
    ${channelIds.map(numbersOf).join(",\n    ")}
  FROM products`;
