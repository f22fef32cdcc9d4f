import { longTimeouts, type Tx } from "@highstreet/db";
import type { TestContext } from "@highstreet/router/testing";
import { createCaller } from "../../src/router.ts";

/** Number of rows in each list. */
export const ROWS = 300_000;

/** SQL: ids that sort by `n`, one millisecond apart. */
const id = (n = "n"): string => {
  const hex = `lpad(to_hex(1700000000000 + ${n}), 12, '0')`;
  return `(left(${hex}, 8) || '-' || right(${hex}, 4) || '-7000-8000-000000000000')::uuid`;
};
const last = `n = ${ROWS}`;
const old = "'2026-01-01'::timestamptz";
const newer = "'2026-03-01'::timestamptz";

/** The id of a row. */
export function idOfRow(n: number): string {
  const hex = (1_700_000_000_000 + n).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * SQL: fills each list with `ROWS` equal rows, except for a few at its far end. `$1` retailer, `$2` store, `$3` a store in which
 * all deliveries except the oldest failed.
 */
const fill: string[] = [
  `INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, created_at, updated_at)
   SELECT $1, $2, 'i' || lpad(n::text, 6, '0'), 'i' || lpad(n::text, 6, '0'), CASE WHEN ${last} THEN 'low_stock'::stock_status ELSE 'in_stock' END,
          5, 1, 'GBP', 'new', ${old}, ${old} FROM rows`,
  `INSERT INTO product (retailer_id, item_key, title, updated_at)
   SELECT $1, 'i' || lpad(n::text, 6, '0'), CASE WHEN ${last} THEN 'Needle' ELSE 'Hay' END, CASE WHEN ${last} THEN ${newer} ELSE ${old} END
   FROM rows`,
  `INSERT INTO customization (retailer_id, customization_id, item_key, barcode, store_id, hidden, channels, created_at, updated_at)
   SELECT $1, ${id()}, 'i' || lpad(n::text, 6, '0'), 'x', CASE WHEN ${last} THEN $2::uuid END, ${last},
          CASE WHEN n = ${ROWS} - 1 THEN '{webhooks}' ELSE '{search}' END::text[], ${old}, CASE WHEN ${last} THEN ${newer} ELSE ${old} END
   FROM rows`,
  `INSERT INTO history_entry (retailer_id, history_id, created_at, actor, actor_id, action, store_id, item_key, target, request_id, operation_id)
   SELECT $1, ${id()}, to_timestamp((1700000000000 + n) / 1000.0), '{"kind": "system", "id": null, "name": null}',
          CASE WHEN n = 1 THEN 'somebody' END, CASE WHEN n = 1 THEN 'source.connect' ELSE 'customization.update' END,
          CASE WHEN n = 1 THEN $2::uuid ELSE $3::uuid END, CASE WHEN n = 1 THEN 'needle' ELSE 'hay' END,
          '{"type": "store", "id": null, "storeId": null, "barcode": null}', 'r', CASE WHEN n = 1 THEN $2::uuid ELSE $3::uuid END
   FROM rows`,
  `INSERT INTO ingest (retailer_id, ingest_id, store_id, mode, status, columns, number_of_lines, valid_lines, in_stock_valid_lines,
                       changed_items, new_items, rejected_lines, duration_ms, digest, created_at)
   SELECT $1, ${id()}, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE $3::uuid END,
          CASE WHEN (n % 2 = 0) = (n > 2) THEN 'patch'::ingest_mode ELSE 'update' END, CASE WHEN n < 3 THEN 'applied'::ingest_status ELSE 'unchanged' END,
          '{}', 1, 1, 1, 1, 1, 0, 1, CASE WHEN (n % 2 = 0) = (n > 2) THEN NULL ELSE '\\x01'::bytea END, ${old} FROM rows`,
  `INSERT INTO ingest (retailer_id, ingest_id, mode, status, columns, number_of_lines, valid_lines, in_stock_valid_lines,
                       changed_items, new_items, rejected_lines, duration_ms, created_at)
   SELECT $1, ${id(`n + ${ROWS}`)}, 'update', 'applied', '{}', 1, 1, 1, 1, 1, 0, 1, ${old} FROM rows`,
  `INSERT INTO ingest_rejection (retailer_id, ingest_id, line, code, message)
   SELECT $1, ingest.id, n, 'missing_price', 'No price'
   FROM rows CROSS JOIN (VALUES (${id("1")}), (${id(`${ROWS} + 1`)})) AS ingest (id)`,
  `INSERT INTO stock_file (retailer_id, file_id, mode, digest, actor, request_id, created_at, finished_at)
   SELECT $1, ${id("1")}, 'update', '\\x01', '{}', 'r', ${old}, ${old}`,
  `INSERT INTO stock_file_part (retailer_id, file_id, store_id, facts, ingest_id, ended_at)
   SELECT $1, ${id("1")}, gen_random_uuid(), '{}', ${id(`${ROWS} + 1`)}, ${old} FROM generate_series(1, 5)`,
  `INSERT INTO listing (retailer_id, store_id, item_key, state, updated_at)
   SELECT $1, $2, 'i' || lpad(n::text, 6, '0'), CASE WHEN ${last} THEN 'refused'::listing_state ELSE 'sent' END, ${old} FROM rows`,
  `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
   SELECT $1, s.id, n, CASE WHEN n = 4 THEN 'channel.update' ELSE 'inventory.update' END, 'k' || n,
          CASE WHEN n = 5 THEN '{"barcode":"needle"}' ELSE '{"barcode":"hay"}' END, ${old}
   FROM rows CROSS JOIN unnest(ARRAY[$2, $3]::uuid[]) AS s (id)`,
  `INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, outcome)
   SELECT $1, $2, n, 1, ${old}, 200, 1, CASE n WHEN 1 THEN 'failed'::attempt_outcome WHEN 2 THEN 'superseded' ELSE 'delivered' END
   FROM rows WHERE n <> 3`,
  `INSERT INTO delivery_attempt (retailer_id, store_id, sequence, attempt, attempted_at, status, duration_ms, outcome)
   SELECT $1, $3, n, 1, ${old}, 500, 1, CASE n WHEN 1 THEN 'delivered'::attempt_outcome ELSE 'failed' END FROM rows`,
  `INSERT INTO delivery_retry (retailer_id, store_id, sequence, tries, due_at) SELECT $1, $2, 3, 1, ${newer} FROM rows WHERE n = 1`,
  `INSERT INTO channel (retailer_id, store_id, channel, status, created_at, updated_at)
   SELECT $1, s.id, c.id, 'connected', ${old}, ${old}
   FROM rows CROSS JOIN unnest(ARRAY[$2, $3]::uuid[]) AS s (id) CROSS JOIN unnest('{search,webhooks}'::channel_id[]) AS c (id) WHERE n = 1`,
  `INSERT INTO delivery_cursor (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver)
   SELECT $1, s.id, ${ROWS}, ${ROWS}, 0, 0, 1, s.id FROM rows CROSS JOIN unnest(ARRAY[$2, $3]::uuid[]) AS s (id) WHERE n = 1`,
];

/** SQL: rows of a partner `$1`, not of its retailer `$2`. */
const fillPartner: string[] = [
  `INSERT INTO api_key (id, partner_id, name, digest, scopes, limited, retailer_ids)
   SELECT ${id()}, $1, 'Till', '\\x00', '{}', ${last}, CASE WHEN ${last} THEN ARRAY[$2::uuid] ELSE '{}' END FROM rows`,
  `INSERT INTO api_key (id, partner_id, name, digest, scopes, limited, retailer_ids, revoked_at)
   SELECT ${id(`n + ${ROWS}`)}, $1, 'Till', '\\x00', '{}', true, ARRAY[$2::uuid], ${old} FROM rows`,
  `INSERT INTO retailer (retailer_id, partner_id, external_id, name) SELECT ${id()}, $1, 'e' || n, 'Shop' FROM rows`,
];

/** SQL: the deliveries of the channels of retailer `$1`, as those of an endpoint `$2`. */
const fillEndpoint: string[] = [
  `INSERT INTO endpoint_attempt (retailer_id, store_id, endpoint_id, sequence, attempt, attempted_at, status, duration_ms, outcome)
   SELECT retailer_id, store_id, $2, sequence, attempt, attempted_at, status, duration_ms, outcome FROM delivery_attempt WHERE retailer_id = $1`,
  `INSERT INTO endpoint_retry (retailer_id, store_id, endpoint_id, sequence, tries, due_at)
   SELECT retailer_id, store_id, $2, sequence, tries, due_at FROM delivery_retry WHERE retailer_id = $1`,
];

const fillStores = `
  INSERT INTO store (retailer_id, store_id, external_id, name, address, postcode, city, country, currency, timezone, widget_token)
  SELECT $1, ${id()}, 'e' || n, 'High Street', '1 High Street', 'N1 1AA', 'London', 'GB', 'GBP', 'Europe/London', 'w' || n FROM rows`;

/** Fills every list. `shop` has `ROWS` rows of everything except stores; `chain` has `ROWS` stores. */
export async function manyRows(t: TestContext) {
  const shop = await t.retailer({ name: "Shop" });
  const { ids } = await t.store(shop.id);
  const failing = await t.store(shop.id, { name: "Failing" });
  const chainOwner = t.asKey({ partnerId: (await t.newPartner()).partnerId });
  const chain = await t.retailer({ name: "Chain" }, chainOwner);
  const run = async (tx: Tx, statement: string, values: string[]): Promise<void> => {
    const named = statement.replace(/\$([1-3])/g, (_, n: string) => `'${values[Number(n) - 1]}'::uuid`);
    // The WITH clause must come after the columns of the INSERT.
    await tx.query(named.replace("SELECT", `WITH rows AS (SELECT generate_series(1, ${ROWS}) AS n) SELECT`));
  };
  await t.ctx.db.transaction(
    "no shop",
    async (tx) => {
      // Skips foreign keys, which are checked row by row.
      await tx.query("SET LOCAL session_replication_role = replica");
      for (const statement of fill) await run(tx, statement, [shop.id, ids.storeId, failing.id]);
      for (const statement of fillPartner) await run(tx, statement, [t.partner.partnerId, shop.id]);
      await run(tx, fillStores, [chain.id]);
    },
    longTimeouts,
  );
  const body = { url: "https://93.184.216.34/hook" };
  const api = createCaller(t.ctx);
  const endpoint = await api.endpoints.create({ retailerId: shop.id, body });
  const partnerEndpoint = await api.partnerEndpoints.create({ body: { ...body, filter: { retailerIds: [shop.id] } } });
  for (const endpointId of [endpoint.id, partnerEndpoint.id])
    for (const statement of fillEndpoint) await t.ctx.db.query(statement, [shop.id, endpointId]);
  return { shop, store: ids, failing: failing.ids, chain, chainOwner, endpoint, partnerEndpoint };
}
