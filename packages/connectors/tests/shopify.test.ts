import { canary } from "@highstreet/telemetry/testing";
import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import type { ConnectorItem } from "../src/connector.ts";
import { shopify } from "../src/shopify/index.ts";
import { emptyShop, type FakeProduct, type FakeShop, type FakeVariant, gid, startShopify } from "./fake-shopify.ts";
import { type FakeSystem, itemsOf, openAt } from "./fake-system.ts";

const EARLIER = Date.UTC(2025, 11, 1);
const SINCE = new Date(Date.UTC(2025, 11, 24, 10, 0, 0, 700));
/** The same second as SINCE. Shopify keeps no milliseconds. */
const LATER = SINCE.getTime() + 200;

let fake: FakeSystem | undefined;
afterEach(() => fake?.close());

async function openShop(world: FakeShop) {
  fake = await startShopify(world);
  return { ...openAt(shopify, { shop: world.shop, accessToken: world.token }, fake), fake };
}

const newVariant = (id: number, more: Partial<FakeVariant> = {}): FakeVariant => ({
  id,
  title: "Default Title",
  barcode: String(4_000_000 + id),
  sku: null,
  price: "4.50",
  image: null,
  updatedAt: EARLIER,
  levels: new Map([[1, { available: 3, updatedAt: EARLIER }]]),
  ...more,
});

const newProduct = (id: number, more: Partial<FakeProduct> = {}): FakeProduct => ({
  id,
  title: `Bread ${id}`,
  description: "",
  vendor: "",
  status: "ACTIVE",
  media: [],
  updatedAt: EARLIER,
  variants: [newVariant(id)],
  ...more,
});

function randomShop(seed: number): FakeShop {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const time = () => (below(8) === 0 ? LATER : EARLIER);
  const world = emptyShop();
  world.locations = Array.from({ length: 1 + below(14) }, (_, index) => ({
    id: index + 1,
    name: `Shop ${index}`,
    isActive: true,
  }));
  let id = 1;
  world.products = Array.from({ length: 40 }, (_, index) => {
    const count = 1 + below(4);
    const variants = Array.from({ length: count }, () => {
      const levels = world.locations.filter(() => below(2)).map((location) => location.id);
      return newVariant(id++, {
        ...(count > 1 && { title: `Size ${id}` }),
        barcode: below(6) === 0 ? null : String(4_000_000 + id),
        sku: below(3) === 0 ? `SKU-${id}` : null,
        price: `${below(90)}.50`,
        image: below(3) === 0 ? `https://cdn.shopify.com/${id}.jpg` : null,
        updatedAt: time(),
        levels: new Map(levels.map((location) => [location, { available: below(20) - 3, updatedAt: time() }])),
      });
    });
    return newProduct(index + 1, {
      description: below(2) ? "Made of rye." : "",
      vendor: below(2) ? "Mill" : "",
      status: (["ACTIVE", "ACTIVE", "ACTIVE", "ARCHIVED", "DRAFT", "UNLISTED"] as const)[below(6)] ?? "ACTIVE",
      media: Array.from({ length: below(4) }, (_, at) => ({
        type: below(4) ? "IMAGE" : "VIDEO",
        url: below(5) ? `https://cdn.shopify.com/${index}-${at}.jpg` : null,
      })),
      updatedAt: time(),
      variants,
    });
  });
  return world;
}

/** The rule of a read in its simplest form. */
function expectedItems(world: FakeShop, since: Date | null): ConnectorItem[] {
  const from = since ? Math.floor(since.getTime() / 1_000) * 1_000 : 0;
  return world.products.flatMap((product) =>
    product.variants.flatMap((variant) => {
      const times = [product.updatedAt, variant.updatedAt, ...[...variant.levels.values()].map((one) => one.updatedAt)];
      const barcode = variant.barcode ?? variant.sku;
      if (barcode === null || Math.max(...times) < from) return [];
      if (since === null && product.status !== "ACTIVE") return [];
      const images = product.media.filter(({ type }) => type === "IMAGE").map(({ url }) => url);
      return [
        {
          barcode,
          price: variant.price,
          currency: "EUR",
          title: variant.title === "Default Title" ? product.title : `${product.title} – ${variant.title}`,
          brand: product.vendor || null,
          images: [variant.image, ...images].filter((url) => url !== null),
          quantities: new Map(
            product.status === "ACTIVE"
              ? [...variant.levels].map(([at, one]) => [gid("Location", at), one.available])
              : [],
          ),
        },
      ];
    }),
  );
}

const sorted = (items: ConnectorItem[]) => items.toSorted((a, b) => a.barcode.localeCompare(b.barcode));

describe("items", () => {
  it.each([1, 2, 3, 4, 5, 6])("reads all items on sale with their stock at every location (shop %i)", async (seed) => {
    const world = randomShop(seed);
    const { open } = await openShop(world);
    expect(sorted(await itemsOf(open))).toEqual(sorted(expectedItems(world, null)));
  });

  it.each([1, 2, 3, 4, 5, 6])("reads each changed item once, complete, and nothing else (shop %i)", async (seed) => {
    const world = randomShop(seed);
    const { open } = await openShop(world);
    expect(sorted(await itemsOf(open, SINCE))).toEqual(sorted(expectedItems(world, SINCE)));
  });

  it("notices a change of stock alone, in a shop where no product changed", async () => {
    const world = emptyShop();
    world.products = [1, 2, 3].map((id) => newProduct(id));
    world.products[1]?.variants[0]?.levels.set(1, { available: 9, updatedAt: LATER });
    const { open } = await openShop(world);
    expect(await itemsOf(open, SINCE)).toMatchObject([
      { barcode: "4000002", quantities: new Map([[gid("Location", 1), 9]]) },
    ]);
  });

  it("reports a product that left the shop without quantities, and leaves a deleted product out", async () => {
    const world = emptyShop();
    world.products = [newProduct(1, { status: "ARCHIVED", updatedAt: LATER })];
    const { open } = await openShop(world);
    expect(await itemsOf(open, SINCE)).toMatchObject([{ barcode: "4000001", quantities: new Map() }]);
    world.products = [];
    expect(await itemsOf(open, SINCE)).toEqual([]);
    expect(await itemsOf(open)).toEqual([]);
  });

  it("names a variant by its SKU without a barcode, and leaves it out without both or without a price", async () => {
    const world = emptyShop();
    const variants = [
      newVariant(1, { barcode: " ", sku: " RYE-1 ", title: "Small" }),
      newVariant(2, { barcode: "", sku: null, title: "Large" }),
      newVariant(3, { price: "", title: "Huge" }),
    ];
    world.products = [newProduct(1, { variants })];
    const { open } = await openShop(world);
    expect(await itemsOf(open)).toMatchObject([{ barcode: "RYE-1", title: "Bread 1 – Small" }]);
  });

  it("reads the stock of an item at more locations than it expected", async () => {
    const world = emptyShop();
    const levels = new Map(Array.from({ length: 230 }, (_, at) => [at + 1, { available: at, updatedAt: EARLIER }]));
    // Only the first location is on the list, as with locations that Shopify hides from the list.
    world.locations = Array.from({ length: 230 }, (_, at) => ({ id: at + 1, name: `Shop ${at}`, isActive: at === 0 }));
    world.products = [newProduct(1, { variants: [newVariant(1, { levels })] })];
    const { open } = await openShop(world);
    const [item] = await itemsOf(open);
    expect(item?.quantities.size).toBe(230);
    expect(item?.quantities.get(gid("Location", 230))).toBe(229);
  });

  it("reads more variants than Shopify pages through", async () => {
    const world = emptyShop();
    world.costFactor = 0.05;
    world.products = Array.from({ length: 26 }, (_, index) =>
      newProduct(index + 1, {
        variants: Array.from({ length: 1_000 }, (_, at) => newVariant(index * 1_000 + at + 1, { levels: new Map() })),
      }),
    );
    const { open } = await openShop(world);
    expect(new Set((await itemsOf(open)).map(({ barcode }) => barcode)).size).toBe(26_000);
    world.products.forEach((product) => {
      product.updatedAt = LATER;
    });
    const changed = new Set((await itemsOf(open, SINCE)).map(({ barcode }) => barcode));
    expect(changed.size).toBe(26_000);
  });
});

describe("rate limits", () => {
  it.each([0.05, 1, 1.5])(
    "keeps every query below 1,000 points when Shopify counts %d times as much",
    async (factor) => {
      const world = randomShop(7);
      world.locations = Array.from({ length: 40 }, (_, at) => ({ id: at + 1, name: `Shop ${at}`, isActive: true }));
      world.costFactor = factor;
      const { open } = await openShop(world);
      expect(await itemsOf(open)).toHaveLength(expectedItems(world, null).length);
      expect(Math.max(...world.costs)).toBeLessThan(1_000);
    },
  );

  it("waits until the bucket has the points of the query, then reads on", async () => {
    const world = randomShop(8);
    world.bucket = { size: 1_000, points: 0, rate: 50 };
    const { open, waits } = await openShop(world);
    expect(await itemsOf(open)).toHaveLength(expectedItems(world, null).length);
    // The first call asks for locations: 2 points and 100 for the page, and 1 for its end.
    expect(waits[0]).toBe((103 / 50) * 1_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
  });

  it("waits as long as a 429 asks for", async () => {
    const world = emptyShop();
    world.answers = [{ status: 429, headers: { "retry-after": "2.0" }, body: { errors: "Too Many Requests" } }];
    const { open, waits } = await openShop(world);
    expect(await itemsOf(open)).toEqual([]);
    expect(waits).toEqual([2_000]);
  });

  it("repeats a call after an error of Shopify", async () => {
    const world = emptyShop();
    const internal = { errors: [{ message: "Internal error.", extensions: { code: "INTERNAL_SERVER_ERROR" } }] };
    world.answers = [
      { status: 503, body: "Service Unavailable" },
      { status: 200, body: internal },
    ];
    const { open, waits } = await openShop(world);
    expect(await open.locations()).toEqual([{ id: gid("Location", 1), name: "Main Street" }]);
    expect(waits).toEqual([1_000, 2_000]);
  });
});

describe("locations", () => {
  it("lists all active locations", async () => {
    const world = emptyShop();
    world.locations = Array.from({ length: 250 }, (_, at) => ({ id: at + 1, name: `Shop ${at}`, isActive: at !== 3 }));
    const { open } = await openShop(world);
    expect(await open.locations()).toHaveLength(249);
  });

  it("names the scopes that the token lacks", async () => {
    const world = emptyShop();
    world.scopes = ["read_products", "read_locations"];
    const { open } = await openShop(world);
    await expect(open.locations()).rejects.toMatchObject({
      kind: "refused",
      message: "The token lacks read_inventory. Add the scope to the app in Shopify, then paste the new token.",
    });
    world.scopes = [];
    await expect(open.locations()).rejects.toThrow(
      "The token lacks read_products and read_inventory and read_locations.",
    );
    world.scopes = ["write_products", "write_inventory", "read_locations"];
    await expect(open.locations()).resolves.toHaveLength(1);
  });

  it("names a scope that the shop takes away later", async () => {
    const world = emptyShop();
    world.products = [newProduct(1)];
    world.scopes = ["read_products", "read_locations"];
    const { open } = await openShop(world);
    await expect(itemsOf(open)).rejects.toMatchObject({
      kind: "refused",
      message: /^The token lacks read_inventory\./,
    });
  });

  it.each([
    [401, "refused", /does not accept the token/],
    [402, "refused", /has frozen the shop/],
    [403, "refused", /refuses the calls of this app/],
    [404, "refused", /finds no shop at bakery\.myshopify\.com/],
    [423, "refused", /has locked the shop/],
    [302, "unexpected", /documented form/],
  ])("explains status %i", async (status, kind, message) => {
    const world = emptyShop();
    world.answers = [{ status, body: { errors: `secret ${world.token}` } }];
    const { open } = await openShop(world);
    await expect(open.locations()).rejects.toMatchObject({ kind, message });
  });

  it.each([
    { data: { currentAppInstallation: { accessScopes: "all" } } },
    { data: null },
    { errors: "no list" },
    "<html>",
  ])("refuses an answer of another form: %j", async (body) => {
    const world = emptyShop();
    world.answers = [{ status: 200, body }];
    const { open, waits } = await openShop(world);
    await expect(open.locations()).rejects.toMatchObject({ kind: "unexpected" });
    expect(waits).toEqual([]);
  });

  it("refuses a token and a shop that Shopify does not know", async () => {
    const world = emptyShop();
    const { fake } = await openShop(world);
    const wrongToken = openAt(shopify, { shop: "bakery", accessToken: "shpat_wrong" }, fake).open;
    await expect(wrongToken.locations()).rejects.toThrow("Shopify does not accept the token.");
    const wrongShop = openAt(shopify, { shop: "butcher", accessToken: world.token }, fake).open;
    await expect(wrongShop.locations()).rejects.toThrow("Shopify finds no shop at butcher.myshopify.com.");
  });
});

describe("the client of an app of the Dev Dashboard", () => {
  const client = { clientId: "0123456789abcdef", clientSecret: `shpss_${canary("shopifysecret")}` };

  it("gets its token once for a read", async () => {
    const world = emptyShop();
    const { fake } = await openShop(world);
    const { open } = openAt(shopify, { shop: world.shop, ...client }, fake);
    expect(await open.locations()).toHaveLength(1);
    world.client.secret = `shpss_${canary("shopifyother")}`;
    expect(await itemsOf(open)).toEqual([]);
  });

  it.each([
    [{ ...client, clientSecret: "shpss_wrong" }, "Shopify does not accept the client ID and the client secret."],
    [{ ...client, shop: "butcher" }, "Shopify finds no shop at butcher.myshopify.com."],
  ])("is refused with a sentence if it is wrong", async (given, sentence) => {
    const { fake } = await openShop(emptyShop());
    const { open } = openAt(shopify, { shop: "bakery", ...given }, fake);
    await expect(open.locations()).rejects.toThrow(sentence);
  });

  it("needs its secret", () => {
    const { error } = shopify.credential.safeParse({ shop: "bakery", clientId: client.clientId });
    expect(error?.issues).toMatchObject([{ path: ["clientId"], message: expect.stringContaining("client secret") }]);
  });
});

describe("the fake", () => {
  const page = "nodes { id } pageInfo { hasNextPage }";
  it.each([
    [`{ productVariants(first: 1) { nodes { ean } } }`, "undefinedField"],
    [`{ products(first: 1, status: ACTIVE) { ${page} } }`, "argumentNotAccepted"],
    [`{ products(first: "1") { ${page} } }`, "argumentLiteralsIncompatible"],
    [`{ products { ${page} } }`, "BAD_REQUEST"],
    [`{ products(first: 251) { ${page} } }`, "BAD_REQUEST"],
    [`{ products(first: 1, after: "d3Jvbmcg") { ${page} } }`, "BAD_REQUEST"],
    [`{ products(first: 1) }`, "selectionMismatch"],
    [`query ($n: Int!) { products(first: 1) { ${page} } }`, "variableNotUsed"],
    [`{ nodes { id } }`, "missingRequiredArguments"],
    [
      `{ products(first: 250) { nodes { media(first: 5) { nodes { preview { image { url } } } } } } }`,
      "MAX_COST_EXCEEDED",
    ],
  ])("refuses %s as Shopify does", async (query, code) => {
    const world = emptyShop();
    const { fake } = await openShop(world);
    const { body } = await request(`${fake.origin}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: {
        host: "bakery.myshopify.com",
        "content-type": "application/json",
        "x-shopify-access-token": world.token,
      },
      body: JSON.stringify({ query, variables: { n: 1 } }),
    });
    expect(await body.json()).toMatchObject({ errors: [{ extensions: { code } }] });
  });
});

describe("credential", () => {
  it.each(["bakery", "Bakery.myshopify.com", " https://bakery.myshopify.com/ "])("accepts the shop %j", (shop) => {
    expect(shopify.credential.parse({ shop, accessToken: " shpat_1 " })).toEqual({
      shop: "bakery",
      accessToken: "shpat_1",
    });
  });

  it.each(["", "bakery.example.com", "bakery.myshopify.com.example.com", "a/b", "bakery@evil"])(
    "refuses the shop %j",
    (shop) => {
      const { error } = shopify.credential.safeParse({ shop, accessToken: "shpat_1" });
      expect(error?.issues).toMatchObject([{ message: "Enter the name of the shop as in name.myshopify.com." }]);
    },
  );

  it.each(["", "shpss_1", "shpat_1\nx: y"])("refuses the token %j", (accessToken) => {
    const { error } = shopify.credential.safeParse({ shop: "bakery", accessToken });
    expect(error?.issues).toMatchObject([
      { message: "Paste the Admin API access token. The token starts with shpat_." },
    ]);
  });
});
