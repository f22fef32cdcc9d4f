import type { Prisma } from "@highstreet/db";
import { Warning } from "../../core/channels/channel.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { containing } from "../../kernel/text.ts";
import { type Fleet, type FleetProblem, type FleetRow, type ListFleet, MOST_IN_FLEET } from "./fleet.schema.ts";

const MOST_EMPTY_SHOPS = 100;

const shown = {
  retailer: { select: { name: true } },
  source: { select: { status: true, warnings: true, lastContactAt: true } },
  channels: { select: { channel: true, status: true, warnings: true } },
} satisfies Prisma.StoreInclude;

type StoreRow = Prisma.StoreGetPayload<{ include: typeof shown }>;

function partnerOf({ actor }: Context): string {
  if (actor?.kind === "key") return actor.partnerId;
  if (actor?.kind === "staff" && actor.isPartner && actor.partnerId) return actor.partnerId;
  throw new DomainError("InsufficientScope", "Only the partner sees all of its shops.");
}

const warningsIn = (json: Prisma.JsonValue, of: FleetProblem["of"]): FleetProblem[] =>
  Warning.array()
    .parse(json)
    .map((warning) => ({ ...warning, of }));

function problemsOf({ source, channels }: StoreRow): FleetProblem[] {
  const silent: FleetProblem = { of: "stock", id: "SourceSilent", message: "No stock has arrived for two days." };
  return [
    ...(source?.status === "disconnected" ? [silent] : []),
    ...(source ? warningsIn(source.warnings, "stock") : []),
    ...channels.flatMap(({ warnings, channel }) => warningsIn(warnings, channel)),
  ];
}

function presentStore(row: StoreRow): FleetRow {
  const { id, name, city, timezone, retailerId, retailer, source, channels } = row;
  const stateOf = (channel: (typeof channels)[number]["channel"]) =>
    channels.find((one) => one.channel === channel)?.status ?? null;
  return {
    ...{ retailerId, shop: retailer.name, store: { id, name, city, timezone } },
    lastStockAt: source?.lastContactAt?.toISOString() ?? null,
    stock: source?.status ?? "none",
    channels: { search: stateOf("search"), local_ads: stateOf("local_ads"), webhooks: stateOf("webhooks") },
    problems: problemsOf(row),
  };
}

/** The rank of a row: broken stock, a broken channel, a step that waits, nothing. */
function rankOf({ stock, problems }: FleetRow): number {
  if (stock === "invalid" || stock === "disconnected") return 0;
  if (problems.some(({ id }) => /Failing|Failed|Held|Refused|Mismatch|Taken/.test(id))) return 1;
  if (problems.length) return 2;
  return stock === "none" ? 3 : 4;
}

/** The worst store first. Among equal stores, the one with the oldest stock. */
function byNeed(one: FleetRow, other: FleetRow): number {
  return (
    rankOf(one) - rankOf(other) ||
    other.problems.length - one.problems.length ||
    (one.lastStockAt ?? "").localeCompare(other.lastStockAt ?? "") ||
    one.shop.localeCompare(other.shop)
  );
}

/** Stores in one order, at most one more than the page shows. */
const findStores = ({ prisma }: Context["db"], where: Prisma.StoreWhereInput): Promise<StoreRow[]> =>
  prisma.store.findMany({
    where,
    include: shown,
    orderBy: [{ retailerId: "asc" }, { id: "asc" }],
    take: MOST_IN_FLEET + 1,
  });

/** The stores of `findStores` that match a search. Each part has an index: the text of the store, and the name of the shop. */
async function searchStores(db: Context["db"], partnerId: string, q: string): Promise<StoreRow[]> {
  const like = containing(q);
  const parts = await Promise.all([
    findStores(db, { retailer: { partnerId }, OR: [{ name: like }, { city: like }] }),
    findStores(db, { retailer: { partnerId, name: like } }),
  ]);
  const rows = new Map(parts.flat().map((row) => [`${row.retailerId} ${row.id}`, row]));
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return inOrder.slice(0, MOST_IN_FLEET + 1);
}

/**
 * The shops and stores of the partner that match a search, the worst first. Reads at most `MOST_IN_FLEET` stores.
 * @throws InsufficientScope without the partner role or a key of the whole partner
 */
export async function listFleet(ctx: Context, { q = "" }: ListFleet): Promise<Fleet> {
  const { db } = ctx;
  const partnerId = partnerOf(ctx);
  const search = q.trim();
  const [stores, empty] = await Promise.all([
    search ? searchStores(db, partnerId, search) : findStores(db, { retailer: { partnerId } }),
    db.prisma.retailer.findMany({
      where: { partnerId, stores: { none: {} }, ...(search && { name: containing(search) }) },
      select: { id: true, name: true },
      orderBy: { id: "asc" },
      take: MOST_EMPTY_SHOPS,
    }),
  ]);
  const none = { search: null, local_ads: null, webhooks: null };
  const rows = [
    ...stores.slice(0, MOST_IN_FLEET).map(presentStore),
    ...empty.map(
      ({ id, name }): FleetRow => ({
        ...{ retailerId: id, shop: name, store: null, lastStockAt: null, stock: "none", channels: none, problems: [] },
      }),
    ),
  ];
  return { rows: rows.sort(byNeed), isCut: stores.length > MOST_IN_FLEET };
}
