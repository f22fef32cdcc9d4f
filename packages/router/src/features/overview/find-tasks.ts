import { ENDPOINT_FAILING } from "@highstreet/delivery";
import type { ChannelId, Warning } from "../../core/channels/channel.schema.ts";
import { aboutEndpoints, endpointsOf } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Ingest } from "../ingest/ingest.schema.ts";
import { countProblems } from "../listings/index.ts";
import { countBrokenPictures } from "../pictures/index.ts";
import { type Task, taskKinds } from "./overview.schema.ts";

const MAX_READ = 1_000;

export type FoundTask = Omit<Task, "store"> & { retailerId: string; storeId: string };
type StoreOf = Pick<FoundTask, "retailerId" | "storeId">;
/** Without `storeIds`, all stores of the retailers. */
interface Scope {
  retailerIds: string[];
  storeIds?: string[];
}
type Read = (db: Context["db"], scope: Scope) => Promise<FoundTask[]>;

const inScope = ({ retailerIds, storeIds }: Scope) => ({
  retailerId: { in: retailerIds },
  ...(storeIds && { storeId: { in: storeIds } }),
});

const task = (kind: Task["kind"], { retailerId, storeId }: StoreOf, facts: Partial<FoundTask>): FoundTask => ({
  kind,
  retailerId,
  storeId,
  channel: null,
  endpointId: null,
  endpointName: null,
  count: null,
  reason: null,
  since: null,
  ...facts,
});

const heldFiles: Read = async ({ prisma }, scope) => {
  const retailerId = { in: scope.retailerIds };
  const parts = await prisma.heldFeed.findMany({
    where: { retailerId, part: 0 },
    select: { ingestId: true },
    take: MAX_READ,
  });
  if (!parts.length) return [];
  const ingests = await prisma.ingest.findMany({
    where: { ...inScope(scope), id: { in: parts.map(({ ingestId }) => ingestId) }, status: "held" },
    select: { retailerId: true, storeId: true, reason: true, header: true, createdAt: true },
  });
  return ingests.flatMap(({ retailerId: of, storeId, reason: message, header, createdAt }) => {
    if (storeId === null) return [];
    const { problem } = header as { problem?: Ingest["problem"] };
    const reason = { code: "FeedHeld", message: message ?? "", parameters: problem?.parameters };
    return [task("file_held", { retailerId: of, storeId }, { reason, since: createdAt.toISOString() })];
  });
};

const sources: Read = async ({ prisma }, scope) => {
  const rows = await prisma.inventorySource.findMany({
    where: { ...inScope(scope), status: { in: ["invalid", "disconnected"] }, provider: { not: null } },
    select: { retailerId: true, storeId: true, status: true, warnings: true, lastContactAt: true },
    take: MAX_READ,
  });
  return rows.map((row) =>
    task(row.status === "invalid" ? "file_invalid" : "till_silent", row, {
      reason: firstOf(row.warnings),
      since: row.lastContactAt?.toISOString() ?? null,
    }),
  );
};

const withoutStock: Read = async ({ prisma }, { retailerIds, storeIds }) => {
  const rows = await prisma.store.findMany({
    where: { retailerId: { in: retailerIds }, ...(storeIds && { id: { in: storeIds } }), stockVersion: 0 },
    select: { retailerId: true, id: true },
    take: MAX_READ,
  });
  return rows.map(({ retailerId, id }) => task("no_stock", { retailerId, storeId: id }, {}));
};

const channels: Read = async ({ prisma }, scope) => {
  const rows = await prisma.channel.findMany({
    where: { ...inScope(scope), OR: [{ status: "pending" }, { NOT: { warnings: { equals: [] } } }] },
    select: {
      retailerId: true,
      storeId: true,
      channel: true,
      status: true,
      warnings: true,
      statusSince: true,
      updatedAt: true,
    },
    take: 3 * MAX_READ,
  });
  return rows.map((row) => {
    const reason = firstOf(row.warnings);
    const isFailing = row.channel === "webhooks" && reason !== null;
    const kind = isFailing ? "endpoint_failing" : row.status === "pending" ? "channel_waiting" : "channel_warning";
    const since = (row.status === "pending" ? row.statusSince : row.updatedAt).toISOString();
    return task(kind, row, { channel: row.channel as ChannelId, reason, since });
  });
};

/** The alert knows the shop and a store of an endpoint that fails. */
const endpoints: Read = async ({ prisma }, scope) => {
  const rows = await prisma.alert.findMany({
    where: { ...inScope(scope), ...aboutEndpoints, closedAt: null },
    select: { retailerId: true, storeId: true, subject: true, openedAt: true },
    take: MAX_READ,
  });
  const records = await endpointsOf({ prisma }, rows);
  return rows.map(({ subject, openedAt, ...store }) => {
    const { name = null, warnings = [] } = records.get(subject) ?? {};
    const facts = { endpointId: subject, endpointName: name, reason: firstOf(warnings) };
    return task("endpoint_failing", store, { ...facts, since: openedAt.toISOString() });
  });
};

const rejected: Read = async (db, scope) => {
  const listed = await db.prisma.channel.findMany({
    where: { ...inScope(scope), channel: "search" },
    select: { retailerId: true, storeId: true },
    take: MAX_READ,
  });
  const found: FoundTask[] = [];
  // One statement for each retailer, because its rows are on one machine.
  for (const [retailerId, stores] of Map.groupBy(listed, (store) => store.retailerId)) {
    const storeIds = stores.map(({ storeId }) => storeId);
    for (const { storeId, problems: count, message } of await countProblems(db, retailerId, storeIds)) {
      const reason = message === null ? null : { code: "", message };
      if (count) found.push(task("products_rejected", { retailerId, storeId }, { channel: "search", count, reason }));
    }
  }
  return found;
};

const brokenPictures: Read = async (db, { retailerIds, storeIds }) => {
  const where = { retailerId: { in: retailerIds }, isCertain: true };
  const shops = await db.prisma.brokenPicture.findMany({ where, distinct: "retailerId", select: { retailerId: true } });
  const found: FoundTask[] = [];
  for (const { retailerId } of shops)
    for (const { storeId, count } of await countBrokenPictures(db, retailerId, storeIds))
      found.push(task("pictures_broken", { retailerId, storeId }, { count }));
  return found;
};

function firstOf(json: unknown): Task["reason"] {
  const warnings = json as Warning[];
  const first = warnings.find(({ id }) => id === ENDPOINT_FAILING) ?? warnings[0];
  return first ? { code: first.id, message: first.message, parameters: first.parameters } : null;
}

/**
 * The tasks for a person in the stores of a scope, at most 1,000 of each kind and 3,000 of channels. The most urgent kind comes first. Within a kind, tasks
 * with more products come first, then older tasks. The caller has checked the retailers.
 */
export async function findTasks(db: Context["db"], scope: Scope): Promise<FoundTask[]> {
  if (!scope.retailerIds.length) return [];
  const reads = [heldFiles, sources, channels, endpoints, rejected, brokenPictures, withoutStock];
  const found = (await Promise.all(reads.map((read) => read(db, scope)))).flat();
  return found.sort(
    (a, b) =>
      taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind) ||
      (b.count ?? 0) - (a.count ?? 0) ||
      (a.since ?? "").localeCompare(b.since ?? ""),
  );
}
