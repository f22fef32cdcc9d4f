import { ENDPOINT_FAILING } from "@highstreet/delivery";
import type { ChannelId } from "../../core/channels/channel.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { countProblems } from "../listings/index.ts";
import { type ListTasks, type Task, type Tasks, taskKinds } from "./overview.schema.ts";

/** Maximum number of tasks in an answer. A person must do a task, such as checking a held file. */
export const MOST_TASKS = 50;
/** Maximum number of rows that one statement reads. */
const MOST_READ = 500;

/** A task before the name of its store is read. */
type Found = Omit<Task, "store"> & { storeId: string };
type Read = (ctx: Context, retailerId: string) => Promise<Found[]>;

const task = (kind: Task["kind"], storeId: string, facts: Partial<Found>): Found => ({
  ...{ kind, storeId, channel: null, count: null, reason: null, since: null },
  ...facts,
});

const heldFiles: Read = async ({ db }, retailerId) => {
  const parts = await db.prisma.heldFeed.findMany({
    where: { retailerId, part: 0 },
    select: { ingestId: true },
    take: MOST_READ,
  });
  const ingests = await db.prisma.ingest.findMany({
    where: { retailerId, id: { in: parts.map(({ ingestId }) => ingestId) }, status: "held", storeId: { not: null } },
    select: { storeId: true, reason: true, createdAt: true },
  });
  return ingests.flatMap(({ storeId, reason, createdAt }) =>
    storeId === null ? [] : [task("file_held", storeId, { reason, since: createdAt.toISOString() })],
  );
};

const sources: Read = async ({ db }, retailerId) => {
  const rows = await db.prisma.inventorySource.findMany({
    where: { retailerId, status: { in: ["invalid", "disconnected"] }, provider: { not: null } },
    select: { storeId: true, status: true, warnings: true, lastContactAt: true },
    take: MOST_READ,
  });
  return rows.map(({ storeId, status, warnings, lastContactAt }) =>
    task(status === "invalid" ? "file_invalid" : "till_silent", storeId, {
      reason: warningsOf(warnings)[0]?.message ?? null,
      since: lastContactAt?.toISOString() ?? null,
    }),
  );
};

const withoutStock: Read = async ({ db }, retailerId) => {
  const rows = await db.prisma.store.findMany({
    where: { retailerId, stockVersion: 0 },
    select: { id: true },
    take: MOST_READ,
  });
  return rows.map(({ id }) => task("no_stock", id, {}));
};

const channels: Read = async ({ db }, retailerId) => {
  const rows = await db.prisma.channel.findMany({
    where: { retailerId, OR: [{ status: "pending" }, { NOT: { warnings: { equals: [] } } }] },
    select: { storeId: true, channel: true, status: true, warnings: true, statusSince: true, updatedAt: true },
    take: MOST_READ,
  });
  return rows.map((row) => {
    const [warning] = warningsOf(row.warnings);
    const isFailing = row.channel === "webhooks" && warning !== undefined;
    const kind = isFailing ? "endpoint_failing" : row.status === "pending" ? "channel_waiting" : "channel_warning";
    const since = (row.status === "pending" ? row.statusSince : row.updatedAt).toISOString();
    return task(kind, row.storeId, { channel: row.channel as ChannelId, reason: warning?.message ?? null, since });
  });
};

const rejected: Read = async ({ db }, retailerId) => {
  const listed = await db.prisma.channel.findMany({
    where: { retailerId, channel: "search" },
    select: { storeId: true },
    take: MOST_READ,
  });
  const counts = await countProblems(
    db,
    retailerId,
    listed.map(({ storeId }) => storeId),
  );
  return counts
    .filter(({ problems }) => problems > 0)
    .map(({ storeId, problems, message }) =>
      task("products_rejected", storeId, { channel: "search", count: problems, reason: message }),
    );
};

/** The warnings of a record. Warnings about the endpoint come first. */
function warningsOf(json: unknown): { id: string; message: string }[] {
  const warnings = json as { id: string; message: string }[];
  return warnings.toSorted((a, b) => Number(b.id === ENDPOINT_FAILING) - Number(a.id === ENDPOINT_FAILING));
}

/**
 * Lists the tasks for a person in the stores of a retailer. The most urgent kind comes first. Within a kind, tasks with more
 * products come first, then older tasks.
 * @throws RetailerNotFound
 */
export async function listTasks(ctx: Context, input: ListTasks): Promise<Tasks> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const reads = [heldFiles, sources, channels, rejected, withoutStock];
  const found = (await Promise.all(reads.map((read) => read(ctx, retailerId)))).flat();
  found.sort(
    (a, b) =>
      taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind) ||
      (b.count ?? 0) - (a.count ?? 0) ||
      (a.since ?? "").localeCompare(b.since ?? ""),
  );
  const first = found.slice(0, MOST_TASKS);
  const stores = await ctx.db.prisma.store.findMany({
    where: { retailerId, id: { in: first.map(({ storeId }) => storeId) } },
    select: { id: true, name: true },
  });
  const names = new Map(stores.map(({ id, name }) => [id, name]));
  // Another call may have deleted a store in between.
  const data = first.flatMap(({ storeId, ...facts }) => {
    const name = names.get(storeId);
    return name === undefined ? [] : [{ ...facts, store: { id: storeId, name } }];
  });
  return { data, total: found.length };
}
