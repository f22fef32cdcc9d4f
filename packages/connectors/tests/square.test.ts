import { canary } from "@highstreet/telemetry/testing";
import { afterEach, describe, expect, test } from "vitest";
import type { ConnectorItem } from "../src/connector.ts";
import { square } from "../src/square/index.ts";
import { type Product, startSquare, type Variant, type World } from "./fake-square.ts";
import { type FakeSystem, itemsOf, openAt } from "./fake-system.ts";

const SQUARE_TOKEN = `EAAA-${canary("square")}`;

const START = Date.UTC(2026, 0, 1);
const SINCE = new Date(START - 60_000);
const OLD = START - 3_600_000;
const NEW = START - 1_000;

const tea = (change: Partial<Variant> = {}): Variant => ({
  id: "TEA-REGULAR",
  upc: "0012345678905",
  price: { amount: 450, currency: "GBP" },
  at: OLD,
  ...change,
});

const product = (change: Partial<Product> = {}): Product => ({
  id: "TEA",
  name: "Green tea",
  description: "Fresh leaves.",
  images: ["TEA-PICTURE"],
  variants: [tea()],
  at: OLD,
  ...change,
});

const count = (quantity: string, change: Partial<World["counts"][number]> = {}): World["counts"][number] => ({
  variant: "TEA-REGULAR",
  location: "HIGH",
  quantity,
  state: "IN_STOCK",
  at: OLD,
  ...change,
});

const shop = (change: Partial<World> = {}): World => ({
  token: SQUARE_TOKEN,
  scopes: new Set(["MERCHANT_PROFILE_READ", "ITEMS_READ", "INVENTORY_READ"]),
  locations: [
    { id: "HIGH", name: "High Street", status: "ACTIVE" },
    { id: "MILL", name: "Mill Road", status: "ACTIVE" },
    { id: "SHUT", name: "Old Shop", status: "INACTIVE" },
  ],
  products: [product()],
  counts: [count("7"), count("3", { location: "MILL" })],
  mostRows: 1_000,
  callsPerSecond: 1_000,
  failures: [],
  calls: [],
  ...change,
});

const GREEN_TEA: ConnectorItem = {
  barcode: "0012345678905",
  price: "4.50",
  currency: "GBP",
  title: "Green tea",
  brand: null,
  images: ["https://images.example/TEA-PICTURE.jpeg"],
  quantities: new Map([
    ["HIGH", 7],
    ["MILL", 3],
  ]),
};

const fakes: FakeSystem[] = [];
afterEach(() => Promise.all(fakes.splice(0).map((fake) => fake.close())));

async function opened(world: World, accessToken = world.token): Promise<ReturnType<typeof openAt>> {
  const fake = await startSquare(world);
  fakes.push(fake);
  return openAt(square, { accessToken }, fake);
}

const read = async (world: World, since: Date | null = null): Promise<ConnectorItem[]> =>
  itemsOf((await opened(world)).open, since);

/** A world with one variant, changed. */
const withVariant = (change: Partial<Variant>, more: Partial<World> = {}): World =>
  shop({ products: [product({ variants: [tea(change)] })], ...more });

describe("locations", () => {
  test("lists the active locations", async () => {
    const { open } = await opened(shop());
    expect(await open.locations()).toEqual([
      { id: "HIGH", name: "High Street" },
      { id: "MILL", name: "Mill Road" },
    ]);
  });

  test.each(["MERCHANT_PROFILE_READ", "ITEMS_READ", "INVENTORY_READ"])("names the missing right %s", async (right) => {
    const world = shop();
    world.scopes.delete(right);
    const { open, waits } = await opened(world);
    await expect(open.locations()).rejects.toMatchObject({
      kind: "refused",
      message: `The token lacks ${right}. Authorize the application again with ${right}, then paste the new token.`,
    });
    expect(waits).toEqual([]);
  });

  test.each<[string, Partial<World>, string, string]>([
    ["wrong", {}, "EAAA-wrong", "Square does not accept the token."],
    ["expired", { tokenError: "ACCESS_TOKEN_EXPIRED" }, SQUARE_TOKEN, "The token has expired."],
    ["revoked", { tokenError: "ACCESS_TOKEN_REVOKED" }, SQUARE_TOKEN, "Square does not accept the token."],
  ])("refuses a token that is %s", async (_, change, token, reason) => {
    const { open } = await opened(shop(change), token);
    await expect(open.locations()).rejects.toMatchObject({
      kind: "refused",
      message: `${reason} Copy the production access token of the application, then paste it.`,
    });
  });

  test.each([
    [undefined, "Paste the access token of the Square application."],
    [" ", "Paste the access token of the Square application."],
    ["EAAA good", "The access token has no spaces. Copy the whole token again."],
  ])("explains the credential %j", (accessToken, message) => {
    expect(square.credential.safeParse({ accessToken }).error?.issues[0]?.message).toBe(message);
  });
});

describe("an item", () => {
  test("has the data of the product and the units of each active location", async () => {
    const counts = [...shop().counts, count("9", { location: "SHUT" }), count("5", { state: "WASTE" })];
    expect(await read(shop({ counts }))).toEqual([GREEN_TEA]);
  });

  test("is each variation, with its own image first", async () => {
    const large = tea({ id: "TEA-LARGE", name: "Large", upc: "0012345678912", images: ["LARGE", "TEA-PICTURE"] });
    const items = await read(shop({ products: [product({ variants: [tea({ name: "Small" }), large] })] }));
    expect(items.map(({ title, images }) => ({ title, images }))).toEqual([
      { title: "Green tea – Small", images: GREEN_TEA.images },
      {
        title: "Green tea – Large",
        images: ["https://images.example/LARGE.jpeg", "https://images.example/TEA-PICTURE.jpeg"],
      },
    ]);
  });

  test.each<[Partial<Variant>, string[]]>([
    [{ sku: "TEA-1" }, ["0012345678905"]],
    [{ upc: " ", sku: "TEA-1" }, ["TEA-1"]],
    [{ upc: "", sku: "" }, []],
  ])("takes the barcode, then the SKU, else stays out: %j", async (change, barcodes) => {
    expect((await read(withVariant(change))).map((one) => one.barcode)).toEqual(barcodes);
  });

  test.each<[Variant["price"] | null, unknown[], [string, string | null][]]>([
    [{ amount: 5, currency: "GBP" }, [], [["0.05", "GBP"]]],
    [
      { amount: 123_456, currency: "USD" },
      [{ location_id: "HIGH", price_money: { amount: 1, currency: "USD" } }],
      [["1234.56", "USD"]],
    ],
    [{ amount: 450, currency: "JPY" }, [], [["450", "JPY"]]],
    [null, [{ location_id: "HIGH", price_money: { amount: 80, currency: "GBP" } }], [["0.80", "GBP"]]],
    [null, [{ location_id: "HIGH" }], []],
  ])("has the price in units of its currency: %j %j", async (price, overrides, expected) => {
    const { price: _, ...rest } = tea({ overrides: overrides as Record<string, unknown>[] });
    const items = await read(shop({ products: [product({ variants: [{ ...rest, ...(price && { price }) }] })] }));
    expect(items.map((one) => [one.price, one.currency])).toEqual(expected);
  });

  test("keeps negative and fractional units", async () => {
    const [item] = await read(shop({ counts: [count("-2"), count("1.5", { location: "MILL" })] }));
    expect([...(item?.quantities ?? [])].toSorted()).toEqual([
      ["HIGH", -2],
      ["MILL", 1.5],
    ]);
  });

  test.each<[Record<string, unknown>, number]>([
    [{ sold_out: true }, 0],
    [{ sold_out: true, sold_out_valid_until: "2999-01-01T00:00:00Z" }, 0],
    [{ sold_out: true, sold_out_valid_until: "2001-01-01T00:00:00Z" }, 7],
    [{ sold_out: false }, 7],
  ])("that is sold out at a location has no units there: %j", async (override, units) => {
    const [item] = await read(withVariant({ overrides: [{ location_id: "HIGH", ...override }] }));
    expect(item?.quantities).toEqual(
      new Map([
        ["HIGH", units],
        ["MILL", 3],
      ]),
    );
  });

  test.each<[string, Partial<Product>, Partial<Variant>]>([
    ["the product is absent", { absentAt: ["MILL"] }, {}],
    ["the variation is only elsewhere", {}, { onlyAt: ["HIGH"] }],
  ])("has no units where %s", async (_, ofProduct, ofVariant) => {
    const [item] = await read(shop({ products: [product({ ...ofProduct, variants: [tea(ofVariant)] })] }));
    expect(item?.quantities).toEqual(new Map([["HIGH", 7]]));
  });

  const OFF_SALE: [string, Partial<Product>, Partial<Variant>][] = [
    ["deleted", { deleted: true, at: NEW }, {}],
    ["archived", { archived: true, at: NEW }, {}],
    ["not sellable", {}, { sellable: false, at: NEW }],
    ["only at a closed location", { onlyAt: ["SHUT"], at: NEW }, {}],
  ];
  test.each(OFF_SALE)("that is %s stays out of all items, and comes without units as a change", async (_, one, two) => {
    const world = shop({ products: [product({ ...one, variants: [tea(two)] })] });
    expect(await read(world)).toEqual([]);
    expect(await read(world, SINCE)).toEqual([{ ...GREEN_TEA, quantities: new Map() }]);
  });

  test("that is gone comes before the item that took its barcode, in a later batch too", async () => {
    const again = product({ id: "TEA2", variants: [tea({ id: "TEA2-REGULAR" })], at: NEW });
    const others = Array.from({ length: 200 }, (_, n) =>
      product({ id: `P${n}`, variants: [tea({ id: `V${n}`, upc: `${10_000 + n}` })], at: NEW }),
    );
    const world = shop({ products: [again, ...others, product({ deleted: true, at: NEW })] });
    world.counts.push(count("5", { variant: "TEA2-REGULAR" }));
    const items = (await read(world, SINCE)).filter(({ barcode }) => barcode === GREEN_TEA.barcode);
    expect(items.map(({ quantities }) => [...quantities])).toEqual([[], [["HIGH", 5]]]);
  });

  test("of a deleted variation stays out", async () => {
    const gone = tea({ id: "TEA-GONE", upc: "0012345678912", deleted: true, at: NEW });
    const world = shop({ products: [product({ variants: [tea(), gone] })] });
    expect(await read(world)).toEqual([GREEN_TEA]);
    expect(await read(world, SINCE)).toEqual([GREEN_TEA]);
  });
});

describe("random shops", () => {
  const LOCATIONS = ["HIGH", "MILL", "SHUT"];
  /** Mulberry32. */
  const generator = (seed: number) => (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };

  function randomShop(seed: number): World {
    const below = generator(seed);
    const at = (): number => (below(5) ? OLD : NEW);
    const place = () =>
      [{}, {}, {}, { absentAt: [LOCATIONS[below(3)] as string] }, { onlyAt: [LOCATIONS[below(3)] as string] }][
        below(5)
      ];
    const world = shop({ products: [], counts: [], mostRows: 1 + below(5) });
    for (let p = 0; p < 10 + below(40); p++) {
      const variants = Array.from({ length: 1 + below(4) }, (_, v): Variant => {
        const code = `${p}-${v}`;
        const price = { amount: below(100_000), currency: below(4) ? "EUR" : "JPY" };
        return {
          id: `V${code}`,
          name: `Size ${v}`,
          ...(below(3) && { upc: `50${code}` }),
          ...(below(4) && { sku: `SKU-${code}` }),
          ...(below(6) && { price }),
          ...(below(2) && { images: [`PICTURE-${below(9)}`] }),
          sellable: below(9) > 0,
          at: at(),
          ...place(),
        };
      });
      world.products.push({
        id: `P${p}`,
        name: `Product ${p}`,
        archived: !below(9),
        deleted: !below(9),
        variants,
        at: at(),
        ...place(),
      });
      for (const { id } of variants) {
        for (const location of LOCATIONS) {
          if (below(3)) world.counts.push(count(String(below(50) - 5), { variant: id, location, at: at() }));
        }
      }
    }
    return world;
  }

  const has = ({ onlyAt, absentAt }: Product | Variant, id: string): boolean =>
    onlyAt ? onlyAt.includes(id) : !absentAt?.includes(id);

  /** What the shop sells, and whether it changed, without regard to the calls. */
  function modelOf({ products, counts }: World): { item: ConnectorItem; isOnSale: boolean; isChanged: boolean }[] {
    return products.flatMap((product) => {
      const stock = counts.filter(
        ({ variant, location }) => location !== "SHUT" && product.variants.some(({ id }) => id === variant),
      );
      // Nothing asks for the stock of a product that was deleted before.
      const isChanged = [product, ...product.variants, ...(product.deleted ? [] : stock)].some(({ at }) => at === NEW);
      return product.variants.flatMap((variant) => {
        const barcode = variant.upc ?? variant.sku;
        if (!barcode || !variant.price) return [];
        const places = ["HIGH", "MILL"].filter((id) => has(product, id) && has(variant, id));
        const isOnSale = !product.deleted && !product.archived && variant.sellable === true && places.length > 0;
        const units = stock.filter((one) => isOnSale && one.variant === variant.id && places.includes(one.location));
        const { amount, currency } = variant.price;
        const item: ConnectorItem = {
          barcode,
          price: currency === "JPY" ? String(amount) : (amount / 100).toFixed(2),
          currency,
          title: product.variants.length > 1 ? `${product.name} – ${variant.name}` : product.name,
          brand: null,
          images: (variant.images ?? []).map((id) => `https://images.example/${id}.jpeg`),
          quantities: new Map(units.map(({ location, quantity }) => [location, Number(quantity)])),
        };
        return [{ item, isOnSale, isChanged }];
      });
    });
  }

  const sorted = (items: ConnectorItem[]): ConnectorItem[] =>
    items.toSorted((a, b) => a.barcode.localeCompare(b.barcode));

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("reads all items and the changed items, seed %i", async (seed) => {
    const world = randomShop(seed);
    const model = modelOf(world);
    const { open } = await opened(world);
    expect(sorted(await itemsOf(open))).toEqual(sorted(model.filter((one) => one.isOnSale).map((one) => one.item)));
    expect(sorted(await itemsOf(open, SINCE))).toEqual(
      sorted(model.filter((one) => one.isChanged).map((one) => one.item)),
    );
    const searches = world.calls.filter(({ path }) => path === "/v2/catalog/search");
    expect(searches.length).toBeGreaterThan(2);
  });
});

describe("calls", () => {
  test("read nothing more if nothing changed", async () => {
    const world = shop();
    expect(await read(world, SINCE)).toEqual([]);
    expect(world.calls.map(({ path }) => path)).toEqual([
      "/v2/locations",
      "/v2/catalog/search",
      "/v2/inventory/counts/batch-retrieve",
    ]);
  });

  test("ask for at most 500 counts, for large products too", async () => {
    const variants = Array.from({ length: 1_201 }, (_, n) => tea({ id: `V${n}`, name: `${n}`, upc: `${10_000 + n}` }));
    const world = shop({ products: [product({ variants })] });
    expect(await read(world)).toHaveLength(1_201);
    const asked = world.calls.flatMap(({ body }) => (body.catalog_object_ids as string[] | undefined)?.length ?? []);
    expect(asked).toEqual([500, 500, 201]);
  });

  test("read changed items in batches of 200", async () => {
    const products = Array.from({ length: 450 }, (_, n) =>
      product({ id: `P${n}`, variants: [tea({ id: `V${n}`, upc: `${10_000 + n}` })], at: NEW }),
    );
    const world = shop({ products });
    expect(await read(world, SINCE)).toHaveLength(450);
    const asked = world.calls.flatMap(({ body }) => (body.object_ids as string[] | undefined)?.length ?? []);
    expect(asked).toEqual([200, 200, 50]);
  });

  test("that Square limits wait longer each time, then continue", async () => {
    const { open, waits } = await opened(shop({ callsPerSecond: 1 }));
    expect(await itemsOf(open)).toEqual([GREEN_TEA]);
    expect(waits).toEqual([1_000, 1_000]);
  });

  test("end as limited if Square goes on to limit them", async () => {
    const { open, waits } = await opened(shop({ callsPerSecond: 0 }));
    await expect(itemsOf(open)).rejects.toMatchObject({ kind: "limited", message: "Square received too many calls." });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  test("continue after failures of Square", async () => {
    const { open, waits } = await opened(shop({ failures: [500, 503] }));
    expect(await itemsOf(open)).toEqual([GREEN_TEA]);
    expect(waits).toEqual([1_000, 2_000]);
  });

  test("end without a retry if the place in the list expired", async () => {
    const products = [1, 2].map((n) => product({ id: `P${n}`, variants: [tea({ id: `V${n}` })] }));
    const fake = await startSquare(shop({ products, mostRows: 1 }));
    fakes.push(fake);
    const { open, waits } = openAt(square, { accessToken: SQUARE_TOKEN }, fake);
    const items = open.items(null)[Symbol.asyncIterator]();
    await items.next();
    fake.clock.ms += 20 * 60_000;
    await expect(items.next()).rejects.toMatchObject({ kind: "unavailable", message: "Square ended the list early." });
    expect(waits).toEqual([]);
  });

  test("refuse an answer of another form, without its text", async () => {
    const world = shop({ nextAnswer: { locations: [{ secret: SQUARE_TOKEN }] } });
    const { open } = await opened(world);
    await expect(open.locations()).rejects.toMatchObject({
      kind: "unexpected",
      message:
        "Square gave an answer without the documented form at /v2/locations. Check the shop system and its plugins, or send its stock as a file.",
    });
  });
});
