import { scan } from "../../kernel/scan.sql.ts";
import { BLOCK } from "./attempts-of.ts";
import type { Delivery } from "./deliveries.schema.ts";
import { blockOf, deliveriesIn } from "./deliveries.sql.ts";

/** The rows that can have a status. Each has an index that starts with the store and ends with the sequence. */
const sources = {
  event: "store_event WHERE retailer_id = $1 AND store_id = $2",
  retry: "delivery_retry WHERE retailer_id = $1 AND store_id = $2",
  untried: `store_event WHERE retailer_id = $1 AND store_id = $2
      AND sequence > (SELECT cursor FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2)`,
  failed: "delivery_attempt WHERE retailer_id = $1 AND store_id = $2 AND outcome = 'failed'",
  superseded: "delivery_attempt WHERE retailer_id = $1 AND store_id = $2 AND outcome = 'superseded'",
};

const sourcesOf: Record<Delivery["status"] | "any", readonly (keyof typeof sources)[]> = {
  any: ["event"],
  delivered: ["event"],
  pending: ["untried", "retry"],
  failed: ["failed"],
  superseded: ["superseded", "retry"],
};

type Direction = "newestFirst" | "back";

/** SQL: the first sequence of the next block that can hold a match. `from`: the sequence before which to search, newest first. */
const nextBlock = (status: keyof typeof sourcesOf, direction: Direction, from: string): string => {
  const isBack = direction === "back";
  const first = (source: keyof typeof sources) => `
    (SELECT sequence FROM ${sources[source]} AND sequence ${isBack ? ">=" : "<"} ${from}
     ORDER BY sequence ${isBack ? "ASC" : "DESC"} LIMIT 1)`;
  const nearest = `${isBack ? "LEAST" : "GREATEST"}(${sourcesOf[status].map(first).join()})`;
  return `SELECT ${blockOf("nearest")} AS first FROM (SELECT ${nearest} AS nearest OFFSET 0) n WHERE nearest IS NOT NULL`;
};

/** `$1` retailer, `$2` store, `$3` sequence, `$4` blocks, `$5` matches, `$6` status, `$7` action, `$8` search. */
const list = (status: keyof typeof sourcesOf, direction: Direction): string => {
  const isBack = direction === "back";
  const order = isBack ? "ASC" : "DESC";
  const key = isBack ? `first + ${BLOCK - 1}` : "first";
  return scan({
    order,
    candidates: `
      SELECT first, ${key} AS key, 1 AS n
      FROM (${nextBlock(status, direction, isBack ? blockOf("($3::bigint + 1)") : "$3::bigint")}) b
      UNION ALL
      SELECT b.first, b.${key}, c.n + 1
      FROM candidate c
      CROSS JOIN LATERAL (${nextBlock(status, direction, isBack ? `c.first + ${BLOCK}` : "c.first")}) b
      WHERE c.n < $4::int`,
    found: `
      SELECT d.sequence AS key, d.*
      FROM candidate c
      CROSS JOIN LATERAL ${deliveriesIn(
        "c.first",
        `e.sequence ${isBack ? ">" : "<"} $3
          AND ($7::text IS NULL OR e.action = $7)
          AND ($8::text IS NULL OR e.sequence::text = $8
               OR (e.action = 'inventory.update' AND strpos(e.data, '"barcode":' || left(to_json($8)::text, -1)) > 0))`,
      )} d
      WHERE $6::text IS NULL OR d.status = $6
      ORDER BY d.sequence ${order} LIMIT $5`,
  });
};

const bothWays = (status: keyof typeof sourcesOf) => ({
  newestFirst: list(status, "newestFirst"),
  back: list(status, "back"),
});

/** The statements by status. */
export const listed = {
  any: bothWays("any"),
  delivered: bothWays("delivered"),
  pending: bothWays("pending"),
  failed: bothWays("failed"),
  superseded: bothWays("superseded"),
};
