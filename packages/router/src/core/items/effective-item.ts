/** Joins one row of a table. The planner may choose any order of the joins. */
const joined = (table: string, alias: string, condition: string): string =>
  `LEFT JOIN ${table} ${alias} ON ${condition}`;

/** Joins one row of a table by a key look-up for each item, so that no plan reads more of the table. */
const lookedUp = (table: string, alias: string, condition: string): string =>
  `LEFT JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${condition} LIMIT 1) ${alias} ON true`;

/**
 * @param items with the columns of `stock_item` that the rule needs
 * @param own the columns of the items (alias `i`) to return unchanged
 */
const layered = (items: string, own: string, join = joined): string => `(
  SELECT ${own},
         COALESCE(one.hidden, every.hidden, false) AS hidden,
         COALESCE(one.channels, every.channels) AS channels,
         COALESCE(one.title, every.title, p.title) AS title,
         COALESCE(one.description, every.description, p.description) AS description,
         COALESCE(one.brand, every.brand, p.brand) AS brand,
         COALESCE(one.image, every.image, p.images, '{}') AS images,
         p.category, p.color, p.size, p.group_id,
         one.version AS version_here, one.hidden AS hidden_here, every.hidden AS hidden_everywhere,
         one.channels AS channels_here, every.channels AS channels_everywhere
  FROM ${items} i
  ${join("customization", "one", "one.retailer_id = i.retailer_id AND one.item_key = i.item_key AND one.store_id = i.store_id")}
  ${join("customization", "every", "every.retailer_id = i.retailer_id AND every.item_key = i.item_key AND every.store_id IS NULL")}
  ${join("product", "p", "p.retailer_id = i.retailer_id AND p.item_key = i.item_key")}
)`;

const own = `i.retailer_id, i.store_id, i.item_key, i.barcode, i.status, i.quantity, i.price, i.currency, i.condition,
         i.announced_status, i.announced_price, i.announced_currency, i.announced_sequence, i.created_at,
         GREATEST(i.updated_at, one.updated_at, every.updated_at, p.updated_at) AS updated_at`;

/**
 * The effective-value rule (contract §4), as a sub-select: what an item shows, field by field: the store's customization,
 * else the retailer-wide one, else the product data. `channels` null: every channel.
 * Callers narrow it by `retailer_id`, `store_id` and `item_key`; PostgreSQL pushes that inside.
 */
export const effectiveItem = layered("stock_item", own);

/** The same for few rows of `stock_item`: the other tables are read by key. */
export const effectiveOf = (items: string): string => layered(items, own, lookedUp);

/** The same rule on items that are not in `stock_item`, or not yet: `items` names retailer, store and key, and keeps its columns. */
export const effectively = (items: string): string => layered(items, "i.*");

/** Whether an effective item is shown in a channel (SQL condition on the columns of `effectiveItem`). */
export const visibleIn = (channel: "search" | "local_ads" | "webhooks"): string =>
  `(NOT hidden AND (channels IS NULL OR '${channel}' = ANY (channels)))`;
