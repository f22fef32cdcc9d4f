import type { ItemProblem } from "@highstreet/providers";
import { ProviderError } from "@highstreet/providers";
import { createTestContext } from "@highstreet/router/testing";
import { createRecordingProvider, startSending, statesOf } from "@highstreet/router/testing/listings";
import { afterAll, expect, test } from "vitest";
import { ChangeWatch } from "../../core/log/index.ts";
import { createCaller } from "../../router.ts";
import { publishListings } from "./publish-listings.ts";
import { readListingProblems } from "./read-listing-problems.ts";

let now = (): Date => new Date();
const { providers } = createRecordingProvider(() => now());
let problems: ItemProblem[] = [];
let asked = 0;
let onAsked = async (): Promise<void> => {};
const search: typeof providers.search = {
  ...providers.search,
  async *listProblems() {
    asked++;
    await onAsked();
    yield* problems;
  },
};
const t = await createTestContext({ providers: { ...providers, search, speed: 1 } });
now = t.ctx.now;
afterAll(() => t.close());
const api = createCaller(t.ctx);
const worker = t.asSystem();
const HOUR = 3_600_000;

const [mug, lamp] = ["5012345678900", "5000000000012"] as const;
const { id } = await t.retailer();
const { ids } = await t.store(id);
const body = [mug, lamp].map((barcode) => ({ barcode, price: 5, quantity: 5 }));
await api.inventory.patchStock({ ...ids, body });
await startSending(t.ctx, ids, "7001");
await publishListings(worker);
const noImage: ItemProblem = {
  offerId: mug,
  code: "image_missing",
  message: "There is no image.",
  fixableBy: "merchant",
};

test("a disapproved item has the reason until the search engine shows it, read once an hour", async () => {
  problems = [{ ...noImage, code: "in_review", message: "In review.", fixableBy: null }, noImage];
  expect(await readListingProblems(worker)).toBe(1);
  expect(await readListingProblems(worker)).toBe(0);
  expect(asked).toBe(1);
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [lamp]: "sent", [mug]: "disapproved" });
  const listed = await api.listings.list({ ...ids, type: "search", page: {}, state: "disapproved" });
  expect(listed.data).toMatchObject([
    { barcode: mug, problem: { code: "image_missing", message: "There is no image." } },
  ]);
  expect(await api.listings.counts({ ...ids, type: "search" })).toMatchObject({ sent: 1, disapproved: 1 });
  const alert = () => t.ctx.db.prisma.alert.findFirstOrThrow({ where: { retailerId: id, kind: "products_rejected" } });
  expect(await alert()).toMatchObject({ closedAt: null, message: "1 product does not show. There is no image." });
  problems = [];
  t.advance(HOUR);
  await readListingProblems(worker);
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [lamp]: "sent", [mug]: "sent" });
  expect((await alert()).closedAt).toEqual(t.ctx.now());
});

test("a problem of an item that waits to be sent is ignored until the next answer", async () => {
  await api.inventory.patchStock({ ...ids, body: [{ barcode: mug, price: 6 }] });
  problems = [noImage];
  t.advance(HOUR);
  await readListingProblems(worker);
  await publishListings(worker);
  expect(await statesOf(t.ctx.db, ids)).toMatchObject({ [mug]: "sent" });
  t.advance(HOUR);
  await readListingProblems(worker);
  expect(await statesOf(t.ctx.db, ids)).toMatchObject({ [mug]: "disapproved" });
});

test("an open page learns of a problem that replaces another one, after the new problem is stored", async () => {
  t.advance(HOUR);
  problems = [noImage];
  await readListingProblems(worker);
  const watch = new ChangeWatch(t.ctx.db, { pauseMs: HOUR });
  const notices = watch.follow({
    retailerId: id,
    person: "pat",
    after: undefined,
    signal: new AbortController().signal,
  });
  await notices.next();
  // The page looks after the worker has claimed the retailer, and before the worker has the new problems.
  onAsked = async () => {
    await watch.look();
    await notices.next();
  };
  problems = [{ ...noImage, offerId: lamp }];
  t.advance(HOUR);
  await readListingProblems(worker);
  expect(await statesOf(t.ctx.db, ids)).toEqual({ [lamp]: "disapproved", [mug]: "sent" });
  await watch.look();
  expect((await notices.next()).value).toMatchObject({ notice: { storeId: ids.storeId, topics: ["listings"] } });
  await notices.return();
  onAsked = async () => {};
  problems = [noImage];
  t.advance(HOUR);
  await readListingProblems(worker);
});

test("a provider that does not answer changes nothing", async () => {
  search.listProblems = async function* () {
    yield* [];
    throw new ProviderError("unavailable", "No answer came.");
  };
  t.advance(HOUR);
  expect(await readListingProblems(worker)).toBe(0);
  expect(await statesOf(t.ctx.db, ids)).toMatchObject({ [mug]: "disapproved" });
});
