import { rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import { afterAll, expect, test } from "vitest";
import { type Taken, wrongValues } from "../../../packages/feeds/tests/simulator/oracle.ts";
import { type Simulated, simulated } from "../../../packages/feeds/tests/simulator/simulate.ts";
import { otherStores, ownStore } from "../../../packages/feeds/tests/simulator/system.ts";
import { startRest } from "./start-rest.ts";

/** `TEST_SEED=<seed of a file> TEST_ROUNDS=1` sends one again. */
const FILES = rounds(10_000, 10);
const SEED = seedOr(20_261_125);

const rest = await startRest();
afterAll(() => rest.close());
const { t } = rest;

interface Listed {
  barcode: string;
  price: number;
  quantity: number;
  currency: string;
}

/** Sends a file to a new store. @returns what is then on the shelf */
async function shelfOf({ file, bytes }: Simulated): Promise<Taken[]> {
  const { currency, country, preset } = file.system;
  const retailer = await t.retailer();
  const place = { currency, country, timezone: "Europe/London" };
  const { ids } = await t.store(retailer.id, { ...place, name: ownStore.name, externalId: ownStore.id });
  for (const { name, id } of otherStores) await t.store(retailer.id, { ...place, name, externalId: id });
  const inventory = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory`;
  await rest.json("POST", inventory, { body: { provider: preset ?? "csv-upload" } });
  const answer = await rest.call("PUT", `${inventory}/stock`, { body: bytes, headers: { "content-type": "text/csv" } });
  expect([200, 422]).toContain(answer.statusCode);
  const { data } = await rest.json<{ data: Listed[] }>("GET", `${inventory}/items`);
  return data.map(({ barcode, price, quantity, currency: own }) => {
    return { barcode, price: Math.round(price * 1_000), quantity: Math.round(quantity * 1_000), currency: own };
  });
}

test("no file of a till makes a wrong number on a shelf", { timeout: 3_600_000 }, async () => {
  const faults: string[] = [];
  for (let n = 0; n < FILES; n++) {
    const one = simulated(SEED + n * 101);
    const wrong = wrongValues(one.file, await shelfOf(one));
    faults.push(...wrong.map((what) => `${one.system}, ${one.damage} (TEST_SEED=${one.seed}): ${what}`));
  }
  expect(faults).toEqual([]);
});
