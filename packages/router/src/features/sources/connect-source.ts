import { Prisma, type Tx } from "@highstreet/db";
import { checkOutboundUrl } from "../../access/check-outbound-url.ts";
import { withinQuotaOf } from "../../access/quotas.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { validationFailed } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { newUploadKey, shownKey, type UploadKey } from "../keys/index.ts";
import { changeSource } from "./change-source.ts";
import type { ConnectSource } from "./connect-source.schema.ts";
import type { ConnectedSource } from "./source.schema.ts";
import { presentSource, readSource, type StoredSource, sourceWrite } from "./source.ts";

const awaitFetch = {
  id: "await-fetch",
  label: "We fetch the file within seconds. GET …/inventory then has the lines of it, or a warning with the reason.",
};
const uploadFile = {
  id: "upload-file",
  label: "Send the file with: curl -T <file> -H 'Authorization: Bearer <uploadKey>' <uploadUrl>",
};

/** What follows, and the new upload key, which also sends files to a fetched source. The transport adds the address of the service. */
export function nextSteps(ctx: Context, { token }: UploadKey, provider: string): ConnectedSource["nextSteps"] {
  const step = provider === "http-pull" ? awaitFetch : uploadFile;
  return { ...step, uploadUrl: "/v1/inventory/uploads/", uploadKey: shownKey(ctx, token) };
}

/** Maximum number of concurrent fetches of one partner, in all workers together. */
const PULL_SLOTS = 2;

/** Whether the stock comes from the same place as before. Then a connected source stays connected. */
function isSame(before: StoredSource, { provider, parameters }: ConnectSource["body"]): boolean {
  if (before.providerId !== provider) return false;
  const { url, connector, locationId } = before.parameters;
  if ("url" in parameters) return url === parameters.url;
  return !("connector" in parameters) || (connector === parameters.connector && locationId === parameters.locationId);
}

interface Connection {
  provider: string;
  parameters: Prisma.InputJsonObject;
  /** Sealed. */
  authorization: Uint8Array<ArrayBuffer> | null;
  nextPullAt: Date | null;
}

async function saveConnection(
  tx: Tx,
  store: StoreIds,
  connection: Connection,
  { id, digest }: UploadKey,
  now: Date,
): Promise<void> {
  const { partnerId } = await tx.prisma.retailer.findUniqueOrThrow({
    where: { id: store.retailerId },
    select: { partnerId: true },
  });
  const data = { ...connection, partnerId, updatedAt: now };
  await tx.prisma.inventorySource.upsert({
    where: { retailerId_storeId: store },
    create: { ...store, ...data, version: 1, createdAt: now },
    update: { ...data, version: { increment: 1 }, validators: Prisma.DbNull },
    select: { retailerId: true },
  });
  await tx.prisma.uploadKey.upsert({
    where: { retailerId_storeId: store },
    create: { ...store, id, partnerId, digest },
    update: { id, digest },
  });
  if (connection.nextPullAt === null) return;
  await createSlots(tx, partnerId);
}

export async function createSlots({ prisma }: Pick<Tx, "prisma">, partnerId: string): Promise<void> {
  const slots = Array.from({ length: PULL_SLOTS }, (_, index) => ({ partnerId, slot: index + 1 }));
  await prisma.pullSlot.createMany({ data: slots, skipDuplicates: true });
}

/**
 * Makes the next pull of a connection read everything, so that a new store gets all its items.
 * @throws ValidationFailed if the retailer is not connected to the shop system
 */
async function pullAgain(
  { prisma }: Pick<Tx, "prisma">,
  retailerId: string,
  connector: string,
  now: Date,
): Promise<void> {
  const data = { pulledAt: null, nextPullAt: now };
  const { count } = await prisma.connection.updateMany({ where: { retailerId, connector }, data });
  if (count) return;
  const message = `names a shop system that is not connected; connect it first with POST /retailers/${retailerId}/connections`;
  throw validationFailed([{ pointer: "/parameters/connector", code: "ConnectionNotFound", message }]);
}

/**
 * The old upload key becomes invalid at once, and the items stay. A new source is `pending` until its first feed or PATCH is applied. The
 * worker fetches a file from an address within seconds.
 * @throws RetailerNotFound, StoreNotFound; ValidationFailed for a forbidden address or a missing connection; QuotaExceeded
 */
export async function connectSource(ctx: Context, input: ConnectSource): Promise<ConnectedSource> {
  const { provider, parameters } = input.body;
  const { authorization, ...shown } = "url" in parameters ? parameters : { ...parameters, authorization: undefined };
  const { retailerId, storeId } = await findStore(ctx, input);
  const store = { retailerId, storeId };
  // Uses the name resolver, so this check runs before the transaction.
  if ("url" in shown) {
    const { url } = (await readSource(ctx.db, store)).parameters;
    await checkOutboundUrl(shown.url, "/parameters/url", ctx.settings, url);
  }
  const now = ctx.now();
  const key = newUploadKey(now);
  const sealed =
    authorization === undefined ? null : ctx.vault.seal(authorization, ["inventory_source", retailerId, storeId]);
  return ctx.db.transaction(store, async (tx) => {
    await lockStore(tx, store);
    const before = await readSource(tx, store);
    checkVersion(ctx, before.version);
    if (!(await tx.prisma.uploadKey.count({ where: store }))) await withinQuotaOf(ctx, tx, retailerId, "sources");
    const connection = {
      provider,
      parameters: shown,
      authorization: sealed,
      nextPullAt: provider === "http-pull" ? now : null,
    };
    if ("connector" in shown) await pullAgain(tx, retailerId, shown.connector, now);
    await saveConnection(tx, store, connection, key, now);
    const status = before.source.status === "connected" && isSame(before, input.body) ? "connected" : "pending";
    await changeSource(tx, store, { status, warnings: { FeedRefused: null, FeedNotFetched: null } }, now);
    const after = await readSource(tx, store);
    await recordHistory(ctx, tx, [sourceWrite(store, "source.connect", before, after)]);
    return { ...presentSource(after), nextSteps: nextSteps(ctx, key, provider) };
  });
}
