import { candidatesIn, ofValue, scan } from "../../kernel/scan.sql.ts";

const columns = `i.ingest_id AS id, i.created_at AS "createdAt", i.mode, i.status, i.columns, i.number_of_lines AS "numberOfLines",
  i.valid_lines AS "validLines", i.in_stock_valid_lines AS "inStockValidLines", i.changed_items AS "changedItems",
  i.new_items AS "newItems", i.rejected_lines AS "rejectedLines", i.reason, i.duration_ms AS "durationMs"`;

type Order = "ASC" | "DESC";

/** `$1` retailer, `$2` id, `$3` candidates, `$4` matches, `$5` whether to find only PATCHes, `$6` store. */
const list = (order: Order, of: string): string =>
  scan({
    order,
    candidates: `
      SELECT ingest_id AS key, mode FROM ingest
      WHERE retailer_id = $1 AND ${of} ${candidatesIn("$3")}`,
    found: `
      SELECT c.key, r.*
      FROM candidate c
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM ingest i WHERE i.retailer_id = $1 AND i.ingest_id = c.key LIMIT 1
      ) r
      WHERE NOT $5::boolean OR c.mode = 'patch'
      ORDER BY c.key ${order} LIMIT $4`,
  });

const bothWays = (of: (order: Order) => string) => ({
  newestFirst: list("DESC", of("DESC")),
  back: list("ASC", of("ASC")),
});

const inStore = (order: Order): string => ofValue(order, ["store_id", "$6"], ["ingest_id", "$2"]);

/** The candidates: ingests of a store, files of a store (which have a separate index), or product data of the retailer. */
export const ofStore = bothWays(inStore);
export const filesOfStore = bothWays((order) => `mode <> 'patch' AND ${inStore(order)}`);
export const ofProducts = bothWays(
  // The order matches the index, which has the store before the id.
  (order) =>
    `store_id IS NULL AND ingest_id ${order === "ASC" ? ">" : "<"} $2 ORDER BY store_id ${order}, ingest_id ${order}`,
);
