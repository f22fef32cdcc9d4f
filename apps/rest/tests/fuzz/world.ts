import { createCaller, scopes } from "@highstreet/router";
import type { TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";

/** The values of `@store@` and the like. */
export type World = ReadonlyMap<string, string>;

type Row = { id: string };

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const lines = Array.from({ length: 55 }, (_, n) => `${5_000_000_000_100 + n},${n + 1}.50,${n % 9}`);
const feed = [
  "barcode,price,quantity",
  "5000000000017,1.50,3",
  "5000000000024,2.5,0",
  "5000000000031,9.99,2",
  "mug,4,50",
  "MUG,4,4",
  "mug/1,1,1",
  "bad,x,y",
  ...lines,
].join("\n");

let locations = 9_000;

/** A retailer with a record for every kind of id: stores, items, edits, channels, events, history, keys. */
async function furnish(t: TestContext, partner: Awaited<ReturnType<TestContext["newPartner"]>>) {
  const ctx = t.asKey({ partnerId: partner.partnerId, keyId: partner.key.id });
  const api = createCaller(ctx);
  const retailer = await t.retailer({ name: "Corner Shop", externalId: "shop-1" }, ctx);
  const { ids } = await t.store(retailer.id, { externalId: "store-1" }, ctx);
  const second = await t.store(retailer.id, { country: "FR", currency: "EUR" }, ctx);
  const { retailerId } = ids;
  const ingest = await api.inventory.putStock({ ...ids, feed: bytes(feed) });
  const stockFile = await api.inventory.putFile({
    retailerId,
    feed: bytes(`store,barcode,price,quantity\n${ids.storeId},mug,4,4\n${ids.storeId},bad,x,y\n`),
  });
  const inFrance = (quantity: number): AsyncGenerator<Uint8Array> =>
    bytes(
      ["barcode;price;quantity", "mug;1,50;3", ...lines.map((line) => `${line.split(",")[0]};2;${quantity}`)].join(
        "\n",
      ),
    );
  await api.inventory.putStock({ ...second.ids, feed: inFrance(5) });
  const heldIngest = await api.inventory.putStock({ ...second.ids, feed: inFrance(0) });
  // Of the second store, because calls that connect the first store again end its key.
  const { nextSteps } = await api.inventory.connect({
    ...second.ids,
    body: { provider: "csv-upload", parameters: {} },
  });
  const shopify = { shop: "corner-shop", accessToken: `shpat_${"0".repeat(32)}` };
  await api.connections.save({ retailerId, body: { connector: "shopify", credential: shopify } });
  const products = "barcode,title,brand,image\n5000000000017,Mug,Acme,https://shop.example/a.jpg\nmug,Cup,Acme,";
  const productIngest = await api.products.putFeed({ retailerId, feed: bytes(products) });
  locations += 1;
  await api.channels.enable({ ...ids, body: { type: "search", parameters: { locationId: String(locations) } } });
  const hook = { webhookUrl: "https://93.184.216.34/hook", secret: canary("webhook") };
  await api.channels.enable({ ...ids, body: { type: "webhooks", parameters: hook } });
  const endpoint = await api.endpoints.create({ retailerId, body: { url: hook.webhookUrl } });
  const partnerEndpoint = await api.partnerEndpoints.create({ body: { url: hook.webhookUrl } });
  const post = async (storeId: string | undefined, body: { barcode: string; hidden?: boolean; title?: string }) =>
    (await api.customizations.post({ retailerId, storeId, body })).customization.id;
  const customization = await post(undefined, { barcode: "5000000000017", hidden: false });
  const storeCustomization = await post(ids.storeId, { barcode: "mug", hidden: true });
  await api.customizations.edit({ retailerId, barcode: "5000000000017", body: { hidden: true } });
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 5, quantity: 1 }] });
  const bulk = { filter: { q: "50000000001" }, edit: { hidden: true } };
  const { selection } = await api.operations.planEdit({ retailerId, body: bulk });
  const operation = await api.operations.editByFilter({ retailerId, body: { ...bulk, selection } });
  const planned = { name: "Rule", when: { all: [{ price: { under: 1 } }] }, effect: { hidden: true } };
  const { plan } = await api.rules.create({ retailerId, onlyPlan: true, body: planned } as never);
  const rule = await api.rules.create({ retailerId, body: { ...planned, preview: plan?.preview } } as never);
  const { key: _secret, ...spare } = await api.keys.create({ body: { name: "Spare", scopes: ["inventory:read"] } });
  // Makes search live, so that local ads can be enabled.
  await ctx.db.query("UPDATE channel SET status = 'connected' WHERE retailer_id = $1 AND channel = 'search'", [
    retailerId,
  ]);
  const { uploadKey } = nextSteps;
  const ingests = { ingest, heldIngest, productIngest, stockFile };
  return {
    api,
    ids,
    retailerId,
    second,
    uploadKey,
    ...ingests,
    customization,
    storeCustomization,
    spare,
    operation,
    rule,
    endpoint,
    partnerEndpoint,
    selection,
  };
}

/**
 * Creates a partner with its records.
 * @param other the records of another partner
 */
export async function createWorld(t: TestContext, other: World): Promise<World> {
  const partner = await t.newPartner();
  const { api, ids, retailerId, second, ...made } = await furnish(t, partner);
  const empty = await t.retailer({ name: "Empty" }, t.asKey({ partnerId: partner.partnerId, keyId: partner.key.id }));
  const { key: testSecret, id: keyId } = await api.keys.create({
    body: { name: "Test", scopes: [...scopes], isTest: true },
  });
  const test = await t.retailer({ name: "Test" }, t.asKey({ partnerId: partner.partnerId, keyId, isTest: true }));
  const history = await api.history.list({ retailerId, page: { size: 2 } });
  const created = await api.history.list({ retailerId, action: "customization.create", page: { size: 1 } });
  const items = await api.inventory.listItems({ ...ids, page: { size: 2 } });
  const deliveries = await api.webhooks.listDeliveries({ ...ids, page: { size: 2 } });
  const stores = await api.stores.list({ retailerId, page: { size: 1 } });
  const first = ([row]: Row[]): string => row?.id ?? "";
  const named: Record<string, string> = {
    secret: partner.key.key,
    ownKey: partner.key.id,
    uploadKey: made.uploadKey,
    retailer: retailerId,
    emptyRetailer: empty.id,
    testSecret,
    testRetailer: test.id,
    store: ids.storeId,
    secondStore: second.id,
    widget: second.widgetToken,
    ingest: made.ingest.id,
    heldIngest: made.heldIngest.id,
    productIngest: made.productIngest.id,
    stockFile: made.stockFile.id,
    customization: made.customization,
    storeCustomization: made.storeCustomization,
    rule: made.rule.id,
    endpoint: made.endpoint.id,
    partnerEndpoint: made.partnerEndpoint.id,
    key: made.spare.id,
    selection: made.selection,
    operation: "id" in made.operation ? made.operation.id : "",
    entry: first(history.data),
    createdEntry: first(created.data),
    delivery: String(deliveries.data[0]?.sequence),
    deliveryCursor: deliveries.next ?? "",
    historyCursor: history.next ?? "",
    itemCursor: items.next ?? "",
    storeCursor: stores.next ?? "",
    nothing: "01939f30-5a00-7000-8000-00000000ffff",
  };
  const theirs = ["retailer", "store", "key", "customization"].map((name) => [
    `other${name[0]?.toUpperCase()}${name.slice(1)}`,
    other.get(name) ?? "",
  ]);
  return new Map<string, string>([...Object.entries(named), ...(theirs as [string, string][])]);
}

/** Replaces the placeholders by the ids of a world. `@store_UPPER@` is the store's id in capitals. */
export const inWorld = (text: string, world: World): string =>
  text.replace(/@(\w+?)(_UPPER)?@/g, (mark, name: string, upper?: string) => {
    const value = world.get(name) ?? mark;
    return upper === undefined ? value : value.toUpperCase();
  });

/** The partner of a world. Its retailer may be deleted. */
export async function partnerOf(t: TestContext, world: World): Promise<string> {
  const sql = "SELECT partner_id AS id FROM api_key WHERE id = $1";
  const [row] = await t.ctx.db.query<{ id: string }>(sql, [world.get("ownKey")]);
  if (!row) throw new Error("the world has no key");
  return row.id;
}
