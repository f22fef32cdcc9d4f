import type { TestContext } from "@highstreet/router/testing.ts";

/**
 * Items with a state that differs from the last published state. The state follows the documented rules: the edit for the store,
 * then the edit for all stores. A hidden item is out of stock at its last price.
 */
const unannounced = `
  SELECT i.store_id AS "storeId", i.item_key AS "itemKey" FROM stock_item i
  LEFT JOIN customization here
    ON here.retailer_id = i.retailer_id AND here.item_key = i.item_key AND here.store_id = i.store_id
  LEFT JOIN customization everywhere
    ON everywhere.retailer_id = i.retailer_id AND everywhere.item_key = i.item_key AND everywhere.store_id IS NULL
  WHERE i.retailer_id = ANY ($1::uuid[]) AND CASE
    WHEN COALESCE(here.hidden, everywhere.hidden, false)
      OR NOT 'webhooks' = ANY (COALESCE(here.channels, everywhere.channels, '{webhooks}'))
    THEN i.announced_status <> 'out_of_stock'
    ELSE (i.announced_status, i.announced_price, i.announced_currency) IS DISTINCT FROM (i.status, i.price, i.currency)
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

/** All that belongs to a partner, as one digest for each table. */
export async function rowsOf(t: TestContext, partnerId: string): Promise<Record<string, string>> {
  const tables = await t.ctx.db.query<{ name: string; key: string }>(tenantTables);
  const retailers = await retailersOf(t, partnerId);
  const digests: Record<string, string> = {};
  for (const { name, key } of tables) {
    const [row] = await t.ctx.db.query<{ digest: string }>(
      `SELECT count(*) || ' rows, ' || md5(COALESCE(string_agg(r::text, ' ' ORDER BY r::text), '')) AS digest
       FROM "${name}" r WHERE ${key} = ANY ($1::uuid[])`,
      [key === "partner_id" ? [partnerId] : retailers],
    );
    digests[name] = row?.digest ?? "";
  }
  return digests;
}
