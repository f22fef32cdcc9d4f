import type { Prisma, Tx } from "@highstreet/db";
import type { RetrySchedule } from "@highstreet/delivery";
import { findRetailer } from "../../../access/find-retailer.ts";
import type { Warning } from "../../../core/channels/channel.schema.ts";
import { recordHistory, type Write } from "../../../core/history/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import type { Endpoint, EndpointAction, Signature } from "../endpoints.schema.ts";

/** Who has endpoints: a partner, or (`retailerId`) one of its retailers. */
export interface Owner {
  partnerId: string;
  retailerId: string | null;
  /** Only endpoints of this kind; undefined: both. */
  isTest: boolean | undefined;
}

/** A call names the retailer, or is about the caller's partner. */
export interface OfOwner {
  retailerId?: string | undefined;
}

export interface OfEndpoint extends OfOwner {
  endpointId: string;
}

export type EndpointRow = Prisma.WebhookEndpointGetPayload<object>;

/** The tenancy gate of endpoints. @throws RetailerNotFound; InsufficientScope for a caller that is not the whole partner */
export async function findOwner(ctx: Context, { retailerId }: OfOwner): Promise<Owner> {
  if (retailerId !== undefined) return findRetailer(ctx, retailerId);
  const { actor } = ctx;
  if (actor?.kind === "key" && actor.retailerIds === null) {
    return { partnerId: actor.partnerId, retailerId: null, isTest: actor.isTest ?? false };
  }
  if (actor?.kind === "staff" && actor.isPartner && actor.partnerId) {
    return { partnerId: actor.partnerId, retailerId: null, isTest: undefined };
  }
  throw new DomainError(
    "InsufficientScope",
    "The endpoints of a partner need a key of the whole partner, or its role.",
  );
}

/** The condition of an owner's endpoints. */
export const ofOwner = ({ partnerId, retailerId, isTest }: Owner) => ({
  partnerId,
  retailerId,
  ...(isTest !== undefined && { isTest }),
});

/** The same error for a missing endpoint and for one of another owner. @throws EndpointNotFound */
export async function findEndpoint(
  { prisma }: Pick<Tx, "prisma">,
  owner: Owner,
  endpointId: string,
): Promise<EndpointRow> {
  const where = { ...ofOwner(owner), id: endpointId };
  const row = isId(endpointId) ? await prisma.webhookEndpoint.findFirst({ where }) : null;
  if (!row) throw new DomainError("EndpointNotFound", "There is no webhook endpoint with this id.");
  return row;
}

/** The address that is called. */
export const urlOf = ({ urls }: Pick<EndpointRow, "urls">): string => urls.at(-1) ?? "";

const MAX_ADDRESSES = 1_000;

/**
 * The addresses after a new one, or after a new secret for the same: attempts name the address and its secret by their place in the list.
 * @throws QuotaExceeded
 */
export function addressesWith({ urls }: Pick<EndpointRow, "urls">, url: string): string[] {
  if (urls.length < MAX_ADDRESSES) return [...urls, url];
  throw new DomainError(
    "QuotaExceeded",
    `The address and the secret of an endpoint can change ${MAX_ADDRESSES.toLocaleString("en")} times: make a new endpoint.`,
    { quota: "addresses", limit: MAX_ADDRESSES, actual: urls.length },
  );
}

export const signatureOf = ({ publicKey }: Pick<EndpointRow, "publicKey">): Signature =>
  publicKey === null ? "hmac" : "ed25519";

const orAll = (only: string[]): string[] | null => (only.length ? only : null);

type Shown = Omit<Endpoint, "health">;

/** The fields that calls set, and those that follow from the calls of the endpoint. */
export function presentSettings(row: EndpointRow): Shown {
  return {
    id: row.id,
    retailerId: row.retailerId,
    isTest: row.isTest,
    url: urlOf(row),
    description: row.description,
    actions: row.actions as EndpointAction[],
    filter: {
      retailerIds: orAll(row.retailerIds),
      storeIds: orAll(row.storeIds),
      categories: orAll(row.categories),
    },
    enhancedProductData: row.enhancedProductData,
    retries: row.retries as RetrySchedule,
    timeoutSeconds: row.timeoutSeconds,
    callsPerSecond: row.callsPerSecond,
    batchSize: row.batchSize,
    signature: signatureOf(row),
    publicKey: row.publicKey,
    headerNames: row.headerNames,
    enabled: row.isOn,
    status: row.status,
    warnings: row.warnings as Warning[],
    followsFrom: row.followsFrom?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

type Act = "create" | "update" | "rotate" | "redeliver" | "delete";

/** The history belongs to retailers, so an endpoint of a partner has none, as its keys. */
export async function recordWrite(
  ctx: Context,
  tx: Tx,
  row: EndpointRow,
  act: Act,
  { before, after }: Pick<Write, "before" | "after">,
): Promise<void> {
  if (row.retailerId === null) return;
  const target = { type: "endpoint", id: row.id } as const;
  await recordHistory(ctx, tx, [{ retailerId: row.retailerId, action: `endpoint.${act}`, target, before, after }]);
}
