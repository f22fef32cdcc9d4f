import { newId } from "../../packages/router/src/kernel/ids.ts";
import { SECRET, type StoreIds, type World } from "../lib/world.ts";

const tables = ["store", "stock_item", "store_product", "channel", "delivery_cursor", "delivery_endpoint"];

/** Copies the rows of a table with other ids and addresses. Members that the table lacks count for nothing. */
const copySql = (table: string, key: string): string => `
  INSERT INTO ${table}
  SELECT (jsonb_populate_record(original, jsonb_build_object(
    'retailer_id', copy.retailer_id, 'store_id', copy.store_id, 'widget_token', copy.store_id, 'url', copy.url,
    'parameters', jsonb_build_object('webhookUrl', copy.url, 'enhancedProductData', false)))).*
  FROM ${table} original, unnest($2::uuid[], $3::uuid[], $4::text[]) copy (retailer_id, store_id, url)
  WHERE original.${key} = $1`;

/**
 * Copies a store with its items and its webhook, with its log empty. Calls of the API would take minutes for 10,000 stores.
 * @param isApart each copy is in a retailer of its own
 */
export async function copyStore(
  { db, system }: World,
  { retailerId, storeId }: StoreIds,
  count: number,
  { urlOf = () => "", isApart = false }: { urlOf?: (n: number) => string; isApart?: boolean },
): Promise<StoreIds[]> {
  const copies = Array.from({ length: count }, () => ({
    retailerId: isApart ? newId(system.now()) : retailerId,
    storeId: newId(system.now()),
  }));
  const values = [
    copies.map((one) => one.retailerId),
    copies.map((one) => one.storeId),
    copies.map((_, n) => urlOf(n)),
  ];
  if (isApart) await db.query(copySql("retailer", "retailer_id"), [retailerId, ...values]);
  for (const table of tables) await db.query(copySql(table, "store_id"), [storeId, ...values]);
  // A secret can be opened in its own row alone.
  const secrets = copies.map((one) => system.vault.seal(SECRET, ["channel", one.retailerId, one.storeId, "webhooks"]));
  await db.query(
    "UPDATE channel SET secret = own.secret FROM unnest($1::uuid[], $2::bytea[]) own (id, secret) WHERE store_id = own.id",
    [copies.map((one) => one.storeId), secrets],
  );
  await db.query("VACUUM ANALYZE");
  return copies;
}
