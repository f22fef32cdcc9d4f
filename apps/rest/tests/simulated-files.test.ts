import { afterAll, expect, test } from "vitest";
import { type Taken, wrongValues } from "../../../packages/feeds/tests/simulator/oracle.ts";
import { type Simulated, simulated } from "../../../packages/feeds/tests/simulator/simulate.ts";
import { otherStores, ownStore } from "../../../packages/feeds/tests/simulator/system.ts";
import { startRest } from "./start-rest.ts";

/** `npm run fuzz -- feed` sends one of a hundred of its files. `FUZZ_SEED=<seed of a file> FUZZ_FEEDS=1` sends one again. */
const FILES = Math.ceil(Number(process.env.FUZZ_FEEDS ?? 2_000) / 100);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);

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

test("no file of a till makes a wrong number on a shelf", { timeout: 60_000 + FILES * 500 }, async () => {
  const faults: string[] = [];
  for (let n = 0; n < FILES; n++) {
    const one = simulated(SEED + n * 101);
    const wrong = wrongValues(one.file, await shelfOf(one));
    faults.push(...wrong.map((what) => `${one.system}, ${one.damage} (FUZZ_SEED=${one.seed}): ${what}`));
  }
  expect(faults).toEqual([]);
});
