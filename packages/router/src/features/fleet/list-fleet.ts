import type { Prisma } from "@highstreet/db";
import { type Owning, ownedBy } from "../../access/find-retailer.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { containing } from "../../kernel/text.ts";
import { type FoundTask, findTasks } from "../overview/index.ts";
import { setupTasks, taskKinds } from "../overview/overview.schema.ts";
import {
  type Fleet,
  type FleetProblem,
  type FleetRow,
  fleetStates,
  type ListFleet,
  MAX_IN_FLEET,
} from "./fleet.schema.ts";

const MAX_EMPTY_SHOPS = 100;

const shown = {
  retailer: { select: { name: true, isTest: true } },
  source: { select: { status: true, lastContactAt: true } },
  channels: { select: { channel: true, status: true } },
} satisfies Prisma.StoreInclude;

type StoreRow = Prisma.StoreGetPayload<{ include: typeof shown }>;

export function fleetOf({ actor }: Context): Owning {
  if (actor?.kind === "key") return ownedBy(actor);
  if (actor?.kind === "staff" && actor.isPartner && actor.partnerId) return { partnerId: actor.partnerId };
  throw new DomainError("InsufficientScope", "Only the partner sees all of its shops.", { reason: "partner" });
}

/** A store without stock is not set up, whatever else it has. */
function stateOf(problems: FleetProblem[]): FleetRow["state"] {
  if (problems.some(({ kind }) => kind === "no_stock")) return "setup";
  if (problems.some(({ kind }) => !setupTasks.includes(kind))) return "attention";
  return problems.length ? "setup" : "healthy";
}

function presentStore(row: StoreRow, found: FoundTask[] = []): FleetRow {
  const { id, name, city, timezone, retailerId, retailer, source, channels } = row;
  const statusOf = (channel: (typeof channels)[number]["channel"]) =>
    channels.find((one) => one.channel === channel)?.status ?? null;
  const problems = found.map(({ retailerId: _, storeId: __, ...task }) => task);
  return {
    retailerId,
    shop: retailer.name,
    isTest: retailer.isTest,
    store: { id, name, city, timezone },
    lastStockAt: source?.lastContactAt?.toISOString() ?? null,
    stock: source?.status ?? "none",
    channels: { search: statusOf("search"), local_ads: statusOf("local_ads"), webhooks: statusOf("webhooks") },
    state: stateOf(problems),
    problems,
  };
}

const presentEmpty = ({ id, name, isTest }: { id: string; name: string; isTest: boolean }): FleetRow => ({
  retailerId: id,
  shop: name,
  isTest,
  store: null,
  lastStockAt: null,
  stock: "none",
  channels: { search: null, local_ads: null, webhooks: null },
  state: "setup",
  problems: [],
});

const { compare } = new Intl.Collator("en", { numeric: true });
const worst = ({ problems: [first] }: FleetRow): number => (first ? taskKinds.indexOf(first.kind) : taskKinds.length);

function byNeed(one: FleetRow, other: FleetRow): number {
  return (
    fleetStates.indexOf(one.state) - fleetStates.indexOf(other.state) ||
    worst(one) - worst(other) ||
    compare(one.shop, other.shop) ||
    compare(one.store?.name ?? "", other.store?.name ?? "")
  );
}

/** Stores in one order, at most one more than the page shows. */
const findStores = ({ prisma }: Context["db"], where: Prisma.StoreWhereInput): Promise<StoreRow[]> =>
  prisma.store.findMany({
    where,
    include: shown,
    orderBy: [{ retailerId: "asc" }, { id: "asc" }],
    take: MAX_IN_FLEET + 1,
  });

async function searchStores(db: Context["db"], retailer: Owning, q: string): Promise<StoreRow[]> {
  const like = containing(q);
  const parts = await Promise.all([
    findStores(db, { retailer, OR: [{ name: like }, { city: like }] }),
    findStores(db, { retailer: { ...retailer, name: like } }),
  ]);
  const rows = new Map(parts.flat().map((row) => [`${row.retailerId} ${row.id}`, row]));
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return inOrder.slice(0, MAX_IN_FLEET + 1);
}

/**
 * The shops and stores of the partner that match a search, the worst first. Reads at most `MAX_IN_FLEET` stores.
 * @throws InsufficientScope without the partner role or a key of the whole partner
 */
export async function listFleet(ctx: Context, { q = "" }: ListFleet): Promise<Fleet> {
  const { db } = ctx;
  const owning = fleetOf(ctx);
  const search = q.trim();
  const [stores, empty] = await Promise.all([
    search ? searchStores(db, owning, search) : findStores(db, { retailer: owning }),
    db.prisma.retailer.findMany({
      where: { ...owning, stores: { none: {} }, ...(search && { name: containing(search) }) },
      select: { id: true, name: true, isTest: true },
      orderBy: { id: "asc" },
      take: MAX_EMPTY_SHOPS,
    }),
  ]);
  const shownStores = stores.slice(0, MAX_IN_FLEET);
  const retailerIds = [...new Set(shownStores.map(({ retailerId }) => retailerId))];
  const found = await findTasks(db, { retailerIds, storeIds: shownStores.map(({ id }) => id) });
  const tasks = Map.groupBy(found, ({ storeId }) => storeId);
  const rows = [...shownStores.map((row) => presentStore(row, tasks.get(row.id))), ...empty.map(presentEmpty)];
  return { rows: rows.sort(byNeed), isCut: stores.length > MAX_IN_FLEET };
}
