import { Readable } from "node:stream";
import { ProviderError } from "@highstreet/providers";
import { createTestContext } from "@highstreet/router/testing";
import { createRecordingProvider, startSending } from "@highstreet/router/testing/listings";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoreIds } from "../../src/core/channels/index.ts";
import { endListings, publishListings, reconcileListings } from "../../src/features/listings/index.ts";
import { createCaller } from "../../src/router.ts";

let now = (): Date => new Date();
const provider = createRecordingProvider(() => now());
const t = await createTestContext({ providers: provider.providers });
now = t.ctx.now;
afterAll(() => t.close());
const api = createCaller(t.ctx);
const worker = t.asSystem();

const RUNS = rounds(40);
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** The last two are the shop's own numbers, which only a title identifies. */
const barcodes = ["5012345678900", "5000000000012", "SOFA-1", "SOFA-2"] as const;
const isGtin = (barcode: string): boolean => !barcode.startsWith("SOFA");
/** A price that makes the provider refuse the item. */
const REFUSED = 13;

provider.refusedPrices.add(`${REFUSED}.00`);

// Few different barcodes, because a fault takes several steps with one item.
const barcode = fc.constantFrom(...barcodes, barcodes[0], barcodes[0]);
const shop = fc.constantFrom(0, 0, 1);
const line = fc.record({
  barcode,
  price: fc.constantFrom(5, 5, 6, REFUSED),
  quantity: fc.constantFrom(5, 5, 6, 1, 0),
});
const fault = fc.constantFrom(
  "none",
  "lost",
  "away",
  "quota",
  "killed before",
  "killed after",
  "patched",
) as fc.Arbitrary<"none" | "lost" | "away" | "quota" | "killed before" | "killed after" | "patched">;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("patch" as const), shop, line }) },
  fc.record({
    do: fc.constant("feed" as const),
    shop,
    lines: fc.uniqueArray(line, { selector: (one) => one.barcode }),
  }),
  fc.record({
    do: fc.constant("hide" as const),
    shop: fc.option(shop),
    barcode,
    hidden: fc.constantFrom(true, false, null),
  }),
  fc.record({
    do: fc.constant("leave out" as const),
    shop,
    barcode,
    channels: fc.constantFrom<string[] | null>(null, ["search"], []),
  }),
  fc.record({ do: fc.constant("call" as const), barcode, title: fc.constantFrom("One", "Two", null) }),
  fc.record({ do: fc.constant("describe" as const), barcode, title: fc.constantFrom("Three", "Four") }),
  fc.record({ do: fc.constant("toggle" as const), shop }),
  fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 11 * MINUTE, 9 * DAY) }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("publish" as const),
      faults: fc.oneof(
        fc.array(fault, { maxLength: 3 }),
        fault.map((one) => Array.from({ length: 8 }, () => one)),
      ),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Shop {
  ids: StoreIds;
  /** The store code of its items; null: the items are not sent. */
  code: string | null;
}

let codes = 1_000;
const removeChannel = "DELETE FROM channel WHERE retailer_id = $1 AND store_id = $2";
const removeSetup = "DELETE FROM search_setup WHERE retailer_id = $1 AND store_id = $2";

async function stopShop({ ids: { retailerId, storeId } }: Shop): Promise<void> {
  await t.ctx.db.transaction("no shop", async (tx) => {
    await endListings(tx, { retailerId, storeId });
    for (const statement of [removeChannel, removeSetup]) await tx.execute(statement, [retailerId, storeId]);
  });
}

async function toggle(shop: Shop): Promise<void> {
  if (shop.code) {
    await stopShop(shop);
    shop.code = null;
  } else {
    shop.code = String(codes++);
    await startSending(t.ctx, shop.ids, shop.code);
  }
}

/** Runs the worker with a provider that has these faults in its calls. A killed run never ends. */
async function publish(shops: Shop[], faults: readonly string[]): Promise<void> {
  const waiting = [...faults];
  let isKilled = false;
  let kill: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const die = (): Promise<void> => {
    isKilled = true;
    kill();
    return new Promise(() => undefined);
  };
  const patched: Promise<unknown>[] = [];
  const current = new Map<string, string>();
  provider.disturb = async (when, call, offerId) => {
    if (isKilled) return die();
    const name = `${call} ${offerId}`;
    if (when === "before") current.set(name, waiting.shift() ?? "none");
    const fault = current.get(name);
    if (when === "before" && fault === "killed before") return die();
    if (when === "after" && fault === "killed after") return die();
    if (when === "before" && fault === "away") throw new ProviderError("unavailable", "It is away.");
    if (when === "after" && fault === "lost") throw new ProviderError("unavailable", "No answer came.");
    if (when === "before" && fault === "quota") throw new ProviderError("quota", "Too many.", { retryAfterMs: MINUTE });
    if (when === "before" && fault === "patched") {
      const body = [{ barcode: offerId, price: 21, quantity: 3 }];
      const patches = shops.map(({ ids }) => api.inventory.patchStock({ ...ids, body }));
      patched.push(...patches);
      await Promise.all(patches);
    }
  };
  await Promise.race([publishListings(worker), killed]);
  // The PATCH of a till continues after the worker's end.
  await Promise.all(patched);
  provider.disturb = () => undefined;
}

async function perform(shops: Shop[], step: Step): Promise<void> {
  const { retailerId } = (shops[0] as Shop).ids;
  const idsOf = (n: number): StoreIds => (shops[n] as Shop).ids;
  switch (step.do) {
    case "patch":
      await api.inventory.patchStock({ ...idsOf(step.shop), body: [step.line] });
      return;
    case "feed": {
      const lines = step.lines.map(({ barcode, price, quantity }) => `${barcode},${price},${quantity}\n`);
      const feed = Readable.from([Buffer.from(`barcode,price,quantity\n${lines.join("")}`)]);
      await api.inventory.putStock({ ...idsOf(step.shop), mode: "replace", feed });
      return;
    }
    case "hide": {
      const scope = step.shop === null ? { retailerId } : idsOf(step.shop);
      await api.customizations.edit({ ...scope, barcode: step.barcode, body: { hidden: step.hidden } });
      return;
    }
    case "leave out":
      if (!shops[step.shop]?.code) return;
      await api.customizations.edit({
        ...{ ...idsOf(step.shop), barcode: step.barcode, body: { channels: step.channels } },
      });
      return;
    case "call": {
      const { title } = step;
      const rest = title && { description: "About it.", brand: "Kiln", image: ["https://shop.example/1.jpg"] };
      const body = { title, ...(rest ?? { description: null, brand: null, image: null }) };
      await api.customizations.edit({ retailerId, barcode: step.barcode, body });
      return;
    }
    case "describe": {
      const feed = Readable.from([Buffer.from(`barcode,title\n${step.barcode},${step.title}`)]);
      await api.products.putFeed({ retailerId, feed });
      return;
    }
    case "toggle":
      await toggle(shops[step.shop] as Shop);
      return;
    case "wait":
      t.advance(step.ms);
      return;
    case "publish":
      await publish(shops, step.faults);
  }
}

/** The reasons of our own rules. The other reasons come from the provider. */
const ours: ReadonlySet<string> = new Set(["ChannelNotEnabled", "ChannelPending", "Hidden", "NotInChannels"]);

/** Compares the provider with the items of a shop. The API shows the items and does not use the listings. */
async function check({ ids, code }: Shop): Promise<void> {
  if (!code) return;
  const { data } = await api.inventory.listItems({ ...ids, page: {} });
  for (const { barcode, status, price, title, visibility } of data) {
    const shelf = provider.shelves.get(`${code} ${barcode}`);
    const reasons = visibility.find(({ channel }) => channel === "search")?.reasons ?? [];
    const isVisible = reasons.every(({ code }) => !ours.has(code));
    if (!isVisible || (!isGtin(barcode) && !title)) {
      if (shelf) expect([barcode, shelf.status]).toEqual([barcode, "out_of_stock"]);
      continue;
    }
    if (title) expect([barcode, provider.descriptions.get(barcode)?.title]).toEqual([barcode, title]);
    else expect([barcode, provider.descriptions.has(barcode)]).toEqual([barcode, false]);
    if (price === REFUSED) continue;
    expect([barcode, shelf?.status, shelf?.price?.amount]).toEqual([barcode, status, price.toFixed(2)]);
  }
}

const isCalm = (steps: readonly Step[]): boolean =>
  steps.every((one) => (one.do === "wait" ? one.ms < DAY : one.do !== "publish" || !one.faults.length));

test(
  "after any history of feeds, edits, channels, faults and kills the provider shows the stock, and gets no call twice",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { id } = await t.retailer();
        const shops: Shop[] = [];
        for (let n = 0; n < 2; n++) {
          const { ids } = await t.store(id);
          const body = barcodes.map((barcode) => ({ barcode, price: 5, quantity: 5 }));
          await api.inventory.patchStock({ ...ids, body });
          const shop: Shop = { ids, code: null };
          shops.push(shop);
          await toggle(shop);
        }
        provider.descriptions.clear();
        try {
          provider.needless.length = 0;
          const begun = { do: "publish" as const, faults: [] };
          for (const one of [begun, ...steps, { do: "publish" as const, faults: [] }]) await perform(shops, one);
          if (isCalm(steps)) expect(provider.needless).toEqual([]);
          for (let n = 0; n < 8; n++) {
            t.advance(11 * MINUTE);
            await publish(shops, []);
          }
          for (const shop of shops) await check(shop);
          expect((await reconcileListings(worker)).wrong).toEqual([]);
          expect(await publishListings(worker)).toBe(0);
        } finally {
          for (const shop of shops) if (shop.code) await stopShop(shop);
        }
      }),
      { numRuns: RUNS },
    );
  },
  180_000 + RUNS * 1_000,
);
