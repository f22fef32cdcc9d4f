import { afterAll, beforeAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
const { t, call } = rest;
afterAll(() => rest.close());

/** Each write fails as on a full disk: with the SQLSTATE in the table `fullness`. */
beforeAll(() =>
  t.ctx.db.query(`DO $$ DECLARE tables text; BEGIN
    CREATE TABLE fullness AS SELECT '53100' AS state;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = (SELECT state FROM fullness); END $f$;
    FOR tables IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'fullness' LOOP
      EXECUTE format('CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON %I EXECUTE FUNCTION refuse()', tables);
    END LOOP; END $$`),
);

const retailer = await t.retailer();
const { ids } = await t.store(retailer.id);
const paths = { retailer: `/retailers/${ids.retailerId}`, store: `/retailers/${ids.retailerId}/stores/${ids.storeId}` };
await call("PATCH", `${paths.store}/inventory/stock`, { body: [{ barcode: "5000000000017", price: 1, quantity: 1 }] });

test.each(["53100", "53200", "53300", "53400", "57P01", "57P02", "57P03", "57P05"])(
  "while the server refuses writes with %s, writes are 503 with Retry-After, and reads go on",
  async (state) => {
    await t.ctx.db.query("UPDATE fullness SET state = $1", [state]);
    const lines = [{ barcode: "1", price: 1, quantity: 1 }];
    const csv = { headers: { "content-type": "text/csv" }, body: "barcode,price,quantity\n2,1.00,5\n" };
    const writes = [
      await call("POST", "/retailers", { body: { name: "Shop", stores: [] } }),
      await call("PATCH", `${paths.store}/inventory/stock`, { body: lines }),
      await call("PUT", `${paths.store}/inventory/stock`, csv),
      await call("PATCH", `${paths.retailer}/inventory/5000000000017`, { body: { hidden: true } }),
      await call("DELETE", paths.store),
    ];
    for (const { statusCode, headers } of writes) {
      expect([statusCode, Number(headers["retry-after"])]).toEqual([503, expect.any(Number)]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    for (const path of ["/retailers", paths.retailer, `${paths.store}/inventory`, `${paths.store}/channels`]) {
      expect([path, (await call("GET", path)).statusCode]).toEqual([path, 200]);
    }
  },
);
