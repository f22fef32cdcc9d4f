import { findRetailer } from "../access/find-retailer.ts";
import { storeFields } from "../core/stores/index.ts";
import type { Context } from "../kernel/context.ts";
import { createCaller } from "../router.ts";
import { FORMAT, type PortableLine } from "./portable-retailer.schema.ts";

const BATCH = 1_000;

/**
 * A retailer with its stores, product data, stock, edits, rules and staff, as lines of JSON. Reads in batches, so that memory stays small. A
 * record that changes meanwhile is exported before or after the change. Without secrets, history, events and ingests.
 * @throws RetailerNotFound
 */
export async function* exportRetailer(ctx: Context, input: { retailerId: string }): AsyncGenerator<PortableLine> {
  const { retailerId, externalId, name, contactName, contactEmail, contactPhone } = await findRetailer(
    ctx,
    input.retailerId,
  );
  let lines = 2;
  yield { type: "highstreet", format: FORMAT, exportedAt: ctx.now().toISOString() };
  yield { type: "retailer", id: retailerId, body: { externalId, name, contactName, contactEmail, contactPhone } };
  for (const part of [stores, products, items, customizations, rules, staff, connections]) {
    for await (const line of part(ctx, retailerId)) {
      lines++;
      yield line;
    }
  }
  yield { type: "end", lines };
}

async function* inBatches<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    if (rows.length) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

async function* stores({ db }: Context, retailerId: string): AsyncGenerator<PortableLine> {
  const rows = await db.prisma.store.findMany({ where: { retailerId }, orderBy: { id: "asc" }, select: storeFields });
  for (const { id, retailerId: _, widgetToken, version, createdAt, updatedAt, ...body } of rows)
    yield { type: "store", id, body };
}

async function* products({ db }: Context, retailerId: string): AsyncGenerator<PortableLine> {
  const batches = inBatches<{ itemKey: string }>((last) =>
    db.prisma.product.findMany({
      where: { retailerId, itemKey: { gt: last?.itemKey ?? "" } },
      omit: { retailerId: true, updatedAt: true },
      orderBy: { itemKey: "asc" },
      take: BATCH,
    }),
  );
  for await (const batch of batches)
    for (const { itemKey, images, ...row } of batch as Awaited<ReturnType<typeof db.prisma.product.findMany>>)
      yield { type: "product", barcode: itemKey, ...row, image: images };
}

async function* items(ctx: Context, retailerId: string): AsyncGenerator<PortableLine> {
  const { prisma } = ctx.db;
  for (const { id: storeId } of await prisma.store.findMany({ where: { retailerId }, orderBy: { id: "asc" } })) {
    const where = { retailerId, storeId };
    const read = (after: string) =>
      prisma.stockItem.findMany({
        where: { ...where, itemKey: { gt: after } },
        orderBy: { itemKey: "asc" },
        take: BATCH,
      });
    const batches = inBatches<Awaited<ReturnType<typeof read>>[number]>((last) => read(last?.itemKey ?? ""));
    for await (const batch of batches) {
      const keys = batch.map(({ itemKey }) => itemKey);
      const own = await prisma.storeProduct.findMany({ where: { ...where, itemKey: { in: keys } } });
      const byKey = new Map(own.map((row) => [row.itemKey, row]));
      for (const { itemKey, barcode, quantity, status, price, currency, condition } of batch) {
        const { title = null, brand = null, images = null, category = null } = byKey.get(itemKey) ?? {};
        const availability = quantity === null ? { availability: status } : {};
        const stock = {
          quantity: quantity?.toString() ?? null,
          ...availability,
          price: price.toString(),
          currency,
          condition,
        };
        yield { type: "item", storeId, barcode, ...stock, title, brand, image: images, category };
      }
    }
  }
}

async function* customizations(ctx: Context, retailerId: string): AsyncGenerator<PortableLine> {
  const all = await createCaller(ctx).customizations.list({ retailerId });
  if (!(Symbol.asyncIterator in all)) throw new Error("a list without a page is a stream");
  for await (const { id: _, storeId, createdAt: __, updatedAt: ___, version: ____, ...edit } of all)
    yield {
      type: "customization",
      storeId,
      body: Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== null)),
    };
}

async function* rules({ db }: Context, retailerId: string): AsyncGenerator<PortableLine> {
  const rows = await db.prisma.rule.findMany({
    where: { retailerId },
    orderBy: [{ storeId: "asc" }, { position: "asc" }, { number: "asc" }],
  });
  for (const { storeId, name, isOn: on, when, effect, period } of rows)
    yield { type: "rule", storeId, body: { name, on, when, effect, period } };
}

async function* staff({ db }: Context, retailerId: string): AsyncGenerator<PortableLine> {
  // The import gives roles in all stores. So a person of chosen stores needs a new invitation.
  const people = await db.prisma.staffMember.findMany({
    where: { retailerId, storeRole: null },
    include: { user: true },
  });
  for (const { role, user } of people) if (user) yield { type: "staff", name: user.name, email: user.email, role };
}

async function* connections({ db }: Context, retailerId: string): AsyncGenerator<PortableLine> {
  const where = { retailerId };
  for (const { storeId, channel, parameters } of await db.prisma.channel.findMany({ where }))
    yield { type: "connect", storeId, what: `channel ${channel}`, parameters };
  for (const { storeId, provider, parameters } of await db.prisma.inventorySource.findMany({ where }))
    if (provider) yield { type: "connect", storeId, what: `source ${provider}`, parameters };
  for (const { connector, parameters } of await db.prisma.connection.findMany({ where }))
    yield { type: "connect", storeId: null, what: `connection ${connector}`, parameters };
}
