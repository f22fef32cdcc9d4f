/**
 * The upper limit: Fastify and `pg` with named prepared statements. No key, tenancy, validation or log. Environment: DATABASE_URL.
 */
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
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, keepAlive: true, options });
pool.on("error", () => undefined);
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

app.patch<{ Params: InStore; Body: { hidden: boolean } }>(
  "/retailers/:retailerId/stores/:storeId/inventory/:barcode",
  async ({ params, body }) => {
    const values = [params.retailerId, params.storeId, params.barcode, body.hidden];
    const { rows } = await pool.query({ name: "update", text: update, values });
    return rows[0];
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
