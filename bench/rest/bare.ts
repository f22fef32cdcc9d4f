/**
 * The upper limit: Fastify and `pg` with named prepared statements. No key, tenancy, validation or log. Environment: DATABASE_URL.
 */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import Fastify from "fastify";
import pg from "pg";
import Cursor from "pg-cursor";
import { effectiveItem } from "../../packages/router/src/core/items/items.sql.ts";

interface InStore {
  retailerId: string;
  storeId: string;
  barcode: string;
}

const options = "-c synchronize_seqscans=off";
const settings = { connectionString: process.env.DATABASE_URL, max: 10, keepAlive: true, options };
const pool = new pg.Pool(settings);
/** A cursor cannot use a pipeline, so edits have connections of their own. */
const pipelines = new pg.Pool({ ...settings, pipeline: true });
for (const one of [pool, pipelines]) one.on("error", () => undefined);
const app = Fastify();

const columns = `e.item_key AS "itemKey", e.retailer_id AS "retailerId", e.store_id AS "storeId", e.barcode, e.status,
  e.quantity, e.price, e.currency, e.condition, e.hidden, e.channels, e.title, e.description, e.brand, e.images, e.category,
  e.color, e.size, e.group_id AS "groupId", e.created_at AS "createdAt", e.updated_at AS "updatedAt",
  e.hidden_here AS "hiddenHere", e.hidden_everywhere AS "hiddenEverywhere",
  e.version_here AS "versionHere", e.channels_here AS "channelsHere", e.channels_everywhere AS "channelsEverywhere"`;

/** All data of the answer in one statement. */
const item = `SELECT ${columns}, s.country,
    ARRAY(SELECT channel || ' ' || status FROM channel c WHERE c.retailer_id = $1 AND c.store_id = $2) AS enabled
  FROM ${effectiveItem} e JOIN store s ON s.retailer_id = e.retailer_id AND s.store_id = e.store_id
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.item_key = $3`;

app.get<{ Params: InStore }>("/retailers/:retailerId/stores/:storeId/inventory/:barcode", async ({ params }) => {
  const values = [params.retailerId, params.storeId, params.barcode];
  const { rows } = await pool.query({ name: "item", text: item, values });
  return rows[0];
});

const update = `UPDATE customization SET hidden = $4, version = version + 1, updated_at = now()
  WHERE retailer_id = $1 AND item_key = $3 AND store_id = $2
  RETURNING customization_id AS id, barcode, store_id AS "storeId", hidden, hidden_until AS "hiddenUntil",
    hidden_while AS "hiddenWhile", channels, title, description, brand, image, created_at AS "createdAt", updated_at AS "updatedAt", version`;

const record = (
  hidden: string,
  version: string,
): string => `jsonb_build_object('id', customization_id, 'barcode', barcode,
  'storeId', store_id, 'hidden', ${hidden}, 'hiddenUntil', hidden_until, 'hiddenWhile', hidden_while, 'channels', channels, 'title', title,
  'description', description, 'brand', brand, 'image', image, 'createdAt', created_at, 'updatedAt', updated_at, 'version', ${version})`;

const history = `INSERT INTO history_entry (retailer_id, history_id, created_at, actor, actor_id, action, store_id, item_key, target,
    before, after, request_id, operation_id)
  SELECT retailer_id, $5, now(), '{"id": null, "kind": "system", "name": null}', NULL, 'customization.update', store_id, item_key,
    jsonb_build_object('id', customization_id, 'type', 'customization', 'barcode', barcode, 'storeId', store_id),
    ${record("NOT $4::boolean", "version - 1")}, ${record("$4::boolean", "version")}, $6, $5
  FROM customization WHERE retailer_id = $1 AND item_key = $3 AND store_id = $2`;

const count = "UPDATE store SET next_sequence = next_sequence + 1 WHERE retailer_id = $1 AND store_id = $2";

const event = `INSERT INTO store_event (retailer_id, store_id, sequence, action, subject, data, product, created_at)
  SELECT i.retailer_id, i.store_id, s.next_sequence - 1, 'inventory.update', i.item_key,
    json_build_object('id', 'local:en:' || s.country || ':' || i.item_key, 'barcode', i.barcode,
      'status', CASE WHEN $4::boolean THEN 'out_of_stock' ELSE i.status END, 'price', i.price, 'currency', i.currency,
      'condition', i.condition, 'createdAt', now(), 'store', json_build_object('id', i.store_id))::text,
    json_build_object('title', p.title, 'brand', p.brand, 'description', p.description, 'images', p.images, 'category', p.category,
      'groupId', p.group_id)::text, now()
  FROM stock_item i
  JOIN store s ON s.retailer_id = i.retailer_id AND s.store_id = i.store_id
  JOIN product p ON p.retailer_id = i.retailer_id AND p.item_key = i.item_key
  WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = $3`;

const published = `UPDATE stock_item SET announced_status = CASE WHEN $4::boolean THEN 'out_of_stock' ELSE status END,
    announced_price = price, announced_currency = currency,
    announced_sequence = (SELECT next_sequence - 1 FROM store WHERE retailer_id = $1 AND store_id = $2)
  WHERE retailer_id = $1 AND store_id = $2 AND item_key = $3`;

/** The five rows of an edit in one transaction: record, history, store, event, item. All statements go out in one write. */
app.patch<{ Params: InStore; Body: { hidden: boolean } }>(
  "/retailers/:retailerId/stores/:storeId/inventory/:barcode",
  async ({ params, body, id }) => {
    const client = await pipelines.connect();
    try {
      const { stream } = client.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      const of = [params.retailerId, params.storeId, params.barcode];
      const answers = await Promise.all([
        client.query("BEGIN"),
        client.query({ name: "update", text: update, values: [...of, body.hidden] }),
        client.query({ name: "history", text: history, values: [...of, body.hidden, randomUUID(), id] }),
        client.query({ name: "count", text: count, values: of.slice(0, 2) }),
        client.query({ name: "event", text: event, values: [...of, body.hidden] }),
        client.query({ name: "published", text: published, values: [...of, body.hidden] }),
        client.query("COMMIT"),
      ]);
      return answers[1].rows[0];
    } finally {
      client.release();
    }
  },
);

/** Without ORDER BY, which would cost a sort. The rows are stored in the order of their ids. */
const all = `SELECT customization_id AS id, barcode, store_id AS "storeId", hidden, hidden_until AS "hiddenUntil",
    hidden_while AS "hiddenWhile", channels, title, description, brand, image, created_at AS "createdAt", updated_at AS "updatedAt", version
  FROM customization WHERE retailer_id = $1`;

const CHUNK = 64 * 1024;

async function* rowsOf(retailerId: string): AsyncGenerator<string> {
  const client = await pool.connect();
  try {
    const cursor = client.query(new Cursor(all, [retailerId]));
    let text = "[";
    let separator = "";
    for (let rows = await cursor.read(1_000); rows.length; rows = await cursor.read(1_000)) {
      for (const row of rows) {
        text += separator + JSON.stringify(row);
        separator = ",";
        if (text.length < CHUNK) continue;
        yield text;
        text = "";
      }
    }
    yield `${text}]`;
  } finally {
    client.release();
  }
}

app.get<{ Params: InStore }>("/retailers/:retailerId/inventory/customizations", ({ params }, reply) => {
  return reply.type("application/json").send(Readable.from(rowsOf(params.retailerId), { objectMode: false }));
});

await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
process.send?.({ ready: true, port: typeof address === "object" ? address?.port : undefined });
