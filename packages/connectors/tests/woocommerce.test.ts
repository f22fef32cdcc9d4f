import { canary } from "@highstreet/telemetry/testing";
import { afterEach, describe, expect, test } from "vitest";
import type { ConnectorItem } from "../src/connector.ts";
import { ConnectorError } from "../src/limits.ts";
import { plainText } from "../src/woocommerce/answers.ts";
import { woocommerce } from "../src/woocommerce/index.ts";
import { itemsOf, openAt } from "./fake-system.ts";
import {
  type FakeProduct,
  type FakeShop,
  type FakeSold,
  type FakeVariation,
  type FakeWooCommerce,
  startFakeWooCommerce,
} from "./fake-woocommerce.ts";

let fake: FakeWooCommerce | undefined;
afterEach(() => fake?.close());

const KEYS = { consumerKey: "ck_0123456789abcdef", consumerSecret: `cs_${canary("woocommerce")}` };

async function start(changes: Partial<FakeShop> = {}, url = "https://shop.example") {
  fake = await startFakeWooCommerce(changes);
  return { ...fake, ...openAt(woocommerce, { url, ...KEYS }, fake) };
}

const sold = (id: number): FakeSold => ({
  id,
  status: "publish",
  sku: `SKU-${id}`,
  global_unique_id: "",
  price: "4.50",
  manage_stock: true,
  stock_quantity: id,
  stock_status: "instock",
  modified: Date.UTC(2025, 11, 1),
});
const product = (id: number, changes: Partial<FakeProduct> = {}): FakeProduct => ({
  ...sold(id),
  name: `Product ${id}`,
  type: "simple",
  images: [],
  brands: [],
  variations: [],
  ...changes,
});
const variation = (id: number, changes: Partial<FakeVariation> = {}): FakeVariation => ({
  ...sold(id),
  image: null,
  options: ["Red"],
  ...changes,
});

/** A seeded generator (mulberry32). */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, one: <T>(...values: T[]): T => values[below(values.length)] as T };
}

function randomWorld(seed: number, count: number): FakeProduct[] {
  const { below, one } = generator(seed);
  let id = below(50);
  const soldAtRandom = (): Partial<FakeSold> & { id: number } => ({
    id: ++id,
    status: one("publish", "publish", "publish", "draft", "private", "trash"),
    sku: one("", `S-${id}`),
    global_unique_id: one("", `40${1_000_000_000 + id}`, `978-3-${100_000_000 + id}`),
    price: one("", "4.50", "0", "1299"),
    manage_stock: one(true, false),
    stock_quantity: one(null, below(9), -1 - below(9)),
    stock_status: one("instock", "outofstock", "onbackorder"),
  });
  return Array.from({ length: count }, () => {
    const parent = product(0, { ...soldAtRandom(), type: one("simple", "simple", "variable", "grouped", "external") });
    const variations = parent.type === "variable" ? below(one(4, 4, 4, 4, 4, 130)) : 0;
    parent.variations = Array.from({ length: variations }, () => variation(0, soldAtRandom()));
    return parent;
  });
}

/** A slow and simple reader of the world: barcode, price and quantity of each item; quantity undefined: not on sale. */
function model(products: FakeProduct[]) {
  return products
    .filter(({ type, status }) => (type === "simple" || type === "variable") && status !== "trash")
    .flatMap((parent) =>
      (parent.type === "simple" ? [parent] : parent.variations).map((row: FakeSold) => ({ parent, row })),
    )
    .filter(({ row }) => row.status !== "trash")
    .map(({ parent, row }) => ({
      parent,
      barcode: row.global_unique_id.split("-").join("") || row.sku,
      price: row.price,
      quantity: parent.status === "publish" && row.status === "publish" ? stockOf(parent, row) : undefined,
    }))
    .filter(({ barcode, price }) => barcode !== "" && price !== "");
}
const stockOf = (parent: FakeProduct, row: FakeSold) => {
  if (row.manage_stock) return row.stock_quantity ?? 0;
  if (parent.manage_stock) return parent.stock_quantity ?? 0;
  return row.stock_status === "instock" ? 1 : 0;
};

const readable = (items: ConnectorItem[]) =>
  items.map(({ barcode, price, quantities }) => ({ barcode, price, quantity: quantities.get("shop") }));
const plain = (expected: ReturnType<typeof model>) => expected.map(({ parent: _, ...item }) => item);
const barcodes = (items: ConnectorItem[]) => items.map(({ barcode }) => barcode);

describe("a full read", () => {
  test.each([1, 2, 3, 4, 5, 6])("gives exactly the items on sale of a random shop (seed %i)", async (seed) => {
    const { shop, open } = await start({ products: randomWorld(seed, seed * 60) });
    const expected = plain(model(shop.products)).filter(({ quantity }) => quantity !== undefined);
    expect(readable(await itemsOf(open))).toEqual(expected);
  });

  test("reads every page of products once", async () => {
    const { shop, open } = await start({ products: Array.from({ length: 250 }, (_, index) => product(index + 1)) });
    expect((await itemsOf(open)).length).toBe(250);
    expect(shop.calls.filter((path) => path.includes("/products?")).length).toBe(3);
  });

  test.each(["trash", "draft"] as const)(
    "misses and repeats nothing when products go to %s during the read",
    async (status) => {
      const { shop, open } = await start({ products: Array.from({ length: 450 }, (_, index) => product(index + 1)) });
      let calls = 0;
      shop.afterCall = (path) => {
        if (!path.includes("/products?")) return;
        calls++;
        if (calls === 2) for (const row of shop.products.slice(0, 130)) row.status = status;
      };
      const wanted = shop.products.map(({ sku }) => sku);
      expect(barcodes(await itemsOf(open))).toEqual(wanted);
    },
  );
});

describe("a read of changes", () => {
  test.each([1, 2, 3, 4])("gives exactly the items of the products that changed, complete (seed %i)", async (seed) => {
    const { below, one } = generator(seed + 100);
    const world = await start({ products: randomWorld(seed, 230), zoneHours: one(-8, 0, 2, 10) });
    world.clock.ms += 3_600_000;
    const since = new Date(world.clock.ms);
    world.clock.ms += below(5_000);
    const changed = new Set<FakeProduct>();
    for (let change = 0; change < 40; change++) {
      const parent = one(...world.shop.products);
      const row = one<FakeSold>(parent, ...parent.variations);
      world.save(
        parent,
        row,
        one({ stock_quantity: below(9) }, { status: "draft" }, { price: "7" }, { status: "trash" }),
      );
      changed.add(parent);
    }
    const expected = model(world.shop.products).filter(({ parent }) => changed.has(parent));
    expect(readable(await itemsOf(world.open, since))).toEqual(plain(expected));
  });

  test("includes a change in the second of the time, before and after it", async () => {
    const { shop, save, clock, open } = await start({ products: [product(1), product(2)] });
    clock.ms += 250;
    save(shop.products[0] as FakeProduct, shop.products[0] as FakeProduct, { stock_quantity: 7 });
    expect(readable(await itemsOf(open, new Date(clock.ms + 400)))).toMatchObject([{ barcode: "SKU-1", quantity: 7 }]);
  });

  test("gives a product that went offline without quantities", async () => {
    const { shop, save, clock, open } = await start({ products: [product(1)] });
    save(shop.products[0] as FakeProduct, shop.products[0] as FakeProduct, { status: "private" });
    expect(await itemsOf(open, new Date(clock.ms))).toMatchObject([{ barcode: "SKU-1", quantities: new Map() }]);
  });

  test("gives nothing when nothing changed", async () => {
    const { clock, open } = await start({ products: randomWorld(1, 50) });
    expect(await itemsOf(open, new Date(clock.ms))).toEqual([]);
  });
});

describe("an item", () => {
  test("has plain texts, the images of the variation first, the brand and the currency", async () => {
    const shirt = product(1, {
      name: "Salt &amp; Pepper&#8217;s shirt",
      type: "variable",
      images: ["https://shop.example/a.jpg", "https://shop.example/b.jpg"],
      brands: ["M&amp;N"],
      variations: [
        variation(2, { options: ["Red", "L"], image: "https://shop.example/b.jpg" }),
        variation(3, { options: [] }),
      ],
    });
    const { open } = await start({ products: [shirt] });
    const [first, second] = await itemsOf(open);
    expect(first).toEqual({
      barcode: "SKU-2",
      price: "4.50",
      currency: "EUR",
      title: "Salt & Pepper’s shirt – Red, L",
      brand: "M&N",
      images: ["https://shop.example/b.jpg", "https://shop.example/a.jpg"],
      quantities: new Map([["shop", 2]]),
    });
    expect(second).toMatchObject({ title: "Salt & Pepper’s shirt" });
  });

  test("has no brand and no currency where the shop gives no more", async () => {
    const { brands: _, ...old } = product(1);
    const { open } = await start({ products: [old], canManage: false });
    expect(await itemsOf(open)).toMatchObject([{ brand: null, currency: null }]);
  });

  test("does not exist for a variation that has only the codes of its product", async () => {
    const variations = [variation(2, { sku: "" }), variation(3, { sku: "OWN" })];
    const { open } = await start({ products: [product(1, { type: "variable", variations })] });
    expect(barcodes(await itemsOf(open))).toEqual(["OWN"]);
  });
});

const message = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectorError)) throw new Error("no ConnectorError", { cause: error });
  expect(error.message).not.toMatch(/ck_0|cs_f/);
  return `${error.kind}: ${error.message}`;
};

describe("the check of the credential", () => {
  test("gives one location with the address of the shop", async () => {
    const { open } = await start({ folder: "/de/shop" }, "https://shop.example/de/shop/");
    expect(await open.locations()).toEqual([{ id: "shop", name: "shop.example/de/shop" }]);
  });

  test.each<[Partial<FakeShop>, RegExp]>([
    [{ key: "ck_other" }, /^refused: WooCommerce does not accept the key, .*Create a key in .* REST API/],
    [{ keepsAuthorization: false }, /^refused: .*the web server removes the Authorization header/],
    [
      { secret: `cs_${canary("woocommerceother")}` },
      /^refused: WooCommerce does not accept the secret, .*paste the new key and secret/,
    ],
    [{ permissions: "write" }, /^refused: .*no Read permission\. Set Permissions of the key to “Read”/],
    [{ canRead: false }, /^refused: The user of the key may not see products; a Shop manager may\./],
    [{ hasPlugin: false }, /^refused: The address has WordPress without WooCommerce\./],
    [{ isPermalinkPlain: true }, /^refused: The address has no WooCommerce\..*Permalinks must not be “Plain”/],
    [{ folder: "/shop" }, /^refused: The address has no WooCommerce\. Check the address, with the folder/],
    [{ host: "www.shop.example" }, /^refused: The address has no WooCommerce\./],
    [
      { next: [{ status: 301, headers: { location: "https://www.shop.example/x/wp-json/wc/v3/products" }, body: "" }] },
      /^refused: .*to https:\/\/www\.shop\.example\/x\. Paste the address/,
    ],
    [
      { next: [{ status: 403, body: { code: "rest_login_required", message: "No", data: { status: 403 } } }] },
      /^refused: The website refuses the call \(rest_login_required\)\. A security plugin/,
    ],
    [{ next: [{ status: 200, body: "<html>Shop</html>" }] }, /^unexpected: The address answers with text instead/],
    [{ next: [{ status: 200, body: { products: [] } }] }, /^unexpected: WooCommerce sent data in an unknown form/],
    [{ next: [{ status: 400, body: { code: "rest_invalid_param" } }] }, /^unexpected: .*\(rest_invalid_param\)/],
  ])("refuses with advice %#", async (changes, expected) => {
    const { open } = await start(changes);
    expect(await message(open.locations())).toMatch(expected);
  });

  test.each([
    ["https://shop.example/de/wp-admin/admin.php?page=wc", "https://shop.example/de"],
    [" shop.example/wp-json/wc/v3 ", "https://shop.example"],
    ["http://shop.example", "must start with https://"],
    ["https://me:secret@shop.example", "must start with https://"],
  ])("takes or refuses the address %s", (url, expected) => {
    const parsed = woocommerce.credential.safeParse({ url, ...KEYS });
    expect(parsed.data?.url ?? parsed.error?.issues[0]?.message).toContain(expected);
  });

  test("refuses a secret in the place of the key", () => {
    const parsed = woocommerce.credential.safeParse({ url: "https://a.example", ...KEYS, consumerKey: "cs_1" });
    expect(parsed.error?.issues[0]?.message).toBe("The consumer key starts with ck_.");
  });
});

describe("a limit or an outage", () => {
  test("of calls per minute is waited for, as Retry-After says", async () => {
    const products = Array.from({ length: 520 }, (_, index) => product(index + 1));
    const { open, waits } = await start({ products, callsPerMinute: 3 });
    expect((await itemsOf(open)).length).toBe(520);
    expect(waits).toEqual([60_000, 60_000]);
  });

  test("that lasts longer than a pause ends the read", async () => {
    const maintenance = { status: 503, headers: { "retry-after": "600" }, body: "Briefly unavailable" };
    const { open, waits } = await start({ next: [maintenance] });
    expect(await message(itemsOf(open))).toBe("unavailable: The website has a problem now (503).");
    expect(waits).toEqual([]);
  });

  test("of the server is tried again", async () => {
    const failure = {
      status: 500,
      body: { code: "internal_server_error", message: "There has been a critical error" },
    };
    const { open, waits } = await start({ products: [product(1)], next: [failure, { status: 502, body: "Bad" }] });
    expect((await itemsOf(open)).length).toBe(1);
    expect(waits).toEqual([1_000, 2_000]);
  });
});

describe("an answer of another form", () => {
  const first = { status: 200, body: { code: "EUR" } };
  test.each([
    [{ body: [{ id: "1" }], headers: { "x-wp-total": "1" } }, "products: 0.id"],
    [{ body: Array(101).fill({}), headers: { "x-wp-total": "101" } }, "products: has more than 100 rows"],
    [{ body: [], headers: {} }, "X-WP-Total"],
  ])("ends the read with a short message %#", async (answer, where) => {
    const { open } = await start({ next: [first, { status: 200, ...answer }] });
    expect(await message(itemsOf(open))).toBe(
      `unexpected: WooCommerce sent data in an unknown form (${where}). Check the shop system and its plugins, or send its stock as a file.`,
    );
  });
});

test("plain text drops unclosed scripts, keeps unknown entities and takes linear time", () => {
  expect(plainText("a &lt;b&gt; &unknown; 3 < 4<script>alert(1)")).toBe("a <b> &unknown; 3 < 4");
  expect(plainText("<script".repeat(200_000)).length).toBe(0);
  expect(plainText("<a ".repeat(200_000)).length).toBeGreaterThan(0);
});
