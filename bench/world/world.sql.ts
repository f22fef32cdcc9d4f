/** The statements that fill a database with a large world. Ids are of the year 1970, so that they name their maker. */

/** The start of every id of a partner and a person in a generated world. */
const MADE_HERE = "00000000-0000-7";

const id = (kind: number, n: string): string => `('${MADE_HERE}00${kind}-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const retailer = (n: string) => id(1, n);
const store = (n: string) => id(2, n);

/** The barcode of item `n`. It is the same in all stores. */
const FIRST_BARCODE = 5_000_000_000_000;
export const barcodeOf = (n: number): string => String(FIRST_BARCODE + n);

/** Partners and people that no generator has made. */
export const strangers = `
  SELECT (SELECT count(*) FROM partner WHERE id::text NOT LIKE '${MADE_HERE}%')
       + (SELECT count(*) FROM staff_user WHERE id NOT LIKE '${MADE_HERE}%') AS strangers`;

/** All tables with rows of retailers, and those of partners and people. */
export const filledTables = `
  SELECT DISTINCT quote_ident(c.table_name) AS "table"
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    AND (c.column_name IN ('retailer_id', 'partner_id', 'receiver') OR c.table_name IN ('partner', 'staff_user'))`;

export const emptyTables = (tables: string[]): string => `TRUNCATE ${tables.join(", ")} CASCADE`;

/** The number of the retailer of store `n`. `$3` retailers share `$4` stores. The stores after them belong to one more retailer. */
const retailerOf = (n: string) => `LEAST((${n} - 1) * $3::int / $4::int + 1, $3::int + 1)`;
/** The stores: `$4` of many retailers, and then `$5` of one. */
const stores = `generate_series(1, $4::int + $5::int) AS n CROSS JOIN LATERAL (
  SELECT ${retailer(retailerOf("n"))} AS retailer_id, ${store("n")} AS store_id
) ids`;
/** The items of the stores: `$2` in each. */
const items = `${stores} CROSS JOIN generate_series(1, $2::int) AS item`;
const key = `(${FIRST_BARCODE} + item)::text`;

/** `$1` partner, `$2` items of a store, `$3` retailers, `$4` their stores, `$5` stores of the last retailer. Each item has two events. */
export const fill: string[] = [
  `INSERT INTO retailer (retailer_id, partner_id, external_id, name)
   SELECT ${retailer("n")}, $1::uuid, 'shop-' || n, 'Shop ' || n FROM generate_series(1, $3::int + LEAST($5::int, 1)) AS n
   WHERE $2::int + $4::int IS NOT NULL`,
  `INSERT INTO store (retailer_id, store_id, external_id, name, address, postcode, city, country, currency, timezone, widget_token,
                      next_sequence, stock_version, in_stock_count)
   SELECT retailer_id, store_id, 'store-' || n, 'High Street ' || n, n || ' High Street', 'N1 1AA', 'London', 'GB', 'GBP', 'Europe/London',
          'world-' || n, 2 * $2::int + 1, 1, $2::int
   FROM ${stores} WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO inventory_source (retailer_id, store_id, status, provider, applied_at, last_contact_at)
   SELECT retailer_id, store_id, 'connected', 'http-upload', now(), now() FROM ${stores} WHERE $1::uuid IS NOT NULL AND $2::int > 0`,
  `INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, announced_status,
                           announced_price, announced_currency, announced_sequence, created_at, updated_at)
   SELECT retailer_id, store_id, ${key}, ${key}, 'in_stock', 5, 9.99, 'GBP', 'new', 'in_stock', 9.99, 'GBP', $2::int + item, now(), now()
   FROM ${items} WHERE $1::uuid IS NOT NULL`,
  `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, created_at)
   SELECT retailer_id, store_id, half * $2::int + item, 'inventory.update', ${key},
     '{"id":"local:en:GB:' || lpad(${key}, 18, '0') || '","barcode":"' || ${key} || '","status":"in_stock","price":' || 8 + half ||
     '.99,"currency":"GBP","condition":"new","createdAt":"2026-11-21T05:00:00.000Z","store":{"id":"' || store_id || '"}}',
     now() - (2 - half) * interval '5 days'
   FROM generate_series(0, 1) AS half CROSS JOIN ${items} WHERE $1::uuid IS NOT NULL`,
];

/** One person for each of the retailers. `$1` retailers. */
export const fillStaff: string[] = [
  `INSERT INTO staff_user (id, name, email, email_verified, updated_at)
   SELECT ${id(3, "n")}::text, 'Person ' || n, 'person-' || n || '@world.example', true, now() FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO staff_member (retailer_id, user_id, role)
   SELECT ${retailer("n")}, ${id(3, "n")}::text, 'owner' FROM generate_series(1, $1::int) AS n`,
];

/** The stores with a webhooks channel: `$1` of the first stores, evenly spread over `$2`, and all stores after them. */
export const storesWithWebhooks = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM (
    SELECT *, row_number() OVER (ORDER BY store_id) AS n FROM store WHERE retailer_id IS NOT NULL
  ) numbered
  WHERE n > $2::int OR (n * $1::int / GREATEST($2::int, 1) > (n - 1) * $1::int / GREATEST($2::int, 1))`;

/** Verified endpoints that have received all events. `$1` retailers, `$2` stores, `$3` secrets, `$4` address, `$5` receiver, `$6` last event. */
export const fillWebhooks: string[] = [
  `INSERT INTO channel (retailer_id, store_id, channel, status, parameters, secret, created_at, updated_at)
   SELECT c.retailer_id, c.store_id, 'webhooks', 'connected', jsonb_build_object('webhookUrl', $4::text, 'enhancedProductData', false), c.secret, now(), now()
   FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS c (retailer_id, store_id, secret)
   WHERE $5::text IS NOT NULL AND $6::bigint IS NOT NULL`,
  `INSERT INTO delivery_endpoint (retailer_id, store_id, endpoint, url)
   SELECT c.retailer_id, c.store_id, 1, $4::text FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS c (retailer_id, store_id, secret)
   WHERE $5::text IS NOT NULL AND $6::bigint IS NOT NULL`,
  `INSERT INTO delivery_cursor (retailer_id, store_id, cursor, in_flight_high_water, ping_sequence, started_at_sequence, endpoint, receiver)
   SELECT c.retailer_id, c.store_id, $6::bigint, $6::bigint, 0, 0, 1, $5::text
   FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS c (retailer_id, store_id, secret) WHERE $4::text IS NOT NULL`,
];

/** A search channel that is live, for every tenth of the `$2` stores. Nothing is due. `$1` partner. */
export const fillSearch: string[] = ["channel", "search_setup", "publication"].map((table) => {
  const columns: Record<string, [string, string]> = {
    channel: ["channel, status, created_at, updated_at", "'search', 'connected', now(), now()"],
    search_setup: [
      "location_id, partner_id, merchant_id, access_at, sending_at, sent_at, live_at, next_check_at",
      "'world-' || n, $1::uuid, 'world', now(), now(), now(), now(), now() + interval '30 days'",
    ],
    publication: [
      "due_at, problems_due_at, reconciled_at",
      "now() + interval '30 days', now() + interval '30 days', now()",
    ],
  };
  const [names, values] = columns[table] ?? ["", ""];
  return `INSERT INTO ${table} (retailer_id, store_id, ${names})
    SELECT retailer_id, store_id, ${values}
    FROM (SELECT *, row_number() OVER (ORDER BY store_id) AS n FROM store) s WHERE n % 10 = 0 AND n <= $2::int AND $1::uuid IS NOT NULL`;
});
