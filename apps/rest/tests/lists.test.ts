import { afterAll, describe, expect, test } from "vitest";
import { PUBLIC_URL, startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t, json, call } = rest;

interface List {
  data: { id: string; externalId: string | null }[];
  links: { next: string | null; prev: string | null };
}

const shop = await t.retailer();
const made: string[] = [];
for (let n = 0; n < 5; n++) {
  t.advance(1);
  made.push((await t.store(shop.id, { externalId: `s-${n}` })).id);
}
const stores = `/v1/retailers/${shop.id}/stores`;
const get = (url: string) => json<List>("GET", url.replace(PUBLIC_URL, ""));

describe("paging", () => {
  test("the links lead through all rows once and back again, with the prefix and parameters of the request", async () => {
    const pages: List[] = [await get(`${stores}?page%5Bsize%5D=2`)];
    for (let page = pages[0]; page?.links.next; page = pages.at(-1)) pages.push(await get(page.links.next));
    expect(pages.flatMap((page) => page.data.map((store) => store.id))).toEqual(made);
    expect(pages[0]?.links.prev).toBeNull();
    expect(pages.at(-1)?.links.next).toBeNull();
    for (const { links } of pages.slice(0, 2)) {
      expect(links.next).toMatch(
        new RegExp(`^${PUBLIC_URL}${stores}\\?page\\[size\\]=2&page\\[after\\]=[A-Za-z0-9_-]+$`),
      );
    }
    const back = await get(pages[2]?.links.prev ?? "");
    expect(back).toEqual(pages[1]);
    expect((await get(back.links.prev ?? "")).data).toEqual(pages[0]?.data);
  });

  test("page%5Bafter%5D is understood, and replaced in the links", async () => {
    const first = await get(`${stores}?page[size]=2`);
    const url = (first.links.next ?? "").replace("page[after]", "page%5Bafter%5D");
    const second = await get(url);
    expect(second.data.map((store) => store.id)).toEqual(made.slice(2, 4));
    expect(second.links.next?.match(/page\[after\]/g)).toHaveLength(1);
  });

  test("rows that are added or removed between two pages neither hide nor repeat other rows", async () => {
    const first = await get(`${stores}?page[size]=2`);
    await call("DELETE", `${stores}/${first.data[1]?.id}`);
    t.advance(1);
    const added = await t.store(shop.id);
    const rows: string[] = [];
    for (let next = first.links.next; next; ) {
      const page = await get(next);
      rows.push(...page.data.map((store) => store.id));
      next = page.links.next;
    }
    expect(rows).toEqual([...made.slice(2), added.id]);
  });
});

describe("the events feed", () => {
  interface Feed {
    data: { sequence: number }[];
    links: List["links"];
  }
  const feed = (url: string) => json<Feed>("GET", url.replace(PUBLIC_URL, ""));
  const sequences = (page: Feed) => page.data.map(({ sequence }) => sequence);

  test("leads forward and back by its links, from any first event", async () => {
    const { ids } = await t.store(shop.id);
    const store = `/retailers/${shop.id}/stores/${ids.storeId}`;
    const lines = ["1", "2", "3", "4"].map((barcode) => ({ barcode, price: 1, quantity: 5 }));
    await json("PATCH", `${store}/inventory/stock`, { body: lines });
    const all = sequences(await feed(`${store}/events`));
    expect(all).toEqual([1, 2, 3, 4, 5]);

    const begun = await feed(`${store}/events?after=1&page[size]=2`);
    expect(sequences(begun)).toEqual([2, 3]);
    expect(begun.links.next).toBe(`${PUBLIC_URL}${store}/events?page[size]=2&page[after]=3`);
    const last = await feed(begun.links.next ?? "");
    expect([sequences(last), last.links.next]).toEqual([[4, 5], null]);
    expect(await feed(last.links.prev ?? "")).toEqual(begun);
    const oldest = await feed(begun.links.prev ?? "");
    expect([sequences(oldest), oldest.links.prev]).toEqual([[1], null]);
    expect(sequences(await feed(oldest.links.next ?? ""))).toEqual([2, 3]);
    const head = await feed(`${store}/events?after=5`);
    expect([sequences(head), sequences(await feed(head.links.prev ?? ""))]).toEqual([[], all]);
    expect((await feed(`${store}/events?after=0`)).links).toEqual({ next: null, prev: null });

    for (const query of ["after=1&page[after]=1", "after=1&page[after]=2", "page%5Bafter%5D=2&after=1"]) {
      const answer = await call("GET", `${store}/events?${query}`);
      expect([query, answer.statusCode, answer.json().errors]).toMatchObject([query, 400, [{ pointer: "?after" }]]);
    }
  });
});

test("an empty cursor is the first page of every list", async () => {
  const store = `${stores}/${made[0]}`;
  for (const list of [
    ...["/v1/retailers", "/v1/keys", stores, `/v1/retailers/${shop.id}/history`],
    ...[`/v1/retailers/${shop.id}/inventory/ingests`, `/v1/retailers/${shop.id}/inventory/customizations`],
    ...["inventory/items", "inventory/ingests", "channels/webhooks/deliveries", "events"].map((it) => `${store}/${it}`),
  ]) {
    const first = await call("GET", `${list}?page[size]=1`);
    const named = await call("GET", `${list}?page[size]=1&page[after]=&page[before]=`);
    expect([list, named.statusCode, named.body]).toEqual([list, 200, first.body]);
  }
  expect((await call("GET", `${store}/events?after=`)).body).toBe((await call("GET", `${store}/events`)).body);
});

test("?page=2 names page[size] and page[after], and a slash at the end of a path changes nothing", async () => {
  for (const list of [stores, `${stores}/${made[0]}/events`]) {
    const { errors } = await json<{ errors: { pointer: string; message: string }[] }>("GET", `${list}?page=2`);
    expect(errors).toMatchObject([{ pointer: "?page", message: expect.stringMatching(/page\[size\].*page\[after\]/) }]);
    const [plain, slashed] = [await call("GET", `${list}?page[size]=1`), await call("GET", `${list}/?page[size]=1`)];
    expect([slashed.statusCode, slashed.body]).toEqual([200, plain.body]);
  }
});

test("externalId finds the record with this id", async () => {
  expect((await get(`${stores}?externalId=s-3`)).data).toMatchObject([{ externalId: "s-3" }]);
  expect((await get(`${stores}?externalId=none`)).data).toEqual([]);
});

test("customizations are one bare array, store-level ones included", async () => {
  expect(await json("GET", `/v1/retailers/${shop.id}/inventory/customizations`)).toEqual([]);
  const one = { barcode: "5000000000017", hidden: true };
  await call("POST", `/v1/retailers/${shop.id}/inventory/customizations`, { body: one });
  await call("POST", `${stores}/${made[0]}/inventory/customizations`, { body: one });
  const all = await json<unknown[]>("GET", `/v1/retailers/${shop.id}/inventory/customizations`);
  expect(all).toMatchObject([{ storeId: null }, { storeId: made[0] }]);
});

test("a long array is streamed whole, in order and valid", async () => {
  const { id } = await t.retailer();
  await t.ctx.db.query(
    `INSERT INTO customization (retailer_id, customization_id, item_key, barcode, hidden, channels, created_at, updated_at)
     SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'k' || n, 'k' || n, true, NULL, now(), now()
     FROM generate_series(1, 3000) n`,
    [id],
  );
  const rows = await json<{ barcode: string }[]>("GET", `/retailers/${id}/inventory/customizations`);
  expect(rows.map((row) => row.barcode)).toEqual(Array.from({ length: 3_000 }, (_, n) => `k${n + 1}`));
});

test("POST of a customization is 201 with its address the first time, 200 after", async () => {
  const url = `/retailers/${shop.id}/inventory/customizations`;
  const first = await call("POST", url, { body: { barcode: "x-1", hidden: true } });
  const { id } = first.json<{ id: string }>();
  expect([first.statusCode, first.headers.location]).toEqual([201, `${PUBLIC_URL}${url}/${id}`]);
  const second = await call("POST", url, { body: { barcode: "x-1", hidden: false } });
  expect([second.statusCode, second.headers.location, second.json().id]).toEqual([200, undefined, id]);
  expect((await call("DELETE", url, { body: { barcode: "x-1" } })).statusCode).toBe(204);
});

describe("customizations, a bare array", () => {
  test("come complete, or page by page with the next and previous page in the Link header", async () => {
    const url = `/v1/retailers/${(await t.retailer()).id}/inventory/customizations`;
    const barcodes = ["a", "b", "c", "d", "e"];
    for (const barcode of barcodes) await json("POST", url, { body: { barcode, hidden: true } });
    const whole = await call("GET", url);
    expect(whole.headers.link).toBeUndefined();
    expect(whole.json().map((record: { barcode: string }) => record.barcode)).toEqual(barcodes);

    const seen: string[] = [];
    for (let next: string | undefined = `${url}?hidden=true&page[size]=2`; next; ) {
      const page = await call("GET", next);
      seen.push(...page.json().map((record: { barcode: string }) => record.barcode));
      const links = String(page.headers.link ?? "");
      next = /<([^>]+)>; rel="next"/.exec(links)?.[1]?.replace(PUBLIC_URL, "");
      if (next) expect(next).toContain("hidden=true&page[size]=2&page[after]=");
    }
    expect(seen).toEqual(barcodes);
  });
});
