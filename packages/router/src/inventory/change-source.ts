import type { Prisma, Tx } from "@highstreet/db";
import { appendEvents } from "../events/index.ts";
import type { Ingest, Source } from "./inventory.schema.ts";
import { readSource } from "./read-source.ts";

interface Change {
  status: Source["status"];
  /** Set where the source has none yet. */
  provider?: string;
  /** The ingest that is now the source's latest. */
  latestIngest?: Ingest;
}

/**
 * Sets a source's status, and appends `inventory_source.update` when status or warnings change (contract §3, Source status).
 * The caller holds the store's lock.
 */
export async function changeSource(
  tx: Tx,
  store: { retailerId: string; storeId: string },
  change: Change,
  now: Date,
): Promise<void> {
  const { retailerId, storeId } = store;
  const before = await readSource(tx, store);
  const provider = before.providerId ?? change.provider ?? null;
  const data = {
    status: change.status,
    provider,
    ...(change.latestIngest && { latestIngestId: change.latestIngest.id }),
    ...(change.latestIngest?.status === "applied" && change.latestIngest.mode !== "patch" && { appliedAt: now }),
    updatedAt: now,
  } satisfies Prisma.InventorySourceUncheckedUpdateInput;
  await tx.prisma.inventorySource.upsert({
    where: { retailerId_storeId: { retailerId, storeId } },
    create: { retailerId, storeId, createdAt: now, ...data },
    update: data,
  });
  if (before.source.status === change.status) return;
  const { source } = await readSource(tx, store);
  const event = { store: { id: storeId }, retailer: { id: retailerId }, ...source };
  const [eventSequence] = await appendEvents(
    tx,
    store,
    [{ action: "inventory_source.update", subject: "source", data: event }],
    now,
  );
  await tx.prisma.inventorySource.update({
    where: { retailerId_storeId: { retailerId, storeId } },
    data: { eventSequence: eventSequence ?? null },
  });
}
