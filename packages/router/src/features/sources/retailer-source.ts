import type { Prisma, Tx } from "@highstreet/db";
import { checkOutboundUrl } from "../../access/check-outbound-url.ts";
import { findRetailer } from "../../access/find-retailer.ts";
import { withinQuotaOf } from "../../access/quotas.ts";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerNotFound } from "../../kernel/errors.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { lockRetailer } from "../../kernel/kernel.sql.ts";
import { newUploadKey } from "../keys/index.ts";
import type { ConnectRetailerSource } from "./connect-source.schema.ts";
import { createSlots, nextSteps } from "./connect-source.ts";
import { withReading } from "./remember-columns.ts";
import type { ConnectedRetailerSource, RememberFileColumns, RetailerSource } from "./source.schema.ts";
import { providerOf } from "./source.ts";

const never: RetailerSource = {
  status: "pending",
  provider: null,
  warnings: [],
  parameters: {},
  nextFetchAt: null,
  latestFile: null,
  version: 0,
};

async function read(prisma: Prisma.TransactionClient, retailerId: string): Promise<RetailerSource> {
  const row = await prisma.retailerSource.findUnique({ where: { retailerId } });
  const file = await prisma.stockFile.findFirst({ where: { retailerId }, orderBy: { id: "desc" } });
  const latestFile = file && {
    id: file.id,
    createdAt: file.createdAt.toISOString(),
    numberOfLines: file.numberOfLines,
  };
  if (!row) return { ...never, latestFile };
  return {
    status: row.status,
    provider: providerOf(row.provider),
    warnings: row.warnings as RetailerSource["warnings"],
    parameters: row.parameters as RetailerSource["parameters"],
    nextFetchAt: row.nextPullAt?.toISOString() ?? null,
    latestFile,
    version: row.version,
  };
}

/** @throws RetailerNotFound */
export async function getRetailerSource(ctx: Context, input: { retailerId: string }): Promise<RetailerSource> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  return read(ctx.db.prisma, retailerId);
}

async function change(
  ctx: Context,
  retailerId: string,
  action: "source.connect" | "source.disconnect",
  work: (tx: Tx, before: RetailerSource) => Promise<boolean>,
): Promise<RetailerSource> {
  return ctx.db.transaction({ retailerId, part: "files" }, async (tx) => {
    if (!(await tx.query(lockRetailer("FOR NO KEY UPDATE"), [retailerId])).length) throw retailerNotFound();
    const before = await read(tx.prisma, retailerId);
    checkVersion(ctx, before.version);
    if (!(await work(tx, before))) return before;
    const after = await read(tx.prisma, retailerId);
    const target = { type: "source", storeId: null } as const;
    await recordHistory(ctx, tx, [{ retailerId, action, target, before: before.version ? before : null, after }]);
    return after;
  });
}

/** No upsert, because Citus refuses an enum in ON CONFLICT DO UPDATE. The caller holds the lock of the retailer. */
async function write(
  { prisma }: Tx,
  {
    create,
    update,
  }: { create: Prisma.RetailerSourceCreateManyInput; update: Prisma.RetailerSourceUncheckedUpdateManyInput },
): Promise<void> {
  const { retailerId } = create;
  const { count } = await prisma.retailerSource.updateMany({ where: { retailerId }, data: update });
  if (!count) await prisma.retailerSource.createMany({ data: create });
}

/**
 * The worker fetches a file from an address within seconds.
 * @throws RetailerNotFound; ValidationFailed for a forbidden address; QuotaExceeded
 */
export async function connectRetailerSource(
  ctx: Context,
  input: ConnectRetailerSource,
): Promise<ConnectedRetailerSource> {
  const { provider, parameters } = input.body;
  const { authorization, ...shown } = "url" in parameters ? parameters : { ...parameters, authorization: undefined };
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  if ("url" in shown) {
    const before = await read(ctx.db.prisma, retailerId);
    await checkOutboundUrl(shown.url, "/parameters/url", ctx.settings, before.parameters.url);
  }
  const now = ctx.now();
  const key = newUploadKey(now);
  const sealed = authorization === undefined ? null : ctx.vault.seal(authorization, ["retailer_source", retailerId]);
  const source = await change(ctx, retailerId, "source.connect", async (tx) => {
    const keys = { retailerId, storeId: null };
    if (!(await tx.prisma.uploadKey.deleteMany({ where: keys })).count) {
      await withinQuotaOf(ctx, tx, retailerId, "sources");
    }
    await tx.prisma.uploadKey.createMany({ data: [{ ...keys, id: key.id, partnerId, digest: key.digest }] });
    const data = {
      partnerId,
      provider,
      parameters: shown,
      authorization: sealed,
      status: "pending" as const,
      warnings: [],
      failures: 0,
      nextPullAt: "url" in shown ? now : null,
      updatedAt: now,
    };
    await write(tx, {
      create: { retailerId, ...data, createdAt: now },
      update: { ...data, version: { increment: 1 } },
    });
    if ("url" in shown) await createSlots(tx, partnerId);
    return true;
  });
  return { ...source, nextSteps: nextSteps(ctx, key, provider) };
}

/** Without a source, the columns count for files that a person uploads. @throws RetailerNotFound */
export async function rememberFileColumns(ctx: Context, input: RememberFileColumns): Promise<RetailerSource> {
  const { retailerId, partnerId } = await findRetailer(ctx, input.retailerId);
  return change(ctx, retailerId, "source.connect", async (tx, before) => {
    const now = ctx.now();
    const data = { parameters: withReading(before.parameters, input), updatedAt: now };
    await write(tx, {
      create: { retailerId, partnerId, provider: "csv-upload", ...data, createdAt: now },
      update: data,
    });
    return true;
  });
}

/** Disconnects the source: its upload key becomes invalid, and its address is no longer fetched. Items stay. @throws RetailerNotFound */
export async function disconnectRetailerSource(ctx: Context, input: { retailerId: string }): Promise<void> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  await change(ctx, retailerId, "source.disconnect", async (tx, before) => {
    if (before.version === 0 || before.status === "disconnected") return false;
    await tx.prisma.uploadKey.deleteMany({ where: { retailerId, storeId: null } });
    await tx.prisma.retailerSource.updateMany({
      where: { retailerId },
      data: {
        status: "disconnected",
        authorization: null,
        nextPullAt: null,
        warnings: [],
        updatedAt: ctx.now(),
        version: { increment: 1 },
      },
    });
    return true;
  });
}
