import type { TestContext } from "@highstreet/router/testing";

/**
 * Items with a state that differs from the last published state. The state follows the documented rules: the edit for the store,
 * then the edit for all stores. A hidden item, and one of a paused store, is out of stock at its last price. At the safety stock an item is
 * out of stock.
 */
const unannounced = `
  SELECT i.store_id AS "storeId", i.item_key AS "itemKey" FROM stock_item i
  JOIN store s ON s.retailer_id = i.retailer_id AND s.store_id = i.store_id
  LEFT JOIN customization here
    ON here.retailer_id = i.retailer_id AND here.item_key = i.item_key AND here.store_id = i.store_id
  LEFT JOIN customization everywhere
    ON everywhere.retailer_id = i.retailer_id AND everywhere.item_key = i.item_key AND everywhere.store_id IS NULL
  WHERE i.retailer_id = ANY ($1::uuid[]) AND CASE
    WHEN COALESCE(here.hidden, everywhere.hidden, false)
      OR COALESCE('webhooks' = ANY (s.paused), false)
      OR NOT 'webhooks' = ANY (COALESCE(here.channels, everywhere.channels, '{webhooks}'))
    THEN i.announced_status <> 'out_of_stock'
    ELSE (i.announced_status, i.announced_price, i.announced_currency) IS DISTINCT FROM (CASE
      WHEN i.quantity <= COALESCE((s.safety_stock->>'webhooks')::numeric, (s.safety_stock->>'all')::numeric) THEN 'out_of_stock'
      ELSE i.status END, i.price, i.currency)
  END`;

/** Items with a published state that differs from their last event. */
const misremembered = `
  SELECT i.store_id AS "storeId", i.item_key AS "itemKey" FROM stock_item i
  LEFT JOIN LATERAL (
    SELECT e.data::jsonb AS data FROM store_event e
    WHERE e.retailer_id = i.retailer_id AND e.store_id = i.store_id AND e.action = 'inventory.update' AND e.subject = i.item_key
    ORDER BY e.sequence DESC LIMIT 1
  ) last ON true
  WHERE i.retailer_id = ANY ($1::uuid[])
    AND (i.announced_status::text, i.announced_price) IS DISTINCT FROM (last.data->>'status', (last.data->>'price')::numeric)`;

async function retailersOf(t: TestContext, partnerId: string): Promise<string[]> {
  const rows = await t.ctx.db.query<{ id: string }>("SELECT retailer_id AS id FROM retailer WHERE partner_id = $1", [
    partnerId,
  ]);
  return rows.map(({ id }) => id);
}

/** The items of a partner's stores that differ from the log. */
export async function wrongItems(t: TestContext, partnerId: string): Promise<unknown[]> {
  const retailers = await retailersOf(t, partnerId);
  return [
    ...(await t.ctx.db.query<{ storeId: string; itemKey: string }>(unannounced, [retailers])),
    ...(await t.ctx.db.query<{ storeId: string; itemKey: string }>(misremembered, [retailers])),
  ];
}

const tenantTables = `
  SELECT table_name AS name, max(column_name::text) AS key FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name IN ('retailer_id', 'partner_id') GROUP BY 1 ORDER BY 1`;

/** One statement that reads a digest of each tenant table. Tests call it a thousand times. */
async function digestsOf(t: TestContext): Promise<string> {
  const tables = await t.ctx.db.query<{ name: string; key: string }>(tenantTables);
  const digests = tables.map(
    ({ name, key }) =>
      `SELECT '${name}' AS name, count(*) || ' rows, ' || md5(COALESCE(string_agg(r::text, ' ' ORDER BY r::text), '')) AS digest
       FROM "${name}" r WHERE ${key} = ANY (${key === "partner_id" ? "ARRAY[$2]" : "$1"}::uuid[])`,
  );
  return digests.join(" UNION ALL ");
}
const digests = new WeakMap<TestContext, Promise<string>>();

/** All that belongs to a partner, as one digest for each table. */
export async function rowsOf(t: TestContext, partnerId: string): Promise<Record<string, string>> {
  const statement = digests.get(t) ?? digestsOf(t);
  digests.set(t, statement);
  const rows = await t.ctx.db.query<{ name: string; digest: string }>(await statement, [
    await retailersOf(t, partnerId),
    partnerId,
  ]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
