import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { Overtaken, type Prisma, type TransactionScope, type Tx } from "@highstreet/db";
import {
  addFollower,
  awaitFollower,
  changeFollower,
  endFollowing,
  followStores,
  newSigningKey,
} from "@highstreet/delivery";
import { checkOutboundUrl } from "../../access/check-outbound-url.ts";
import { holdRetailer } from "../../access/find-retailer.ts";
import { withinQuota } from "../../access/quotas.ts";
import type { Context } from "../../kernel/context.ts";
import { isRetailerGone } from "../../kernel/database-error.ts";
import { validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { lockPartner } from "../../kernel/kernel.sql.ts";
import { lockEndpointSql, noteEndpointAlert, openSealed } from "../webhooks/index.ts";
import {
  type CreateEndpoint,
  type Endpoint,
  endpointActions,
  type NewEndpoint,
  type Signature,
  type UpdateEndpoint,
} from "./endpoints.schema.ts";
import { startFollowingSql } from "./endpoints.sql.ts";
import { checkFilter } from "./internal/check-filter.ts";
import {
  addressesWith,
  type EndpointRow,
  findEndpoint,
  findOwner,
  type OfEndpoint,
  type OfOwner,
  type Owner,
  presentSettings,
  recordWrite,
  signatureOf,
  urlOf,
} from "./internal/endpoint-record.ts";
import { headersElsewhere, mergedHeaders, sealOwn } from "./internal/own-headers.ts";
import { presentEndpoint } from "./read-endpoints.ts";

type Settings = Pick<
  EndpointRow,
  | ("description" | "actions" | "retailerIds" | "storeIds" | "categories" | "isFiltered" | "enhancedProductData")
  | ("retries" | "timeoutSeconds" | "callsPerSecond" | "batchSize" | "isOn")
>;

const defaults: Settings = {
  description: null,
  actions: [...endpointActions],
  retailerIds: [],
  storeIds: [],
  categories: [],
  isFiltered: false,
  enhancedProductData: false,
  retries: "short",
  timeoutSeconds: 10,
  callsPerSecond: null,
  batchSize: 1,
  isOn: true,
};

/** JSON Merge Patch. null sets the default, also of a member of the filter. */
function patched(before: Settings, body: Omit<UpdateEndpoint, "url" | "headers" | "signature">): Settings {
  const { filter } = body;
  const only = (name: "retailerIds" | "storeIds" | "categories"): string[] => {
    if (filter === null) return [];
    const given = filter?.[name];
    return given === undefined ? before[name] : [...new Set(given)];
  };
  const categories = only("categories");
  return {
    description: body.description === undefined ? before.description : body.description || null,
    actions: body.actions === undefined ? before.actions : (body.actions ?? defaults.actions),
    retailerIds: only("retailerIds"),
    storeIds: only("storeIds"),
    categories,
    isFiltered: before.isFiltered || categories.length > 0,
    enhancedProductData: body.enhancedProductData ?? before.enhancedProductData,
    retries: body.retries ?? before.retries,
    timeoutSeconds: body.timeoutSeconds ?? before.timeoutSeconds,
    callsPerSecond: body.callsPerSecond === undefined ? before.callsPerSecond : body.callsPerSecond,
    batchSize: body.batchSize ?? before.batchSize,
    isOn: body.enabled ?? before.isOn,
  };
}

/** A transaction about the endpoints of an owner. */
export function ownerTransaction<T>(ctx: Context, { retailerId }: Owner, work: (tx: Tx) => Promise<T>): Promise<T> {
  const scope: TransactionScope = retailerId === null ? "no shop" : { retailerId, part: "endpoints" };
  return ctx.db.transaction(scope, async (tx) => {
    if (retailerId !== null) await holdRetailer(tx, retailerId);
    return work(tx);
  });
}

/** The row of an endpoint under its lock, which the engine takes, too. @throws EndpointNotFound, PreconditionFailed */
export async function lockEndpoint(ctx: Context, tx: Tx, owner: Owner, endpointId: string): Promise<EndpointRow> {
  const { id } = await findEndpoint(tx, owner, endpointId);
  await tx.query(lockEndpointSql, [id]);
  const row = await findEndpoint(tx, owner, id);
  checkVersion(ctx, row.version);
  return row;
}

/** @throws Overtaken if a retailer that a partner's endpoint follows is deleted meanwhile */
async function follow(tx: Tx, { id: endpointId, ...row }: EndpointRow): Promise<void> {
  try {
    await followStores(tx, { ...row, endpointId });
  } catch (cause) {
    if (row.retailerId === null && isRetailerGone(cause)) throw new Overtaken("A retailer is deleted.", { cause });
    throw cause;
  }
}

/**
 * What signs the calls of an endpoint. `shown` is the secret for the answer.
 * @param given the caller's own secret
 * @throws ValidationFailed for an own secret with ed25519
 */
export function newSigner({ isDryRun }: Pick<Context, "isDryRun">, signature: Signature, given: string | undefined) {
  if (signature === "hmac") {
    const secret = given ?? randomBytes(24).toString("hex");
    return { secret, publicKey: null, shown: isDryRun ? "none: a dry run makes no secret" : secret };
  }
  if (given !== undefined) {
    const message = "is for hmac only: leave it out, as the service makes the keys of ed25519";
    throw validationFailed([{ pointer: "/secret", code: "InvalidValue", message }]);
  }
  const { secret, publicKey } = newSigningKey();
  return { secret, publicKey: isDryRun ? "none: a dry run makes no key" : publicKey, shown: null };
}

/**
 * The new endpoint is `pending` until its address accepts `webhook.enabled`. It follows its stores from the commit on.
 * @throws RetailerNotFound; QuotaExceeded; ValidationFailed for an address that may not be called, or a filter with other ids than the
 *   owner's
 */
export async function createEndpoint(ctx: Context, input: OfOwner & { body: CreateEndpoint }): Promise<NewEndpoint> {
  const { url, secret: given, signature = "hmac", headers, ...body } = input.body;
  const owner = await findOwner(ctx, input);
  const { secret, publicKey, shown } = newSigner(ctx, signature, given);
  const { partnerId, retailerId, isTest = false } = owner;
  await checkOutboundUrl(url, "/url", ctx.settings);
  await checkFilter(ctx.db, { ...owner, isTest }, body.filter);
  const now = ctx.now();
  const id = newId(now);
  const own = { secrets: [{ secret, until: null }], headers: mergedHeaders({}, headers) };
  const sealed = sealOwn(ctx.vault, id, own);
  const settings = { ...patched(defaults, body), ...sealed, publicKey, urls: [url] };
  const data = { id, partnerId, retailerId, isTest, ...settings, createdAt: now, updatedAt: now };
  const row = await ownerTransaction(ctx, owner, async (tx) => {
    await withinQuota(ctx, tx, partnerId, "endpoints", 1, retailerId);
    await tx.prisma.webhookEndpoint.createMany({ data });
    const made = await tx.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    await follow(tx, made);
    await addFollower(tx, id, now);
    await recordWrite(ctx, tx, made, "create", { before: null, after: presentSettings(made) });
    tx.afterCommit(async (sql) => void (await sql.query(startFollowingSql, [id, ctx.now()])));
    return made;
  });
  // `followsFrom` is written after the commit.
  const saved = ctx.isDryRun ? row : await findEndpoint(ctx.db, owner, id);
  return { ...(await presentEndpoint(ctx.db, saved, now)), secret: shown };
}

/**
 * JSON Merge Patch. After the return no call with the old settings starts. A new address is `pending`.
 * @throws RetailerNotFound, EndpointNotFound, PreconditionFailed; ValidationFailed as `createEndpoint`
 */
export async function updateEndpoint(ctx: Context, input: OfEndpoint & { body: UpdateEndpoint }): Promise<Endpoint> {
  const { url, headers, signature, ...body } = input.body;
  const owner = await findOwner(ctx, input);
  const known = await findEndpoint(ctx.db, owner, input.endpointId);
  if (signature !== undefined && signature !== signatureOf(known)) {
    const message = `is ${signatureOf(known)}: send the new one to …/secret, which makes its keys`;
    throw validationFailed([{ pointer: "/signature", code: "InvalidValue", message }]);
  }
  if (url !== undefined) await checkOutboundUrl(url, "/url", ctx.settings, urlOf(known));
  // A store that was deleted stays in the filter, so the record can be sent back.
  const { retailerIds, storeIds } = patched(known, body);
  const hasSameFilter = isDeepStrictEqual([retailerIds, storeIds], [known.retailerIds, known.storeIds]);
  if (!hasSameFilter) await checkFilter(ctx.db, known, body.filter);
  const row = await ownerTransaction(ctx, owner, async (tx) => {
    await tx.query(lockPartner, [owner.partnerId]);
    const before = await lockEndpoint(ctx, tx, owner, input.endpointId);
    const settings = patched(before, body);
    const isOther = (...names: (keyof Settings)[]) =>
      names.some((name) => !isDeepStrictEqual(settings[name], before[name]));
    const isMoved = url !== undefined && url !== urlOf(before);
    const isElsewhere = isMoved && new URL(url).origin !== new URL(urlOf(before)).origin;
    const sealed = openSealed(ctx.vault, { endpointId: before.id }, before.secret);
    const own = (isElsewhere ? headersElsewhere : mergedHeaders)(sealed.headers, headers);
    const hasSameHeaders = isDeepStrictEqual(own, sealed.headers);
    if (!isMoved && hasSameHeaders && !isOther(...(Object.keys(settings) as (keyof Settings)[]))) return before;
    const moved = isMoved && { urls: addressesWith(before, url), status: "pending" as const, warnings: [] };
    const isWell = isMoved || (settings.isOn && !before.isOn && before.status === "connected");
    const change = {
      ...settings,
      ...moved,
      ...(!hasSameHeaders && sealOwn(ctx.vault, before.id, { ...sealed, headers: own })),
    };
    const after = await changeEndpoint(ctx, tx, before, change, { ping: isMoved, isWell });
    if (isOther("actions", "retailerIds", "storeIds", "categories")) await follow(tx, after);
    await recordWrite(ctx, tx, after, "update", { before: presentSettings(before), after: presentSettings(after) });
    return after;
  });
  return presentEndpoint(ctx.db, row, ctx.now());
}

/** Reads the row after the write, because Citus refuses an enum in RETURNING. */
export async function writeEndpoint(
  { prisma }: Tx,
  id: string,
  data: Prisma.WebhookEndpointUncheckedUpdateManyInput,
): Promise<EndpointRow> {
  await prisma.webhookEndpoint.updateMany({ where: { id }, data });
  return prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
}

/** Writes a change by a call. After the commit, no call of before it starts. */
export async function changeEndpoint(
  ctx: Context,
  tx: Tx,
  before: EndpointRow,
  change: Prisma.WebhookEndpointUncheckedUpdateManyInput,
  follower: Parameters<typeof changeFollower>[2] = {},
): Promise<EndpointRow> {
  const now = ctx.now();
  const data = { ...change, version: before.version + 1, updatedAt: now };
  const row = await writeEndpoint(tx, before.id, data);
  const workerId = await changeFollower(tx, row.id, follower, now);
  await noteEndpointAlert(tx, row, now);
  tx.afterCommit((sql) => awaitFollower(sql, row.id, workerId));
  return row;
}

/** After the return no call starts. @throws RetailerNotFound, EndpointNotFound, PreconditionFailed */
export async function removeEndpoint(ctx: Context, input: OfEndpoint): Promise<void> {
  const owner = await findOwner(ctx, input);
  await ownerTransaction(ctx, owner, async (tx) => {
    const row = await lockEndpoint(ctx, tx, owner, input.endpointId);
    await tx.prisma.webhookEndpoint.deleteMany({ where: { id: row.id } });
    await endFollowing(tx, row.id, ctx.now());
    await noteEndpointAlert(tx, { ...row, isOn: false }, ctx.now());
    await recordWrite(ctx, tx, row, "delete", { before: presentSettings(row), after: null });
  });
}
